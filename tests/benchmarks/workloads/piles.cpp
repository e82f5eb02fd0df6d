// Columns of five spheres, cubes or hulls on a plane, with friction: what time stepping does to many bodies that
// touch. Hulls need a build with NSDS_BULLET.
#include "benchmarks/workloads/pile_scene.hpp"
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {
namespace {

/// A run and the detection that it needs for as long as it lives.
template <class ShapeOf>
Run build_pile(const Settings& settings, pile::Kind kind, const ShapeOf& shape_of) {
  Run run;
  run.model = make_model(settings);
  Model& model = *run.model;
  const auto detection =
      std::make_shared<CollisionDetection>(NewtonImpactFrictionNSL(0.0, 0.0, pile::friction, 3));
  detection->addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  const Matrix inertia = pile::inertia(kind) * Matrix::Identity(3, 3);
  NewtonEulerDS* last = nullptr;
  for (int i = 0; i < settings.n; ++i) {
    const auto [x, y, z] = pile::start(i, settings.n);
    last = &model.add<NewtonEulerDS>(Vector{{x, y, z, 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6), pile::mass,
                                     inertia);
    last->setFExt(Vector{{0.0, 0.0, -pile::mass * pile::gravity}});
    detection->add(*last, shape_of(i));
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
  return build_pile(settings, pile::Kind::spheres, [](int) { return Sphere{pile::radius}; });
}

Run build_cubes(const Settings& settings) {
  return build_pile(settings, pile::Kind::cubes, [](int) { return Box{Vector3::Constant(pile::radius)}; });
}

Run build_hulls(const Settings& settings) {
  return build_pile(settings, pile::Kind::hulls, [](int i) {
    ConvexHull hull;
    for (const auto& point : pile::hull(i)) hull.points.emplace_back(point[0], point[1], point[2]);
    return hull;
  });
}

}  // namespace nsds::bench
