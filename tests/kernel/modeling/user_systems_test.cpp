// Systems that users write themselves and that say what they are: linear, or with gyroscopic terms apart.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/models.hpp"

namespace nsds::test::user_systems_test {
namespace {

/// A linear oscillator, written by a user, that says of itself that it is linear.
class Oscillator final : public LagrangianDS {
 public:
  Oscillator() : LagrangianDS(Vector::Constant(1, 0.1), Vector::Zero(1), OverriddenOperators{}, true, true) {
    motion_.mass = Matrix::Constant(1, 1, 2.0);
    motion_.stiffness = Matrix::Constant(1, 1, 50.0);
  }
  const LinearMotion* linearMotion() const override { return &motion_; }

 private:
  LinearMotion motion_;
  void doMass(VectorConstRef, MatrixRef mass) const override { mass(0, 0) = 2.0; }
  void doFIntGyr(double, VectorConstRef q, VectorConstRef, VectorRef force) const override {
    force[0] = 50.0 * q[0];
  }
  void doFIntGyrJacobians(double, VectorConstRef, VectorConstRef, MatrixRef dq, MatrixRef dv) const override {
    dq(0, 0) = 50.0;
    dv(0, 0) = 0.0;
  }
  bool doExactJacobians() const override { return true; }
};

/// It bounces on a wall with the bits of the oscillator of the kernel: it is stepped by the same loops.
TEST(UserSystem, MaySayThatItIsLinear) {
  Trial written(0.0, 2.0);
  auto& oscillator = written.model->add<Oscillator>();
  written.model->link(NewtonImpactNSL(0.8), LagrangianLinearTIR(Matrix{{1.0}}), oscillator);
  written.simulate(1e-2, MoreauJeanOSI(0.5));
  Trial built(0.0, 2.0);
  auto& same = built.model->add<LagrangianLinearTIDS>(Vector::Constant(1, 0.1), Vector::Zero(1),
                                                      Matrix::Constant(1, 1, 2.0),
                                                      Matrix::Constant(1, 1, 50.0), Matrix::Zero(1, 1));
  built.model->link(NewtonImpactNSL(0.8), LagrangianLinearTIR(Matrix{{1.0}}), same);
  built.simulate(1e-2, MoreauJeanOSI(0.5));
  for (int k = 0; k < 200; ++k) {
    written.step();
    built.step();
    ASSERT_EQ(oscillator.q()[0], same.q()[0]) << "step " << k;
    ASSERT_EQ(oscillator.v()[0], same.v()[0]) << "step " << k;
  }
}

/// A linear system is stepped by Schatzman and Paoli's scheme whoever wrote it, with the same bits.
TEST(UserSystem, MaySayThatItIsLinearToSchatzmanPaoli) {
  Trial written(0.0, 2.0);
  auto& oscillator = written.model->add<Oscillator>();
  written.model->link(NewtonImpactNSL(0.8), LagrangianLinearTIR(Matrix{{1.0}}), oscillator);
  written.simulate(1e-2, SchatzmanPaoliOSI());
  Trial built(0.0, 2.0);
  auto& same = built.model->add<LagrangianLinearTIDS>(Vector::Constant(1, 0.1), Vector::Zero(1),
                                                      Matrix::Constant(1, 1, 2.0),
                                                      Matrix::Constant(1, 1, 50.0), Matrix::Zero(1, 1));
  built.model->link(NewtonImpactNSL(0.8), LagrangianLinearTIR(Matrix{{1.0}}), same);
  built.simulate(1e-2, SchatzmanPaoliOSI());
  written.finish();
  built.finish();
  EXPECT_EQ(written.values(), built.values());
}

/// The spring of a linear system does work that the balance of energies knows: with theta = 1/2 nothing is left.
TEST(UserSystem, LinearOnesCloseTheBalanceOfEnergies) {
  Trial run(0.0, 2.0);
  auto& oscillator = run.model->add<Oscillator>();
  run.model->link(NewtonImpactNSL(0.8), LagrangianLinearTIR(Matrix{{1.0}}), oscillator);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  EnergyBalance balance;
  run.simulation->run(balance);
  EXPECT_LE(balance.worstDefect(), 1e-12);
  EXPECT_LT(balance.now().normal, -0.01);  // it has hit the wall
}

/// A charge of mass 1 in a magnetic field: v' = w J v, with J the turn by a right angle.
class Charge final : public MechanicalDS {
 public:
  explicit Charge(double w) : MechanicalDS(Vector::Zero(2), Vector::Unit(2, 0), true, true), w_(w) {}
  bool hasGyroscopicTerms() const override { return true; }
  void addGyroscopicTerms(double factor, VectorConstRef v, VectorRef sum) const override {
    sum[0] += factor * w_ * v[1];
    sum[1] -= factor * w_ * v[0];
  }
  void addGyroscopicJacobian(double factor, VectorConstRef, MatrixRef sum) const override {
    sum(0, 1) += factor * w_;
    sum(1, 0) -= factor * w_;
  }

 private:
  void doMass(VectorConstRef, MatrixRef mass) const override { mass.setIdentity(); }
  void doFExt(double, VectorRef) const override {}
  void doFIntGyr(double, VectorConstRef, VectorConstRef v, VectorRef force) const override {
    addGyroscopicTerms(1.0, v, force);
  }
  void doFIntGyrJacobians(double, VectorConstRef, VectorConstRef v, MatrixRef, MatrixRef dv) const override {
    addGyroscopicJacobian(1.0, v, dv);
  }
  bool doExactJacobians() const override { return true; }

  double w_;
};

/// With theta = 1 the terms are taken at the end of a step, where they are damping: the speed falls by
/// 1 / sqrt(1 + (w h)^2) a step. With theta = 1/2 a step turns the velocity by 2 atan(w h / 2) and the speed stays.
TEST(UserSystem, GyroscopicTermsAreTakenAtTheMeanVelocity) {
  const double w = 3.0;
  const double h = 0.1;
  Trial half(0.0, 1.0);
  auto& charge = half.model->add<Charge>(w);
  half.simulate(h, MoreauJeanOSI(0.5));
  half.steps(10);
  const double angle = 10.0 * 2.0 * std::atan(0.5 * w * h);
  EXPECT_NEAR(charge.v()[0], std::cos(angle), 1e-12);
  EXPECT_NEAR(charge.v()[1], std::sin(angle), 1e-12);
  Trial full(0.0, 1.0);
  auto& damped = full.model->add<Charge>(w);
  full.simulate(h, MoreauJeanOSI(1.0));
  full.steps(10);
  EXPECT_NEAR(damped.v().norm(), std::pow(1.0 + w * w * h * h, -5.0), 1e-12);
}

/// An oscillator whose answers contradict its one degree of freedom.
class Contradiction final : public LagrangianDS {
 public:
  explicit Contradiction(LinearMotion motion)
      : LagrangianDS(Vector::Zero(1), Vector::Zero(1), OverriddenOperators{}, true, true),
        motion_(std::move(motion)) {}
  const LinearMotion* linearMotion() const override { return &motion_; }

 private:
  LinearMotion motion_;
  void doMass(VectorConstRef, MatrixRef mass) const override { mass(0, 0) = 1.0; }
  bool doExactJacobians() const override { return true; }
};

TEST(UserSystem, MatricesOfAnotherSizeAreRefused) {
  for (const bool stiffness : {false, true}) {
    LinearMotion motion{Matrix::Identity(1, 1), {}, {}};
    (stiffness ? motion.stiffness : motion.mass) = Matrix::Identity(2, 2);
    Trial run(0.0, 1.0);
    run.model->add<Contradiction>(motion).setName("rod");
    try {
      run.simulate(0.1, MoreauJeanOSI(0.5));
      FAIL() << "a matrix of another size was taken";
    } catch (const InvalidArgument& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("rod"), std::string::npos) << message;
      EXPECT_NE(message.find(stiffness ? "stiffness" : "mass"), std::string::npos) << message;
    }
  }
}

}  // namespace
}  // namespace nsds::test::user_systems_test
