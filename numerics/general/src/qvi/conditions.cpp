#include "qvi/conditions.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics::qvi {
namespace {

template <class Visit>
void for_each_place(const Places& places, std::span<const double> entries, const Visit& visit) {
  for (std::size_t j = 0; j + 1 < places.starts.size(); ++j)
    for (std::size_t k = places.begin(j); k < places.end(j); ++k) visit(index(places.rows[k]), j, entries[k]);
}

}  // namespace

Conditions::Conditions(Functions& functions, double s_z, const Variant& variant, Arena& arena)
    : functions_(functions),
      variant_(variant),
      blocks_{functions.size(), functions.moves() && variant.frozen.empty() ? functions.size() : 0,
              functions.g().count()},
      y_(arena.take<double>(functions.size())),
      b_(arena.take<double>(functions.size())),
      curvature_(functions, variant.frozen, arena) {
  assembly_.emplace(
      blocks_.total(), [this](const auto& visit) { walk(visit); }, arena);
  as_given_ = fixed_set(functions.given(), blocks_, s_z, arena);
  as_given_.F = {call_evaluate, call_jacobian, assembly_->starts().data(), assembly_->rows().data(), this};
  inequality_.emplace(as_given_, arena);
}

Pair Conditions::pair_at(std::span<const double> x) {
  for (std::size_t i = 0; i < blocks_.n; ++i)
    y_[i] = x[blocks_.y() + i] + (variant_.shift.empty() ? 0.0 : variant_.shift[i]);
  return {y_, variant_.frozen.empty() ? std::span<const double>(y_) : variant_.frozen};
}

bool Conditions::evaluate(std::span<const double> x, std::span<double> values) {
  const std::size_t n = blocks_.n, begin = blocks_.multipliers();
  const Pair at = pair_at(x);
  const std::span<const double> lambda = x.subspan(begin, blocks_.rows);
  const std::span<double> of_g = values.subspan(begin, blocks_.rows);
  GivenRows& g = functions_.g();
  if (!functions_.evaluate_F(at.y, values.first(n)) || !g.evaluate(at, of_g) || !g.differentiate_by_y(at) ||
      !g.add_gradient(at, -1.0, lambda, values.first(n)))
    return false;
  if (variant_.penalty < infinity)
    for (std::size_t i = 0; i < of_g.size(); ++i)
      of_g[i] += (lambda[i] - variant_.estimates[i]) / variant_.penalty;
  if (blocks_.free == 0) return true;
  const std::span<double> offset = values.subspan(n, n);
  if (!functions_.evaluate_c(at.y, offset)) return false;
  for (std::size_t i = 0; i < n; ++i) offset[i] = x[n + i] - offset[i] - x[i];
  return true;
}

bool Conditions::differentiate(std::span<const double> x, std::span<double> values) {
  const Pair at = pair_at(x);
  const std::span<const double> lambda = x.subspan(blocks_.multipliers(), blocks_.rows);
  GivenRows& g = functions_.g();
  if (!functions_.linearise_F(at.y, b_) || !g.differentiate_by_y(at) || !curvature_.evaluate(at.y, lambda))
    return false;
  if (variant_.frozen.empty() && g.has_by_z() && !g.differentiate_by_z(at)) return false;
  if (blocks_.free > 0 && !functions_.linearise_c(at.y, b_)) return false;
  assembly_->write([this](const auto& visit) { walk(visit); }, values);
  return true;
}

template <class Visit>
void Conditions::walk(const Visit& visit) const {
  const std::size_t y = blocks_.y(), begin = blocks_.multipliers();
  GivenRows& g = functions_.g();
  functions_.F().for_each_entry([&](std::size_t i, std::size_t j, double value) { visit(i, y + j, value); });
  for (std::size_t i = 0; i < blocks_.free; ++i) {
    visit(blocks_.n + i, i, -1.0);
    visit(blocks_.n + i, y + i, 1.0);
  }
  if (blocks_.free > 0)
    functions_.c().for_each_entry(
        [&](std::size_t i, std::size_t j, double value) { visit(blocks_.n + i, y + j, -value); });
  for_each_place(g.places_y(), g.entries_y(), [&](std::size_t i, std::size_t j, double value) {
    visit(begin + i, y + j, value);
    visit(j, begin + i, -value);
  });
  if (variant_.frozen.empty() && g.has_by_z())
    for_each_place(g.places_z(), g.entries_z(),
                   [&](std::size_t i, std::size_t j, double value) { visit(begin + i, y + j, value); });
  curvature_.for_each([&](std::size_t i, std::size_t j, double value) { visit(i, y + j, -value); },
                      [&](std::size_t i, std::size_t j, double value) { visit(begin + i, y + j, value); });
  if (variant_.penalty < infinity)
    for (std::size_t i = 0; i < blocks_.rows; ++i) visit(begin + i, begin + i, 1.0 / variant_.penalty);
}

int Conditions::call_evaluate(void* user, const double* x, double* values) {
  Conditions& self = *static_cast<Conditions*>(user);
  const std::size_t total = self.blocks_.total();
  return nonlinear::as_callback(self.functions_.failure(), [&] {
    return self.evaluate({x, total}, {values, total});
  });
}

int Conditions::call_jacobian(void* user, const double* x, double* values) {
  Conditions& self = *static_cast<Conditions*>(user);
  const std::span<double> entries(values, self.assembly_->entries());
  return nonlinear::as_callback(self.functions_.failure(), [&] {
    return self.differentiate({x, self.blocks_.total()}, entries);
  });
}

}  // namespace nsds::numerics::qvi
