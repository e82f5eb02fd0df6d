// Shapes thrown at random: the runs come to their ends, nothing overlaps, and no energy is made.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernel/event_driven_shapes/shape_scene.hpp"

namespace nsds::test::random_shapes_test {
namespace {

/// Runs a scene, and looks at its energy and its gaps at every sample.
template <class Scene, class Energy>
void expectItEnds(Scene& scene, const Energy& energy, const std::string& name) {
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.01),
                         Mdop5({.relativeTolerance = 1e-11, .absoluteTolerance = 1e-12}));
  simulation.setInteractionManager(scene.contacts);
  simulation.initialize();
  double last = energy();
  try {
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
      if (simulation.event() != EventKind::sampling) continue;
      EXPECT_LE(energy() - last, 1e-9) << name << " at " << simulation.time();
      last = energy();
      for (const auto& contact : scene.model.interactions())
        EXPECT_GE(contact->y()[0], -1e-8) << name << " at " << simulation.time();
    }
  } catch (const std::exception& error) {
    ADD_FAILURE() << name << ": " << error.what();
  }
  // Lines that lie on each other may flicker between a corner and an edge: once in one of these runs.
  EXPECT_LE(simulation.heldFeatures(), 1) << name;
}

constexpr double bodyMass = 1.0, halfWidth = 0.2, halfHeight = 0.1, radius = 0.1;
constexpr double inertiaOfBox = bodyMass * (halfWidth * halfWidth + halfHeight * halfHeight) / 3.0;
constexpr double inertiaOfDisk = 0.5 * bodyMass * radius * radius;

/// Boxes and disks of mass 1 in turn, thrown onto the ground one above the other.
struct PlanarPile {
  PlanarPile(int pairs, double T, std::mt19937& generator) : scene(T, friction) {
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    const auto random = [&] { return uniform(generator); };
    for (int k = 0; k < pairs; ++k) {
      const Vector speedOfBox{{random(), 0.0, random()}};
      const double x = k == 0 ? 0.0 : 0.1 * random();
      const Vector box{{x, k == 0 ? 0.3 : 0.4 + 0.8 * k, 1.5 * random()}};
      boxes.push_back(&scene.addBox(halfWidth, halfHeight, box, speedOfBox, bodyMass));
      const Vector speedOfDisk{{random(), 0.0, random()}};
      const Vector disk{{0.1 * random(), 0.8 + 0.8 * k, 0.0}};
      disks.push_back(&scene.addDisk(radius, disk, speedOfDisk, bodyMass));
    }
    scene.addGround();
  }
  double energy() const {
    double sum = 0.0;
    const auto add = [&](const LagrangianDS& body, double J) {
      const Vector v = body.v();
      sum += 0.5 * bodyMass * v.head<2>().squaredNorm() + 0.5 * J * v[2] * v[2] +
             bodyMass * gravity * body.q()[1];
    };
    for (const LagrangianDS* box : boxes) add(*box, inertiaOfBox);
    for (const LagrangianDS* disk : disks) add(*disk, inertiaOfDisk);
    return sum;
  }

  static constexpr double friction = 0.3;
  PlanarScene scene;
  std::vector<LagrangianDS*> boxes, disks;
};

TEST(RandomShapes, InThePlaneWithFriction) {
  std::mt19937 generator(3);
  for (int run = 0; run < 6; ++run) {
    PlanarPile pile(1, 0.8, generator);
    expectItEnds(
        pile.scene, [&] { return pile.energy(); }, "planar " + std::to_string(run));
  }
}

/// Six bodies share loads in many ways, some of them at the limits of friction.
TEST(RandomShapes, PilesInThePlane) {
  std::mt19937 generator(3);
  for (int run = 0; run < 8; ++run) {
    PlanarPile pile(3, 1.0, generator);
    expectItEnds(
        pile.scene, [&] { return pile.energy(); }, "pile " + std::to_string(run));
  }
}

TEST(RandomShapes, InSpaceWithoutFriction) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> random(-1.0, 1.0);
  const Vector3 inertia(0.01, 0.015, 0.02);
  for (int run = 0; run < 12; ++run) {
    SpatialScene scene(0.8);
    std::vector<NewtonEulerDS*> bodies;
    for (int b = 0; b < 2; ++b) {
      Eigen::Quaterniond r(random(generator), random(generator), random(generator), random(generator));
      r.normalize();
      const Shape shape = run % 2 == 0 ? Shape(Box{{0.2, 0.15, 0.1}}) : Shape(Capsule{0.1, 0.15});
      const double x = 0.05 * random(generator), y = 0.05 * random(generator);
      bodies.push_back(&scene.add(
          shape, Vector{{x, y, 0.4 + 0.55 * b, r.w(), r.x(), r.y(), r.z()}},
          Vector{{0.0, 0.0, 0.0, random(generator), random(generator), random(generator)}}, 1.0, inertia));
    }
    scene.contacts.addStatic(Box{{0.25, 0.25, 0.1}}, {.pose = {Vector3(0.0, 0.0, -0.1)}});
    const auto energy = [&] {
      double sum = 0.0;
      for (const NewtonEulerDS* body : bodies) {
        const Vector v = body->v();
        sum += 0.5 * v.head<3>().squaredNorm() + gravity * body->q()[2] +
               0.5 * v.tail<3>().dot(inertia.cwiseProduct(Vector3(v.tail<3>())));
      }
      return sum;
    };
    expectItEnds(scene, energy, "space " + std::to_string(run));
  }
}

}  // namespace
}  // namespace nsds::test::random_shapes_test
