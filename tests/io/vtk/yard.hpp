// Short recorded runs with every shape, for what draws runs.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

namespace nsds::test {

/// A ball, a capsule and a box that turn, on a ground and beside a tilted wall, and two rods without a shape that hang from
/// space by a ball joint and from each other by a pivot. Ten steps.
struct Yard {
  Yard() : model(0.0, 0.05), contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3)) {
    const Vector3 spin(1.0, -2.0, 3.0);
    ball = &add({0.0, 0.0, 0.3}, {1.0, 0.0, 0.0}, spin);
    capsule = &add({1.0, 0.5, 0.6}, {0.0, 0.5, 0.0}, spin);
    box = &add({-1.0, 0.2, 0.8}, {0.0, 0.0, -0.5}, spin);
    contacts.add(*ball, Sphere{0.3});
    contacts.add(*capsule, Capsule{0.1, 0.25});
    contacts.add(*box, Box{{0.1, 0.2, 0.3}});
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, {.name = "ground"});
    const double half = 0.5 * wallTurn;
    contacts.addStatic(
        Box{{0.05, 1.0, 1.0}},
        {.name = "wall", .pose = {{3.0, 0.0, 1.0}, {std::cos(half), 0.0, 0.0, std::sin(half)}}});

    const EqualityConditionNSL held(3), turning(5);
    upper = &add({0.0, 2.0, 2.5}, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
    lower = &add({0.0, 2.0, 1.5}, {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
    hook = &model.link(held, BallJointR(*upper, {.anchor = {0.0, 2.0, 3.0}}), *upper);
    hinge = &model.link(turning,
                        PivotJointR({*lower, *upper}, {.anchor = {0.0, 2.0, 2.0}, .axis = {0.0, 1.0, 0.0}}),
                        *lower, *upper);
    model.setGravity(Vector3(0.0, 0.0, -9.81));
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5));
    simulation->setInteractionManager(contacts);
  }
  NewtonEulerDS& add(const Vector3& x, const Vector3& velocity, const Vector3& rate) {
    Vector q(7), v(6);
    q << x, 1.0, 0.0, 0.0, 0.0;
    v << velocity, rate;
    return model.add<NewtonEulerDS>(q, v, 1.0, Matrix(Matrix::Identity(3, 3) * 0.05));
  }
  void record(const std::filesystem::path& file, const io::RecordOptions& options = {}) const {
    simulation->run(io::TrajectoryWriter(file, options));
  }

  static constexpr double wallTurn = 0.4;
  Model model;
  CollisionDetection contacts;
  NewtonEulerDS *ball, *capsule, *box, *upper, *lower;
  Interaction *hook, *hinge;
  std::unique_ptr<TimeStepping> simulation;
};

/// A disk, a triangle and a card with round ends, over the ground of a plane. Ten steps.
struct Table {
  Table() : model(0.0, 0.05), contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 2)) {
    disk = &add(0.0, 0.5);
    triangle = &add(1.0, 0.7);
    card = &add(-1.0, 0.6);
    contacts.add(*disk, Disk{0.5});
    contacts.add(*triangle, Polygon{{{-0.2, -0.1}, {0.2, -0.1}, {0.0, 0.2}}, 0.0});
    contacts.add(*card, Polygon{{{-0.3, 0.0}, {0.3, 0.0}}, 0.05});
    contacts.addStatic(HalfSpace{Vector3::UnitY(), 0.0});
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5));
    simulation->setInteractionManager(contacts);
  }
  LagrangianLinearTIDS& add(double x, double y) {
    auto& body = model.add<LagrangianLinearTIDS>(Vector{{x, y, 0.3}}, Vector{{0.5, -1.0, 2.0}},
                                                 Matrix(Vector{{1.0, 1.0, 0.1}}.asDiagonal()));
    return body;
  }
  void record(const std::filesystem::path& file) const { simulation->run(io::TrajectoryWriter(file)); }

  Model model;
  CollisionDetection contacts;
  LagrangianLinearTIDS *disk, *triangle, *card;
  std::unique_ptr<TimeStepping> simulation;
};

}  // namespace nsds::test
