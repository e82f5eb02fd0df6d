// Jacobians that are missing, wrong, or right.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/modeling/user_parts.hpp"
#include "kernel/models.hpp"

namespace nsds::test::jacobian_test {
namespace {

std::unique_ptr<std::vector<std::string>> collectLog(Model& model) {
  auto lines = std::make_unique<std::vector<std::string>>();
  model.setLogSink([sink = lines.get()](LogLevel, std::string_view line) { sink->emplace_back(line); });
  return lines;
}

LagrangianDS& addDuffing(Model& model, LagrangianDS::InternalJacobian dq, LagrangianDS::InternalJacobian dv) {
  auto& duffing = model.add<LagrangianDS>(Vector::Ones(1), Vector::Ones(1), Matrix::Identity(1, 1));
  duffing.setName("duffing");
  duffing.setFInt([](double, VectorConstRef q, VectorConstRef v,
                     VectorRef f) { f[0] = q[0] * q[0] * q[0] + 0.1 * v[0] * std::abs(v[0]); },
                  std::move(dq), std::move(dv));
  return duffing;
}

void stiffness(double, VectorConstRef q, VectorConstRef, MatrixRef J) {
  J(0, 0) = 3.0 * q[0] * q[0];
}
void damping(double, VectorConstRef, VectorConstRef v, MatrixRef J) {
  J(0, 0) = 0.2 * std::abs(v[0]);
}

TEST(CheckJacobians, FindsRightOnesRight) {
  Model model(0.0, 1.0);
  const JacobianCheck check = check_jacobians(addDuffing(model, stiffness, damping));
  EXPECT_LT(check.dForce_dq, 1e-7);
  EXPECT_LT(check.dForce_dv, 1e-7);
}

/// -3 q^2 for 3 q^2 at q = 1 deviates by 6 of 3; 0.1 |v| for 0.2 |v| by half of the larger.
TEST(CheckJacobians, DetectsWrongOnes) {
  Model model(0.0, 1.0);
  const JacobianCheck check = check_jacobians(addDuffing(
      model, [](double, VectorConstRef q, VectorConstRef, MatrixRef J) { J(0, 0) = -3.0 * q[0] * q[0]; },
      [](double, VectorConstRef, VectorConstRef v, MatrixRef J) { J(0, 0) = 0.1 * std::abs(v[0]); }));
  EXPECT_NEAR(check.dForce_dq, 2.0, 1e-6);
  EXPECT_NEAR(check.dForce_dv, 0.5, 1e-6);
}

/// f = −x², y = x λ, r = λ²; a sign of f and a factor of B are wrong on request.
TEST(CheckJacobians, OfFirstOrderFindWrongOnes) {
  for (const double wrong : {1.0, 2.0}) {
    Model model(0.0, 1.0);
    const auto& system = model.add<FirstOrderNonLinearDS>(
        Vector{{1.0}}, [](double, VectorConstRef x, VectorRef f) { f[0] = -x[0] * x[0]; },
        [=](double, VectorConstRef x, MatrixRef A) { A(0, 0) = -2.0 * wrong * x[0]; });
    const FirstOrderNonLinearR relation(
        1, [](double, VectorConstRef x, VectorConstRef l, VectorRef y) { y[0] = x[0] * l[0]; },
        [](double, VectorConstRef, VectorConstRef l, VectorRef r) { r[0] = l[0] * l[0]; },
        [](double, VectorConstRef x, VectorConstRef l, MatrixRef C, MatrixRef D) {
          C(0, 0) = l[0];
          D(0, 0) = x[0];
        },
        [=](double, VectorConstRef, VectorConstRef l, MatrixRef K, MatrixRef B) {
          K(0, 0) = 0.0;
          B(0, 0) = 2.0 * wrong * l[0];
        });
    EXPECT_NEAR(check_jacobian(system, Vector{{1.5}}), 1.0 - 1.0 / wrong, 1e-7);
    const FirstOrderJacobianCheck check = check_jacobians(relation, Vector{{1.5}}, Vector{{0.7}});
    EXPECT_LT(check.dOutput_dx, 1e-7);
    EXPECT_LT(check.dOutput_dlambda, 1e-7);
    EXPECT_LT(check.dInput_dx, 1e-7);
    EXPECT_NEAR(check.dInput_dlambda, 1.0 - 1.0 / wrong, 1e-7);
    EXPECT_THROW(check_jacobian(system, Vector{{1.0, 2.0}}), InvalidArgument);
    EXPECT_THROW(check_jacobians(relation, Vector{{1.0}}, Vector{{1.0, 2.0}}), InvalidArgument);
  }
}

/// The same solution, in as many iterations: differences are good enough for Newton's method.
TEST(MissingJacobian, IsTakenByFiniteDifferencesAndLoggedOnce) {
  Trial exact(0.0, 1.0);
  auto& expected = addDuffing(*exact.model, stiffness, damping);
  const auto silent = collectLog(*exact.model);
  exact.simulate(1e-2, MoreauJeanOSI(0.5));
  exact.finish();
  EXPECT_TRUE(silent->empty());

  Trial run(0.0, 1.0);
  auto& duffing = addDuffing(*run.model, stiffness, {});
  EXPECT_FALSE(duffing.exactJacobians());
  const auto lines = collectLog(*run.model);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.steps(50);
  auto& other = addBall(*run.model, 1.0);  // compiled anew twice
  run.steps(25);
  run.model->remove(other);
  run.finish();
  EXPECT_NEAR(duffing.q()[0], expected.q()[0], 1e-9);
  EXPECT_EQ(run.simulation->statistics().newtonIterations, exact.simulation->statistics().newtonIterations);
  ASSERT_EQ(lines->size(), 1U) << testing::PrintToString(*lines);
  EXPECT_NE(lines->front().find("duffing"), std::string::npos) << lines->front();
  EXPECT_NE(lines->front().find("finite differences"), std::string::npos) << lines->front();
}

TEST(MissingJacobian, OfARelationIsTakenByFiniteDifferencesAndLoggedOnce) {
  const auto build = [](bool given) {
    Trial run(0.0, 1.0);
    auto& pendulum = run.model->add<Pendulum>(1.0, 10.0);
    LagrangianScleronomousR::Jacobian H;
    if (given) H = [](VectorConstRef q, MatrixRef J) { J(0, 0) = std::cos(q[0]); };
    run.model
        ->link(NewtonImpactNSL(0.5),
               LagrangianScleronomousR(
                   1, [](VectorConstRef q, VectorRef y) { y[0] = std::sin(q[0]); }, H),
               pendulum)
        .setName("stop");
    return run;
  };
  Trial exact = build(true);
  exact.simulate(1e-2, MoreauJeanOSI(0.5));
  exact.finish();
  Trial run = build(false);
  const auto lines = collectLog(*run.model);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.steps(50);
  addBall(*run.model, 100.0);
  run.finish();
  const auto pendulumOf = [](const Trial& r) -> const Pendulum& {
    return static_cast<const Pendulum&>(*r.model->nsds().systems().front());
  };
  EXPECT_NEAR(pendulumOf(run).q()[0], pendulumOf(exact).q()[0], 1e-8);
  EXPECT_NEAR(pendulumOf(run).v()[0], pendulumOf(exact).v()[0], 1e-8);
  ASSERT_EQ(lines->size(), 1U) << testing::PrintToString(*lines);
  EXPECT_NE(lines->front().find("stop"), std::string::npos) << lines->front();
}

/// A stiff pendulum that overrides its force and says nothing of Jacobians.
class StiffPendulum final : public LagrangianDS {
 public:
  StiffPendulum() : LagrangianDS(Vector::Ones(1), Vector::Zero(1), OverriddenOperators{}, true, true) {}

 private:
  void doMass(VectorConstRef, MatrixRef mass) const override { mass(0, 0) = 1.0; }
  void doFIntGyr(double, VectorConstRef q, VectorConstRef, VectorRef force) const override {
    force[0] = 1e6 * std::sin(q[0]);
  }
};

/// The Jacobian is not zero in silence: it is differenced, and the log says so. (With zero the iteration
/// v <- v_k - h F(q_k + h v / 2) would multiply errors by h^2 1e6 / 4 = 25.)
TEST(MissingJacobian, OfAnOverriddenForceIsNotZero) {
  Trial run(0.0, 0.1);
  auto& pendulum = run.model->add<StiffPendulum>();
  EXPECT_FALSE(pendulum.exactJacobians());
  EXPECT_LT(check_jacobians(pendulum).dForce_dq, 1e-7);
  Matrix dq(1, 1);
  Matrix dv(1, 1);
  pendulum.forceJacobians(0.0, pendulum.q(), pendulum.v(), dq, dv);
  EXPECT_NEAR(dq(0, 0), -1e6 * std::cos(1.0), 1.0);
  EXPECT_EQ(dv(0, 0), 0.0);
  const auto lines = collectLog(*run.model);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.finish();
  EXPECT_EQ(lines->size(), 1U);
}

}  // namespace
}  // namespace nsds::test::jacobian_test
