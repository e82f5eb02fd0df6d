// Eliminates the unknowns of some rows from a linear map w = M z + q, those rows being equations:
//
//   z_E = -(R x + r),   w_C = S x + s,   x = z_C,   R = M_EE^-1 M_EC,   r = M_EE^-1 q_E,
//   S = M_CC - M_CE R,   s = q_C - M_CE r.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sentence.hpp"
#include "linalg/owned.hpp"
#include "nsds/numerics/factorization.h"

namespace nsds::numerics::conversion {

class Elimination {
 public:
  // kept: (n), 1: C, 0: E. M: dense or CSC. Returns NSDS_OK or NSDS_SINGULAR, and a sentence. Throws
  // TooLarge.
  nsds_status build(const nsds_matrix& M, std::span<const double> q, std::span<const unsigned char> kept,
                    const Sentence& sentence);

  const nsds_matrix& matrix() const { return schur_; }        // S
  std::span<const double> vector() const { return vector_; }  // s
  std::int32_t size() const { return schur_.rows; }           // of C

  // z: (n) out.
  void carry_back(std::span<const double> x, std::span<double> z) const;
  // x: (size) out, z_C.
  void carry_over(std::span<const double> z, std::span<double> x) const;

 private:
  struct Blocks;

  void lay_out(std::span<const unsigned char> kept);
  bool substitute(Blocks& blocks, nsds_factorization& factors);

  std::vector<std::int32_t> place_;  // (n) of an index within its group
  std::vector<unsigned char> kept_;
  std::int32_t eliminated_ = 0;
  OwnedMatrix schur_, response_;
  std::vector<double> vector_, constant_;  // s, r
};

}  // namespace nsds::numerics::conversion
