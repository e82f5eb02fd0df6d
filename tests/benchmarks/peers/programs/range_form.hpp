// A program with bounds and two-sided rows, as most libraries want it. Files of problems have both as one-sided rows,
// which would cost a peer without presolve dearly.
#pragma once

#include <vector>

#include "truth/judge.hpp"

namespace nsds::bench {

// min 1/2 z'M z + q'z, lower <= z <= upper, row_lower <= rows z <= row_upper; M and q are those of the problem.
class RangeForm {
 public:
  // Borrows the problem.
  explicit RangeForm(const test::JudgedProblem& problem);

  const test::JudgedProblem& problem() const { return problem_; }
  Eigen::VectorXd lower, upper, row_lower, row_upper;
  Eigen::SparseMatrix<double, Eigen::RowMajor> rows;

  // Multipliers of A and C that go with z and with y of `rows`, where M z + q - rows'y is left to the bounds.
  Eigen::VectorXd multipliers(const Eigen::VectorXd& z, const Eigen::VectorXd& y) const;

 private:
  // Row of A or C, -1: none, that a side comes from, and what its entries are multiplied by.
  struct Side {
    Eigen::Index row = -1;
    double factor = 1.0;
  };
  void add_bound(Eigen::Index row, Eigen::Index column, double factor, double right);

  const test::JudgedProblem& problem_;
  std::vector<Side> lower_of_column_, upper_of_column_, lower_of_row_, upper_of_row_;
};

}  // namespace nsds::bench
