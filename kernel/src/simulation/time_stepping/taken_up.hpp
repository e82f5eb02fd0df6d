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
  // What a step asks for, as far as that is known before it: nothing but one problem, from the end of the step before; and of
  // that one iterate with the operators of the step before.
  bool plain = false;
  bool oneIterate = false;
};

}  // namespace nsds
