// Puts reactions where they stand before they are judged.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "friction/contract/parts.hpp"

namespace nsds::numerics::friction {

// Parts that are nearer to their limits than a hundredth of the tolerance go there, which no row notices. r: (d contacts) in/out, in the cones.
void put_on_limits(const Problem& problem, double tolerance, double* r);
// Likewise of one contact. r: its own.
void put_on_limits(const Problem& problem, const Division& parts, std::size_t contact, double tolerance,
                   double* r);

// Solves the contacts that fail one after the other for themselves, by the velocities that the others give, and puts them where that says. fails: (contacts).
// r: (d contacts) in/out. Returns whether anything has moved.
bool correct_contacts(const Problem& problem, std::span<const unsigned char> fails, double* r, Arena& arena);

}  // namespace nsds::numerics::friction
