// Makes an LCP in dense arrays out of a problem over a box, with the way back.
//
// Free unknowns are eliminated by LU of M_EE; the others are measured from a bound that is finite, in the
// unit of z; where both bounds are finite a row (upper - lower)/s_z - x_i >= 0 with its multiplier v_i is
// added, w_i/s_w = y_i - v_i.
#pragma once

#include <span>

#include "box/problem.hpp"

namespace nsds::numerics::box {

class Reduction {
 public:
  Reduction(const Problem& problem, Arena& arena);

  // False where M_EE is singular.
  bool build();

  // Gives the LCP after build, borrowed.
  affine::Problem lcp() const;

  // x: (lcp().n). z: (n) out.
  void carry_back(std::span<const double> x, std::span<double> z) const;
  // The point of the LCP that belongs to z, as a start.
  void carry_over(std::span<const double> z, std::span<double> x) const;

 private:
  struct Column {  // of the LCP: z_i = z0_i + step x, y = w_i row, in which both are without unit
    std::int32_t i;
    double step;
    double row;
  };

  void choose_columns();
  bool eliminate();
  void fill();

  const Problem& problem_;
  Arena& arena_;
  std::size_t n_;
  std::span<double> dense_;    // M, column-major
  std::span<double> base_;     // z0
  std::span<double> shifted_;  // M z0 + q
  std::span<Column> columns_;
  std::size_t count_ = 0;            // columns in use, before the rows of second bounds
  std::span<std::int32_t> bounded_;  // columns with a second bound
  std::size_t bounded_count_ = 0;
  std::span<std::int32_t> free_;  // E
  std::size_t free_count_ = 0;
  std::span<double> factor_;  // M_EE
  std::span<std::int32_t> pivots_;
  std::span<double> response_;  // M_EE^-1 [M_E,columns  shifted_E]
  std::span<double> matrix_, vector_;
  std::size_t size_ = 0;
  nsds_matrix view_{};
};

}  // namespace nsds::numerics::box
