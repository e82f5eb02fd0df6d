// Says whether a point solves a problem over a map in a box, by the contract of docs/ok.md: as that of the affine problem that touches the
// map there, b + A (x - a), does.
#pragma once

#include "core/arena.hpp"
#include "nonlinear/map.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::nonlinear {

// Units that the caller has told: terms of rows are no smaller. (n) each, in units; Nullable: 0, none was told.
struct Told {
  const double* unknowns = nullptr;
  const double* rows = nullptr;
};

struct MapContract {
  double tolerance;
  Told told = {};
  // Unknowns before the multipliers, of a program whose conditions of optimality the map has; -1: it has none.
  std::int32_t primal = -1;
  const double* objective = nullptr;  // of that program at the point; Nullable: the map is of no program
};

// What a map that has been given units was told: 1 where there are some.
NSDS_NUMERICS_API Told told_of(const Map& map, Arena& arena);

// a: (n) within the bounds, b: (n) its value. Linearises the map there, unless it is already. Where that fails, or time is over, no point is a
// solution, and the value is the natural map, or 1 if that is less. primal, dual and complementarity are as in affine/contract/contract.hpp.
NSDS_NUMERICS_API nsds_residual judge(Map& map, std::span<const double> a, std::span<const double> b,
                                      const MapContract& contract, Arena& arena);

// Tells by how much the solvers of maps rank points: the natural map, which is at least twice the tolerance where the contract does not hold.
NSDS_NUMERICS_API double rank(Map& map, std::span<const double> a, std::span<const double> b,
                              const MapContract& contract, Arena& arena);

}  // namespace nsds::numerics::nonlinear
