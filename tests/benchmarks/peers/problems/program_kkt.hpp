// The conditions of optimality of a program as a problem over a box, for peers that know those alone.
#pragma once

#include "support/box_families.hpp"
#include "support/program_families.hpp"

namespace nsds::bench {

// Unknowns: z, shifted to its finite bound and turned where that is the upper one; multipliers of A z >= b,
// of the upper bounds where both are finite (only as a mixed problem, whose boxes are half-lines and lines),
// of C z = d.
class ProgramKkt {
 public:
  // mixed: to have a mixed complementarity problem.
  ProgramKkt(const test::Program& program, bool mixed);

  const test::BoxProblem& problem() const { return problem_; }
  // x: a solution of problem(). z: (n), multipliers: (m + e) out.
  void carry_back(const Eigen::VectorXd& x, Eigen::VectorXd& z, Eigen::VectorXd& multipliers) const;

 private:
  test::BoxProblem problem_;
  Eigen::Index n_, m_, e_;
  Eigen::VectorXd sign_, offset_;  // z = sign * x + offset
};

}  // namespace nsds::bench
