#include "vi/conditions.hpp"

#include <algorithm>
#include <cmath>

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

void sum_up(std::span<std::int32_t> starts) {
  for (std::size_t k = 1; k < starts.size(); ++k) starts[k] += starts[k - 1];
}

}  // namespace

Conditions::Conditions(const nsds_vi& given, nonlinear::Map& F, nonlinear::ScalarUnits units, Arena& arena)
    : F_(F), by_differences_(given.F.jacobian == nullptr), n_(index(given.size)) {
  const std::size_t multipliers = index(given.inequalities) + index(given.equalities);
  total_ = n_ + multipliers;
  b_ = arena.take<double>(n_);
  take_rows(given, units, arena);
  lay_out(given.F, arena);
  take_box(multipliers, index(given.inequalities), arena);
  as_given_ = {call_evaluate, call_jacobian, starts_.data(), rows_.data(), this};
  map_.emplace(static_cast<std::int32_t>(total_), as_given_, nonlinear::Bounds{lower_.data(), upper_.data()},
               nonlinear::Units{}, arena);
}

void Conditions::take_rows(const nsds_vi& given, nonlinear::ScalarUnits units, Arena& arena) {
  const std::size_t multipliers = total_ - n_;
  r_ = arena.take<double>(multipliers);
  units_ = arena.take<double>(multipliers, 0.0);
  by_columns_.starts = arena.take<std::int32_t>(n_ + 1, 0);
  by_rows_.starts = arena.take<std::int32_t>(multipliers + 1, 0);
  std::size_t entries = 0;
  for_each_entry_of_rows(given, [&](std::size_t i, std::size_t j, double value) {
    units_[i] = std::max(units_[i], std::fabs(value));
    ++by_columns_.starts[j + 1];
    ++by_rows_.starts[i + 1];
    ++entries;
  });
  for (double& largest : units_) largest = largest > 0.0 ? largest : 1.0;
  sum_up(by_columns_.starts);
  sum_up(by_rows_.starts);
  for (Rows* side : {&by_columns_, &by_rows_}) {
    side->others = arena.take<std::int32_t>(entries);
    side->values = arena.take<double>(entries);
  }
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> column_ends = arena.take<std::int32_t>(n_ + 1);
  const std::span<std::int32_t> row_ends = arena.take<std::int32_t>(multipliers + 1);
  std::copy(by_columns_.starts.begin(), by_columns_.starts.end(), column_ends.begin());
  for_each_entry_of_rows(given, [&](std::size_t i, std::size_t j, double value) {
    const std::size_t place = index(column_ends[j]++);
    by_columns_.others[place] = static_cast<std::int32_t>(i);
    by_columns_.values[place] = value / units_[i];
  });
  std::copy(by_rows_.starts.begin(), by_rows_.starts.end(), row_ends.begin());
  for (std::size_t j = 0; j < n_; ++j) {
    for (std::int32_t k = by_columns_.starts[j]; k < by_columns_.starts[j + 1]; ++k) {
      const std::size_t place = index(row_ends[index(by_columns_.others[index(k)])]++);
      by_rows_.others[place] = static_cast<std::int32_t>(j);
      by_rows_.values[place] = by_columns_.values[index(k)];
    }
  }
  arena.rewind(mark);
  for (std::size_t i = 0; i < multipliers; ++i) {
    const std::size_t m = index(given.inequalities);
    r_[i] = (i < m ? given.b[i] : given.d[i - m]) / units_[i] / units.z;
    units_[i] = units.w / units_[i];
  }
}

// Columns of a: the entries of F, then those of R; columns of the multipliers: those of -R'.
void Conditions::lay_out(const nsds_map& F, Arena& arena) {
  const std::size_t of_R = by_columns_.values.size();
  const std::size_t of_F = F.column_starts == nullptr ? n_ * n_ : index(F.column_starts[n_]);
  starts_ = arena.take<std::int32_t>(total_ + 1);
  rows_ = arena.take<std::int32_t>(of_F + 2 * of_R + 1);  // not empty: a null pattern would be a dense one
  std::int32_t end = starts_[0] = 0;
  for (std::size_t j = 0; j < n_; ++j) {
    if (F.column_starts == nullptr) {
      for (std::size_t i = 0; i < n_; ++i) rows_[index(end++)] = static_cast<std::int32_t>(i);
    } else {
      for (std::int32_t k = F.column_starts[j]; k < F.column_starts[j + 1]; ++k)
        rows_[index(end++)] = F.row_indices[k];
    }
    for (std::int32_t k = by_columns_.starts[j]; k < by_columns_.starts[j + 1]; ++k)
      rows_[index(end++)] = static_cast<std::int32_t>(n_) + by_columns_.others[index(k)];
    starts_[j + 1] = end;
  }
  for (std::size_t i = 0; i < total_ - n_; ++i) {
    for (std::int32_t k = by_rows_.starts[i]; k < by_rows_.starts[i + 1]; ++k)
      rows_[index(end++)] = by_rows_.others[index(k)];
    starts_[n_ + i + 1] = end;
  }
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
  for (std::size_t j = 0; j < n_; ++j) {
    double sum = b[j];
    for (std::int32_t k = by_columns_.starts[j]; k < by_columns_.starts[j + 1]; ++k)
      sum -= by_columns_.values[index(k)] * x[n_ + index(by_columns_.others[index(k)])];
    values[j] = sum;
  }
  for (std::size_t i = 0; i < total_ - n_; ++i) {
    double sum = -r_[i];
    for (std::int32_t k = by_rows_.starts[i]; k < by_rows_.starts[i + 1]; ++k)
      sum += by_rows_.values[index(k)] * x[index(by_rows_.others[index(k)])];
    values[n_ + i] = sum;
  }
}

int Conditions::evaluate(const double* x, double* values) {
  if (!F_.evaluate({x, n_}, b_)) return NSDS_MAP_OUTSIDE;
  write_values({x, total_}, b_, {values, total_});
  return NSDS_MAP_EVALUATED;
}

int Conditions::jacobian(const double* x, double* values) {
  const std::span<const double> a{x, n_};
  if (by_differences_ && !F_.evaluate(a, b_)) return NSDS_MAP_OUTSIDE;
  if (!F_.linearise(a, b_)) return NSDS_MAP_OUTSIDE;
  const affine::Structure& J = F_.jacobian();
  for (std::size_t j = 0; j < n_; ++j) {
    std::size_t place = index(starts_[j]);
    const std::size_t of_R = index(by_columns_.starts[j + 1] - by_columns_.starts[j]);
    const std::size_t end = index(starts_[j + 1]) - of_R;
    if (J.sparse) {
      for (std::int32_t k = J.columns.starts[j]; k < J.columns.starts[j + 1]; ++k)
        values[place++] = J.columns.values[k];
    } else {
      const double* const column = J.dense_column(static_cast<std::int32_t>(j));
      for (; place < end; ++place) values[place] = column[rows_[place]];
    }
    std::copy_n(by_columns_.values.begin() + by_columns_.starts[j], of_R, values + place);
  }
  for (std::size_t k = 0; k < by_rows_.values.size(); ++k)
    values[index(starts_[n_]) + k] = -by_rows_.values[k];
  return NSDS_MAP_EVALUATED;
}

int Conditions::call_evaluate(void* user, const double* x, double* values) {
  Conditions& self = *static_cast<Conditions*>(user);
  try {
    return self.evaluate(x, values);
  } catch (const nonlinear::MapFailed& failure) {
    self.failure_ = failure;
    return NSDS_MAP_FAILED;
  }
}

int Conditions::call_jacobian(void* user, const double* x, double* values) {
  Conditions& self = *static_cast<Conditions*>(user);
  try {
    return self.jacobian(x, values);
  } catch (const nonlinear::MapFailed& failure) {
    self.failure_ = failure;
    return NSDS_MAP_FAILED;
  }
}

nsds_matrix Conditions::projection_matrix(Arena& arena) const {
  const std::size_t of_R = by_columns_.values.size();
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(total_ + 1);
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(n_ + 2 * of_R);
  const std::span<double> values = arena.take<double>(n_ + 2 * of_R);
  std::size_t end = 0;
  starts[0] = 0;
  for (std::size_t j = 0; j < n_; ++j) {
    rows[end] = static_cast<std::int32_t>(j);
    values[end++] = 1.0;
    for (std::int32_t k = by_columns_.starts[j]; k < by_columns_.starts[j + 1]; ++k) {
      rows[end] = static_cast<std::int32_t>(n_) + by_columns_.others[index(k)];
      values[end++] = by_columns_.values[index(k)];
    }
    starts[j + 1] = static_cast<std::int32_t>(end);
  }
  for (std::size_t i = 0; i < total_ - n_; ++i) {
    for (std::int32_t k = by_rows_.starts[i]; k < by_rows_.starts[i + 1]; ++k) {
      rows[end] = by_rows_.others[index(k)];
      values[end++] = -by_rows_.values[index(k)];
    }
    starts[n_ + i + 1] = static_cast<std::int32_t>(end);
  }
  const auto size = static_cast<std::int32_t>(total_);
  return nsds_matrix_csc(size, size, starts.data(), rows.data(), values.data());
}

void Conditions::write_projection_constant(std::span<const double> point, std::span<double> q) const {
  for (std::size_t j = 0; j < n_; ++j) q[j] = -point[j];
  for (std::size_t i = 0; i < total_ - n_; ++i) q[n_ + i] = -r_[i];
}

}  // namespace nsds::numerics::vi
