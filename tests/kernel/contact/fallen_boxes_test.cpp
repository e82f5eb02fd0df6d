// Twenty boxes that fall, each tilted a little more: what is logged of contacts that begin with a penetration, and
// where the boxes rest with projected positions.
#include <gtest/gtest.h>

#include <nsds/kernel.hpp>

#include "kernel/error_text.hpp"

namespace nsds::test::fallen_boxes_test {
namespace {

struct FallingBoxes {
  explicit FallingBoxes(double T) : model(0.0, T), contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3)) {
    for (int k = 0; k < 20; ++k) {
      const double tilt = 0.05 * (k + 1);
      Vector q = Vector::Zero(7);
      q[2] = 0.5 + 0.75 * k;
      q.tail(4) = Eigen::Vector4d(1.0, tilt, 0.5 * tilt, 0.0).normalized();
      auto& box = model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(Matrix::Identity(3, 3) / 24.0));
      box.setName("box " + std::to_string(k));
      contacts.add(box, Box{{0.25, 0.25, 0.25}});
    }
    model.setGravity(Vector3(0.0, 0.0, -9.81));
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, {.name = "ground"});
    simulation.setInteractionManager(contacts);
  }

  Model model;
  CollisionDetection contacts;
  TimeStepping simulation{model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5)};
};

/// The first penetration has a line, and their number one at the end.
TEST(FallingBoxes, LogTwoLinesForAnyNumberOfPenetrations) {
  FallingBoxes boxes(1.0);
  std::vector<std::string> warnings;
  boxes.model.setLogSink([&](LogLevel level, std::string_view message) {
    if (level == LogLevel::warning) warnings.emplace_back(message);
  });
  boxes.simulation.run();
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_TRUE(says(warnings[0], ": the gap of row 0 is -0.0")) << warnings[0];
  EXPECT_EQ(warnings[0].find("box "), 0U) << warnings[0];
  EXPECT_TRUE(says(warnings[1], "interactions began with a penetration or a defect; the largest is 0.0"))
      << warnings[1];
}

/// With both modes of projection they come to rest on the ground and not in it. Where the many points of two faces
/// cannot all be closed at once, combined projection lets them open.
TEST(FallingBoxes, AreProjectedOutOfTheGround) {
  for (const ProjectionMode mode : {ProjectionMode::direct, ProjectionMode::combined}) {
    FallingBoxes boxes(1.5);
    boxes.simulation.setProjection({.mode = mode});
    ASSERT_NO_THROW(boxes.simulation.run());
    EXPECT_LE(boxes.simulation.projectionReport().after, 1e-8 * boxes.model.scales().length);
  }
}

}  // namespace
}  // namespace nsds::test::fallen_boxes_test
