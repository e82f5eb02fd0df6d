// Columns of five spheres or cubes on a plane, with friction: what time stepping does to many bodies that
// touch.
#include "benchmarks/workloads/pile_scene.hpp"
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {
namespace {

/// A run and the detection that it needs for as long as it lives.
Run build_pile(const Settings& settings, const Shape& shape, double inertia) {
  Run run;
  run.model = make_model(settings);
  Model& model = *run.model;
  const auto detection =
      std::make_shared<CollisionDetection>(NewtonImpactFrictionNSL(0.0, 0.0, pile::friction, 3));
  detection->addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  NewtonEulerDS* last = nullptr;
  for (int i = 0; i < settings.n; ++i) {
    const auto [x, y, z] = pile::start(i, settings.n);
    last = &model.add<NewtonEulerDS>(Vector{{x, y, z, 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6), pile::mass,
                                     Matrix(inertia * Matrix::Identity(3, 3)));
    last->setFExt(Vector{{0.0, 0.0, -pile::mass * pile::gravity}});
    detection->add(*last, shape);
  }
  auto simulation = std::make_unique<TimeStepping>(
      model, TimeDiscretisation(0.0, settings.h), MoreauJeanOSI(0.5),
      FrictionContact(Solver(settings.solver).set("tolerance", settings.tolerance)));
  simulation->setInteractionManager(*detection);
  run.simulation = std::move(simulation);
  run.check = [last, detection] { return last->q()[2]; };
  return run;
}

}  // namespace

Run build_spheres(const Settings& settings) {
  return build_pile(settings, Sphere{pile::radius}, pile::inertia(false));
}

Run build_cubes(const Settings& settings) {
  return build_pile(settings, Box{Vector3::Constant(pile::radius)}, pile::inertia(true));
}

}  // namespace nsds::bench
