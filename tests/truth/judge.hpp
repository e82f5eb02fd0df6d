// Judges points of programs and of affine problems over boxes by the contract of docs/ok.md. It is written from that page,
// in extended precision, shares nothing with the library, and takes its time.
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

enum class Axiom { none, sides, own_terms, whole, accounts };

struct Judgement {
  double value = 0.0;  // the least tolerance at which the point would pass; 1 or more: at none that matters
  Axiom broken = Axiom::none;  // that of the value, where it is above the tolerance
  Eigen::Index worst = -1;     // the row or unknown of the value: of z, then of A, then of C
};

// Finds the parts of a problem that hang together once, for many points. It copies the problem.
class Judge {
 public:
  explicit Judge(const JudgedProblem& problem);
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // multipliers: of A, then of C. leeway: by what factor all thresholds but the tolerance are widened, since two programs that
  // round differently see the same number on both sides of one. What is ok with leeway 1 is so with more.
  Judgement judge(const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers, double tolerance = 1e-8,
                  double leeway = 1.0) const;

 private:
  struct Prepared;
  std::unique_ptr<const Prepared> prepared_;
};

// Judge(problem).judge(z, multipliers, tolerance).value
double judged(const JudgedProblem& problem, const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers,
              double tolerance = 1e-8);

// The problem over a box, without an objective.
JudgedProblem box_problem(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const Eigen::VectorXd& lower,
                          const Eigen::VectorXd& upper);

}  // namespace nsds::test
