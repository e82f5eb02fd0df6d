// A dictionary of the system w = q + M z (+ e z0): every basic variable as an affine function of the others,
//
//   x_B = D x_N + d,
//
// updated in place at each pivot (CPS 2.3; Chvatal's dictionaries). Variables: w_i = i, z_i = n + i, the
// covering variable z0 = 2n. Rows are stored one after the other so that the rank-one update runs along them.
#pragma once

#include <cstddef>
#include <span>

#include "core/arena.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

class Dictionary {
 public:
  // Basic: all w. cover: with the column e of the covering variable.
  Dictionary(const Lcp& problem, bool cover, Arena& arena);

  int n() const { return n_; }
  int columns() const { return columns_; }  // nonbasic variables
  int cover() const { return 2 * n_; }
  bool is_z(int variable) const { return variable >= n_ && variable < 2 * n_; }
  int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }

  double* row(int i) { return values_.data() + static_cast<std::size_t>(i) * stride_; }
  const double* row(int i) const { return values_.data() + static_cast<std::size_t>(i) * stride_; }
  double constant(int i) const { return row(i)[columns_]; }
  std::size_t stride() const { return stride_; }  // from an entry to the one below

  int basic(int row) const { return basic_[static_cast<std::size_t>(row)]; }
  int nonbasic(int column) const { return nonbasic_[static_cast<std::size_t>(column)]; }
  bool is_basic(int variable) const { return position_[static_cast<std::size_t>(variable)] >= 0; }
  int row_of(int variable) const { return position_[static_cast<std::size_t>(variable)]; }
  int column_of(int variable) const { return ~position_[static_cast<std::size_t>(variable)]; }

  // Gives what one unit of a variable is: s_z for z, s_w for w and the covering variable. Tolerances are
  // relative to it.
  double unit(int variable) const { return is_z(variable) ? problem_.s_z : problem_.s_w; }
  // Gives one over the unit of each row's basic variable.
  const double* per_unit() const { return per_unit_.data(); }

  // Gives the largest |D_ij| unit_j of a row, in the unit of its basic variable's values.
  double row_scale(int i) const;

  // The basic variable of that row and the nonbasic one of that column change places.
  void pivot(int row, int column);

  // Goes back to the basis of all w.
  void reset();

  // Recomputes everything from M and q by LU on the present basis; false, and nothing changed, if that is
  // singular.
  bool refactorise();

  // Gives the largest violation of w = q + M z (+ e z0) by the present basic solution, in units of s_w.
  double drift();

  // z: (n) out, the basic solution, negative values clipped to zero.
  void solution(double* z) const;

 private:
  double original(int i, int column_variable) const;  // coefficient of z_j or z0 in the row of w_i
  int gather_kernel();
  void spread_kernel(int size);

  const Lcp& problem_;
  Arena& arena_;
  int n_;
  int columns_;
  std::size_t stride_;
  double per_z_, per_w_;  // one over the unit
  std::span<double> values_, per_unit_;
  std::span<double> column_unit_;  // of the nonbasic variables
  std::span<int> basic_, nonbasic_, position_;

  const double* matrix_;  // M, dense and column-major; filled on demand for other storages
  std::ptrdiff_t leading_;
  std::span<double> drift_, kernel_, images_;  // scratch, taken on demand
  std::span<int> pivots_, kernel_rows_, kernel_variables_;
};

}  // namespace nsds::numerics::lcp
