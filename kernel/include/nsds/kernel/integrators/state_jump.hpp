// What impulses of first-order relations do to the state at one instant: x⁺ = x⁻ + M⁻¹ B mu, output C x⁺ + e.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/types.hpp"

namespace nsds {

struct StateJump {
  /// The rows of an interaction among those below.
  struct Block {
    std::int32_t interaction;  ///< place among the model's interactions
    std::int32_t row;
    std::int32_t rows;
    Matrix D;  ///< (rows x rows)
  };

  double time = 0.0;  ///< functions of time are taken there
  std::vector<Block> blocks;
  Vector output;  ///< (rows) for multipliers of zero
  Vector sizes;   ///< (rows) how large the terms of the output are over a step
  Matrix W;       ///< (rows x rows) C M⁻¹ B; empty until it is asked for, and where M has no inverse
};

}  // namespace nsds
