// Columns of five spheres or cubes on a plane, with friction: what time stepping does to many bodies that
// touch.
#include <cmath>

#include "benchmarks/workload.hpp"

namespace nsds::bench {
namespace {

constexpr int layers = 5;
constexpr double friction = 0.5;
constexpr double spacing = 1.05;  // of the columns [m]

/// A run and the detection that it needs for as long as it lives.
Run build_pile(const Settings& settings, const Shape& shape, double inertia) {
  Run run;
  run.model = make_model(settings);
  Model& model = *run.model;
  const auto detection = std::make_shared<CollisionDetection>(NewtonImpactFrictionNSL(0.0, 0.0, friction, 3));
  detection->addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  const int side = static_cast<int>(std::ceil(std::sqrt(settings.n / static_cast<double>(layers))));
  NewtonEulerDS* last = nullptr;
  for (int i = 0; i < settings.n; ++i) {
    const int column = i / layers;
    const int layer = i % layers;
    Vector q = Vector::Zero(7);
    q[0] = spacing * (column % side) + 0.01 * (layer % 2);
    q[1] = spacing * (column / side) + 0.005 * (layer % 3);
    q[2] = 0.5 + layer;
    q[3] = 1.0;
    last = &model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(inertia * Matrix::Identity(3, 3)));
    last->setFExt(Vector{{0.0, 0.0, -g}});
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
  return build_pile(settings, Sphere{0.5}, 0.1);
}

Run build_cubes(const Settings& settings) {
  return build_pile(settings, Box{Vector3::Constant(0.5)}, 1.0 / 6.0);
}

}  // namespace nsds::bench
