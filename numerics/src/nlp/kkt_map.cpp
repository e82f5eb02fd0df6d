#include "nlp/kkt_map.hpp"

#include <algorithm>

#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "nlp/conditions.hpp"

namespace nsds::numerics::nlp {

KktMap::KktMap(Program& program, Arena& arena)
    : program_(program),
      arena_(arena),
      n_(program.size()),
      rows_(program.rows()),
      lower_(arena.take<double>(n_ + rows_)),
      upper_(arena.take<double>(n_ + rows_, infinity)),
      c_(arena.take<double>(rows_)),
      r_(arena.take<double>(n_)) {
  std::copy(program.lower().begin(), program.lower().end(), lower_.begin());
  std::copy(program.upper().begin(), program.upper().end(), upper_.begin());
  for (std::size_t i = 0; i < rows_; ++i) lower_[n_ + i] = i < program.inequalities() ? 0.0 : -infinity;
  set_hessian_pattern();
  set_pattern();
  view_ = {call_evaluate, call_jacobian, starts_.data(), indices_.data(), this};
  map_.emplace(static_cast<std::int32_t>(n_ + rows_), view_, nonlinear::Bounds{lower_.data(), upper_.data()},
               nonlinear::Units{}, arena);
}

void KktMap::rethrow() const {
  if (failure_) throw CallbackFailed(*failure_);
}

void KktMap::set_hessian_pattern() {
  const nsds_nlp_pattern& given = program_.of_caller().hessian_pattern;
  hessian_pattern_ = {static_cast<std::int32_t>(n_), given.column_starts, given.row_indices};
  if (program_.has_hessian()) return;
  hessian_ = arena_.take<double>(hessian_pattern_.entries());
  differences_.group_columns(hessian_pattern_, arena_);
}

// The columns of x have those of the Hessian and of J below it, the columns of multipliers the rows of -J.
void KktMap::set_pattern() {
  const nsds_matrix J = program_.jacobian();
  const std::size_t total = n_ + rows_;
  starts_ = arena_.take<std::int32_t>(total + 1, 0);
  const std::size_t entries = program_.jacobian_entries().size();
  for (std::size_t j = 0; j < n_; ++j)
    starts_[j + 1] = hessian_pattern_.starts == nullptr
                         ? hessian_pattern_.n
                         : hessian_pattern_.starts[j + 1] - hessian_pattern_.starts[j];
  for_each_entry(J, [&](std::int32_t i, std::int32_t j, double) {
    ++starts_[index(j) + 1];
    ++starts_[n_ + index(i) + 1];
  });
  for (std::size_t j = 0; j < total; ++j) starts_[j + 1] += starts_[j];
  indices_ = arena_.take<std::int32_t>(index(starts_[total]));
  transposed_ = arena_.take<std::int32_t>(entries);
  const std::span<std::int32_t> next = arena_.take<std::int32_t>(total);
  std::copy_n(starts_.begin(), total, next.begin());
  for (std::int32_t j = 0; j < hessian_pattern_.n; ++j) {
    const std::int32_t count = starts_[index(j)];
    const bool full = hessian_pattern_.starts == nullptr;
    const std::int32_t first = full ? 0 : hessian_pattern_.starts[j];
    const std::int32_t last = full ? hessian_pattern_.n : hessian_pattern_.starts[j + 1];
    for (std::int32_t k = first; k < last; ++k)
      indices_[index(count + k - first)] = full ? k : hessian_pattern_.rows[k];
    next[index(j)] += last - first;
  }
  std::size_t k = 0;
  for_each_entry(J, [&](std::int32_t i, std::int32_t j, double) {
    const std::size_t column = n_ + index(i);
    indices_[index(next[index(j)]++)] = static_cast<std::int32_t>(column);
    transposed_[k++] = next[column];
    indices_[index(next[column]++)] = j;
  });
}

// What a callback throws is kept, because the map knows only that one has failed.
template <class Body>
int KktMap::guarded_body(const Body& body) {
  try {
    return body() ? NSDS_MAP_EVALUATED : NSDS_MAP_OUTSIDE;
  } catch (const CallbackFailed& failure) {
    failure_ = failure;
    return NSDS_MAP_FAILED;
  }
}

int KktMap::call_evaluate(void* user, const double* y, double* F) {
  KktMap& kkt = *static_cast<KktMap*>(user);
  const std::size_t total = kkt.n_ + kkt.rows_;
  return kkt.guarded_body([&] { return kkt.evaluate({y, total}, {F, total}); });
}

int KktMap::call_jacobian(void* user, const double* y, double* values) {
  KktMap& kkt = *static_cast<KktMap*>(user);
  return kkt.guarded_body([&] {
    return kkt.linearise({y, kkt.n_ + kkt.rows_}, {values, kkt.indices_.size()});
  });
}

bool KktMap::evaluate(std::span<const double> y, std::span<double> F) {
  double f = 0.0;
  if (!program_.evaluate(y.first(n_), f, F.subspan(n_)) || !program_.differentiate(y.first(n_))) return false;
  lagrangian_gradient(program_, y.subspan(n_), F.first(n_));
  return true;
}

bool KktMap::linearise(std::span<const double> y, std::span<double> values) {
  const std::span<const double> x = y.first(n_), multipliers = y.subspan(n_);
  if (!program_.differentiate(x)) return false;
  const std::span<const double> J = program_.jacobian_entries();
  std::size_t k = 0;
  const std::span<std::int32_t> next = starts_;  // J stands at the end of a column
  for_each_entry(program_.jacobian(), [&](std::int32_t, std::int32_t, double) {
    values[index(transposed_[k])] = -J[k];
    ++k;
  });
  const auto count_of_hessian = [&](std::size_t j) {
    return hessian_pattern_.starts == nullptr
               ? n_
               : index(hessian_pattern_.starts[j + 1] - hessian_pattern_.starts[j]);
  };
  k = 0;
  for (std::size_t j = 0; j < n_; ++j)
    for (std::size_t place = index(next[j]) + count_of_hessian(j); place < index(next[j + 1]); ++place)
      values[place] = J[k++];
  // Differences move the point at which the program is differentiated, so that they come last.
  if (program_.has_hessian() ? !program_.curve(x, 1.0, multipliers) : !curve_by_differences(x, multipliers))
    return false;
  k = 0;
  for (std::size_t j = 0; j < n_; ++j)
    for (std::size_t i = 0; i < count_of_hessian(j); ++i) values[index(next[j]) + i] = curvature()[k++];
  return true;
}

bool KktMap::curve_by_differences(std::span<const double> x, std::span<const double> multipliers) {
  lagrangian_gradient(program_, multipliers, r_);
  const auto beside = [&](std::span<const double> moved, std::span<double> value) {
    double f = 0.0;
    if (!program_.evaluate(moved, f, c_) || !program_.differentiate(moved)) return false;
    lagrangian_gradient(program_, multipliers, value);
    return all_finite(value.data(), value.size());
  };
  return differences_(beside, x, r_, program_.lower(), program_.upper(), hessian_);
}

}  // namespace nsds::numerics::nlp
