// What messages call contacts, how many messages there are, and what a detection shows of itself.
#include <gtest/gtest.h>

#include <nsds/kernel.hpp>

namespace nsds::test {
namespace {

NewtonEulerDS& addBox(Model& model, double height, double tilt = 0.0) {
  Vector q = Vector::Zero(7);
  q[2] = height;
  q.tail(4) = Eigen::Vector4d(1.0, tilt, 0.5 * tilt, 0.0).normalized();
  return model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(Matrix::Identity(3, 3) / 24.0));
}

/// Systems and links are numbered each by themselves, whatever else has been added; contacts have the names of what meets.
TEST(Names, CountByKindAndSayWhatMeets) {
  Model model(0.0, 1.0);
  auto& first = addBox(model, 0.25);
  const PivotJointR pivot(first, {.anchor = {1.0, 0.0, 0.0}, .axis = {0.0, 0.0, 1.0}});
  const Interaction& link = model.link(EqualityConditionNSL(5), pivot, first);
  auto& second = addBox(model, 0.75);
  auto& third = addBox(model, 5.0);
  EXPECT_EQ(first.name(), "system 1");
  EXPECT_EQ(second.name(), "system 2");
  EXPECT_EQ(third.name(), "system 3");
  EXPECT_EQ(link.name(), "interaction 1");
  second.setName("lid");

  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  contacts.add(first, Box{{0.25, 0.25, 0.25}});
  contacts.add(second, Box{{0.25, 0.25, 0.25}});
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, {Vector3::Zero(), {1.0, 0.0, 0.0, 0.0}}, "ground");
  contacts.addStatic(Sphere{0.1}, {Vector3(0.34, 0.0, 0.25), {1.0, 0.0, 0.0, 0.0}});
  TimeStepping s(model, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5));
  s.setInteractionManager(contacts);
  s.acceptInitialPenetration();
  s.initialize();
  std::vector<std::string> names;
  for (const auto& interaction : model.nsds().interactions()) {
    if (interaction->managed()) names.push_back(interaction->name());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"system 1 - ground", "system 1 - lid", "system 1 - sphere 2"}));
  // A link that comes after contacts is the second all the same.
  EXPECT_EQ(model.link(NewtonImpactNSL(0.0), ContactR(1, 1), third).name(), "interaction 2");
}

/// Twenty boxes that fall, each tilted a little more: contacts that begin with a penetration are told of once when the first is seen, and once, with
/// their number, at the end.
TEST(Log, HasTwoLinesForAnyNumberOfPenetrations) {
  Model model(0.0, 1.0);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  for (int k = 0; k < 20; ++k) {
    auto& box = addBox(model, 0.5 + 0.75 * k, 0.05 * (k + 1));
    box.setName("box " + std::to_string(k));
    contacts.add(box, Box{{0.25, 0.25, 0.25}});
  }
  model.setGravity(Vector3(0.0, 0.0, -9.81));
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, {Vector3::Zero(), {1.0, 0.0, 0.0, 0.0}}, "ground");
  std::vector<std::string> warnings;
  model.setLogSink([&](LogLevel level, std::string_view message) {
    if (level == LogLevel::warning) warnings.emplace_back(message);
  });
  TimeStepping s(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5));
  s.setInteractionManager(contacts);
  s.run();
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_NE(warnings[0].find(": the gap of row 0 is -0.0"), std::string::npos) << warnings[0];
  EXPECT_EQ(warnings[0].find("box "), 0U) << warnings[0];
  EXPECT_NE(warnings[1].find("interactions began with a penetration or a defect; the largest is 0.0"),
            std::string::npos)
      << warnings[1];
}

/// The same boxes with both modes of projection: they come to rest on the ground and not in it. Where the many points of two
/// faces cannot all be closed at once, combined projection lets them open.
TEST(FallenBoxes, AreProjectedOutOfTheGround) {
  for (const ProjectionMode mode : {ProjectionMode::direct, ProjectionMode::combined}) {
    Model model(0.0, 1.5);
    CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
    for (int k = 0; k < 20; ++k)
      contacts.add(addBox(model, 0.5 + 0.75 * k, 0.05 * (k + 1)), Box{{0.25, 0.25, 0.25}});
    model.setGravity(Vector3(0.0, 0.0, -9.81));
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
    TimeStepping s(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5));
    s.setInteractionManager(contacts);
    s.setProjection({.mode = mode});
    ASSERT_NO_THROW(s.run());
    EXPECT_LE(s.projectionReport().after, 1e-8 * model.scales().length);
  }
}

TEST(Shapes, AreReadBack) {
  Model model(0.0, 1.0);
  auto& box = addBox(model, 1.0);
  box.setName("crate");
  auto& ball = addBox(model, 3.0);
  CollisionDetection contacts(NewtonImpactNSL(0.0));
  contacts.add(ball, Sphere{0.3});
  contacts.add(box, Box{{0.1, 0.2, 0.3}});
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), -1.0});
  const std::vector<CollisionShape> shapes = contacts.shapes();
  ASSERT_EQ(shapes.size(), 3U);
  EXPECT_EQ(shapes[0].body, &box);
  EXPECT_EQ(shapes[0].name, "crate");
  EXPECT_EQ(std::get<Box>(shapes[0].shape).half, Vector3(0.1, 0.2, 0.3));
  EXPECT_EQ(shapes[0].pose.x, Vector3(0.0, 0.0, 1.0));
  EXPECT_EQ(std::get<Sphere>(shapes[1].shape).radius, 0.3);
  EXPECT_EQ(shapes[2].body, nullptr);
  EXPECT_EQ(shapes[2].name, "half space 1");
}

/// Gravity acts on bodies that are there and on those that come, beside other forces: z = -g t²/2 + f t²/2m.
TEST(Gravity, ActsOnAllBodies) {
  Model model(0.0, 1.0);
  auto& before = addBox(model, 0.0);
  model.setGravity(Vector3(0.0, 0.0, -9.81));
  auto& after = addBox(model, 0.0);
  after.setFExt(Vector{{2.0, 0.0, 0.0}});
  TimeStepping s(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
  s.run();
  EXPECT_NEAR(before.q()[2], -0.5 * 9.81, 1e-12);
  EXPECT_NEAR(after.q()[2], -0.5 * 9.81, 1e-12);
  EXPECT_NEAR(after.q()[0], 1.0, 1e-12);
}

}  // namespace
}  // namespace nsds::test
