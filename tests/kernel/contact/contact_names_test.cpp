// What messages call contacts, and what a detection shows of itself.
#include <gtest/gtest.h>

#include <nsds/kernel.hpp>

namespace nsds::test::contact_names_test {
namespace {

NewtonEulerDS& addBox(Model& model, double height) {
  Vector q = Vector::Zero(7);
  q[2] = height;
  q[3] = 1.0;
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
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, {.name = "ground"});
  contacts.addStatic(Sphere{0.1}, {.pose = {Vector3(0.34, 0.0, 0.25)}});
  TimeStepping s(model, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5));
  s.setInteractionManager(contacts);
  s.acceptInitialState();
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

}  // namespace
}  // namespace nsds::test::contact_names_test
