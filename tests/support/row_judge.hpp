// Judges points of programs and of affine problems over boxes row by row, by the formulas of docs/decisions/0040. It
// shares nothing with the library, and takes its time.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <memory>

namespace nsds::test {

// min 1/2 z'M z + q'z, or where there is no objective the variational inequality of M z + q, over
// lower <= z <= upper, A z >= b, C z = d.
struct JudgedProblem {
  Eigen::SparseMatrix<double> M;
  Eigen::VectorXd q, lower, upper;
  Eigen::SparseMatrix<double> A;
  Eigen::VectorXd b;
  Eigen::SparseMatrix<double> C;
  Eigen::VectorXd d;
  bool has_objective;
};

// Finds the units and the connected parts of a problem once, for many points. It copies the problem.
class RowJudge {
 public:
  explicit RowJudge(const JudgedProblem& problem);
  ~RowJudge();
  RowJudge(const RowJudge&) = delete;
  RowJudge& operator=(const RowJudge&) = delete;

  // The least t with which every condition holds; infinite where the point is not finite. multipliers: of A, then of C.
  // leeway: what the size below which a row counts as rounding is multiplied by, for it is a matter of units, which two
  // programs find to a factor of two each. More leeway gives no larger t.
  double judge(const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers, double leeway = 1.0) const;

 private:
  struct Prepared;
  std::unique_ptr<const Prepared> prepared_;
};

// RowJudge(problem).judge(z, multipliers).
double judge_rows(const JudgedProblem& problem, const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers);

// The same of a problem over a box, without an objective.
double judge_box_rows(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const Eigen::VectorXd& lower,
                      const Eigen::VectorXd& upper, const Eigen::VectorXd& z);

}  // namespace nsds::test
