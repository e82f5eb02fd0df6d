// Finds and stores why an instance has a solution; README.md has the theorem.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "support/collection/instance.hpp"

namespace nsds::bench {

// The generalised velocity that moves every body or node as told, without turning.
Eigen::VectorXd translation(const Instance& instance,
                            const std::function<Eigen::Vector3d(int, const Eigen::Vector3d&)>& velocity);

// Everything away from the origin, and upwards by lift: opens every contact whose normal is along the line of
// the centres, and, with lift enough, those with the ground.
Eigen::VectorXd expansion(const Instance& instance, double lift);

// Tries a multiple of the direction, which must open all contacts (and keep G direction = 0); failing that,
// v = 0 where the cones are polyhedral. Leaves unknown what neither certifies.
void certify(const Eigen::VectorXd& direction, Instance& instance);

}  // namespace nsds::bench
