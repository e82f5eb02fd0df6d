// The parts of a problem over cones that are judged each for itself: a Lorentz cone is one, and so is each row of the other kinds.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "linalg/norms.hpp"
#include "nsds/numerics/soclcp.h"

namespace nsds::numerics::soclcp {

enum class PartKind : std::uint8_t { free, half_line, lorentz };

struct Part {
  std::size_t begin, rows;  // lorentz: at least 2 rows; 1 of the others
  PartKind kind;
  double mu;  // lorentz

  std::size_t end() const { return begin + rows; }
};

struct Division {
  std::span<const Part> parts;
  std::span<const std::int32_t> part_of;  // (n)
};

// given has been checked.
Division division_of(const nsds_soclcp& given, Arena& arena);

// The Euclidean norm of the rows of a part in x: (n).
inline double part_norm(const Part& part, const double* x) {
  if (part.rows == 1) return std::fabs(x[part.begin]);
  return euclidean_norm(part.rows, [of_part = x + part.begin](std::size_t i) { return of_part[i]; });
}

}  // namespace nsds::numerics::soclcp
