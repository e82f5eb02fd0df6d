// Gyroscopic and Coriolis terms from the mass matrix: against terms derived by hand, and by what they do to the energy.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nsds/kernel.hpp>
#include <nsds/kernel/modeling/mechanics/gyroscopic.hpp>
#include <random>
#include <string>

#include "kernel/error_text.hpp"

namespace nsds::test::gyroscopic_test {
namespace {

constexpr double g = 9.81;

/// A double pendulum of unit masses and lengths in the angles of its rods from below.
void pendulumMass(VectorConstRef q, MatrixRef M) {
  const double c = std::cos(q[0] - q[1]);
  M << 2.0, c, c, 1.0;
}
void pendulumDerivative(VectorConstRef q, Index k, MatrixRef D) {
  const double d = (k == 0 ? -1.0 : 1.0) * std::sin(q[0] - q[1]);
  D << 0.0, d, d, 0.0;
}
void pendulumTerms(VectorConstRef q, VectorConstRef v, VectorRef N) {
  const double s = std::sin(q[0] - q[1]);
  N << s * v[1] * v[1], -s * v[0] * v[0];
}
Matrix pendulumDq(VectorConstRef q, VectorConstRef v) {
  const double c = std::cos(q[0] - q[1]), a = c * v[1] * v[1], b = c * v[0] * v[0];
  return Matrix{{a, -a}, {-b, b}};
}
Matrix pendulumDv(VectorConstRef q, VectorConstRef v) {
  const double s = std::sin(q[0] - q[1]);
  return Matrix{{0.0, 2.0 * s * v[1]}, {-2.0 * s * v[0], 0.0}};
}

struct Errors {
  double N = 0.0, dq = 0.0, dv = 0.0;
};

/// The largest errors over states of a few turns and rad/s.
Errors errorsOf(const GyroscopicTerms& terms) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-5.0, 5.0);
  Errors errors;
  for (int i = 0; i < 200; ++i) {
    const Vector q{{uniform(random), uniform(random)}}, v{{uniform(random), uniform(random)}};
    Vector N = Vector::Zero(2), expected(2);
    Matrix dq = Matrix::Zero(2, 2), dv = Matrix::Zero(2, 2);
    terms.force(q, v, N);
    terms.dForce_dq(q, v, dq);
    terms.dForce_dv(q, v, dv);
    pendulumTerms(q, v, expected);
    errors.N = std::max(errors.N, (N - expected).cwiseAbs().maxCoeff() / v.squaredNorm());
    errors.dq = std::max(errors.dq, (dq - pendulumDq(q, v)).cwiseAbs().maxCoeff() / v.squaredNorm());
    errors.dv = std::max(errors.dv, (dv - pendulumDv(q, v)).cwiseAbs().maxCoeff() / v.norm());
  }
  return errors;
}

TEST(Gyroscopic, TermsOfTheDoublePendulumAreThoseDerivedByHand) {
  const Errors byDifferences = errorsOf(gyroscopicFrom(pendulumMass));
  EXPECT_LT(byDifferences.N, 2e-12);
  EXPECT_LT(byDifferences.dv, 2e-12);
  EXPECT_LT(byDifferences.dq, 2e-9);

  const Errors byDerivative = errorsOf(gyroscopicFrom(pendulumDerivative));
  EXPECT_LT(byDerivative.N, 1e-15);
  EXPECT_LT(byDerivative.dv, 1e-15);
  EXPECT_LT(byDerivative.dq, 1e-11);
}

/// Six coordinates, M = I + A(q)ᵀ A(q). Whatever M is, vᵀ (N - M' v / 2) = 0, dN/dv is the derivative of N, and N is linear in
/// products of velocities.
TEST(Gyroscopic, TermsOfAnyMassDoNoWorkThatTheKineticEnergyDoesNotHave) {
  static constexpr Index n = 6;
  const auto mass = [](VectorConstRef q, MatrixRef M) {
    Matrix A(n, n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j)
        A(i, j) = std::sin(q[j] + 0.3 * static_cast<double>(i * j)) * std::cos(0.5 * q[(i + j) % n]);
    M = Matrix::Identity(n, n) + A.transpose() * A;
  };
  const GyroscopicTerms terms = gyroscopicFrom(mass);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-2.0, 2.0);
  for (int i = 0; i < 20; ++i) {
    const Vector q = Vector::NullaryExpr(n, [&] { return uniform(random); });
    const Vector v = Vector::NullaryExpr(n, [&] { return uniform(random); });
    Vector N = Vector::Zero(n), twice = Vector::Zero(n);
    Matrix dv = Matrix::Zero(n, n), dq = Matrix::Zero(n, n);
    terms.force(q, v, N);
    terms.force(q, 2.0 * v, twice);
    EXPECT_LT((twice - 4.0 * N).norm(), 1e-13 * N.norm());
    terms.dForce_dv(q, v, dv);
    EXPECT_LT((dv * v - 2.0 * N).norm(), 1e-13 * N.norm());  // Euler's theorem
    // M' along v by a difference of M.
    const double s = 1e-4;
    Matrix ahead(n, n), behind(n, n);
    mass(q + s * v, ahead);
    mass(q - s * v, behind);
    const Matrix rate = (ahead - behind) / (2.0 * s);
    EXPECT_NEAR(v.dot(N - 0.5 * rate * v), 0.0, 1e-6 * v.norm() * N.norm());
    // dN/dq along a direction.
    terms.dForce_dq(q, v, dq);
    const Vector w = Vector::NullaryExpr(n, [&] { return uniform(random); });
    Vector more = Vector::Zero(n), less = Vector::Zero(n);
    terms.force(q + s * w, v, more);
    terms.force(q - s * w, v, less);
    EXPECT_LT((dq * w - (more - less) / (2.0 * s)).norm(), 1e-6 * dq.norm());
  }
}

/// A scale of M far from one: M depends on q over a millimetre.
TEST(Gyroscopic, TheTypicalSizeScalesDifferences) {
  static constexpr double size = 1e-3;
  const auto mass = [](VectorConstRef q, MatrixRef M) { M(0, 0) = 2.0 + std::sin(q[0] / size); };
  const GyroscopicTerms terms = gyroscopicFrom(mass, size);
  const Vector q{{0.3e-3}}, v{{2.0}};
  Vector N = Vector::Zero(1);
  terms.force(q, v, N);
  EXPECT_NEAR(N[0], 0.5 * std::cos(0.3) / size * 4.0, 1e-11 * 2.0 / size);
}

LagrangianDS& addDoublePendulum(Model& model) {
  auto& pendulum = model.add<LagrangianDS>(Vector{{1.5, 2.0}}, Vector::Zero(2), pendulumMass);
  pendulum.setFInt([](double, VectorConstRef q, VectorConstRef,
                      VectorRef f) { f << 2.0 * g * std::sin(q[0]), g * std::sin(q[1]); },
                   [](double, VectorConstRef q, VectorConstRef, MatrixRef J) {
                     J << 2.0 * g * std::cos(q[0]), 0.0, 0.0, g * std::cos(q[1]);
                   },
                   [](double, VectorConstRef, VectorConstRef, MatrixRef J) { J.setZero(); });
  return pendulum;
}

double energy(const LagrangianDS& pendulum) {
  return pendulum.kineticEnergy() - g * (2.0 * std::cos(pendulum.q()[0]) + std::cos(pendulum.q()[1]));
}

/// Released high up the pendulum turns over; its energy stays, and the motion is that of the terms derived by hand.
TEST(Gyroscopic, TheDoublePendulumKeepsItsEnergy) {
  const SmoothOptions accurate{.relativeTolerance = 1e-12, .absoluteTolerance = 1e-12};
  Model hand(0.0, 4.0), own(0.0, 4.0);
  auto& expected = addDoublePendulum(hand);
  expected.setFGyr(pendulumTerms);
  auto& pendulum = addDoublePendulum(own);
  pendulum.setFGyr(gyroscopicFrom(pendulumMass));
  EXPECT_LT(check_jacobians(pendulum).dForce_dq, 1e-7);
  EXPECT_LT(check_jacobians(pendulum).dForce_dv, 1e-7);
  const double start = energy(pendulum);
  EventDriven first(hand, TimeDiscretisation(0.0, 0.1), Dopri5(accurate));
  EventDriven second(own, TimeDiscretisation(0.0, 0.1), Dopri5(accurate));
  double drift = 0.0;
  first.run();
  second.run([&](const Simulation&) { drift = std::max(drift, std::abs(energy(pendulum) - start)); });
  EXPECT_LT(drift, 1e-9 * g);
  EXPECT_LT((pendulum.q() - expected.q()).norm(), 1e-7);
}

/// An implicit scheme has its Jacobians, and so nothing is said of differences, and iterates are as many as with terms and
/// Jacobians derived by hand.
TEST(Gyroscopic, JacobiansServeNewtonsMethod) {
  std::int64_t iterations[2] = {};
  Vector ends[2];
  for (const bool byHand : {true, false}) {
    Model model(0.0, 2.0);
    std::string log;
    model.setLogSink([&](LogLevel, std::string_view text) { log += text; });
    auto& pendulum = addDoublePendulum(model);
    if (byHand) {
      pendulum.setFGyr(
          pendulumTerms, [](VectorConstRef q, VectorConstRef v, MatrixRef J) { J = pendulumDq(q, v); },
          [](VectorConstRef q, VectorConstRef v, MatrixRef J) { J = pendulumDv(q, v); });
    } else {
      pendulum.setFGyr(gyroscopicFrom(pendulumMass));
    }
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5, Evaluation::middle));
    simulation.run();
    EXPECT_FALSE(says(log, "finite differences")) << log;
    iterations[byHand ? 0 : 1] = simulation.statistics().newtonIterations;
    ends[byHand ? 0 : 1] = pendulum.q();
  }
  EXPECT_EQ(iterations[0], iterations[1]);
  EXPECT_LT((ends[0] - ends[1]).norm(), 1e-8);
}

TEST(Gyroscopic, BadInputIsNamed) {
  const auto text = [](const auto& call) { return errorText<InvalidArgument>(call); };
  EXPECT_TRUE(says(text([] { gyroscopicFrom(LagrangianDS::MassFunction{}); }), "the mass function is empty"));
  EXPECT_TRUE(says(text([] { gyroscopicFrom(MassDerivative{}); }), "the derivative of the mass is empty"));
  for (const double size : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_TRUE(says(text([&] { gyroscopicFrom(pendulumMass, size); }), "the typical size"));

  // What is not a number is an error of the system's.
  Model model(0.0, 1.0);
  auto& pendulum = addDoublePendulum(model);
  pendulum.setName("swing");
  pendulum.setFGyr(gyroscopicFrom(
      MassDerivative([](VectorConstRef, Index, MatrixRef D) { D.setConstant(std::nan("")); })));
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  EXPECT_TRUE(says(errorText<Error>([&] { simulation.run(); }), "swing"));
}

}  // namespace
}  // namespace nsds::test::gyroscopic_test
