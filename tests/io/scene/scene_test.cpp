// Scenes give the models that they describe, and C++ goes on from there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <nsds/io/scene.hpp>
#include <nsds/kernel.hpp>
#include <random>
#include <string>
#include <vector>

namespace nsds::io::scene_test {
namespace {

#ifdef NSDS_BULLET
constexpr bool kBullet = true;
#else
constexpr bool kBullet = false;
#endif
const std::string kEverything = std::string(NSDS_SOURCE) + "/tests/io/scene/everything/";

TEST(Scene, HasWhatTheFileSays) {
  Scene scene = Scene::read(kEverything + "space.json");
  EXPECT_EQ(scene.title(), "All that there is in space, and all options of time stepping.");
  EXPECT_EQ(scene.model().t0(), 1.0);
  EXPECT_EQ(scene.model().T(), 1.05);
  EXPECT_EQ(scene.model().nsds().systems().size(), 8U);
  EXPECT_EQ(scene.model().nsds().interactions().size(), 7U + 1U + 1U + 2U + 1U);
  ASSERT_NE(scene.contacts(), nullptr);
  EXPECT_EQ(scene.contacts()->shapes().size(), 4U);
  EXPECT_EQ(scene.contacts()->shapes().back().name, "ground");
  const auto& a = dynamic_cast<const NewtonEulerDS&>(scene.system("a"));
  EXPECT_EQ(a.mass(), 2.0);
  EXPECT_EQ(a.rotationUpdate(), RotationUpdate::exponential);
  ASSERT_EQ(a.prescribed().size(), 1U);
  EXPECT_EQ(a.prescribed()[0].second(1.5), 1.0 + 0.1 * std::cos(3.0 * 1.5 + 0.2));
  EXPECT_THROW(scene.system("z"), std::out_of_range);
  EXPECT_THROW(scene.link("z"), std::out_of_range);
  EXPECT_EQ(scene.recordOptions().rate, 50.0);
  EXPECT_EQ(scene.recordOptions().contacts, RecordedContacts::all);
  EXPECT_EQ(scene.recordOptions().compression, 2);
}

// The density of water and a radius of 0.1 m: 4/3 pi r³ rho, and 2/5 m r².
TEST(Scene, TakesMassesFromDensities) {
  Scene scene = Scene::read(kEverything + "space.json");
  const auto& b = dynamic_cast<const NewtonEulerDS&>(scene.system("b"));
  EXPECT_NEAR(b.mass(), 4.0 / 3.0 * M_PI, 1e-12);
  EXPECT_NEAR(b.inertia()(0, 0), 0.4 * b.mass() * 0.01, 1e-14);
}

// q'' = -g and 1/2 turn a second: after 0.05 s of free flight the numbers are those of the driver that the file describes.
TEST(Scene, RunsAndGoesOnInCpp) {
  Scene scene = Scene::parse(R"({"nsds_scene": 1, "duration": 1, "gravity": [0, 0, -10],
    "bodies": [{"rigid": {"name": "stone", "mass": 2, "inertia": [1, 1, 1], "velocity": [3, 0, 0]}}],
    "simulation": {"time_stepping": {"step": 0.25}}})",
                             "stone");
  int steps = 0;
  scene.simulation().run(scene.recorder(), [&](const Simulation&) { ++steps; });
  const auto& stone = dynamic_cast<const NewtonEulerDS&>(scene.system("stone"));
  EXPECT_EQ(steps, 4);
  EXPECT_EQ(stone.q()[0], 3.0);
  EXPECT_EQ(stone.q()[2], -5.0);  // theta = 1/2 integrates a constant acceleration exactly
  EXPECT_EQ(scene.recorder().trajectory().rowCount(), 5U);
  EXPECT_EQ(scene.recorder().trajectory().find("stone.q2"), 3U);
}

// The shortest text of a double gives that double again: 4000 of all magnitudes, and those that readers are known to miss.
TEST(Scene, ReadsNumbersToTheBit) {
  std::mt19937_64 engine(1);
  std::vector<double> numbers{
      -0.0, 5e-324, 2.2250738585072011e-308, 1.7976931348623157e308, 0.1, 9007199254740993.0};
  while (numbers.size() < 4000) {
    const std::uint64_t bits = engine();
    double number = 0.0;
    std::memcpy(&number, &bits, sizeof number);
    if (std::isfinite(number)) numbers.push_back(number);
  }
  std::string bodies;
  for (std::size_t k = 0; k < numbers.size(); k += 2) {
    std::array<char, 80> text{};
    char* end = std::to_chars(text.data(), text.data() + 40, numbers[k]).ptr;
    *end++ = ',';
    end = std::to_chars(end, text.data() + text.size(), numbers[k + 1]).ptr;
    bodies += std::string(k == 0 ? "" : ",") + R"({"lagrangian": {"q": [)" + std::string(text.data(), end) +
              R"(], "mass": [1, 1]}})";
  }
  Scene scene = Scene::parse(R"({"nsds_scene": 1, "duration": 1, "bodies": [)" + bodies +
                                 R"(], "simulation": {"time_stepping": {"step": 1}}})",
                             "numbers");
  const auto& systems = scene.model().nsds().systems();
  ASSERT_EQ(systems.size(), numbers.size() / 2);
  for (std::size_t k = 0; k < systems.size(); ++k)
    EXPECT_EQ(std::memcmp(systems[k]->initialPosition().data(), &numbers[2 * k], 2 * sizeof(double)), 0)
        << numbers[2 * k];
}

TEST(Scene, RunsAllThatThereIs) {
  std::vector<std::string> files{"space.json",       "plane.json",  "rolling.json",
                                 "coordinates.json", "events.json", "placed_shapes.json"};
  if (kBullet) files.emplace_back("surfaces.json");
  for (const std::string& file : files) {
    Scene scene = Scene::read(kEverything + file);
    EXPECT_NO_THROW(scene.simulation().run(scene.recorder())) << file;
    EXPECT_EQ(scene.simulation().time(), scene.model().T()) << file;
  }
}

// Motors: the rate of one, the coordinate of the other; the constraint holds at the end of the step.
TEST(Scene, MotorsFollowFunctions) {
  Scene scene = Scene::parse(R"({"nsds_scene": 1, "duration": 0.5,
    "bodies": [{"rigid": {"name": "a", "mass": 1, "inertia": [1, 1, 1]}}],
    "joints": [{"cylindrical": {"name": "j", "bodies": ["a"], "anchor": [0, 0, 0], "axis": [0, 0, 1]}}],
    "motors": [{"joint": "j", "coordinate": 0, "rate": {"harmonic": {"mean": 1, "amplitude": 2, "omega": 3}}},
               {"joint": "j", "coordinate": 1, "value": {"polynomial": [0, 0, 1]}}],
    "simulation": {"time_stepping": {"step": 0.01}}})",
                             "motors");
  scene.simulation().run();
  const auto& a = dynamic_cast<const NewtonEulerDS&>(scene.system("a"));
  EXPECT_NEAR(a.v()[2], 1.0 + 2.0 * std::cos(3.0 * 0.5), 1e-9);
  EXPECT_NEAR(a.v()[5], 2.0 * 0.5, 1e-9);
}

TEST(Scene, TellsScenesApart) {
  const auto fingerprint = [](const std::vector<std::string>& settings) {
    return Scene::read(kEverything + "plane.json", settings).fingerprint();
  };
  EXPECT_EQ(fingerprint({}), fingerprint({}));
  EXPECT_NE(fingerprint({}), fingerprint({"/duration=0.06"}));
  EXPECT_EQ(fingerprint({"/duration=0.06"}), fingerprint({"/duration=6e-2"}));
  // One unit in the last place of a position.
  EXPECT_NE(fingerprint({"/bodies/0/planar/position/1=0.1"}),
            fingerprint({"/bodies/0/planar/position/1=0.10000000000000002"}));
}

TEST(Scene, HasLawsOfPairsOfMaterials) {
  Scene scene = Scene::parse(R"({"nsds_scene": 1, "duration": 0.1, "gravity": [0, 0, -10],
    "bodies": [
      {"rigid": {"mass": 1, "inertia": [1, 1, 1], "shape": {"sphere": {"radius": 1}}, "material": "ice", "position": [0, 0, 1]}},
      {"rigid": {"mass": 1, "inertia": [1, 1, 1], "shape": {"sphere": {"radius": 1}}, "material": "wood", "position": [5, 0, 1]}},
      {"rigid": {"mass": 1, "inertia": [1, 1, 1], "shape": {"sphere": {"radius": 1}}, "position": [9, 0, 1]}}],
    "statics": [{"shape": {"half_space": {"normal": [0, 0, 1]}}, "material": "ice"}],
    "contact": {"law": {"newton_friction": {"friction": 0.5}}, "pairs": [
      {"materials": ["ice", "ice"], "law": {"newton_friction": {"friction": 0.03}}},
      {"materials": ["ice", "wood"], "law": {"newton_friction": {"friction": 0.25}}}]},
    "simulation": {"time_stepping": {"step": 0.01}}})",
                             "ice");
  scene.simulation().run();
  std::vector<double> friction;
  for (const auto& contact : scene.model().nsds().interactions())
    friction.push_back(dynamic_cast<const NewtonImpactFrictionNSL&>(contact->law()).mu());
  EXPECT_EQ(friction, (std::vector{0.03, 0.25, 0.5}));
}

// A disk that rolls is held back by mu_R g / R / (1 + 1/2), whatever its mass is; without resistance it rolls on.
TEST(Scene, HasContactsThatResistRolling) {
  Scene scene = Scene::read(
      kEverything + "rolling.json",
      {"/duration=1", "/bodies/0/planar/angular_velocity=-5", "/bodies/1/planar/angular_velocity=-5"});
  scene.simulation().run();
  const auto velocity = [&](const char* name) {
    return dynamic_cast<const LagrangianDS&>(scene.system(name)).v();
  };
  EXPECT_NEAR(velocity("rough")[0], 1.0 - 0.001 * 9.81 / 0.2 / 1.5, 1e-8);
  EXPECT_NEAR(velocity("smooth")[0], 1.0, 1e-8);
  EXPECT_NEAR(velocity("rough")[2], -velocity("rough")[0] / 0.2, 1e-7);
}

// Two spheres of a dumbbell weigh what two spheres do, a sensor nothing. The dumbbell falls through the gate onto the ground,
// and what is in a group that meets itself alone falls through the ground.
TEST(Scene, HasBodiesOfSeveralShapesAndSensors) {
  Scene scene = Scene::read(kEverything + "placed_shapes.json");
  const auto& dumbbell = dynamic_cast<const NewtonEulerDS&>(scene.system("dumbbell"));
  const double sphere = 4.0 / 3.0 * M_PI * 1e-3 * 1000.0;
  EXPECT_NEAR(dumbbell.mass(), 2.0 * sphere, 1e-12);
  EXPECT_NEAR(dumbbell.inertia()(2, 2), 2.0 * sphere * (0.4 * 0.01 + 0.04), 1e-12);
  Recorder& recorder = scene.recorder();
  scene.simulation().run(recorder);
  const std::vector<double> touched = recorder.trajectory().column("gate");
  EXPECT_EQ(touched.front(), 0.0);
  EXPECT_EQ(*std::max_element(touched.begin(), touched.end()), 1.0);  // the dumbbell counts once
  EXPECT_NEAR(dumbbell.q()[2], 0.1, 0.002 * 3.2);                     // the way of a step
  EXPECT_NEAR(dynamic_cast<const NewtonEulerDS&>(scene.system("ghost")).q()[2], 0.6 - 0.5 * 9.81 * 0.16,
              1e-12);
}

// A sledge on runners is slowed by its own coefficient along each axis while it slides along one of them.
TEST(Scene, HasFrictionThatDependsOnTheDirection) {
  for (const int axis : {1, 2}) {
    Scene scene =
        Scene::read(kEverything + "coordinates.json",
                    {axis == 1 ? "/bodies/2/lagrangian/v=[0, 1, 0]" : "/bodies/2/lagrangian/v=[0, 0, 1]"});
    scene.simulation().run();
    const auto& sledge = dynamic_cast<const LagrangianDS&>(scene.system("sledge"));
    EXPECT_NEAR(sledge.v()[axis], 1.0 - (axis == 1 ? 0.05 : 0.5) * 9.81 * 0.05, 1e-9);
    EXPECT_NEAR(sledge.v()[3 - axis], 0.0, 1e-12);
  }
}

// A disk of weight m g hangs from a ceiling: the bond bears it, or lets go of it.
TEST(Scene, HasContactsThatHoldTogether) {
  for (const bool holds : {true, false}) {
    Scene scene = Scene::parse(R"({"nsds_scene": 1, "duration": 0.2, "gravity": [0, -9.81],
    "bodies": [{"planar": {"name": "disk", "mass": 2, "inertia": 1, "position": [0, -0.2], "shape": {"disk": {"radius": 0.2}}}}],
    "statics": [{"shape": {"half_space": {"normal": [0, -1, 0]}}}],
    "contact": {"law": {"cohesion": {"force": 20, "friction": 0.1, "bond": "renewed"}}},
    "simulation": {"time_stepping": {"step": 0.001}}})",
                               "ceiling", {holds ? "/title=held" : "/contact/law/cohesion/force=19"});
    scene.simulation().run();
    const double y = dynamic_cast<const LagrangianDS&>(scene.system("disk")).q()[1];
    if (holds)
      EXPECT_NEAR(y, -0.2, 1e-12);
    else
      EXPECT_NEAR(y, -0.2 - 0.5 * 9.81 * 0.04, 0.02);
  }
}

// A disk falls through half a metre and bounces once: its height is known.
TEST(Scene, HasEventsOfShapes) {
  Scene scene = Scene::parse(R"({"nsds_scene": 1, "duration": 0.5, "gravity": [0, -9.81],
    "bodies": [{"planar": {"name": "disk", "density": 10, "position": [0, 0.7], "shape": {"disk": {"radius": 0.2}}}}],
    "statics": [{"shape": {"half_space": {"normal": [0, 1, 0]}}}],
    "contact": {"law": {"newton_friction": {"restitution": 0.5, "friction": 0.3}}},
    "simulation": {"event_driven": {"sampling": 0.01}}})",
                             "bounce");
  scene.simulation().run();
  const double g = 9.81, fall = std::sqrt(2.0 * 0.5 / g), rise = 0.5 - fall;
  const auto& disk = dynamic_cast<const LagrangianDS&>(scene.system("disk"));
  EXPECT_NEAR(disk.q()[1], 0.2 + 0.5 * g * fall * rise - 0.5 * g * rise * rise, 1e-9);
}

}  // namespace
}  // namespace nsds::io::scene_test
