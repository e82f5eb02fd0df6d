// What a Newton step needs of g and its caller does not give, by differences in groups of columns:
//
//   the derivative of ∇_y g(z, z) lambda by z, or of ∇_y g(y, z) lambda by y alone where z is frozen,
//   g_by_z where it is missing.
#pragma once

#include <span>

#include "nonlinear/differences.hpp"
#include "qvi/functions.hpp"

namespace nsds::numerics::qvi {

class Curvature {
 public:
  // frozen: (n) z, or empty where y and z move together. It and functions must outlive this.
  Curvature(Functions& functions, std::span<const double> frozen, Arena& arena);

  // Evaluates it at y, (n), for the multipliers lambda: (m). False: no point beside it is in the domain.
  bool evaluate(std::span<const double> y, std::span<const double> lambda);

  // Calls of_gradient(i, j, value) for the derivative of entry i of the gradient by y_j, and of_rows(i, j, value) for g_i by z_j.
  template <class OfGradient, class OfRows>
  void for_each(const OfGradient& of_gradient, const OfRows& of_rows) const {
    for (std::size_t j = 0; j < n_; ++j)
      for (auto k = static_cast<std::size_t>(starts_[j]); k < static_cast<std::size_t>(starts_[j + 1]); ++k) {
        const auto row = static_cast<std::size_t>(rows_[k]);
        if (row < n_) {
          of_gradient(row, j, values_[k]);
        } else {
          of_rows(row - n_, j, values_[k]);
        }
      }
  }

 private:
  bool wants_gradient() const { return !functions_.g().is_affine(); }
  bool wants_rows() const { return frozen_.empty() && !functions_.g().has_by_z(); }
  // Writes the rows that column j has an entry in to rows_ from `end` on, unless rows_ is empty. marks: (n) scratch. Returns the
  // new end.
  std::size_t lay_out_column(std::size_t j, const Places& by_rows, std::span<std::int32_t> marks,
                             std::size_t end);
  void lay_out(Arena& arena);
  bool evaluate_beside(std::span<const double> moved, std::span<const double> lambda,
                       std::span<double> value);

  Functions& functions_;
  std::size_t n_, m_;
  std::span<const double> frozen_;
  std::span<std::int32_t> starts_, rows_;
  std::span<double> values_;
  std::span<double> at_, base_, lower_,
      upper_;  // (n + m): of the differences, whose last m unknowns do not move
  nonlinear::Differences differences_;
};

}  // namespace nsds::numerics::qvi
