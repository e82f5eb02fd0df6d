// Finds units of rows and unknowns in which the entries of a matrix are about one. In them the size of a point tells which
// terms of a row are rounding, and which points have run away from the data (docs/decisions/0040, "Convex programs").
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "affine/box_problem.hpp"
#include "core/arena.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {

// A point has run away of which a row sees more rounding than this part of the data, or misses more than that.
inline constexpr double too_much_rounding = 1e-7;
inline constexpr double large_part_of_data = 1e-3;
inline constexpr double held = 1e-12;  // of its terms: a row that misses less is not asked about rays

class RowUnits {
 public:
  // n: rows of the problem. arena: must outlive it.
  RowUnits(std::size_t n, Arena& arena);

  // Looks at the matrix and the right-hand sides of a problem, the first time that it is called.
  void find(const BoxProblem& problem);
  // Looks at a point of that problem. z: (n).
  void measure(const BoxProblem& problem, const double* z);

  // Returns a size, or what it might be where it is so small beside that that it holds rounding alone.
  double unless_rounding(double size, double possible) const {
    return size < noise_ * possible ? possible : size;
  }

  // What the terms of row i might be, in the units given. A group without data has the solution zero, and no units: what is
  // left in it is measured against the whole point.
  double possible_terms(std::int32_t i) const {
    const double known = data(group_of_row(i));
    return norm_[index(i)] * (known == 0.0 ? whole_ : std::max(size_of_point(i), known));
  }
  // What unknown or multiplier j might be, in the units given.
  double possible_unknown(std::int32_t j) const {
    const std::size_t group = group_of_column(j);
    return std::max(largest_[group], data(group)) * col_scale_[index(j)];
  }

  // Tells whether anything in the group of row i has a size that its solution can be compared with.
  bool has_data(std::int32_t i) const { return data(group_of_row(i)) != 0.0; }
  // What is left of row i, as a part of the data of its group.
  double part_of_data(std::int32_t i, double left) const {
    return left * row_scale_[index(i)] / data(group_of_row(i));
  }
  // The rounding of the point as row i sees it, as a part of the data of its group.
  double rounding(std::int32_t i) const;

 private:
  void find_groups(const nsds_matrix& M);
  void find_right_hand_sides(const Problem& map);
  void find_norms(const nsds_matrix& M);

  std::size_t group_of_row(std::int32_t i) const { return index(group_[index(i)]); }
  std::size_t group_of_column(std::int32_t j) const { return index(group_[norm_.size() + index(j)]); }
  double data(std::size_t group) const { return std::max(right_[group], at_bounds_[group]); }
  // Rows of constraints have entries in the columns of unknowns alone.
  double size_of_point(std::int32_t i) const {
    const std::size_t group = group_of_row(i);
    const double multipliers = i < primal_ ? largest_[norm_.size() + group] : 0.0;
    return std::max(largest_[group], multipliers);
  }

  Arena& arena_;
  bool found_ = false;
  std::int32_t primal_ = 0;  // of the problem
  double noise_;             // of what the terms of a row might be
  std::span<double> row_scale_, col_scale_;
  std::span<double> norm_;  // max_j |M_ij| col_scale_j
  // Units are tied to each other within the groups of rows and columns that entries connect.
  std::span<std::int32_t> group_;  // of each row, then of each column
  std::span<double> right_;        // of a group: its largest right-hand side
  std::span<double> at_bounds_;    // of a group: the largest bound that an unknown stands at
  std::span<double> largest_;      // of a group: of its unknowns, then of its multipliers
  double whole_ = 0.0;             // the largest of the point, in the units given
};

}  // namespace nsds::numerics::affine
