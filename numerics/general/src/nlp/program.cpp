#include "nlp/program.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::nlp {
namespace {

std::size_t entries_of(const nsds_nlp_pattern& pattern, std::size_t rows, std::size_t columns) {
  return pattern.column_starts == nullptr ? rows * columns : index(pattern.column_starts[columns]);
}

// A value that a callback forgets to write shows.
void forget_values(std::span<double> values) {
  std::fill(values.begin(), values.end(), std::nan(""));
}

}  // namespace

Program::Program(const nsds_nlp& given, Arena& arena)
    : given_(given), inequalities_(index(given.inequalities)) {
  const std::size_t n = index(given.size), m = index(given.inequalities) + index(given.equalities);
  for (std::span<double>* vector : {&lower_, &upper_, &point_, &tangent_, &gradient_, &argument_})
    *vector = arena.take<double>(n);
  c_ = arena.take<double>(m);
  weights_ = arena.take<double>(m);
  jacobian_ = arena.take<double>(entries_of(given.jacobian_pattern, m, n), 0.0);
  if (has_hessian()) hessian_ = arena.take<double>(entries_of(given.hessian_pattern, n, n), 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    lower_[j] = given.lower == nullptr ? -infinity : given.lower[j] / unit_x(j);
    upper_[j] = given.upper == nullptr ? infinity : given.upper[j] / unit_x(j);
  }
}

double Program::in_units_of_caller(std::size_t j, double x) const {
  const double lower = given_.lower == nullptr ? -infinity : given_.lower[j];
  const double upper = given_.upper == nullptr ? infinity : given_.upper[j];
  return std::clamp(x * unit_x(j), lower, upper);
}

void Program::set_argument(std::span<const double> x) {
  for (std::size_t j = 0; j < x.size(); ++j) argument_[j] = in_units_of_caller(j, x[j]);
}

// Tells whether the point is in the domain.
template <class Callback>
bool Program::call(const char* name, const Callback& callback) {
  return nonlinear::call_behind_wall("", name, callback) == NSDS_MAP_EVALUATED;
}

template <class Visit>
void Program::for_each_place(const nsds_nlp_pattern& pattern, std::size_t rows, const Visit& visit) const {
  for (std::size_t j = 0, k = 0; j < size(); ++j) {
    const std::size_t count = pattern.column_starts == nullptr
                                  ? rows
                                  : index(pattern.column_starts[j + 1] - pattern.column_starts[j]);
    for (std::size_t i = 0; i < count; ++i, ++k)
      visit(k, pattern.column_starts == nullptr ? i : index(pattern.row_indices[k]), j);
  }
}

nsds_matrix Program::matrix(const nsds_nlp_pattern& pattern, std::size_t rows,
                            std::span<const double> entries) const {
  const auto m = static_cast<std::int32_t>(rows), n = static_cast<std::int32_t>(size());
  if (pattern.column_starts == nullptr) return nsds_matrix_dense(m, n, entries.data(), std::max(m, 1));
  return nsds_matrix_csc(m, n, pattern.column_starts, pattern.row_indices, entries.data());
}

bool Program::evaluate(std::span<const double> x, double& f, std::span<double> c) {
  if (!has_value_ || !std::equal(x.begin(), x.end(), point_.begin())) {
    has_value_ = false;
    set_argument(x);
    ++counts_.evaluations;
    f_ = std::nan("");
    forget_values(c_);
    if (!call("objective", [&] { return given_.objective(given_.user, argument_.data(), &f_); }))
      return false;
    if (rows() > 0 &&
        !call("constraints", [&] { return given_.constraints(given_.user, argument_.data(), c_.data()); }))
      return false;
    f_ /= unit_f();
    for (std::size_t i = 0; i < c_.size(); ++i) c_[i] /= unit_c(i);
    if (!std::isfinite(f_) || !all_finite(c_.data(), c_.size())) return false;
    std::copy(x.begin(), x.end(), point_.begin());
    has_value_ = true;
  }
  f = f_;
  std::copy(c_.begin(), c_.end(), c.begin());
  return true;
}

bool Program::differentiate(std::span<const double> x) {
  if (has_derivatives_ && std::equal(x.begin(), x.end(), tangent_.begin())) return true;
  has_derivatives_ = false;
  set_argument(x);
  ++counts_.jacobians;
  forget_values(gradient_);
  forget_values(jacobian_);
  if (!call("gradient", [&] { return given_.gradient(given_.user, argument_.data(), gradient_.data()); }))
    return false;
  if (rows() > 0 &&
      !call("jacobian", [&] { return given_.jacobian(given_.user, argument_.data(), jacobian_.data()); }))
    return false;
  for (std::size_t j = 0; j < size(); ++j) gradient_[j] *= unit_x(j) / unit_f();
  for_each_place(given_.jacobian_pattern, rows(),
                 [&](std::size_t k, std::size_t i, std::size_t j) { jacobian_[k] *= unit_x(j) / unit_c(i); });
  if (!all_finite(gradient_.data(), gradient_.size()) || !all_finite(jacobian_.data(), jacobian_.size()))
    return false;
  std::copy(x.begin(), x.end(), tangent_.begin());
  has_derivatives_ = true;
  return true;
}

bool Program::curve(std::span<const double> x, double weight, std::span<const double> multipliers) {
  set_argument(x);
  for (std::size_t i = 0; i < multipliers.size(); ++i) weights_[i] = -multipliers[i] * unit_multiplier(i);
  forget_values(hessian_);
  const auto hessian = [&] {
    return given_.hessian(given_.user, argument_.data(), weight, weights_.data(), hessian_.data());
  };
  if (!call("hessian", hessian)) return false;
  for_each_place(given_.hessian_pattern, size(), [&](std::size_t k, std::size_t i, std::size_t j) {
    hessian_[k] *= unit_x(i) * unit_x(j) / unit_f();
  });
  return all_finite(hessian_.data(), hessian_.size());
}

}  // namespace nsds::numerics::nlp
