// Problems with one solution that is known, of which rounding hides nothing, in the units in which they are drawn and in others.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "numerics/affine/affine_problems.hpp"

namespace nsds::test {

struct RegularProblem {
  AffineProblem problem;
  Eigen::VectorXd z;  // its only solution
};

// M has a positive definite symmetric part, and is symmetric for a qp; its entries, data and solution are about one. Each unknown and each
// constraint is at its bound with a force of about one, or as far from it. The same for the same seed on every machine.
RegularProblem regular_problem(nsds_class problem_class, std::uint64_t seed);

// Powers of two. Over a box rows and unknowns have units of their own; those of the rows of a program follow from the unknowns, and its
// constraints and the objective have their own.
struct OtherUnits {
  Eigen::VectorXd rows, unknowns, constraints;  // (n), (n), (m + e)
};
// decades: 10^-decades to 10^decades, as nearly as powers of two are.
OtherUnits random_units(const AffineProblem& problem, double decades, std::uint64_t seed);
AffineProblem in_units(const AffineProblem& problem, const OtherUnits& units);
// z of the problem in these units, in those of the given one.
inline Eigen::VectorXd given_unknowns(const OtherUnits& units, const Eigen::VectorXd& z) {
  return units.unknowns.cwiseProduct(z);
}

}  // namespace nsds::test
