// The natural maps of many contacts, four at a time; cone.hpp has that of one, and the mathematics.
#pragma once

#include <cstddef>

#include "friction/contact/cone.hpp"

namespace nsds::numerics::friction {

// Contacts one after the other, blocks of `stride` numbers of which the first d count. r and u are multiplied
// with their units first.
struct ContactVectors {
  const double *mu = nullptr, *r = nullptr, *u = nullptr;
  std::size_t stride = 0;
  double r_unit = 1.0, u_unit = 1.0;
};

// The same for contacts that resist rolling. Moments are multiplied with r_unit and their lengths, angular velocities with
// u_unit over their lengths, mu_r with its length, in which they are then measured. Angular velocities that nothing
// resists are left out.
struct RollingVectors {
  const ConeCoefficients* mu = nullptr;
  const double *r = nullptr, *u = nullptr;
  std::size_t stride = 0;
  double r_unit = 1.0, u_unit = 1.0;
  const double* lengths = nullptr;  // (contacts)
};

// squares[k] = |map of contact first + k|^2 for k below count. A NaN in u is one in the square, and one in r where
// nothing resists rolling.
template <int D>
void natural_map_squares(const ContactVectors& contacts, std::size_t first, std::size_t count,
                         double* squares);
void natural_map_squares(const RollingVectors& contacts, std::size_t first, std::size_t count,
                         double* squares);

// Calls visit(c, square) for contacts 0 to count, in order.
template <int D, class Vectors, class Visit>
void for_each_map_square(const Vectors& contacts, std::size_t count, Visit&& visit) {
  constexpr std::size_t batch = 64;
  double squares[batch];
  for (std::size_t first = 0; first < count; first += batch) {
    const std::size_t size = count - first < batch ? count - first : batch;
    if constexpr (D == rolling_rows)
      natural_map_squares(contacts, first, size, squares);
    else
      natural_map_squares<D>(contacts, first, size, squares);
    for (std::size_t k = 0; k < size; ++k) visit(first + k, squares[k]);
  }
}

}  // namespace nsds::numerics::friction
