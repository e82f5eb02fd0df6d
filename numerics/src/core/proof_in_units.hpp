// Hands proofs over in the units of the caller.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

namespace nsds::numerics {

// Writes proof_i unit_of(i). A proof may have any length: one that would be far from one in these units is multiplied with a
// power of two, for whoever checks it multiplies it with the data. out: (n), may be where the proof is.
template <class UnitOf>
void write_proof(std::span<const double> proof, UnitOf&& unit_of, double* out) {
  constexpr int far = 100;      // exponent of two: products of data with numbers within stay in range
  constexpr int none = -10000;  // an exponent that no product of two numbers has
  int largest = none;
  for (std::size_t i = 0; i < proof.size(); ++i)
    if (proof[i] != 0.0) largest = std::max(largest, std::ilogb(proof[i]) + std::ilogb(unit_of(i)));
  const int shift = largest != none && std::abs(largest) > far ? -largest : 0;
  for (std::size_t i = 0; i < proof.size(); ++i) {
    // The unit or the shifted value alone may leave the range of numbers, their product does not.
    int exponent = 0;
    const double unit = std::frexp(unit_of(i), &exponent);
    out[i] = std::scalbn(proof[i] * unit, exponent + shift);
  }
}

}  // namespace nsds::numerics
