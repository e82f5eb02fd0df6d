// What users' functions can do wrong in the middle of a step: NaN, exceptions, iterations that do not
// converge. The state is then that of the start of the step, to the bit, and the step can be done again.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernel/modeling/user_parts.hpp"
#include "kernel/models.hpp"
#include "support/numbers.hpp"

namespace nsds::test::failure_test {
namespace {

enum class Fault { none, notANumber, exception };

/// A rod on a spring above a stop, every operator a function that fails when `fault` says so.
struct Breakable {
  double at(const std::string& name) const {
    if (fault == Fault::none || broken != name) return 0.0;
    if (fault == Fault::exception) throw std::runtime_error("user's own");
    return nan;
  }

  Breakable() : run(0.0, 1.0) {
    rod = &run.model->add<LagrangianDS>(Vector{{0.02, 0.3}}, Vector{{-1.0, 0.0}},
                                        [this](VectorConstRef q, MatrixRef M) {
                                          M(0, 0) = 1.0 + at("M(q)") + 0.1 * q[1] * q[1];
                                          M(1, 1) = 1.0;
                                        });
    rod->setName("rod");
    rod->setFExt([this](double t, VectorRef f) {
      f[0] = -1.0 + at("F_ext");
      f[1] = std::sin(t);
    });
    rod->setFInt(
        [this](double, VectorConstRef q, VectorConstRef, VectorRef f) {
          f[0] = q[0] + at("F_int");
          f[1] = q[1];
        },
        [this](double, VectorConstRef, VectorConstRef, MatrixRef J) {
          J(0, 0) = 1.0 + at("dF/dq");
          J(1, 1) = 1.0;
        },
        [this](double, VectorConstRef, VectorConstRef, MatrixRef J) { J(1, 0) = at("dF/dv"); });
    run.model->link(
        NewtonImpactNSL(0.5),
        LagrangianScleronomousR(
            1, [this](VectorConstRef q, VectorRef y) { y[0] = q[0] + 0.1 * q[0] * q[0] + at("the output"); },
            [this](VectorConstRef q, MatrixRef H) {
              H(0, 0) = 1.0 + 0.2 * q[0];
              H(0, 1) = at("the Jacobian");
            }),
        *rod);
    run.simulate(1e-3, MoreauJeanOSI(0.5));
  }

  Fault fault = Fault::none;
  std::string broken;
  Trial run;
  LagrangianDS* rod = nullptr;
};

struct Operator {
  const char* name;   // as the message says it
  const char* owner;  // named as well
};

class BrokenOperator : public testing::TestWithParam<Operator> {};

std::string label(const testing::TestParamInfo<Operator>& value) {
  std::string name;
  for (const char c : std::string(value.param.name)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  }
  return name;
}

/// The gap of 2 cm closes at 1 m/s in step 20, so that steps 15 to 25 are with and without contact.
TEST_P(BrokenOperator, ReturningNaNIsNamedAndTheStepTakenBack) {
  Breakable whole;
  whole.run.steps(25);
  Breakable b;
  b.broken = GetParam().name;
  b.run.steps(15);
  for (int k = 0; k < 10; ++k) {
    const State before = b.run.model->state();
    b.fault = Fault::notANumber;
    try {
      b.run.step();
      FAIL() << "no error";
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(GetParam().owner), std::string::npos) << message;
      EXPECT_NE(message.find(GetParam().name), std::string::npos) << message;
      EXPECT_NE(message.find("nan"), std::string::npos) << message;
    }
    EXPECT_TRUE(b.run.model->state() == before);
    b.fault = Fault::none;
    b.run.step();
  }
  EXPECT_EQ(b.run.values(), whole.run.values());
}

TEST_P(BrokenOperator, ThrowingPassesThroughAndTheStepIsTakenBack) {
  Breakable whole;
  whole.run.steps(25);
  Breakable b;
  b.broken = GetParam().name;
  b.run.steps(15);
  for (int k = 0; k < 10; ++k) {
    const State before = b.run.model->state();
    b.fault = Fault::exception;
    EXPECT_THROW(b.run.step(), std::runtime_error);
    EXPECT_TRUE(b.run.model->state() == before);
    b.fault = Fault::none;
    b.run.step();
  }
  EXPECT_EQ(b.run.values(), whole.run.values());
}

/// At the beginning of a step outputs and forces are evaluated anew if the user changed something. A failure
/// there leaves no NaN behind, and the run goes on as if there had been none.
TEST_P(BrokenOperator, FailingAfterAChangeLeavesTheState) {
  Breakable whole;
  whole.run.steps(15);
  whole.rod->setQ(Vector{{0.005, 0.3}});
  whole.run.steps(10);
  Breakable b;
  b.broken = GetParam().name;
  b.run.steps(15);
  b.rod->setQ(Vector{{0.005, 0.3}});
  for (const Fault fault : {Fault::notANumber, Fault::exception}) {
    b.fault = fault;
    EXPECT_THROW(b.run.step(), std::runtime_error);
    for (const double value : b.run.values()) EXPECT_TRUE(std::isfinite(value));
    EXPECT_EQ(b.rod->q(), (Vector{{0.005, 0.3}}));
  }
  b.fault = Fault::none;
  b.run.steps(10);
  EXPECT_EQ(b.run.values(), whole.run.values());
}

INSTANTIATE_TEST_SUITE_P(Operators, BrokenOperator,
                         testing::Values(Operator{"M(q)", "rod"}, Operator{"F_ext", "rod"},
                                         Operator{"F_int", "rod"}, Operator{"dF/dq", "rod"},
                                         Operator{"dF/dv", "rod"},
                                         Operator{"the output", "LagrangianScleronomousR"},
                                         Operator{"the Jacobian", "LagrangianScleronomousR"}),
                         label);

TEST(BrokenFirstOrderOperator, IsNamedAndTheStepTakenBack) {
  for (const std::string broken : {"A(t)", "b(t)"}) {
    Trial run(0.0, 1.0);
    bool fault = false;
    const auto part = [&](const char* name) { return fault && broken == name ? nan : 0.0; };
    auto& filter = run.model->add<FirstOrderLinearDS>(
        Vector::Ones(1), [&](double t, MatrixRef A) { A(0, 0) = -1.0 - t + part("A(t)"); });
    filter.setB([&](double t, VectorRef b) { b[0] = std::cos(t) + part("b(t)"); });
    filter.setName("filter");
    run.simulate(1e-2, EulerMoreauOSI(0.5));
    run.steps(3);
    const State before = run.model->state();
    fault = true;
    try {
      run.step();
      FAIL() << "no error for " << broken;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("filter: " + broken), std::string::npos) << error.what();
    }
    EXPECT_TRUE(run.model->state() == before);
    fault = false;
    run.step();
    EXPECT_EQ(run.simulation->step(), 4);
  }
}

/// A law whose shift or next state is not finite is named as the culprit, not the solver that is handed the
/// result.
class BrokenNSL final : public NonSmoothLaw {
 public:
  BrokenNSL(double shift, double next) : NonSmoothLaw("BrokenNSL", 1, 1), shift_(shift), next_(next) {}

 private:
  AdmissibleSet doAdmissibleSet() const override { return OrthantSet{}; }
  void doShift(double, VectorConstRef, VectorConstRef, VectorRef shift) const override { shift[0] = shift_; }
  void doUpdateState(double, VectorConstRef, VectorConstRef, VectorRef state) const override {
    state[0] = next_;
  }

  double shift_;
  double next_;
};

TEST(BrokenLaw, IsNamedAndTheStepTakenBack) {
  for (const BrokenNSL& law : {BrokenNSL(nan, 0.0), BrokenNSL(0.0, nan)}) {
    for (const bool firstOrder : {false, true}) {
      Trial run(0.0, 1.0);
      if (firstOrder) {
        auto& x = run.model->add<FirstOrderLinearDS>(Vector::Zero(1), Matrix::Identity(1, 1));
        run.model->link(law, FirstOrderLinearTIR(Matrix::Identity(1, 1), Matrix::Identity(1, 1)), x);
        run.simulate(1e-2, EulerMoreauOSI(1.0));
      } else {
        auto& ball = addBall(*run.model, 0.0);
        run.model->link(law, LagrangianLinearTIR(Matrix{{1.0}}), ball);
        run.simulate(1e-2, MoreauJeanOSI(0.5));
      }
      const State before = run.model->state();
      try {
        run.step();
        FAIL() << "no error";
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("BrokenNSL"), std::string::npos) << error.what();
      }
      EXPECT_TRUE(run.model->state() == before);
    }
  }
}

/// q'' = -1e6 sin(1e3 q) with a step of 1: Newton's method has no hope in two iterations.
TEST(NewtonLoop, ThatDoesNotConvergeThrowsWithTheFactsAndTakesTheStepBack) {
  Trial run(0.0, 10.0);
  auto& system = run.model->add<LagrangianDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  system.setFInt(
      [](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = 1e6 * std::sin(1e3 * q[0]); });
  run.simulate(1.0, MoreauJeanOSI(0.5));
  run.simulation->setNewtonOptions({.tolerance = 1e-12, .maxIterations = 2});
  const State before = run.model->state();
  try {
    run.step();
    FAIL() << "no NewtonError";
  } catch (const NewtonError& error) {
    EXPECT_EQ(error.step(), 0);
    EXPECT_EQ(error.time(), 1.0);
    EXPECT_GT(error.residual(), 1e-12);
    EXPECT_NE(std::string(error.what()).find("2 iterations"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(run.model->state() == before);
  EXPECT_EQ(run.simulation->step(), 0);

  // On request the last iterate is taken, and the log says so.
  std::vector<std::string> warnings;
  run.model->setLogSink([&](LogLevel level, std::string_view message) {
    if (level == LogLevel::warning) warnings.emplace_back(message);
  });
  run.simulation->setNewtonOptions({.tolerance = 1e-12, .maxIterations = 2, .throwOnFailure = false});
  run.step();
  EXPECT_EQ(run.simulation->step(), 1);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("did not converge"), std::string::npos) << warnings[0];
}

/// M = v v^T is singular, whatever rounding makes of its determinant (0.1 - 0.6 * (0.6 * 0.1) / 0.6 and the
/// like).
TEST(SingularIterationMatrix, IsNamedAndTheStepTakenBack) {
  for (const double x : {1.0, 0.1, 0.3, 0.7}) {
    for (const double y : {0.6, 1.1, 1.3, 2.7}) {
      Trial run(0.0, 1.0);
      bool singular = false;
      auto& rod =
          run.model->add<LagrangianDS>(Vector::Zero(2), Vector::Zero(2), [&](VectorConstRef, MatrixRef M) {
            M << x * x, x * y, x * y, y * y;
            if (!singular) M.diagonal().array() += 1.0;
          });
      rod.setName("rod");
      rod.setFExt(Vector::Ones(2));
      run.simulate(1e-2, MoreauJeanOSI(0.5));
      run.step();
      const State before = run.model->state();
      singular = true;
      try {
        run.step();
        FAIL() << "no error for x = " << x << ", y = " << y;
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("rod"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("singular"), std::string::npos) << error.what();
      }
      EXPECT_TRUE(run.model->state() == before);
    }
  }
}

/// A regular matrix is not called singular because its entries differ in size: kilograms beside the moment of
/// inertia of a grain of sand. v = h M^-1 F exactly.
TEST(SingularIterationMatrix, IsNotABadlyScaledOne) {
  Trial run(0.0, 1.0);
  const double m = 1e3, s = 1e-9, J = 1e-20;  // s^2 < m J
  auto& body = run.model->add<LagrangianDS>(Vector::Zero(2), Vector::Zero(2), Matrix{{m, s}, {s, J}});
  body.setFExt(Vector{{m, s}});  // M (1, 0)
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.step();
  EXPECT_NEAR(body.v()[0], 1e-2, 1e-15);
}

}  // namespace
}  // namespace nsds::test::failure_test
