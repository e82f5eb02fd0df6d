// Solves the contacts of packs, four at a time, and pushes their bodies.
#pragma once

#include "global_friction/sweeps/contact_packs.hpp"

namespace nsds::numerics::global_friction {

// A step of nonlinear conjugate gradients that a sweep makes for each reaction before it solves it:
//   direction <- beta direction + change,   r <- r + beta direction (the old one),
// after it change is what solving changed. In single precision and in units of s_r: rounding is made good
// when velocities are computed anew from the reactions.
template <int D>
struct PackSteps {
  float direction[D][lanes];
  float change[D][lanes];
};

// A sweep over packs works on this, velocities of contacts and reactions in the units of packs.
template <int D>
struct PackData {
  double s_u, s_r;  // those of the residual
  const Bodies& bodies;
  const ContactPack<D>* packs;
  PackSteps<D>* steps;  // null: plain sweeps
  bool steps_are_set;   // false: they only begin
  double beta;          // 0: no step, and the directions become the last changes
  double relaxation;    // other than 1 in plain sweeps alone
  double* w;            // (n + body_rows)
  double* b;            // (packs x D x lanes): u = H' v + b with H as packs have it
  double* r;            // (packs x D x lanes)
};

// Solves the contacts of packs [begin, end). Returns the largest change, as in VelocitySweeps.
template <int D>
double sweep_packs(const PackData<D>& data, std::size_t begin, std::size_t end);

// b of packs [begin, end), which in are the velocities u of their contacts: b = u - H' v.
template <int D>
void subtract_velocities(const PackData<D>& data, std::size_t begin, std::size_t end);

}  // namespace nsds::numerics::global_friction
