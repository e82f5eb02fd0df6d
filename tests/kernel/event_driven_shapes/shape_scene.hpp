// Scenes of shapes that event-driven simulation and time stepping both run.
#pragma once

#include <memory>
#include <nsds/kernel.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error_text.hpp"

namespace nsds::test {

inline constexpr double gravity = 10.0;

inline Shape boxOf(double a, double b) {
  return Polygon{{{-a, -b}, {a, -b}, {a, b}, {-a, b}}};
}

/// Planar bodies under gravity.
struct PlanarScene {
  explicit PlanarScene(double T, double mu = 0.0, double e = 0.0, const CollisionOptions& options = {})
      : model(0.0, T), contacts(NewtonImpactFrictionNSL(e, 0.0, mu, 2), options) {
    model.setScales({1.0, 1.0, 1.0});
  }
  LagrangianDS& add(const Shape& shape, const Vector& q, const Vector& v, double m, double J,
                    const ShapeOptions& options = {}) {
    auto& body = model.add<LagrangianDS>(q, v, Matrix(Vector{{m, m, J}}.asDiagonal()));
    body.setFExt(Vector{{0.0, -gravity * m, 0.0}});
    contacts.add(body, shape, options);
    return body;
  }
  LagrangianDS& addBox(double a, double b, const Vector& q, const Vector& v, double m = 1.0) {
    return add(boxOf(a, b), q, v, m, m * (a * a + b * b) / 3.0);
  }
  LagrangianDS& addDisk(double r, const Vector& q, const Vector& v, double m = 1.0) {
    return add(Disk{r}, q, v, m, 0.5 * m * r * r);
  }
  void addGround() { contacts.addStatic(HalfSpace{Vector3::UnitY(), 0.0}); }

  Model model;
  CollisionDetection contacts;
};

/// Bodies in space without friction.
struct SpatialScene {
  explicit SpatialScene(double T, double e = 0.0, const CollisionOptions& options = {})
      : model(0.0, T), contacts(NewtonImpactNSL(e), options) {
    model.setScales({1.0, 1.0, 1.0});
  }
  NewtonEulerDS& add(const Shape& shape, const Vector& q, const Vector& v, double m, const Vector3& inertia) {
    auto& body = model.add<NewtonEulerDS>(q, v, m, Eigen::Matrix3d(inertia.asDiagonal()));
    body.setFExt(Vector3(0.0, 0.0, -gravity * m));
    contacts.add(body, shape);
    return body;
  }
  Model model;
  CollisionDetection contacts;
};

}  // namespace nsds::test
