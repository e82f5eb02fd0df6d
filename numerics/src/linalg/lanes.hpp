// Four doubles with the operators that a Quad has not, or not everywhere. Arithmetic is entry by entry;
// nothing is fused (wide.hpp).
#pragma once

#include <cmath>
#include <cstddef>

#include "linalg/wide.hpp"

namespace nsds::numerics {

struct Lanes {
  Quad v;
};
struct LanesMask {
  QuadMask v;
};

NSDS_LOOP Lanes lanes_of(double x) {
  constexpr Quad zero = {0.0, 0.0, 0.0, 0.0};
  return {zero + x};
}
// Four neighbours, at any address.
NSDS_LOOP Lanes lanes_of(const double* x) {
  return {quad(x).v};
}

NSDS_LOOP Lanes operator+(const Lanes& x, const Lanes& y) {
  return {x.v + y.v};
}
NSDS_LOOP Lanes operator-(const Lanes& x, const Lanes& y) {
  return {x.v - y.v};
}
NSDS_LOOP Lanes operator*(const Lanes& x, const Lanes& y) {
  return {x.v * y.v};
}
NSDS_LOOP Lanes operator/(const Lanes& x, const Lanes& y) {
  return {x.v / y.v};
}
NSDS_LOOP Lanes operator*(const Lanes& x, double y) {
  return {x.v * y};
}
NSDS_LOOP Lanes operator-(const Lanes& x) {
  return {-x.v};
}
NSDS_LOOP void operator+=(Lanes& x, const Lanes& y) {
  x = x + y;
}
NSDS_LOOP void operator-=(Lanes& x, const Lanes& y) {
  x = x - y;
}

NSDS_LOOP LanesMask operator<(const Lanes& x, const Lanes& y) {
  return {x.v < y.v};
}
NSDS_LOOP LanesMask operator<=(const Lanes& x, const Lanes& y) {
  return {x.v <= y.v};
}
NSDS_LOOP LanesMask operator>(const Lanes& x, const Lanes& y) {
  return y < x;
}
NSDS_LOOP LanesMask operator>=(const Lanes& x, const Lanes& y) {
  return y <= x;
}
NSDS_LOOP LanesMask operator==(const Lanes& x, const Lanes& y) {
  return {x.v == y.v};
}
NSDS_LOOP LanesMask operator&(const LanesMask& x, const LanesMask& y) {
  return {x.v & y.v};
}
NSDS_LOOP LanesMask operator|(const LanesMask& x, const LanesMask& y) {
  return {x.v | y.v};
}
NSDS_LOOP LanesMask operator~(const LanesMask& x) {
  return {~x.v};
}
NSDS_LOOP bool any(const LanesMask& x) {
  return (x.v[0] | x.v[1] | x.v[2] | x.v[3]) != 0;
}

// Entries of yes where the mask is set, of no elsewhere.
NSDS_LOOP Lanes choose(const LanesMask& mask, const Lanes& yes, const Lanes& no) {
  return {mask.v ? yes.v : no.v};
}

// In a file compiled without errno of mathematics these are four at a time.
NSDS_LOOP Lanes square_root(const Lanes& x) {
  Lanes y = x;
  for (std::size_t l = 0; l < quad_size; ++l) y.v[l] = std::sqrt(y.v[l]);
  return y;
}

// Four numbers of single precision, at any address.
using SingleQuad [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]] = float;
struct [[gnu::may_alias]] SingleQuadPlace {
  SingleQuad v;
};

// Loads and stores four neighbours in single precision.
NSDS_LOOP Lanes lanes_of(const float* x) {
  return {__builtin_convertvector(reinterpret_cast<const SingleQuadPlace*>(x)->v, Quad)};
}
// NOLINTNEXTLINE(readability-non-const-parameter): it is written
NSDS_LOOP void narrow(const Lanes& x, float* y) {
  reinterpret_cast<SingleQuadPlace*>(y)->v = __builtin_convertvector(x.v, SingleQuad);
}

// Loads the D first numbers, times unit, of `used` neighbouring blocks of `stride` numbers; zeros into the
// other lanes.
template <int D>
NSDS_LOOP void lanes_of_blocks(const double* x, std::size_t stride, std::size_t used, double unit,
                               Lanes* numbers) {
  for (std::size_t i = 0; i < D; ++i) {
    Quad taken{};
    if (used == quad_size)
      taken = Quad{x[i], x[stride + i], x[2 * stride + i], x[3 * stride + i]};
    else
      for (std::size_t l = 0; l < used; ++l) taken[l] = x[stride * l + i];
    numbers[i] = Lanes{taken} * unit;
  }
}

// Rows become columns.
NSDS_LOOP void transpose(const Quad* rows, Quad* columns) {
  const Quad ab_even = __builtin_shufflevector(rows[0], rows[1], 0, 4, 2, 6),
             ab_odd = __builtin_shufflevector(rows[0], rows[1], 1, 5, 3, 7),
             cd_even = __builtin_shufflevector(rows[2], rows[3], 0, 4, 2, 6),
             cd_odd = __builtin_shufflevector(rows[2], rows[3], 1, 5, 3, 7);
  columns[0] = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  columns[1] = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  columns[2] = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  columns[3] = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

}  // namespace nsds::numerics
