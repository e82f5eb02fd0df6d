// Problems of rows and contacts together that a measure of solutions is fooled by, if anything fools it: joints that repeat or
// contradict each other, bodies at rest, units of every size, data of rounding, rays, bad starts.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/numerics/registry.h"
#include "truth/contact_judge.hpp"

namespace nsds::test {

// A class of the library with one of its laws and dimensions.
struct MixedKind {
  const char* name;
  nsds_class problem_class;
  ContactLaw law;
  int dimension;

  bool is_global() const { return problem_class != NSDS_CLASS_GENERIC_MECHANICAL; }
};

const std::vector<MixedKind>& mixed_kinds();

// M v = q + H r + G' lambda, u = H' v + b, G v = d; contacts have the coefficients of `judged`.
struct GlobalParts {
  Eigen::MatrixXd M, H, G;
  Eigen::VectorXd q, b, d;
};

struct OddMixed {
  ContactProblem judged;  // in global form in the unknowns (r, v, lambda)
  GlobalParts parts;      // of a problem in global form
  Eigen::VectorXd start;  // of the unknowns, zero unless warm
  bool warm;
};

// What the judge takes for a problem in global form.
ContactProblem judged_global(ContactLaw law, int dimension, const GlobalParts& parts,
                             const Eigen::VectorXd& mu, const Eigen::VectorXd& rolling);

// The same for the same seed on every machine.
OddMixed odd_mixed_problem(const MixedKind& kind, std::uint64_t seed);

}  // namespace nsds::test
