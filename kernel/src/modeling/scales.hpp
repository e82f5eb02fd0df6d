// Default scales of a model, from its data.
#pragma once

#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

/// mass: largest diagonal entry of a mass matrix; length: largest |q0| or initial gap; time: sqrt(mass length
/// / force) with the largest force at t0, else length / largest |v0|, else T - t0. 1 for a length or mass
/// that the data leave open.
Scales scalesFromData(const NonSmoothDynamicalSystem& nsds, double t0, double T);

}  // namespace nsds
