// A parallelogram of three rods on two pivots each, whose third rod is redundant: five rows of a pivot are on three that a plane
// mechanism needs. It swings like a pendulum.
#pragma once

#include <algorithm>
#include <vector>

#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test {

struct Parallelogram : Mechanism {
  explicit Parallelogram(double T) : Mechanism(T) {
    const Eigen::Vector3d axis = Eigen::Vector3d::UnitY();
    const Eigen::Vector3d down(0.6, 0.0, -0.8);
    for (int k = 0; k < 3; ++k)
      links.push_back(&add(Eigen::Vector3d(1.0 * k, 0.0, 0.0) + 0.5 * down, upright, 1.0, {0.1, 0.1, 0.1}));
    links.push_back(&add(Eigen::Vector3d(1.0, 0.0, 0.0) + down, upright, 2.0, {0.2, 0.2, 0.2}));
    for (int k = 0; k < 3; ++k) {
      NewtonEulerDS& rod = *links[static_cast<std::size_t>(k)];
      const Eigen::Vector3d ground(1.0 * k, 0.0, 0.0), end = ground + down;
      joints.push_back(&join(PivotJointR(rod, JointAxis{.anchor = ground, .axis = axis}), rod));
      joints.push_back(&join(PivotJointR(JointBodies(rod, coupler()), JointAxis{.anchor = end, .axis = axis}),
                             rod, coupler()));
    }
  }
  NewtonEulerDS& coupler() const { return *links[3]; }
  double energy() const {
    double sum = 0.0;
    for (const NewtonEulerDS* link : links) sum += energyOf(*link);
    return sum;
  }
  /// The largest entries over all joints of what is to be zero: places and angles, and their rates.
  double gap() const {
    double most = 0.0;
    for (const Interaction* joint : joints) most = std::max(most, joint->y().cwiseAbs().maxCoeff());
    return most;
  }
  double rate() const {
    double most = 0.0;
    for (const Interaction* joint : joints) most = std::max(most, joint->velocity().cwiseAbs().maxCoeff());
    return most;
  }

  std::vector<NewtonEulerDS*> links;
  std::vector<Interaction*> joints;
};

}  // namespace nsds::test
