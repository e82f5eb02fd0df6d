// Contacts that a measure of solutions is fooled by, if anything fools it: units of every size, entries next to zero, contacts that
// depend on each other, coefficients from nothing to a million, data of rounding, rays, contacts that cannot open, bad starts.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/numerics/registry.h"
#include "truth/contact_judge.hpp"

namespace nsds::test {

// A class of the library with one of its laws and dimensions.
struct ContactKind {
  const char* name;
  nsds_class problem_class;
  ContactLaw law;
  int dimension;
};

struct OddContacts {
  ContactProblem problem;
  Eigen::VectorXd start;    // zero unless warm
  Eigen::VectorXd planted;  // a solution but for rounding, or empty
  bool warm;
};

const std::vector<ContactKind>& contact_kinds();

// The same for the same seed on every machine.
OddContacts odd_contact_problem(const ContactKind& kind, std::uint64_t seed);

}  // namespace nsds::test
