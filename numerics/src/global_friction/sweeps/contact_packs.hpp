// Contacts between two rigid bodies, or one and the ground, four by four as sweeps over velocities read
// them.
//
// In the coordinates w of mass.hpp the D + R velocities of a body follow each other, D of translation with
// one mass m and R = 1 or 3 of rotation, which nothing in M couples to those. Such a body gives way at a
// contact by
//
//   u += F' w_linear / sqrt m + S' w_angular,   F: D x D, S: R x D,
//
// and F has the opposite sign on the other body: action and reaction. Only F and the two S are stored, 27
// numbers a contact in space, in single precision: velocity_sweeps.hpp says why that does no harm. Contacts
// of one pack share no body, so that they are solved at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "global_friction/mass/packed.hpp"
#include "global_friction/problem.hpp"

namespace nsds::numerics::global_friction {

inline constexpr std::size_t lanes = 4;

template <int D>
inline constexpr std::size_t rotations = D == 3 ? 3 : 1;
template <int D>
inline constexpr std::size_t body_rows = static_cast<std::size_t>(D) + rotations<D>;
template <int D>
inline constexpr std::size_t symmetric_size = static_cast<std::size_t>(D) * (D + 1) / 2;

// sweep_order.hpp says which contacts they are. The last lanes of a pack that is not full repeat its first
// one, and are not written back.
template <int D>
struct ContactPack {
  float F[D * D][lanes];                     // row by row, as it acts on the second body
  float S_first[rotations<D> * D][lanes];    // row by row
  float S_second[rotations<D> * D][lanes];   // row by row
  float W[symmetric_size<D>][lanes];         // of the contact, lower triangle by columns
  std::int32_t first[lanes], second[lanes];  // bodies
  double mu[lanes];
};

// Units in which entries of packs are not much larger than one, powers of two: with velocities of contacts
// over u and reactions times u, S is over u and W over its square; F is over a unit of its own, which the
// bodies make good.
struct PackUnits {
  double F, u;
};
PackUnits pack_units(const ColumnView& H, const Scales& scales);

// Bodies are numbered like this: the velocities of body k are w[body_rows k], ... Its number is `count` for
// the ground, for which w has a body of zeros at its end.
struct Bodies {
  std::size_t count = 0;
  std::span<const double>
      inverse_roots;  // (count + 1): 1 / sqrt m in units F / u, 0 for those that no pack takes
};

// No bodies where w does not consist of bodies of that many rows.
template <int D>
Bodies find_bodies(const MassFactors& factors, const PackUnits& units, Arena& arena);

// The two bodies of a contact that a pack can take.
struct BodyPair {
  std::int32_t first, second;  // second: count for the ground; first: -1 where no pack can take the contact
};

template <int D>
class ContactReader {
 public:
  ContactReader(const Problem& problem, const ColumnView& H, const PackUnits& units, const Bodies& bodies)
      : H_(H), factors_(problem.factors), mu_(problem.mu), units_(units), bodies_(bodies) {}

  const Bodies& bodies() const { return bodies_; }
  BodyPair bodies_of(std::size_t contact) const;
  // Fills a lane by a contact that packs take.
  void read(std::size_t contact, std::size_t lane, ContactPack<D>& pack) const;

 private:
  // Finds the entries of the contact's columns on two bodies, row by row. False: it has others.
  bool gather(std::size_t contact, BodyPair& pair, double* first, double* second) const;

  const ColumnView& H_;
  const MassFactors& factors_;
  const double* mu_;
  const PackUnits& units_;
  const Bodies& bodies_;
};

}  // namespace nsds::numerics::global_friction
