// What answers to a program are judged by beside Judge: the absolute residuals of public benchmarks, and the proofs
// that there is no solution. Nothing of the library is used.
#pragma once

#include "truth/judge.hpp"

namespace nsds::bench::programs {

// Of a point, in the units of the problem.
struct Absolute {
  double primal;  // largest violation of a row or bound
  double
      dual;  // largest entry of the gradient that no finite bound can carry, largest multiplier of the wrong sign
  double gap;  // |z'M z + q'z - b'lambda - d'mu - bounds'nu|, nu what finite bounds can carry of the gradient
  double objective;   // 1/2 z'M z + q'z
  double linear;      // |q'z|
  double rounding;    // epsilon * sum |q_j z_j|
  double gap_double;  // the gap as a difference of sums in double precision, which public benchmarks print
  double blur;  // epsilon * sum of the sizes of all terms of the gap: what double precision cannot tell apart

  double largest() const;
};

// multipliers: of A, then of C.
Absolute absolute_of(const test::JudgedProblem& problem, const Eigen::VectorXd& z,
                     const Eigen::VectorXd& multipliers);

// Proofs (n + m + e) as qp.h describes them; conditions that are equations hold to `slack` of their own terms.
//
// lambda >= 0 and A'lambda + C'mu = r where max r'z over the bounds < b'lambda + d'mu. An r_j that no bound holds
// would have to be multiplied by an unknown of at least `distance` to close the gap: 0 where the proof does not hold.
double distance_of_infeasibility(const test::JudgedProblem& problem, const Eigen::VectorXd& proof);
// M v = 0, q'v < 0, A v >= 0, C v = 0, and v within what the bounds leave open.
bool is_unbounded(const test::JudgedProblem& problem, const Eigen::VectorXd& proof);

constexpr double slack_of_proofs = 1e-6;

}  // namespace nsds::bench::programs
