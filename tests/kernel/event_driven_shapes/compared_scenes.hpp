// Scenes that are run by events and by time steps.
#pragma once

#include <cmath>
#include <functional>

#include "kernel/event_driven_shapes/shape_scene.hpp"

namespace nsds::test {

/// Runs a scene by events, or by time steps of length h; gives the coordinates and velocities of its bodies at the end.
template <class Scene>
inline Vector run(Scene& scene, double T, double h, std::unique_ptr<SmoothIntegrator> integrator) {
  if (integrator != nullptr) {
    SmoothOptions options = integrator->options();
    options.relativeTolerance = options.absoluteTolerance = 1e-9;
    integrator->setOptions(options);
    EventDriven simulation(scene.model, TimeDiscretisation(0.0, T / 40.0), std::move(integrator));
    simulation.setInteractionManager(scene.contacts);
    simulation.run();
  } else {
    TimeStepping simulation(scene.model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
    simulation.setInteractionManager(scene.contacts);
    simulation.run();
  }
  std::vector<double> numbers;
  for (const auto& system : scene.model.systems()) {
    const auto& ds = dynamic_cast<const MechanicalDS&>(*system);
    numbers.insert(numbers.end(), ds.q().begin(), ds.q().end());
    numbers.insert(numbers.end(), ds.v().begin(), ds.v().end());
  }
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

/// One number of a scene is varied, so that events fall at eight phases of the steps.
struct NamedScene {
  const char* name;
  double T;
  double speed;  // at which what is shifted comes to the first event [m/s]
  std::function<Vector(double shift, double h, std::unique_ptr<SmoothIntegrator>)> run;
};

/// A disk falls with speed, slides and rolls.
inline Vector rollingDisk(double shift, double h, std::unique_ptr<SmoothIntegrator> integrator) {
  PlanarScene scene(0.8, 0.2);
  scene.addDisk(0.5, Vector{{0.0, 0.7 + shift, 0.0}}, Vector{{3.0, 0.0, 0.0}});
  scene.addGround();
  return run(scene, 0.8, h, std::move(integrator));
}

/// A tilted box falls on a corner, bounces, and falls on the next one.
inline Vector tumblingBox(double shift, double h, std::unique_ptr<SmoothIntegrator> integrator) {
  PlanarScene scene(0.5, 0.3, 0.5);
  scene.addBox(0.2, 0.1, Vector{{0.0, 0.5 + shift, 0.6}}, Vector{{0.5, 0.0, 0.0}});
  scene.addGround();
  return run(scene, 0.5, h, std::move(integrator));
}

/// A polygonal cam turns under a sprung follower with a round end.
inline Vector cam(double shift, double h, std::unique_ptr<SmoothIntegrator> integrator) {
  PlanarScene scene(0.6);
  std::vector<Vector2> corners;
  for (int k = 0; k < 16; ++k) {
    const double angle = k * 2.0 * 3.14159265358979 / 16.0;
    corners.push_back({0.3 * std::cos(angle) + 0.05, 0.25 * std::sin(angle)});
  }
  auto& turning = scene.add(Polygon{corners}, Vector(Vector::Zero(3)), Vector{{0.0, 0.0, 3.0}}, 1.0, 100.0);
  turning.setFExt(Vector(Vector::Zero(3)));
  auto& follower = scene.addDisk(0.05, Vector{{0.0, 0.35 + shift, 0.0}}, Vector(Vector::Zero(3)), 0.2);
  follower.setFInt(
      [](double, VectorConstRef q, VectorConstRef, VectorRef F) { F << 0.0, 40.0 * (q[1] - 0.2), 0.0; });
  const Matrix pin{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
  const Matrix slide{{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};
  scene.model.link(EqualityConditionNSL(2), LagrangianLinearTIR(pin), turning);
  scene.model.link(EqualityConditionNSL(2), LagrangianLinearTIR(slide), follower);
  return run(scene, 0.6, h, std::move(integrator));
}

/// A block slides over the end of a table and tips.
inline Vector tippingBlock(double shift, double h, std::unique_ptr<SmoothIntegrator> integrator) {
  PlanarScene scene(0.7, 0.1);
  scene.addBox(0.3, 0.1, Vector{{-0.45 + shift, 0.1, 0.0}}, Vector{{1.6, 0.0, 0.0}});
  scene.contacts.addStatic(boxOf(1.0, 0.5), {.pose = {{-1.0, -0.5, 0.0}}});
  return run(scene, 0.7, h, std::move(integrator));
}

/// A ball slides without friction over a box that does not move, around its edge and off.
inline Vector slidingBall(double shift, double h, std::unique_ptr<SmoothIntegrator> integrator) {
  SpatialScene scene(0.6);
  const double r = 0.2;
  scene.add(Sphere{r}, Vector{{0.2 + shift, 0.0, 0.5 + r, 1.0, 0.0, 0.0, 0.0}},
            Vector{{0.8, 0.1, 0.0, 0.0, 0.0, 0.0}}, 1.0, Vector3::Constant(0.4 * r * r));
  scene.contacts.addStatic(Box{{0.5, 0.5, 0.5}});
  return run(scene, 0.6, h, std::move(integrator));
}

/// A box falls flat on the ground: four points at once.
inline Vector flatBox(double shift, double h, std::unique_ptr<SmoothIntegrator> integrator) {
  SpatialScene scene(0.6);
  scene.add(Box{{0.3, 0.2, 0.1}}, Vector{{0.0, 0.0, 0.4 + shift, 1.0, 0.0, 0.0, 0.0}},
            Vector{{0.5, 0.2, 0.0, 0.0, 0.0, 1.0}}, 1.0, {0.02, 0.03, 0.04});
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  return run(scene, 0.6, h, std::move(integrator));
}

inline const NamedScene scenes[] = {{"disk", 0.8, 2.0, rollingDisk}, {"box", 0.5, 2.6, tumblingBox},
                                    {"cam", 0.6, 1.0, cam},          {"block", 0.7, 1.6, tippingBlock},
                                    {"ball", 0.6, 0.8, slidingBall}, {"flat", 0.6, 2.4, flatBox}};

}  // namespace nsds::test
