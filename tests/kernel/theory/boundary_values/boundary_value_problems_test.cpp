// Boundary values of differential variational inequalities: the quadratic program that they are the first-order conditions of, a problem that
// shooting overflows on, refinement, homotopy, other sets and conditions, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/numerics/cpp/qp.hpp>
#include <nsds/theory/boundary_values/solve_boundary_values.hpp>
#include <numbers>

#include "kernel/error_text.hpp"
#include "kernel/theory/boundary_values/double_integrator.hpp"

namespace nsds::boundary_value_problems_test {
namespace {

using test::DoubleIntegrator;
using test::errorText;
using test::says;
using Dvi = DifferentialVariationalInequality;

/// min Σ h/2 u_k² over |u_k| ≤ U with x_k = x_{k−1} + h (v_{k−1}, u_k) and both ends fixed: with θ = 0 on x and 1 on the adjoint states the
/// boundary-value problem is its first-order conditions, p the multipliers of the equations.
TEST(BoundaryValues, AreTheQuadraticProgram) {
  const Index N = 60;
  const DoubleIntegrator exact;
  const double h = exact.T / static_cast<double>(N);
  const Index size = 3 * N;  // u_k, q_k, v_k
  Matrix Q = Matrix::Zero(size, size);
  Matrix C = Matrix::Zero(2 * N + 2, size);
  Vector d = Vector::Zero(2 * N + 2);
  for (Index k = 0; k < N; ++k) {
    Q(3 * k, 3 * k) = h;
    C(2 * k, 3 * k + 1) = C(2 * k + 1, 3 * k + 2) = 1.0;
    C(2 * k + 1, 3 * k) = -h;
    if (k == 0) {
      d[0] = 1.0;  // q_0 + h v_0
      continue;
    }
    C(2 * k, 3 * k - 2) = C(2 * k + 1, 3 * k - 1) = -1.0;
    C(2 * k, 3 * k - 1) = -h;
  }
  C(2 * N, size - 2) = C(2 * N + 1, size - 1) = 1.0;
  numerics::Constraints constraints;
  constraints.C = numerics::view(C);
  constraints.d = d;
  constraints.lower = Vector::Constant(size, -std::numeric_limits<double>::infinity());
  constraints.upper = -constraints.lower;
  for (Index k = 0; k < N; ++k) {
    constraints.lower[3 * k] = -exact.U;
    constraints.upper[3 * k] = exact.U;
  }
  const auto program =
      numerics::qp::Problem(numerics::view(Q), Vector::Zero(size), std::move(constraints)).solve();
  ASSERT_TRUE(program.ok()) << program.report.message;

  const DviTrajectory found = solveBoundaryValues(exact.problem(), DoubleIntegrator::options(N)).trajectory;
  for (Index k = 1; k <= N; ++k) {
    EXPECT_NEAR(found.u(k)[0], program.z[3 * k - 3], 1e-9);
    EXPECT_NEAR(found.x(k)[0], program.z[3 * k - 2], 1e-9);
    EXPECT_NEAR(found.x(k)[1], program.z[3 * k - 1], 1e-9);
  }
}

/// y'' = L² (y + u), u = clip(−y/2, −U, U), y(0) = y(T) = 1: layers at both ends, in which u = −U while y > 2 U. With c = 2 U, μ = √½ and s = L t:
/// y = c exp(−μ (s − σ)) from the σ on where y = c, and before y = U + α exp(s − σ) + β exp(−(s − σ)) with α + β = U, α − β = −μ c.
struct Layers {
  double L = 1000.0;
  double U = 0.2;

  double sigma() const {
    const double c = 2.0 * U, mu = std::numbers::sqrt2 / 2.0;
    const double alpha = 0.5 * (U - mu * c), beta = 0.5 * (U + mu * c);
    // U + α/E + β E = 1, E = exp(σ)
    const double b = 1.0 - U;
    return std::log((b + std::sqrt(b * b - 4.0 * alpha * beta)) / (2.0 * beta));
  }
  double at(double t, double T) const {
    const double s = L * std::min(t, T - t) - sigma();
    const double c = 2.0 * U, mu = std::numbers::sqrt2 / 2.0;
    if (s >= 0.0) return c * std::exp(-mu * s);
    return U + 0.5 * (U - mu * c) * std::exp(s) + 0.5 * (U + mu * c) * std::exp(-s);
  }
  Dvi dvi() const {
    Dvi made(2, 1, BoxSet{-U, U});
    made.setDrift(Matrix{{0.0, L}, {L, 0.0}}, Vector::Zero(2)).setInput(Matrix{{0.0}, {L}});
    made.setOutput(Matrix{{0.5, 0.0}}, Vector::Zero(1)).setInner(Matrix{{1.0}});
    return made;
  }
};

/// exp(L T) = exp(1000) is beyond numbers: from one end nothing arrives at the other.
TEST(BoundaryValues, AreFoundWhereShootingOverflows) {
  const Layers exact;
  const double slope = -std::sqrt(0.64 - 4.0 * 0.5 * (0.2 - 0.2828427) * 0.5 * (0.2 + 0.2828427));
  Model model(0.0, 1.0);
  exact.dvi().addTo(model, Vector{{1.0, slope}});
  TimeStepping shooting(model, TimeDiscretisation(0.0, 1e-4), EulerMoreauOSI::semiImplicit(0.5));
  EXPECT_THROW(shooting.run(), Error);

  const DviBoundaryValueProblem problem(
      exact.dvi(), 0.0, 1.0,
      BoundaryConditions(Matrix{{1.0, 0.0}, {0.0, 0.0}}, Matrix{{0.0, 0.0}, {1.0, 0.0}}, Vector{{1.0, 1.0}}));
  BoundaryValueOptions options;
  options.theta = Vector{{0.5}};
  std::vector<double> tolerances{1e-2, 1e-3, 1e-4};
  std::vector<double> errors;
  Index intervals = 0;
  for (const double tolerance : tolerances) {
    options.defectTolerance = tolerance;
    const BoundaryValueSolution found = solveBoundaryValues(problem, options);
    EXPECT_LE(found.residual, 1e-10);
    EXPECT_LE(found.defect, tolerance);
    EXPECT_TRUE(found.message.empty());
    double worst = 0.0;
    for (Index k = 0; k <= found.trajectory.intervals(); ++k) {
      const double t = found.trajectory.times()[static_cast<std::size_t>(k)];
      worst = std::max(worst, std::abs(found.trajectory.x(k)[0] - exact.at(t, 1.0)));
    }
    errors.push_back(worst);
    intervals = found.trajectory.intervals();
  }
  EXPECT_LT(errors[1], 0.5 * errors[0]);
  EXPECT_LT(errors[2], 0.5 * errors[1]);
  EXPECT_LE(errors[2], 1e-2);
  // The layers are fifty times shorter than the interval: a uniform mesh of their step would have far more intervals.
  double shortest = 1.0;
  const BoundaryValueSolution last = solveBoundaryValues(problem, options);
  for (Index k = 1; k <= intervals; ++k)
    shortest = std::min(shortest, last.trajectory.times()[static_cast<std::size_t>(k)] -
                                      last.trajectory.times()[static_cast<std::size_t>(k - 1)]);
  EXPECT_LT(static_cast<double>(intervals), 0.2 / shortest);
}

TEST(BoundaryValues, RefinementSaysWhereItEnds) {
  const DoubleIntegrator exact;
  BoundaryValueOptions options = DoubleIntegrator::options(100);
  options.defectTolerance = 1e-9;
  options.maxIntervals = 500;
  const BoundaryValueSolution found = solveBoundaryValues(exact.problem(), options);
  EXPECT_GT(found.defect, 1e-9);
  EXPECT_TRUE(says(found.message, "refinement ended at")) << found.message;
  EXPECT_LE(found.trajectory.intervals(), 500);
}

/// u jumps at 0.3, where the defect is 2 h however short h is: refinement ends by name before instants coincide.
TEST(BoundaryValues, RefinementEndsWhereTimeIsRounding) {
  Dvi dvi(1, 1, BoxSet{-1.0, 1.0});
  dvi.setDrift(Matrix{{0.0}}, Vector{{0.0}}).setInput(Matrix{{1.0}}).setInner(Matrix{{0.0}});
  dvi.setOutput(Matrix{{0.0}}, [](double t, VectorRef e) { e[0] = 1e6 * (t - 0.3); });
  const DviBoundaryValueProblem problem(dvi, 0.0, 1.0,
                                        BoundaryConditions(Matrix{{1.0}}, Matrix{{0.0}}, Vector{{0.0}}));
  BoundaryValueOptions options;
  options.intervals = 7;
  options.defectTolerance = 1e-15;
  const BoundaryValueSolution found = solveBoundaryValues(problem, options);
  EXPECT_TRUE(says(found.message, "rounding of time")) << found.message;
  EXPECT_GT(found.defect, 1e-15);
  const auto times = found.trajectory.times();
  for (std::size_t k = 1; k < times.size(); ++k) ASSERT_GT(times[k], times[k - 1]);
  EXPECT_NEAR(found.trajectory.x(found.trajectory.intervals())[0], 0.3 - 0.7, 1e-12);
}

/// Newton's method with few steps does not come through with tight bounds from zero, and follows them from wide ones.
TEST(BoundaryValues, AreFollowedFromWiderBounds) {
  DoubleIntegrator tight;
  tight.U = 1.02;  // beyond 1 there is no control
  BoundaryValueOptions options = DoubleIntegrator::options(200);
  options.solvers = {Solver("newton_min").set("max_iterations", 5)};
  const BoundaryValueSolution found = solveBoundaryValues(tight.problem(), options);
  EXPECT_GT(found.homotopySteps, 0);
  EXPECT_LE(found.residual, 1e-10);
  options.solvers = {Solver("auto")};
  const DviTrajectory direct = solveBoundaryValues(tight.problem(), options).trajectory;
  for (Index k = 1; k <= 200; ++k) EXPECT_NEAR(found.trajectory.u(k)[0], direct.u(k)[0], 1e-8);
}

TEST(BoundaryValues, ThatHaveNoSolutionEndByName) {
  DoubleIntegrator weak;
  weak.U = 0.9;  // less than 4/T²
  BoundaryValueOptions options = DoubleIntegrator::options(40);
  const std::string text = errorText<Error>([&] { solveBoundaryValues(weak.problem(), options); });
  EXPECT_TRUE(says(text, "no solution was found over 40 intervals")) << text;
}

/// x' = −x/2 + u, u = clip(3 sin t − x): the periodic motion is where the initial-value problem leads to.
TEST(BoundaryValues, PeriodicOnesAreTheLimitCycle) {
  Dvi dvi(1, 1, BoxSet{-1.0, 1.0});
  dvi.setDrift(Matrix{{-0.5}}, Vector{{0.0}}).setInput(Matrix{{1.0}}).setInner(Matrix{{1.0}});
  dvi.setOutput(Matrix{{1.0}}, [](double t, VectorRef e) { e[0] = -3.0 * std::sin(t); });
  const double T = 2.0 * std::numbers::pi;
  const Index N = 400;
  BoundaryValueOptions options;
  options.intervals = N;
  const DviBoundaryValueProblem linear(dvi, 0.0, T,
                                       BoundaryConditions(Matrix{{1.0}}, Matrix{{-1.0}}, Vector{{0.0}}));
  const DviBoundaryValueProblem nonlinear(
      dvi, 0.0, T, BoundaryConditions(1, [](VectorConstRef first, VectorConstRef last, VectorRef value) {
        value[0] = std::sinh(first[0] - last[0]);
      }));
  const DviTrajectory found = solveBoundaryValues(linear, options).trajectory;
  const DviTrajectory same = solveBoundaryValues(nonlinear, options).trajectory;
  Model model(0.0, 10.0 * T);
  const auto parts = dvi.addTo(model, Vector{{0.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, T / static_cast<double>(N)),
                          EulerMoreauOSI::semiImplicit(1.0));
  simulation.run([&](const Simulation& s) {
    const Index k = s.step() - 9 * N;
    if (k < 0) return;
    EXPECT_NEAR(parts.system.x()[0], found.x(k)[0], 1e-9);
    EXPECT_NEAR(same.x(k)[0], found.x(k)[0], 1e-9);
  });
}

/// A problem whose f, B and F are nonlinear, against itself on finer meshes.
TEST(BoundaryValues, NonlinearOnesAreOfOrderOne) {
  Dvi dvi(2, 1, BoxSet{-1.0, 1.0});
  dvi.setDrift([](double t, VectorConstRef x, VectorRef f) {
    f[0] = x[1];
    f[1] = std::sin(x[0]) + 0.1 * std::cos(t);
  });
  dvi.setInput([](double, VectorConstRef x, MatrixRef B) { B(1, 0) = 2.0 + std::cos(x[0]); });
  dvi.setOutput([](double, VectorConstRef x, VectorRef G) { G[0] = x[0] + x[1]; });
  dvi.setInner([](VectorConstRef u, VectorRef F) { F[0] = u[0] + u[0] * u[0] * u[0]; });
  const DviBoundaryValueProblem problem(
      dvi, 0.0, 3.0,
      BoundaryConditions(Matrix{{1.0, 0.0}, {0.0, 0.0}}, Matrix{{0.0, 0.0}, {1.0, 0.0}}, Vector{{2.0, 1.0}}));
  BoundaryValueOptions options;
  options.theta = Vector{{0.5}};
  options.intervals = 20000;
  const DviTrajectory fine = solveBoundaryValues(problem, options).trajectory;
  std::vector<double> steps, errors;
  for (const Index intervals : {20, 40, 80, 160, 320, 640, 1280}) {
    options.intervals = intervals;
    const DviTrajectory found = solveBoundaryValues(problem, options).trajectory;
    steps.push_back(3.0 / static_cast<double>(intervals));
    double worst = 0.0;
    for (Index k = 0; k <= intervals; ++k)
      worst = std::max(worst,
                       std::abs(found.x(k)[0] - fine.stateAt(found.times()[static_cast<std::size_t>(k)])[0]));
    errors.push_back(worst);
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 1.0, 0.15);
}

TEST(BoundaryValues, OverAPolyhedronAreThoseOverTheBox) {
  const DoubleIntegrator exact;
  DviBoundaryValueProblem polyhedral = exact.problem();
  Dvi dvi(4, 1, PolyhedronSet{Matrix{{1.0}, {-1.0}}, Vector{{-exact.U, -exact.U}}});
  dvi.setDrift(*polyhedral.dvi.A(), Vector::Zero(4)).setInput(*polyhedral.dvi.B());
  dvi.setOutput(*polyhedral.dvi.C(), Vector::Zero(1)).setInner(*polyhedral.dvi.D());
  polyhedral.dvi = dvi;
  const DviTrajectory box = solveBoundaryValues(exact.problem(), DoubleIntegrator::options(300)).trajectory;
  const DviTrajectory found = solveBoundaryValues(polyhedral, DoubleIntegrator::options(300)).trajectory;
  ASSERT_EQ(found.inputs(), 1);
  for (Index k = 1; k <= 300; ++k) {
    EXPECT_NEAR(found.x(k)[0], box.x(k)[0], 1e-8);
    EXPECT_NEAR(found.u(k)[0], box.u(k)[0], 1e-8);
  }
}

TEST(BoundaryValues, TakeAGivenMeshAndAGuess) {
  const DoubleIntegrator exact;
  BoundaryValueOptions options = DoubleIntegrator::options(1);
  for (int k = 0; k <= 100; ++k) options.mesh.push_back(2.0 * std::pow(k / 100.0, 1.3));
  options.guess = [&](double t, VectorRef x, VectorRef u) {
    x[0] = exact.position(t);
    u[0] = exact.control(t);
  };
  const BoundaryValueSolution found = solveBoundaryValues(exact.problem(), options);
  EXPECT_EQ(found.trajectory.intervals(), 100);
  EXPECT_EQ(found.trajectory.times()[37], options.mesh[37]);
  EXPECT_NEAR(DoubleIntegrator::costOf(found.trajectory), exact.cost(), 0.05);
}

TEST(BoundaryValuesBadInput, IsRefusedByName) {
  const DoubleIntegrator exact;
  const auto refuses = [&](auto change, const char* part) {
    BoundaryValueOptions options = DoubleIntegrator::options(10);
    change(options);
    const std::string text =
        errorText<InvalidArgument>([&] { solveBoundaryValues(exact.problem(), options); });
    EXPECT_TRUE(says(text, part)) << text;
  };
  refuses([](auto& o) { o.theta = Vector::Ones(3); }, "theta");
  refuses([](auto& o) { o.theta = Vector::Constant(1, 1.5); }, "theta");
  refuses([](auto& o) { o.intervals = 0; }, "intervals");
  refuses([](auto& o) { o.mesh = {0.0, 1.0}; }, "mesh");
  refuses([](auto& o) { o.mesh = {0.0, 1.0, 1.0, 2.0}; }, "mesh");
  refuses([](auto& o) { o.tolerance = 0.0; }, "tolerance");
  refuses([](auto& o) { o.defectTolerance = -1.0; }, "defect");
  refuses([](auto& o) { o.solvers = {Solver("nobody")}; }, "nobody");
  refuses([](auto& o) { o.solvers.clear(); }, "no solver");
  refuses([](auto& o) { o.guess = [](double, VectorRef x, VectorRef) { x[0] = std::nan(""); }; }, "guess");
  DviBoundaryValueProblem projected = exact.problem();
  projected.dvi = Dvi(4, 1, ProjectorSet{[](VectorConstRef u, VectorRef p) { p = u; }});
  EXPECT_THROW(solveBoundaryValues(projected), InvalidArgument);
  const Matrix one{{1.0}};
  EXPECT_THROW(BoundaryConditions(Matrix{{0.0}}, Matrix{{0.0}}, Vector{{1.0}}), InvalidArgument);
  EXPECT_THROW(BoundaryConditions(one, Matrix::Ones(2, 2), Vector{{1.0}}), InvalidArgument);
  EXPECT_THROW(BoundaryConditions(one, Matrix{{std::nan("")}}, Vector{{1.0}}), InvalidArgument);
  EXPECT_THROW(BoundaryConditions(1, {}), InvalidArgument);
  const BoundaryConditions small(one, one, Vector{{1.0}});
  EXPECT_THROW(DviBoundaryValueProblem(exact.dvi(), 0.0, 1.0, small), InvalidArgument);
  EXPECT_THROW(DviBoundaryValueProblem(exact.dvi(), 1.0, 1.0, exact.problem().boundary), InvalidArgument);
}

}  // namespace
}  // namespace nsds::boundary_value_problems_test
