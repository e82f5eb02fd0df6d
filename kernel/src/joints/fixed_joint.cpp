#include "nsds/kernel/joints/fixed_joint.hpp"

#include "joints/joint_builder.hpp"

namespace nsds {

FixedJointR::FixedJointR(JointBodies bodies)
    : JointR("FixedJointR",
             joints::fixIn(bodies, load(bodies.first->q().data()), joints::attitude(bodies.first)),
             {joints::displacement(0), joints::displacement(1), joints::displacement(2), joints::rotation(0),
              joints::rotation(1), joints::rotation(2)},
             {}) {}

}  // namespace nsds
