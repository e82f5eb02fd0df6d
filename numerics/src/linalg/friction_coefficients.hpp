// The check of coefficients of friction, the same wherever they are given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/numbers.hpp"
#include "core/sentence.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {

inline constexpr double largest_friction = 1e150;  // its square is a number

// values: (contacts), finite and not negative; says where not, the field of the problem by its name.
inline bool check_not_negative(const char* name, const double* values, std::int32_t contacts,
                               const Sentence& sentence) {
  if (!check_vector(name, values, contacts, sentence)) return false;
  for (std::int32_t c = 0; c < contacts; ++c) {
    if (values[c] >= 0.0) continue;
    sentence.write("problem.{}[{}] is {}, it must not be negative.", name, c, values[c]);
    return false;
  }
  return true;
}

// The same, and at most the largest.
inline bool check_coefficients(const char* name, const double* values, std::int32_t contacts,
                               const Sentence& sentence) {
  if (!check_not_negative(name, values, contacts, sentence)) return false;
  for (std::int32_t c = 0; c < contacts; ++c) {
    if (values[c] <= largest_friction) continue;
    sentence.write("problem.{}[{}] is {}, it must be at most {}.", name, c, values[c], largest_friction);
    return false;
  }
  return true;
}

inline bool check_friction(const double* mu, std::int32_t contacts, const Sentence& sentence) {
  return check_coefficients("mu", mu, contacts, sentence);
}

inline bool check_rolling(const double* mu_r, std::int32_t contacts, const Sentence& sentence) {
  return check_not_negative("mu_r", mu_r, contacts, sentence);
}

// lengths: the units of moments of the contacts, which have to be numbers that may be units and in which mu_r may be as
// large as mu.
inline bool check_lengths(const double* mu_r, std::span<const double> lengths, const Sentence& sentence) {
  for (std::size_t c = 0; c < lengths.size(); ++c) {
    const double length = lengths[c];
    if (is_unit(length) && mu_r[c] / length <= largest_friction) continue;
    if (!is_unit(length))
      sentence.write(
          "problem: the length of moments of contact {}, {:.3g}, is out of range; measure in other "
          "units.",
          c, length);
    else
      sentence.write("problem.mu_r[{}] is {}, it must be at most {} times the length {:.3g}.", c, mu_r[c],
                     largest_friction, length);
    return false;
  }
  return true;
}

}  // namespace nsds::numerics
