// Writes a problem over a box, w = M z + q, lower <= z <= upper (relay.h), as a mixed complementarity problem
// in
//
//   x = (x_z, pi),   z = z0 + S x_z,   w = [S M S  E'; -E 0] x + (S (M z0 + q), upper_E - lower_E),
//
// as conversion.h says of bounds, E being the rows with two of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "linalg/owned.hpp"

namespace nsds::numerics::conversion {

class MixedForm {
 public:
  struct Box {
    const nsds_matrix& M;  // any storage with entries
    const double* q;
    const double* lower;
    const double* upper;
  };

  // Throws TooLarge.
  void build(const Box& box);

  std::int32_t size() const { return matrix_.rows; }
  const nsds_matrix& matrix() const { return matrix_; }
  std::span<const double> vector() const { return vector_; }
  std::span<const unsigned char> complementary() const { return complementary_; }

  // x: (size). z: (n) out, in the box.
  void carry_back(std::span<const double> x, std::span<double> z) const;
  // x: (size) out, nonnegative in complementary rows.
  void carry_over(std::span<const double> z, std::span<double> x) const;

 private:
  void choose_origins(const Box& box, std::int32_t n);

  std::vector<double> lower_, upper_;
  std::vector<double> origin_, sign_;
  std::vector<std::int32_t> two_sided_;  // E
  OwnedMatrix matrix_;
  std::vector<double> vector_;
  std::vector<unsigned char> complementary_;
};

}  // namespace nsds::numerics::conversion
