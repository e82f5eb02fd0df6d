// Rows g(y, z) ≥ 0 of a quasi-variational inequality decoded from an input, with Jacobians of any form, and with a domain or a
// fault in one of the three functions.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "drawn_map.hpp"
#include "drawn_matrix.hpp"
#include "nsds/numerics/qvi.h"

namespace nsds::fuzz {

// g = b - A y - B z - k |y|²/2.
class DrawnRows {
 public:
  DrawnRows(Input& input, int m, int n, Range range)
      : m_(m),
        n_(n),
        range_(range),
        A_(input, {m, n, range, false}),
        B_(input, {m, n, range, false}),
        b_(input.numbers(m, range)),
        k_(input.numbers(m, range)),
        scales_(input.numbers(m, range)),
        by_y_(A_, m, n, input.chance(128)),
        by_z_(B_, m, n, input.chance(128)),
        is_bent_(input.chance(128)),
        with_by_z_(input.chance(128)),
        says_affine_(!is_bent_ && input.chance(128)),
        is_scaled_(input.chance(48)) {
    const bool is_concave = input.chance(192);
    for (double& k : k_) k = !is_bent_ ? 0.0 : is_concave ? std::fabs(k) : k;
    // The entries of a bent row are in every column.
    if (is_bent_) by_y_.is_sparse = false;
    for (double& scale : scales_) {
      if (input.chance(250)) scale = std::fabs(scale);
      scales_are_sound_ = scales_are_sound_ && scale > 0.0 && std::isfinite(scale);
    }
    if (input.chance(24)) {
      fault_ = static_cast<Fault>(input.integer(1, 4));
      faulty_ = input.integer(0, 2);
    }
    threshold_ = input.number(Range::moderate);
  }
  DrawnRows(const DrawnRows&) = delete;
  DrawnRows& operator=(const DrawnRows&) = delete;
  ~DrawnRows() = default;

  int count() const { return m_; }
  bool sound() const {
    return m_ == 0 || (is_tame(range_) && fault_ == Fault::none && (!is_scaled_ || scales_are_sound_));
  }

  void enter(nsds_qvi& problem) {
    if (m_ == 0) return;
    problem.rows = m_;
    problem.g = evaluate;
    problem.g_by_y = by_y_.view(differentiate_by_y);
    problem.g_by_z = by_z_.view(with_by_z_ ? differentiate_by_z : nullptr);
    problem.g_is_affine = says_affine_ ? 1 : 0;
    problem.g_user = this;
    problem.scale_g = is_scaled_ ? scales_.data() : nullptr;
  }
  void change(Input& input) {
    for (double& value : b_) value = input.number(range_);
  }

 private:
  // The places of one Jacobian: those where the matrix has entries, or all.
  struct Pattern {
    Pattern(const DrawnMatrix& matrix, int count, int columns, bool sparse) : is_sparse(sparse) {
      starts.push_back(0);
      for (int j = 0; j < columns; ++j) {
        for (int i = 0; i < count; ++i)
          if (matrix.entry(i, j) != 0.0) rows.push_back(i);
        starts.push_back(static_cast<std::int32_t>(rows.size()));
      }
      rows.push_back(0);  // not empty: its address is not null
    }
    nsds_qvi_jacobian view(nsds_qvi_function function) const {
      return {function, is_sparse ? starts.data() : nullptr, is_sparse ? rows.data() : nullptr};
    }

    bool is_sparse;
    std::vector<std::int32_t> starts, rows;
  };

  static const DrawnRows& self(void* user) { return *static_cast<const DrawnRows*>(user); }

  // Which: 0 of g, 1 and 2 of its Jacobians.
  int fault_at(int which, const double* y, const double* z, double* first) const {
    if (which != faulty_) return NSDS_MAP_EVALUATED;
    const bool beyond = n_ > 0 && (y[0] > threshold_ || z[0] > threshold_);
    if (fault_ == Fault::throws) throw threshold_;
    if (fault_ == Fault::fails) return NSDS_MAP_FAILED;
    if (fault_ == Fault::outside_beyond && beyond) return NSDS_MAP_OUTSIDE;
    if (fault_ == Fault::writes_nan_beyond && beyond) *first = std::numeric_limits<double>::quiet_NaN();
    return NSDS_MAP_EVALUATED;
  }

  static int evaluate(void* user, const double* y, const double* z, double* values) {
    const DrawnRows& s = self(user);
    for (int i = 0; i < s.m_; ++i) {
      const auto row = static_cast<std::size_t>(i);
      values[i] = s.b_[row];
      for (int j = 0; j < s.n_; ++j)
        values[i] -= s.A_.entry(i, j) * y[j] + s.B_.entry(i, j) * z[j] + 0.5 * s.k_[row] * y[j] * y[j];
    }
    return s.fault_at(0, y, z, values);
  }
  static int differentiate_by_y(void* user, const double* y, const double* z, double* values) {
    const DrawnRows& s = self(user);
    write(s.by_y_, s.m_, s.n_, values,
          [&](int i, int j) { return -s.A_.entry(i, j) - s.k_[static_cast<std::size_t>(i)] * y[j]; });
    return s.by_y_.is_sparse && s.by_y_.starts.back() == 0 ? NSDS_MAP_EVALUATED : s.fault_at(1, y, z, values);
  }
  static int differentiate_by_z(void* user, const double* y, const double* z, double* values) {
    const DrawnRows& s = self(user);
    write(s.by_z_, s.m_, s.n_, values, [&](int i, int j) { return -s.B_.entry(i, j); });
    return s.by_z_.is_sparse && s.by_z_.starts.back() == 0 ? NSDS_MAP_EVALUATED : s.fault_at(2, y, z, values);
  }

  template <class Entry>
  static void write(const Pattern& pattern, int rows, int cols, double* values, const Entry& entry) {
    for (int j = 0; j < cols; ++j) {
      const auto column = static_cast<std::size_t>(j);
      if (pattern.is_sparse)
        for (auto k = pattern.starts[column]; k < pattern.starts[column + 1]; ++k)
          *values++ = entry(pattern.rows[static_cast<std::size_t>(k)], j);
      else
        for (int i = 0; i < rows; ++i) *values++ = entry(i, j);
    }
  }

  int m_, n_;
  Range range_;
  DrawnMatrix A_, B_;
  std::vector<double> b_, k_, scales_;
  Pattern by_y_, by_z_;
  bool is_bent_, with_by_z_, says_affine_, is_scaled_, scales_are_sound_ = true;
  Fault fault_ = Fault::none;
  int faulty_ = -1;
  double threshold_ = 0.0;
};

}  // namespace nsds::fuzz
