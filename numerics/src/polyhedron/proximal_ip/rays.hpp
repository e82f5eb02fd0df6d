// Where an iteration runs away, its direction is close to a proof that there is no solution; these make it exact up to
// rounding, as the proof has to be (box/farkas.hpp).
#pragma once

#include <span>

#include "polyhedron/proximal_ip/kkt_system.hpp"

namespace nsds::numerics::polyhedron::proximal {

class Rays {
 public:
  Rays(const Program& program, KktSystem& system, Arena& arena);

  // y: (m) in/out: multipliers with A'y = 0 where the bounds ask for that and the signs that the sides of rows allow.
  // False where a factorisation failed, or nothing was left.
  bool refine_multipliers(std::span<double> y, const SolveContext& context);

  // v: (n) in/out: a direction with Q v = 0 that leaves neither bounds nor rows.
  bool refine_direction(std::span<double> v, const SolveContext& context);

 private:
  const Program& program_;
  KktSystem& system_;
  std::span<double> rest_;         // (n + m)
  std::span<unsigned char> held_;  // (n + m)
};

}  // namespace nsds::numerics::polyhedron::proximal
