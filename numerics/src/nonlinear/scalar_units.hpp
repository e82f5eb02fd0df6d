// One unit for all unknowns, and one for all values, where a class has no more.
#pragma once

#include "core/arena.hpp"
#include "core/numbers.hpp"
#include "core/sentence.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::nonlinear {

struct ScalarUnits {
  double z, w;

  // What a caller gives; 0 stands for 1.
  static ScalarUnits of(double scale_z, double scale_w) {
    return {scale_z == 0.0 ? 1.0 : scale_z, scale_w == 0.0 ? 1.0 : scale_w};
  }

  // The same row by row, (n) of each; nothing where they are 1.
  Units spread(std::size_t n, Arena& arena) const {
    if (z == 1.0 && w == 1.0) return {};
    return {arena.take<double>(n, z).data(), arena.take<double>(n, w).data()};
  }
};

// Checks the unit problem.name. False, and a sentence, where it is none.
inline bool check_scalar_unit(const char* name, double unit, const Sentence& sentence) {
  if (unit == 0.0 || is_unit(unit)) return true;
  sentence.write("problem.{} is {}, it must be positive and finite, or 0, which stands for 1.", name, unit);
  return false;
}

}  // namespace nsds::numerics::nonlinear
