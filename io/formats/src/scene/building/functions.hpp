// Functions of time in a scene: a constant, a harmonic, a polynomial.
#pragma once

#include <functional>

#include "nsds/kernel/modeling/prescribed_velocity.hpp"
#include "scene/building/node.hpp"

namespace nsds::io::scene {

PrescribedVelocity velocityOf(const Node& function);
std::function<double(double)> functionOf(const Node& function);
std::function<double(double)> derivativeOf(const Node& function);

}  // namespace nsds::io::scene
