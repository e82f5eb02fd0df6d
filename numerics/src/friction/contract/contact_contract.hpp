// Says whether reactions solve a contact problem, by the contract of docs/ok.md: each part of a contact against its own terms.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "friction/problem.hpp"

namespace nsds::numerics::friction {

// What the caller of a solve agrees to call ok.
struct ContactContract {
  Arena& arena;
  double tolerance;
  // What any part may be violated by whatever its terms, in the units of the caller, beside the floors of the problem.
  double floor = 0.0;
  // The value is to be that of the terms by norms, also where sums of absolute terms say enough.
  bool is_exact = false;
};

// u, magnitude: W r + q and |W| |r| + |q|. The value is at most the tolerance where the contract holds, and at least 1 where something is outside or a
// ray. primal has these, dual the open contacts, complementarity the others; worst is a contact.
nsds_residual judge_contacts(const Problem& problem, const ContactContract& contract, const double* r,
                             const double* u, const double* magnitude);

// Judges by sums of absolute terms alone, and without rule c, for points that are still to be improved; what holds so holds. fails: (contacts) out.
nsds_residual judge_contacts_quickly(const Problem& problem, const ContactContract& contract, const double* r,
                                     const double* u, const double* magnitude,
                                     std::span<unsigned char> fails);

}  // namespace nsds::numerics::friction
