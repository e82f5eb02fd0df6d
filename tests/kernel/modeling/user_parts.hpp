// Laws, systems and relations as a user would write them.
#pragma once

#include <cmath>
#include <nsds/kernel.hpp>

namespace nsds::test {

/// Newton's law with a restitution that falls with the speed of the impact: e = 1 / (1 + |U-| / reference).
class SoftImpactNSL final : public NonSmoothLaw {
 public:
  explicit SoftImpactNSL(double reference) : NonSmoothLaw("SoftImpactNSL", 1), reference_(reference) {}
  double e(double u) const { return 1.0 / (1.0 + std::abs(u) / reference_); }

 private:
  AdmissibleSet doAdmissibleSet() const override { return OrthantSet{}; }
  bool doNeedsVelocity() const override { return true; }
  void doShift(double, VectorConstRef uMinus, VectorConstRef, VectorRef shift) const override {
    shift[0] = e(uMinus[0]) * uMinus[0];
  }

  double reference_;
};

/// Newton's law with a restitution that is multiplied by `wear` at every step with an impulse; its state is
/// e.
class WearingImpactNSL final : public NonSmoothLaw {
 public:
  WearingImpactNSL(double e, double wear) : NonSmoothLaw("WearingImpactNSL", 1, 1), e_(e), wear_(wear) {}

 private:
  AdmissibleSet doAdmissibleSet() const override { return OrthantSet{}; }
  bool doNeedsVelocity() const override { return true; }
  void doInitialState(VectorRef state) const override { state[0] = e_; }
  void doShift(double, VectorConstRef uMinus, VectorConstRef state, VectorRef shift) const override {
    shift[0] = state[0] * uMinus[0];
  }
  void doUpdateState(double, VectorConstRef, VectorConstRef lambda, VectorRef state) const override {
    if (lambda[0] > 0.0) state[0] *= wear_;
  }

  double e_;
  double wear_;
};

/// Mathematical pendulum q'' + g/l sin q = 0 by overriding the operators.
class Pendulum final : public LagrangianDS {
 public:
  Pendulum(double angle, double gOverL)
      : LagrangianDS(Vector::Constant(1, angle), Vector::Zero(1), OverriddenOperators{}, true, true),
        gOverL_(gOverL) {}

 private:
  void doMass(VectorConstRef, MatrixRef mass) const override { mass(0, 0) = 1.0; }
  void doFIntGyr(double, VectorConstRef q, VectorConstRef, VectorRef force) const override {
    force[0] = gOverL_ * std::sin(q[0]);
  }
  void doFIntGyrJacobians(double, VectorConstRef q, VectorConstRef, MatrixRef dq,
                          MatrixRef dv) const override {
    dq(0, 0) = gOverL_ * std::cos(q[0]);
    dv(0, 0) = 0.0;
  }
  bool doExactJacobians() const override { return true; }

  double gOverL_;
};

/// The distance of two points of the plane less `reach`, each point a system of its own; n > 2 systems: the
/// sum of the distances of neighbours. A rope through n points that cannot be longer than `reach` is y =
/// reach - sum.
class RopeR final : public LagrangianRelation {
 public:
  RopeR(Index points, double reach)
      : LagrangianRelation("RopeR", 1, 2 * points, false), points_(points), reach_(reach) {}

 private:
  void doOutput(VectorConstRef q, VectorRef y) const override {
    y[0] = reach_;
    for (Index k = 0; k + 1 < points_; ++k) y[0] -= (q.segment<2>(2 * k + 2) - q.segment<2>(2 * k)).norm();
  }
  void doJacobian(VectorConstRef q, MatrixRef H) const override {
    H.setZero();
    for (Index k = 0; k + 1 < points_; ++k) {
      const Eigen::Vector2d along = (q.segment<2>(2 * k + 2) - q.segment<2>(2 * k)).normalized();
      H.block<1, 2>(0, 2 * k) += along.transpose();
      H.block<1, 2>(0, 2 * k + 2) -= along.transpose();
    }
  }

  Index points_;
  double reach_;
};

}  // namespace nsds::test
