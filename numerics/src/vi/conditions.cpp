#include "vi/conditions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::vi {
namespace {

// visit(row, column, value) for the entries of (A; C) that are not zero, rows increasing in each column of A, and of C.
template <class Visit>
void for_each_entry_of_rows(const nsds_vi& given, const Visit& visit) {
  const auto visit_from = [&visit](std::int32_t first) {
    return [&visit, first](std::int32_t i, std::int32_t j, double value) {
      if (value != 0.0) visit(index(first + i), index(j), value);
    };
  };
  if (given.inequalities > 0) for_each_entry(*given.A, visit_from(0));
  if (given.equalities > 0) for_each_entry(*given.C, visit_from(given.inequalities));
}

}  // namespace

Conditions::Conditions(const nsds_vi& given, nonlinear::Map& F, nonlinear::ScalarUnits units, Arena& arena)
    : F_(F), by_differences_(given.F.jacobian == nullptr), n_(index(given.size)) {
  const std::size_t multipliers = index(given.inequalities) + index(given.equalities);
  total_ = n_ + multipliers;
  b_ = arena.take<double>(n_);
  take_rows(given, units, arena);
  assembly_.emplace(
      total_, [this](const auto& visit) { walk(visit); }, arena);
  take_box(multipliers, index(given.inequalities), arena);
  as_given_ = {call_evaluate, call_jacobian, assembly_->starts().data(), assembly_->rows().data(), this};
  map_.emplace(static_cast<std::int32_t>(total_), as_given_, nonlinear::Bounds{lower_.data(), upper_.data()},
               nonlinear::Units{}, arena);
}

void Conditions::take_rows(const nsds_vi& given, nonlinear::ScalarUnits units, Arena& arena) {
  const std::size_t multipliers = total_ - n_;
  r_ = arena.take<double>(multipliers);
  units_ = arena.take<double>(multipliers, 0.0);
  columns_.starts = arena.take<std::int32_t>(n_ + 1, 0);
  for_each_entry_of_rows(given, [&](std::size_t i, std::size_t j, double value) {
    units_[i] = std::max(units_[i], std::fabs(value));
    ++columns_.starts[j + 1];
  });
  for (double& largest : units_) largest = largest > 0.0 ? largest : 1.0;
  std::partial_sum(columns_.starts.begin(), columns_.starts.end(), columns_.starts.begin());
  columns_.rows = arena.take<std::int32_t>(index(columns_.starts[n_]));
  columns_.values = arena.take<double>(columns_.rows.size());
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> ends = arena.take<std::int32_t>(n_ + 1);
  std::copy(columns_.starts.begin(), columns_.starts.end(), ends.begin());
  for_each_entry_of_rows(given, [&](std::size_t i, std::size_t j, double value) {
    const std::size_t place = index(ends[j]++);
    columns_.rows[place] = static_cast<std::int32_t>(i);
    columns_.values[place] = value / units_[i];
  });
  arena.rewind(mark);
  for (std::size_t i = 0; i < multipliers; ++i) {
    const std::size_t m = index(given.inequalities);
    r_[i] = (i < m ? given.b[i] : given.d[i - m]) / units_[i] / units.z;
    units_[i] = units.w / units_[i];
  }
}

// Visits the entries (i, j, value) of R.
template <class Visit>
void Conditions::for_each_of_rows(const Visit& visit) const {
  for (std::size_t j = 0; j < n_; ++j)
    for (std::size_t k = index(columns_.starts[j]); k < index(columns_.starts[j + 1]); ++k)
      visit(index(columns_.rows[k]), j, columns_.values[k]);
}

// Visits those of (0, -R'; R, 0).
template <class Visit>
void Conditions::walk_rows(const Visit& visit) const {
  for_each_of_rows([&](std::size_t i, std::size_t j, double value) {
    visit(n_ + i, j, value);
    visit(j, n_ + i, -value);
  });
}

// Visits those of (J, -R'; R, 0), J the Jacobian of F as it was made last.
template <class Visit>
void Conditions::walk(const Visit& visit) const {
  F_.for_each_entry(visit);
  walk_rows(visit);
}

void Conditions::take_box(std::size_t multipliers, std::size_t inequalities, Arena& arena) {
  lower_ = arena.take<double>(total_, -infinity);
  upper_ = arena.take<double>(total_, infinity);
  std::copy(F_.lower().begin(), F_.lower().end(), lower_.begin());
  std::copy(F_.upper().begin(), F_.upper().end(), upper_.begin());
  for (std::size_t i = 0; i < std::min(inequalities, multipliers); ++i) lower_[n_ + i] = 0.0;
}

void Conditions::write_values(std::span<const double> x, std::span<const double> b,
                              std::span<double> values) const {
  std::copy(b.begin(), b.end(), values.begin());
  for (std::size_t i = 0; i < total_ - n_; ++i) values[n_ + i] = -r_[i];
  for_each_of_rows([&](std::size_t i, std::size_t j, double value) {
    values[j] -= value * x[n_ + i];
    values[n_ + i] += value * x[j];
  });
}

bool Conditions::evaluate(std::span<const double> x, std::span<double> values) {
  if (!F_.evaluate(x.first(n_), b_)) return false;
  write_values(x, b_, values);
  return true;
}

bool Conditions::linearise(std::span<const double> a, std::span<double> values) {
  if (by_differences_ && !F_.evaluate(a, b_)) return false;
  if (!F_.linearise(a, b_)) return false;
  assembly_->write([this](const auto& visit) { walk(visit); }, values);
  return true;
}

int Conditions::call_evaluate(void* user, const double* x, double* values) {
  Conditions& self = *static_cast<Conditions*>(user);
  const std::size_t total = self.total_;
  return nonlinear::as_callback(self.failure_, [&] { return self.evaluate({x, total}, {values, total}); });
}

int Conditions::call_jacobian(void* user, const double* x, double* values) {
  Conditions& self = *static_cast<Conditions*>(user);
  const std::span<double> entries(values, self.assembly_->entries());
  return nonlinear::as_callback(self.failure_, [&] { return self.linearise({x, self.n_}, entries); });
}

nsds_matrix Conditions::projection_matrix(Arena& arena) const {
  const auto walk_all = [this](const auto& visit) {
    for (std::size_t j = 0; j < n_; ++j) visit(j, j, 1.0);
    walk_rows(visit);
  };
  const nonlinear::Assembly assembly(total_, walk_all, arena);
  const std::span<double> values = arena.take<double>(assembly.entries());
  assembly.write(walk_all, values);
  const auto size = static_cast<std::int32_t>(total_);
  return nsds_matrix_csc(size, size, assembly.starts().data(), assembly.rows().data(), values.data());
}

void Conditions::write_projection_constant(std::span<const double> point, std::span<double> q) const {
  for (std::size_t j = 0; j < n_; ++j) q[j] = -point[j];
  for (std::size_t i = 0; i < total_ - n_; ++i) q[n_ + i] = -r_[i];
}

}  // namespace nsds::numerics::vi
