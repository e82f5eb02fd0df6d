// A closed chain of rigid bodies in space, with redundant hinges, a motor, a stop and a contact.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "numerics/generic_mechanical/generic_mechanical_problems.hpp"
#include "support/decompositions.hpp"
#include "support/draws.hpp"

namespace nsds::test::four_bar_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A planar four-bar linkage of rigid bodies in space: three bars, each of 6 velocities, and four hinges of 5
// rows each. One freedom is left of 18, so that 3 of the 20 rows are redundant. A motor with a limited torque
// in the first hinge, a stop for it, and a contact of the coupler with the ground.
struct FourBar {
  MatrixXd J;     // (n x 18)
  VectorXd mass;  // (18)
  VectorXd v;     // (18), free velocities
  MechanicalData data;
};

// The velocity of point p of a body in direction d, or its angular velocity about d.
void add_velocity(MatrixXd& J, Index row, int body, double sign, const Eigen::Vector3d& arm,
                  const Eigen::Vector3d& d) {
  if (body < 0) return;
  J.block<1, 3>(row, 6 * body) += sign * d.transpose();
  J.block<1, 3>(row, 6 * body + 3) += sign * arm.cross(d).transpose();
}
void add_spin(MatrixXd& J, Index row, int body, double sign, const Eigen::Vector3d& d) {
  if (body >= 0) J.block<1, 3>(row, 6 * body + 3) += sign * d.transpose();
}

FourBar four_bar(unsigned seed, double torque, bool stop) {
  const Eigen::Vector3d points[4] = {{0.0, 0.0, 0.0}, {0.3, 0.9, 0.0}, {1.6, 1.3, 0.0}, {2.0, 0.0, 0.0}};
  Eigen::Vector3d centres[3];
  for (int k = 0; k < 3; ++k) centres[k] = 0.5 * (points[k] + points[k + 1]);
  const auto arm = [&](int body, const Eigen::Vector3d& p) {
    return body < 0 ? Eigen::Vector3d(p) : Eigen::Vector3d(p - centres[body]);
  };
  FourBar made;
  const Index n = 20 + 1 + (stop ? 1 : 0) + 3;
  made.J = MatrixXd::Zero(n, 18);
  std::vector<MechanicalBlock> blocks;
  for (int hinge = 0; hinge < 4; ++hinge) {
    const int a = hinge - 1, b = hinge == 3 ? -1 : hinge;
    for (int k = 0; k < 5; ++k) {
      const Index row = Index{5} * hinge + k;
      const Eigen::Vector3d d = Eigen::Vector3d::Unit(k % 3);
      if (k < 3) {
        add_velocity(made.J, row, a, -1.0, arm(a, points[hinge]), d);
        add_velocity(made.J, row, b, 1.0, arm(b, points[hinge]), d);
      } else {
        add_spin(made.J, row, a, -1.0, d);
        add_spin(made.J, row, b, 1.0, d);
      }
    }
    blocks.push_back({NSDS_BLOCK_EQUALITY, 5});
  }
  add_spin(made.J, 20, 0, 1.0, Eigen::Vector3d::UnitZ());
  blocks.push_back({NSDS_BLOCK_BOX, 1});
  Index row = 21;
  if (stop) {
    add_spin(made.J, row++, 0, -1.0, Eigen::Vector3d::UnitZ());
    blocks.push_back({NSDS_BLOCK_COMPLEMENTARITY, 1});
  }
  const Eigen::Vector3d below = points[1] + Eigen::Vector3d(0.5, -0.4, 0.1);
  for (const int axis : {1, 0, 2})
    add_velocity(made.J, row++, 1, 1.0, arm(1, below), Eigen::Vector3d::Unit(axis));
  blocks.push_back({NSDS_BLOCK_FRICTION, 3, 0.3});
  made.mass = VectorXd::Ones(18);
  for (int body = 0; body < 3; ++body) made.mass.segment(6 * body + 3, 3) << 0.01, 0.02, 0.1;
  Draws draws(seed);
  made.v = VectorXd(18);
  for (double& value : made.v) value = draws.normal();
  made.v(7) -= 2.0;  // the coupler falls
  made.data = mechanical(made.J * made.mass.cwiseInverse().asDiagonal() * made.J.transpose(), made.J * made.v,
                         std::move(blocks));
  made.data.lower(20) = -torque;
  made.data.upper(20) = torque;
  return made;
}

TEST(GenericMechanical, AFourBarLinkageInSpaceWithRedundantHinges) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    for (const bool stop : {false, true}) {
      SCOPED_TRACE(std::to_string(seed) + (stop ? " with a stop" : ""));
      const FourBar bars = four_bar(seed, 0.1, stop);
      EXPECT_EQ(rank(bars.J.topRows(20)), 17);
      for (const char* const solver : {"auto", "newton"}) {
        const GivenMechanical given(bars.data);
        const MechanicalOutcome outcome = solve(given, mechanical_options(solver));
        ASSERT_EQ(outcome.report.status, NSDS_OK) << solver << ": " << outcome.report.message;
        expect_honest(given, outcome, 1e-10);
        // The hinges hold, and w is the velocity of the bodies after the impulses.
        const VectorXd velocity =
            bars.v + bars.mass.cwiseInverse().cwiseProduct(bars.J.transpose() * outcome.lambda);
        EXPECT_LE((bars.J.topRows(20) * velocity).norm(), 1e-8);
        EXPECT_LE((bars.J * velocity - outcome.w).norm(), 1e-8);
      }
    }
  }
}

}  // namespace
}  // namespace nsds::test::four_bar_test
