// Gives views of the present coordinates and velocities of a model.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

inline VectorView positionOf(const NonSmoothDynamicalSystem& nsds) {
  return {nsds.flat().position(), nsds.flat().positions()};
}
inline VectorView velocityOf(NonSmoothDynamicalSystem& nsds) {
  return {nsds.flat().velocity(), nsds.flat().dofs()};
}

}  // namespace nsds
