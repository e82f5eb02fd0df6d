// What a simulation has taken up of its model, so that what changed since is seen.
#pragma once

#include <cstdint>

namespace nsds {

/// The versions of the model that operators, forces and outputs belong to.
struct TakenUp {
  std::uint64_t structure = 0;  // 0: compiled for none, or interactions have been taken back since
  std::uint64_t operators = 0;
  std::uint64_t states = 0;
  double step = 0.0;  // [s] that the integrator is compiled for; 0: for none
  bool stale = true;  // forces and outputs do not belong to the present state and operators
  // A plain step solves one problem and needs nothing else: no earlier levels, memory, declared jumps, manager, projection, aim
  // or impact law. It takes one iterate where the model is linear and its operators are constant.
  bool plain = false;
  bool oneIterate = false;
};

}  // namespace nsds
