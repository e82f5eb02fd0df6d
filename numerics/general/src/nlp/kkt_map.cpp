#include "nlp/kkt_map.hpp"

#include <algorithm>

#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "nlp/conditions.hpp"

namespace nsds::numerics::nlp {

KktMap::KktMap(Program& program, Arena& arena)
    : program_(program),
      n_(program.size()),
      rows_(program.rows()),
      lower_(arena.take<double>(n_ + rows_)),
      upper_(arena.take<double>(n_ + rows_, infinity)),
      c_(arena.take<double>(rows_)),
      r_(arena.take<double>(n_)),
      jacobian_(arena.take<double>(program.jacobian_entries().size(), 0.0)) {
  std::copy(program.lower().begin(), program.lower().end(), lower_.begin());
  std::copy(program.upper().begin(), program.upper().end(), upper_.begin());
  for (std::size_t i = 0; i < rows_; ++i) lower_[n_ + i] = i < program.inequalities() ? 0.0 : -infinity;
  set_hessian_pattern(arena);
  assembly_.emplace(
      n_ + rows_, [this](const auto& visit) { walk(visit); }, arena);
  view_ = {call_evaluate, call_jacobian, assembly_->starts().data(), assembly_->rows().data(), this};
  map_.emplace(static_cast<std::int32_t>(n_ + rows_), view_, nonlinear::Bounds{lower_.data(), upper_.data()},
               nonlinear::Units{}, arena);
}

void KktMap::rethrow() const {
  if (failure_) throw nonlinear::CallbackFailed(*failure_);
}

void KktMap::set_hessian_pattern(Arena& arena) {
  const nsds_nlp_pattern& given = program_.of_caller().hessian_pattern;
  hessian_pattern_ = {static_cast<std::int32_t>(n_), given.column_starts, given.row_indices};
  if (program_.has_hessian()) return;
  hessian_ = arena.take<double>(hessian_pattern_.entries());
  differences_.group_columns(hessian_pattern_, arena);
}

// Visits the entries of (H, -J'; J, 0) as they were made last.
template <class Visit>
void KktMap::walk(const Visit& visit) const {
  hessian_pattern_.for_each(
      [&](std::size_t k, std::size_t i, std::size_t j) { visit(i, j, curvature()[k]); });
  std::size_t k = 0;
  for_each_entry(program_.jacobian(), [&](std::int32_t i, std::int32_t j, double) {
    visit(n_ + index(i), index(j), jacobian_[k]);
    visit(index(j), n_ + index(i), -jacobian_[k]);
    ++k;
  });
}

int KktMap::call_evaluate(void* user, const double* y, double* F) {
  KktMap& kkt = *static_cast<KktMap*>(user);
  const std::size_t total = kkt.n_ + kkt.rows_;
  return nonlinear::as_callback(kkt.failure_, [&] { return kkt.evaluate({y, total}, {F, total}); });
}

int KktMap::call_jacobian(void* user, const double* y, double* values) {
  KktMap& kkt = *static_cast<KktMap*>(user);
  const std::span<double> entries(values, kkt.assembly_->entries());
  return nonlinear::as_callback(kkt.failure_, [&] {
    return kkt.linearise({y, kkt.n_ + kkt.rows_}, entries);
  });
}

bool KktMap::evaluate(std::span<const double> y, std::span<double> F) {
  double f = 0.0;
  if (!program_.evaluate(y.first(n_), f, F.subspan(n_)) || !program_.differentiate(y.first(n_))) return false;
  lagrangian_gradient(program_, y.subspan(n_), F.first(n_));
  f_ = f;
  return true;
}

bool KktMap::linearise(std::span<const double> y, std::span<double> values) {
  const std::span<const double> x = y.first(n_), multipliers = y.subspan(n_);
  if (!program_.differentiate(x)) return false;
  // Differences move the point at which the program is differentiated.
  std::copy(program_.jacobian_entries().begin(), program_.jacobian_entries().end(), jacobian_.begin());
  if (program_.has_hessian() ? !program_.curve(x, 1.0, multipliers) : !curve_by_differences(x, multipliers))
    return false;
  assembly_->write([this](const auto& visit) { walk(visit); }, values);
  return true;
}

bool KktMap::curve_by_differences(std::span<const double> x, std::span<const double> multipliers) {
  lagrangian_gradient(program_, multipliers, r_);
  const auto beside = [&](std::span<const double> moved, std::span<double> value) {
    double f = 0.0;
    if (!program_.watch().has_time() || !program_.evaluate(moved, f, c_) || !program_.differentiate(moved))
      return false;
    lagrangian_gradient(program_, multipliers, value);
    return all_finite(value.data(), value.size());
  };
  return differences_(beside, x, r_, program_.lower(), program_.upper(), hessian_);
}

}  // namespace nsds::numerics::nlp
