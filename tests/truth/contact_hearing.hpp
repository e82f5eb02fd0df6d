// Solves problems of contacts, and holds what a solver says of odd ones against their judge.
#pragma once

#include <cstdint>
#include <string>

#include "nsds/numerics/cpp/options.hpp"
#include "truth/hearing.hpp"
#include "truth/odd_contacts.hpp"

namespace nsds::test {

struct ContactOutcome {
  Eigen::VectorXd r, u;  // r: in/out, the start where the options say warm_start
  numerics::Report report;

  bool ok() const { return report.ok(); }
};

nsds_class class_of(ContactLaw law);

// Solves from outcome.r. A refusal is the status of the report.
void solve_contacts(const ContactProblem& problem, const numerics::Options& options, ContactOutcome& outcome);

// One problem by one solver. time_limit: [s], 0: none.
void hear_contact(const ContactKind& kind, std::uint64_t seed, const std::string& solver, double time_limit,
                  Tally& tally);

}  // namespace nsds::test
