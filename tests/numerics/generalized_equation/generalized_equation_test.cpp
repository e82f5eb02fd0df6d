// Generalised equations 0 ∈ F(z) + T(z) with known answers, what calls must do, and what they refuse.
#include "nsds/numerics/cpp/generalized_equation.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>

#include "numerics/vi/vi_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::generalized_equation_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::generalized_equation::Problem;
using nn::generalized_equation::ResolventFunction;

class EquationSolvers : public ::testing::TestWithParam<int> {
 protected:
  std::string name() const { return nsds_solver_at(NSDS_CLASS_GENERALIZED_EQUATION, GetParam())->name; }
  nn::Options options(double tolerance) const {
    return nn::Options(NSDS_CLASS_GENERALIZED_EQUATION, name()).set("tolerance", tolerance);
  }
};

INSTANTIATE_TEST_SUITE_P(All, EquationSolvers, ::testing::Range(0, 4), [](const auto& test) {
  return std::string(nsds_solver_at(NSDS_CLASS_GENERALIZED_EQUATION, test.param)->name);
});

// T = ∂(weight |.|_1): the soft threshold.
ResolventFunction soft_threshold(double weight) {
  return [weight](double rho, const auto& x, auto out) {
    out = x.array().sign() * (x.array().abs() - rho * weight).max(0.0);
  };
}

// T = N_K, whatever rho.
ResolventFunction onto(const nn::vi::Projector& project) {
  return [project](double, const auto& x, auto out) { project(x, out); };
}

// min |z - c|²/2 + |z|_1: each |c_i| loses one.
TEST_P(EquationSolvers, ThresholdsThePointNextToZero) {
  const Eigen::Vector4d c(3.0, -0.5, 1.0, -2.5);
  const nn::NonlinearMap F([c](const auto& z, auto w) { w = z - c; });
  const Problem problem(F, soft_threshold(1.0), 4);
  const auto solved = problem.solve(VectorXd::Zero(4), options(1e-11));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - Eigen::Vector4d(2.0, 0.0, 0.0, -1.5)).norm(), 1e-10);
  EXPECT_LE((solved.w - (solved.z - c)).norm(), 1e-15);
}

// Planted: F(z*) = -s with s in the subdifferential of |.|_1 at z*, degenerate entries (z = 0, |s| = 1) too.
TEST_P(EquationSolvers, FindsPlantedSolutions) {
  Random random(4);
  for (const int n : {3, 12, 40}) {
    VectorXd z = VectorXd::Zero(n), s(n);
    for (int i = 0; i < n; ++i) {
      if (i % 3 == 0) z[i] = random.uniform(-2.0, 2.0);
      s[i] = i % 3 == 0 ? std::copysign(1.0, z[i]) : i % 3 == 1 ? random.uniform(-0.9, 0.9) : 1.0;
    }
    const Problem problem(strongly_monotone(z, -s, random), soft_threshold(1.0), n);
    const auto solved = problem.solve(VectorXd::Zero(n), options(1e-10));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_LE((solved.z - z).norm(), 1e-8 * (1.0 + z.norm()));
    EXPECT_LE(problem.residual(solved.z).value, 1e-10);
  }
}

// T = N_K is the variational inequality over K.
TEST_P(EquationSolvers, TheNormalConeOfASetIsTheInequality) {
  Random random(6);
  for (int trial = 0; trial < 5; ++trial) {
    const VectorXd z = random.vector(6, -1.0, 1.0), w = random.vector(6, -2.0, 2.0);
    const nn::NonlinearMap F = strongly_monotone(z, w, random);
    const auto project = [](const auto& x, auto p) {
      p.head(3) = onto_lorentz(x.head(3), 0.5);
      p.tail(3) = onto_lorentz(x.tail(3), 2.0);
    };
    const auto vi = nn::vi::Problem(F, {nn::vi::Cone::lorentz(3, 0.5), nn::vi::Cone::lorentz(3, 2.0)})
                        .solve(VectorXd::Zero(6), nn::Options(NSDS_CLASS_VI).set("tolerance", 1e-12));
    const auto equation = Problem(F, onto(project), 6).solve(VectorXd::Zero(6), options(1e-11));
    ASSERT_TRUE(vi.ok() && equation.ok()) << vi.report.message << equation.report.message;
    EXPECT_LE((vi.z - equation.z).norm(), 1e-10);
  }
}

// min x² + y² with x + y = 1 and x ≥ 0.75 as a generalised equation: F = (∇L, +g, +h), T the normal cone of ℝ² x ℝ₊ x ℝ.
// Monotone, and not strongly: forward-backward is not proved for it.
TEST_P(EquationSolvers, SolvesTheConditionsOfAProgram) {
  if (name() == "forward_backward") return;
  const nn::NonlinearMap F([](const auto& z, auto w) {
    w[0] = 2.0 * z[0] - z[2] - z[3];
    w[1] = 2.0 * z[1] - z[3];
    w[2] = z[0] - 0.75;
    w[3] = z[0] + z[1] - 1.0;
  });
  const auto resolvent = [](double, const auto& x, auto out) {
    out = x;
    out[2] = std::max(x[2], 0.0);
  };
  const auto solved = Problem(F, resolvent, 4).solve(VectorXd::Zero(4), options(1e-11));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - Eigen::Vector4d(0.75, 0.25, 1.0, 0.5)).norm(), 1e-9);
}

TEST_P(EquationSolvers, ReturnsASolutionAtOnce) {
  Random random(2);
  const VectorXd at = random.vector(5, 0.5, 1.0);
  const Problem problem(strongly_monotone(at, -VectorXd::Ones(5), random), soft_threshold(1.0), 5);
  const auto solved = problem.solve(VectorXd::Zero(5), options(1e-11));
  ASSERT_TRUE(solved.ok());
  const auto again = problem.solve(solved.z, options(1e-10));
  EXPECT_EQ(again.report.iterations, 0);
  EXPECT_EQ(again.z, solved.z);
}

// z -> z / a, F -> c F and T -> c T(a z): powers of two change no bit.
TEST_P(EquationSolvers, ChangeOfUnitsChangesNothing) {
  const MatrixXd M = (MatrixXd(2, 2) << 3.0, 1.0, -1.0, 2.0).finished();
  const Eigen::Vector2d q(-2.0, 0.25);
  const auto make = [&](double a, double c) {
    return Problem(nn::NonlinearMap([M, q, a, c](const auto& z, auto w) { w = c * (M * (a * z) + q); }),
                   soft_threshold(c), 2)
        .set_scales(1.0 / a, c);
  };
  const auto reference = make(1.0, 1.0).solve(VectorXd::Zero(2), options(1e-10));
  ASSERT_TRUE(reference.ok()) << reference.report.message;
  for (const auto& [a, c] : {std::tuple{0x1p10, 1.0}, {1.0, 0x1p-20}, {0x1p-6, 0x1p30}}) {
    const auto solved = make(a, c).solve(VectorXd::Zero(2), options(1e-10));
    EXPECT_EQ(solved.report.iterations, reference.report.iterations);
    EXPECT_EQ(solved.z * a, reference.z);
    EXPECT_EQ(solved.report.residual.value, reference.report.residual.value);
  }
}

TEST_P(EquationSolvers, LimitsAndCounts) {
  int evaluations = 0;
  const nn::NonlinearMap F([&](const auto& z, auto w) {
    ++evaluations;
    w = z.array().cube().matrix() + z - VectorXd::Constant(3, 5.0);
  });
  const Problem problem(F, soft_threshold(0.5), 3);
  const auto solved = problem.solve(VectorXd::Zero(3), options(1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_EQ(solved.report.evaluations, evaluations);
  EXPECT_EQ(solved.report.jacobians,
            2);  // F is linearised where a point is judged: the start, and what is returned
  const auto once = problem.solve(VectorXd::Zero(3), options(1e-13).set("max_iterations", 1));
  EXPECT_EQ(once.report.status, NSDS_MAX_ITERATIONS);
  EXPECT_EQ(once.report.iterations, 1);
  EXPECT_EQ(problem.solve(VectorXd::Zero(3), options(1e-13).set("time_limit", 0.0)).report.status,
            NSDS_TIME_LIMIT);
  int calls = 0;
  const auto stop = [](const nsds_progress*, void* user) { return ++*static_cast<int*>(user) >= 2 ? 1 : 0; };
  EXPECT_EQ(problem.solve(VectorXd::Zero(3), options(1e-13).set_callback(stop, &calls)).report.status,
            NSDS_INTERRUPTED);
  EXPECT_EQ(calls, 2);
}

TEST_P(EquationSolvers, ThrowsWhatCallbacksThrow) {
  const nn::NonlinearMap good([](const auto& z, auto w) { w = z - VectorXd::Ones(2); });
  const nn::NonlinearMap bad([](const auto&, auto) { throw std::domain_error("of the map"); });
  const auto throwing = [](double, const auto&, auto) { throw std::range_error("of the resolvent"); };
  EXPECT_THROW(Problem(bad, soft_threshold(1.0), 2).solve(VectorXd::Zero(2), options(1e-9)),
               std::domain_error);
  EXPECT_THROW(Problem(good, throwing, 2).solve(VectorXd::Zero(2), options(1e-9)), std::range_error);
}

// The logarithm is defined for positive numbers alone, and so are the values of the resolvent of N for z ≥ 0.1.
TEST_P(EquationSolvers, ShortensStepsThatLeaveTheDomain) {
  const auto F = [](const auto& z, auto w) {
    if (z.minCoeff() <= 0.0) return false;
    w = z.array().log().matrix();
    return true;
  };
  const Problem problem(nn::NonlinearMap(F), soft_threshold(1.0), 2);
  const auto solved = problem.solve(VectorXd::Constant(2, 20.0), options(1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - VectorXd::Constant(2, std::exp(-1.0))).norm(), 1e-9);
}

int evaluate(void*, const double* z, double* F) {
  for (int i = 0; i < 2; ++i) F[i] = z[i] - 3.0;
  return 0;
}

int identity(void*, double, const double* x, double* out) {
  out[0] = x[0];
  out[1] = x[1];
  return 0;
}

struct Call {
  nsds_generalized_equation problem{};
  double z[2] = {0.25, 0.5}, w[2] = {7.0, 8.0};
  double* z_argument = z;
  nn::Options options{NSDS_CLASS_GENERALIZED_EQUATION};
  nn::Report report;

  Call() {
    nsds_generalized_equation_init(&problem);
    problem.size = 2;
    problem.F.evaluate = evaluate;
    problem.resolvent = identity;
  }
  nsds_status solve() {
    return nsds_generalized_equation_solve(&problem, z_argument, w, options.get(), nullptr, &report);
  }
};

struct Case {
  const char* culprit;
  std::function<void(Call&)> spoil;
};

const Case cases[] = {
    {"nsds_generalized_equation_init", [](Call& c) { c.problem.struct_size = 0; }},
    {"problem.size is -1", [](Call& c) { c.problem.size = -1; }},
    {"problem.F.evaluate", [](Call& c) { c.problem.F.evaluate = nullptr; }},
    {"problem.resolvent is null", [](Call& c) { c.problem.resolvent = nullptr; }},
    {"scale_z is -1", [](Call& c) { c.problem.scale_z = -1.0; }},
    {"scale_w is inf", [](Call& c) { c.problem.scale_w = std::numeric_limits<double>::infinity(); }},
    {"z is null", [](Call& c) { c.z_argument = nullptr; }},
    {"z[1]", [](Call& c) { c.z[1] = nan, c.options.set("warm_start", true); }},
    {"problem.F.evaluate returned -1",
     [](Call& c) { c.problem.F.evaluate = [](void*, const double*, double*) { return -1; }; }},
    {"problem: F is not defined",
     [](Call& c) { c.problem.F.evaluate = [](void*, const double*, double*) { return 1; }; }},
    {"problem.resolvent returned 5",
     [](Call& c) { c.problem.resolvent = [](void*, double, const double*, double*) { return 5; }; }},
    {"problem.resolvent left entry 1 nan",
     [](Call& c) {
       c.problem.resolvent = [](void*, double, const double*, double* out) {
         out[0] = 1.0;
         return 0;
       };
     }},
    {"problem.resolvent expands",
     [](Call& c) {
       c.problem.resolvent = [](void*, double, const double* x, double* out) {
         for (int i = 0; i < 2; ++i) out[i] = -4.0 * x[i] + 1.0;
         return 0;
       };
     }},
};

TEST(EquationBadInput, IsRefusedByName) {
  for (const Case& wrong : cases) {
    SCOPED_TRACE(wrong.culprit);
    Call call;
    wrong.spoil(call);
    EXPECT_EQ(call.solve(), NSDS_INVALID_ARGUMENT);
    EXPECT_EQ(call.report.status, NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::string(call.report.message).find(wrong.culprit), std::string::npos) << call.report.message;
    EXPECT_EQ(call.z[0], 0.25);
    EXPECT_EQ(call.w[1], 8.0);
  }
  Call good;
  EXPECT_EQ(good.solve(), NSDS_OK) << good.report.message;
}

}  // namespace
}  // namespace nsds::test::generalized_equation_test
