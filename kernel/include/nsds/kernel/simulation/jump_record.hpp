// Jumps of first-order systems: what becomes of them, and what the last one was.
#pragma once

#include <cstdint>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// What becomes of a state whose outputs no multiplier can make obey the laws.
enum class JumpRule {
  jump,    ///< it jumps by impulses, in no time, to where they do, and a damped step follows
  accept,  ///< the scheme makes of it what it does: with theta = gamma = 1 the same jump within a step
  refuse   ///< an error says so
};

/// The last jump that the simulation has made. It is no part of the state of the model: after restoreState() it may be one
/// of the future.
struct JumpRecord {
  std::int64_t count = 0;  ///< jumps so far; the rest is of the last one
  double time = 0.0;       ///< [s]
  Vector impulse;          ///< (rows of the model) of first-order interactions: multiplier times time
};

}  // namespace nsds
