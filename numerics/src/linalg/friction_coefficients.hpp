// The check of coefficients of friction, the same wherever they are given.
#pragma once

#include <cstdint>

#include "core/sentence.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {

inline constexpr double largest_friction = 1e150;  // its square is a number

// mu: (contacts), finite and from 0 to the largest; says where not.
inline bool check_friction(const double* mu, std::int32_t contacts, const Sentence& sentence) {
  if (!check_vector("mu", mu, contacts, sentence)) return false;
  for (std::int32_t c = 0; c < contacts; ++c) {
    if (mu[c] >= 0.0 && mu[c] <= largest_friction) continue;
    if (mu[c] < 0.0)
      sentence.write("problem.mu[{}] is {}, it must not be negative.", c, mu[c]);
    else
      sentence.write("problem.mu[{}] is {}, it must be at most {}.", c, mu[c], largest_friction);
    return false;
  }
  return true;
}

}  // namespace nsds::numerics
