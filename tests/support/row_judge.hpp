// Judges points of programs and of affine problems over boxes row by row, by the formulas of docs/decisions/0040. It
// shares nothing with the library, and takes its time.
#pragma once

#include <Eigen/Core>

namespace nsds::test {

// min 1/2 z'M z + q'z, or where there is no objective the variational inequality of M z + q, over
// lower <= z <= upper, A z >= b, C z = d.
struct JudgedProblem {
  Eigen::MatrixXd M;
  Eigen::VectorXd q, lower, upper;
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
  Eigen::MatrixXd C;
  Eigen::VectorXd d;
  bool has_objective;
};

// The least t with which every condition holds. multipliers: of A, then of C.
double judge_rows(const JudgedProblem& problem, const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers);

}  // namespace nsds::test
