// A map of the user decoded from an input: affine, with cubes or with exponentials of its unknowns, dense or by columns, with
// its Jacobian or without; and with a domain, or a fault.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "drawn_matrix.hpp"
#include "drawn_problem.hpp"
#include "nsds/numerics/nonlinear_map.h"
#include "nsds/numerics/report.h"

namespace nsds::fuzz {

// What a callback does beside its work. All depend on the point alone, as callbacks have to.
enum class Fault { none, fails, throws, writes_nan_beyond, outside_beyond };

class DrawnMap {
 public:
  DrawnMap(Input& input, int n, Range range)
      : n_(n),
        range_(range),
        M_(input, {n, n, range, false}),
        q_(input.numbers(n, range)),
        a_(input.numbers(n, range)),
        kind_(input.byte() % 3),
        by_columns_(input.chance(128)),
        with_jacobian_(!input.chance(64)) {
    if (input.chance(32)) fault_ = static_cast<Fault>(input.integer(1, 4));
    if (input.chance(128))
      for (double& a : a_) a = std::fabs(a);
    threshold_ = input.number(Range::moderate);
    if (by_columns_) lay_out();
  }
  DrawnMap(const DrawnMap&) = delete;
  DrawnMap& operator=(const DrawnMap&) = delete;
  ~DrawnMap() = default;

  // A faulty callback, or one that is not defined everywhere, may make a start that is none. Exponentials overflow.
  bool sound() const { return is_tame(range_) && fault_ == Fault::none && kind_ != exponential; }

  nsds_map view() {
    return {evaluate, with_jacobian_ ? differentiate : nullptr, by_columns_ ? starts_.data() : nullptr,
            by_columns_ ? rows_.data() : nullptr, this};
  }
  void change(Input& input) {
    for (double& value : q_) value = input.number(range_);
  }
  void double_values() { M_.double_values(); }

 private:
  enum : int { affine = 0, cubic = 1, exponential = 2 };

  void lay_out() {
    starts_.push_back(0);
    for (int j = 0; j < n_; ++j) {
      for (int i = 0; i < n_; ++i)
        if (i == j || M_.entry(i, j) != 0.0) rows_.push_back(i);
      starts_.push_back(static_cast<std::int32_t>(rows_.size()));
    }
    rows_.push_back(0);  // not empty: its address is not null
  }

  int fault_at(const double* z, double* first) const {
    const bool beyond = n_ > 0 && z[0] > threshold_;
    if (fault_ == Fault::throws) throw threshold_;
    if (fault_ == Fault::fails) return NSDS_MAP_FAILED;
    if (fault_ == Fault::outside_beyond && beyond) return NSDS_MAP_OUTSIDE;
    if (fault_ == Fault::writes_nan_beyond && beyond) *first = std::numeric_limits<double>::quiet_NaN();
    return NSDS_MAP_EVALUATED;
  }

  double extra(std::size_t i, double z) const {
    return kind_ == cubic ? a_[i] * z * z * z : kind_ == exponential ? a_[i] * std::exp(z) : 0.0;
  }
  double slope(std::size_t i, double z) const {
    return kind_ == cubic ? 3.0 * a_[i] * z * z : kind_ == exponential ? a_[i] * std::exp(z) : 0.0;
  }

  static int evaluate(void* user, const double* z, double* F) {
    const auto& self = *static_cast<const DrawnMap*>(user);
    for (int i = 0; i < self.n_; ++i) {
      const auto row = static_cast<std::size_t>(i);
      F[i] = self.q_[row] + self.extra(row, z[i]);
      for (int j = 0; j < self.n_; ++j) F[i] += self.M_.entry(i, j) * z[j];
    }
    return self.fault_at(z, F);
  }

  static int differentiate(void* user, const double* z, double* values) {
    const auto& self = *static_cast<const DrawnMap*>(user);
    double* next = values;
    const auto write = [&](int i, int j) {
      *next++ = self.M_.entry(i, j) + (i == j ? self.slope(static_cast<std::size_t>(i), z[i]) : 0.0);
    };
    for (int j = 0; j < self.n_; ++j) {
      const auto column = static_cast<std::size_t>(j);
      if (self.by_columns_)
        for (auto k = self.starts_[column]; k < self.starts_[column + 1]; ++k)
          write(self.rows_[static_cast<std::size_t>(k)], j);
      else
        for (int i = 0; i < self.n_; ++i) write(i, j);
    }
    return self.fault_at(z, values);
  }

  int n_;
  Range range_;
  DrawnMatrix M_;
  std::vector<double> q_, a_;
  int kind_;
  bool by_columns_, with_jacobian_;
  Fault fault_ = Fault::none;
  double threshold_ = 0.0;
  std::vector<std::int32_t> starts_, rows_;
};

// Does what spoil_struct does, but never makes the size larger than the arrays: no library can see that of a problem that holds
// functions alone.
template <class Problem, class Function>
bool spoil_map_struct(Input& input, Problem& problem, Function& function) {
  if (!input.chance(8)) return false;
  constexpr std::int32_t sizes[] = {-1, INT32_MIN};
  switch (input.byte() % 3) {
    case 0:
      problem.struct_size += 8;
      break;
    case 1:
      problem.size = sizes[input.byte() % 2];
      break;
    default:
      function = nullptr;
  }
  return true;
}

// Maps are evaluated at finite points within the bounds alone, and calls refuse others: the residual is measured at the nearest
// such point. Of one that is not finite, or so far away that the map overflows, it is infinite here. lower, upper: (n), Nullable:
// none on that side.
template <class Measure>
nsds_status measure_within(const std::vector<double>& z, const double* lower, const double* upper,
                           nsds_residual* residual, const Measure& measure) {
  std::vector<double> inside = z;
  bool is_finite = true, is_near = true;
  for (std::size_t i = 0; i < z.size(); ++i) {
    is_finite = is_finite && std::isfinite(z[i]);
    if (lower != nullptr) inside[i] = std::max(inside[i], lower[i]);
    if (upper != nullptr) inside[i] = std::min(inside[i], upper[i]);
    is_near = is_near && std::fabs(inside[i]) <= 1e60;
  }
  if (is_finite) {
    const nsds_status status = measure(inside.data());
    if (status != NSDS_INVALID_ARGUMENT || is_near) return status;
  }
  residual->value = std::numeric_limits<double>::infinity();
  return NSDS_OK;
}

}  // namespace nsds::fuzz
