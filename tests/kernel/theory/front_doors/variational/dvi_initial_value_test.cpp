// Initial values of differential variational inequalities by the scheme of Pang and Stewart: orders, the step's own formula, equivalence with
// linear complementarity systems, interpolants.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/first_order/differential_variational_inequality.hpp>
#include <nsds/theory/first_order/dvi_trajectory.hpp>
#include <vector>

#include "kernel/error_text.hpp"

namespace nsds::dvi_initial_value_test {
namespace {

using Dvi = DifferentialVariationalInequality;

/// x' = −x/2 + u, u = clip(3 sin t − x) to [−1, 1]: G = x − 3 sin t, F = u.
Dvi clipType() {
  Dvi dvi(1, 1, BoxSet{-1.0, 1.0});
  dvi.setDrift(Matrix{{-0.5}}, Vector{{0.0}}).setInput(Matrix{{1.0}}).setInner(Matrix{{1.0}});
  dvi.setOutput(Matrix{{1.0}}, [](double t, VectorRef e) { e[0] = -3.0 * std::sin(t); });
  return dvi;
}

DviTrajectory run(const Dvi& dvi, VectorConstRef x0, double t0, double T, double h, EulerMoreauOSI scheme) {
  Model model(t0, T);
  const auto parts = dvi.addTo(model, x0);
  TimeStepping simulation(model, TimeDiscretisation(t0, h), std::move(scheme));
  DviRecorder recorder(model, parts);
  simulation.run(recorder);
  return recorder.trajectory();
}

/// x(T) of the clip-type problem from (t0, x0), by arcs of linear equations that end where 3 sin t − x crosses ±1: the ends are found by bisection
/// on the closed forms.
class ClipExact {
 public:
  ClipExact(double t0, double x0) : t_(t0), x_(x0) {}

  /// To be asked for instants in ascending order.
  double at(double t) {
    while (true) {
      const int mode = modeAt();
      const double end = firstSwitch(mode, t);
      x_ = flow(mode, end);
      t_ = end;
      if (end >= t) return x_;
    }
  }

 private:
  double argument(double t, double x) const { return 3.0 * std::sin(t) - x; }
  int modeAt() const {
    const double now = argument(t_ + 1e-9, flow(0, t_ + 1e-9));
    return now > 1.0 ? 1 : now < -1.0 ? -1 : 0;
  }
  /// The arc of a mode from (t_, x_): u = ±1, or x' = −3x/2 + 3 sin t.
  double flow(int mode, double t) const {
    if (mode != 0) return 2.0 * mode + (x_ - 2.0 * mode) * std::exp(-0.5 * (t - t_));
    const auto particular = [](double s) { return 3.0 * (1.5 * std::sin(s) - std::cos(s)) / 3.25; };
    return particular(t) + (x_ - particular(t_)) * std::exp(-1.5 * (t - t_));
  }
  bool inMode(int mode, double t) const {
    const double value = argument(t, flow(mode, t));
    return mode > 0 ? value >= 1.0 : mode < 0 ? value <= -1.0 : std::abs(value) <= 1.0;
  }
  double firstSwitch(int mode, double until) const {
    for (double a = t_ + 1e-9; a < until; a += 1e-3) {
      const double b = std::min(a + 1e-3, until);
      if (inMode(mode, b)) continue;
      double low = a, high = b;
      for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (inMode(mode, middle) ? low : high) = middle;
      }
      return high;
    }
    return until;
  }

  double t_, x_;
};

class ClipTypeOrder : public ::testing::TestWithParam<double> {};

/// Over two decades of h, in the mean over eight phases of the switches in the grid.
TEST_P(ClipTypeOrder, IsOneForEveryTheta) {
  const std::vector<double> steps{1e-1, 5e-2, 2e-2, 1e-2, 5e-3, 2e-3, 1e-3};
  std::vector<double> errors(steps.size(), 0.0);
  const Dvi dvi = clipType();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (int phase = 0; phase < 8; ++phase) {
      const double t0 = steps[i] * phase / 8.0;
      const DviTrajectory found =
          run(dvi, Vector{{1.0}}, t0, t0 + 4.0, steps[i], EulerMoreauOSI::semiImplicit(GetParam()));
      ClipExact exact(t0, 1.0);
      double worst = 0.0;
      for (Index k = 1; k <= found.intervals(); ++k)
        worst = std::max(worst, std::abs(found.x(k)[0] - exact.at(found.time(k))));
      errors[i] += worst / 8.0;
    }
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 1.0, 0.1);
  EXPECT_LE(errors.back(), 2e-3);
}

INSTANTIATE_TEST_SUITE_P(Thetas, ClipTypeOrder, ::testing::Values(0.0, 0.25, 0.5, 0.75, 1.0));

/// A problem with f, B, G and F all nonlinear: x' = −x³ + cos t + (2 + sin x) u, w = x − sin t + u + u³/3, u in [−1, 1].
Dvi nonlinear() {
  Dvi dvi(1, 1, BoxSet{-1.0, 1.0});
  dvi.setDrift([](double t, VectorConstRef x, VectorRef f) { f[0] = -x[0] * x[0] * x[0] + std::cos(t); });
  dvi.setInput([](double, VectorConstRef x, MatrixRef B) { B(0, 0) = 2.0 + std::sin(x[0]); });
  dvi.setOutput([](double t, VectorConstRef x, VectorRef G) { G[0] = x[0] - std::sin(t); },
                [](double, VectorConstRef, MatrixRef C) { C(0, 0) = 1.0; });
  dvi.setInner([](VectorConstRef u, VectorRef F) { F[0] = u[0] + u[0] * u[0] * u[0] / 3.0; });
  return dvi;
}

/// What is stepped satisfies the equations of the scheme, with f at t_k and the mixed state, and B at t_k and x_k.
TEST(DviScheme, IsTheOneOfPangAndStewart) {
  for (const double theta : {0.0, 0.3, 0.5, 1.0}) {
    const Dvi dvi = nonlinear();
    const DviTrajectory found = run(dvi, Vector{{2.0}}, 0.0, 3.0, 0.05, EulerMoreauOSI::semiImplicit(theta));
    int saturated = 0;
    for (Index k = 1; k <= found.intervals(); ++k) {
      const double t0 = found.time(k - 1);
      const double t1 = found.time(k);
      const Vector mixed = theta * found.x(k) + (1.0 - theta) * found.x(k - 1);
      Vector f(1), G(1), F(1);
      Matrix B(1, 1);
      dvi.drift(t0, mixed, f);
      dvi.input(t0, found.x(k - 1), B);
      dvi.output(t1, found.x(k), G);
      dvi.inner(found.u(k), F);
      const double u = found.u(k)[0];
      EXPECT_NEAR(found.x(k)[0] - found.x(k - 1)[0] - 0.05 * (f[0] + B(0, 0) * u), 0.0,
                  1e-9);  // Newton's tolerance
      EXPECT_NEAR(u, std::clamp(u - G[0] - F[0], -1.0, 1.0), 1e-9);
      saturated += std::abs(u) == 1.0 ? 1 : 0;
    }
    EXPECT_GT(saturated, 0);
    EXPECT_LT(saturated, found.intervals());
  }
}

TEST(DviScheme, NonlinearProblemsAreOfOrderOne) {
  const Dvi dvi = nonlinear();
  const Vector x0{{2.0}};
  const double fine = run(dvi, x0, 0.0, 2.0, 1e-5, EulerMoreauOSI::semiImplicit(0.5)).x(200000)[0];
  const std::vector<double> steps{1e-1, 5e-2, 2e-2, 1e-2, 5e-3, 2e-3};
  for (const double theta : {0.0, 0.5, 1.0}) {
    std::vector<double> errors;
    for (const double h : steps)
      errors.push_back(
          std::abs(run(dvi, x0, 0.0, 2.0, h, EulerMoreauOSI::semiImplicit(theta)).stateAt(2.0)[0] - fine));
    EXPECT_GE(fitOrder(steps, errors).order, 0.85) << theta;
  }
}

/// On the orthant it is a linear complementarity system, built by hand here.
TEST(DviOnTheOrthant, IsALinearComplementaritySystem) {
  const Matrix A{{-1.0, 2.0, 0.0}, {-2.0, -1.0, 0.5}, {0.0, -0.5, -0.3}};
  const Matrix B{{1.0, 0.2}, {0.0, 1.0}, {0.5, 0.0}};
  const Matrix C{{1.0, 0.0, 0.4}, {0.1, 1.0, 0.0}};
  const Matrix D{{0.5, 0.1}, {-0.1, 0.3}};
  const Vector b{{-0.5, 0.3, 0.1}};
  const Vector e{{-0.2, 0.1}};
  const Vector x0{{0.4, -0.6, 0.2}};
  Dvi dvi(3, 2, OrthantSet{});
  dvi.setDrift(A, b).setInput(B).setOutput(C, e).setInner(D);
  const DviTrajectory found = run(dvi, x0, 0.0, 4.0, 0.01, EulerMoreauOSI::semiImplicit(1.0));

  Model model(0.0, 4.0);
  auto& x = model.add<FirstOrderLinearDS>(x0, A);
  x.setB(b);
  FirstOrderLinearTIR relation(C, B);
  relation.setD(D).setE(e);
  const Interaction& diodes = model.link(ComplementarityConditionNSL(), relation, x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
  Index k = 0;
  int conducting = 0;
  simulation.run([&](const Simulation&) {
    ++k;
    EXPECT_LE((found.x(k) - x.x()).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LE((found.u(k) - diodes.lambda()).cwiseAbs().maxCoeff(), 1e-13);
    conducting += diodes.lambda()[0] > 0.0 ? 1 : 0;
  });
  EXPECT_EQ(k, found.intervals());
  EXPECT_GT(conducting, 0);
  EXPECT_LT(conducting, k);
}

/// The same problem with K as a polyhedron and as a box: |u_i| ≤ 1 by four rows.
TEST(DviOnAPolyhedron, IsTheOneOnTheBox) {
  const auto make = [](ConvexSet K) {
    Dvi dvi(2, 2, std::move(K));
    dvi.setDrift(Matrix{{0.0, 1.0}, {-1.0, -0.2}}, Vector{{0.0, 0.5}}).setInput(Matrix::Identity(2, 2));
    dvi.setOutput(Matrix{{2.0, 1.0}, {-1.0, 2.0}}, Vector{{0.1, 0.0}})
        .setInner(Matrix{{0.2, 0.1}, {0.0, 0.2}});
    return dvi;
  };
  Matrix H(4, 2);
  H << Matrix::Identity(2, 2), -Matrix::Identity(2, 2);
  const Vector x0{{2.0, -1.0}};
  const DviTrajectory box =
      run(make(BoxSet{-1.0, 1.0}), x0, 0.0, 3.0, 0.02, EulerMoreauOSI::semiImplicit(0.5));
  Model model(0.0, 3.0);
  const auto parts = make(PolyhedronSet{H, Vector::Constant(4, -1.0)}).addTo(model, x0);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.02), EulerMoreauOSI::semiImplicit(0.5),
                          AVI(Solver("auto").set("tolerance", 1e-13)));
  Index k = 0;
  int saturated = 0;
  simulation.run([&](const Simulation&) {
    EXPECT_LE((box.x(++k) - parts.system.x()).cwiseAbs().maxCoeff(),
              1e-9);  // the box's solver has 1e-10 or so
    saturated += box.u(k).cwiseAbs().maxCoeff() == 1.0 ? 1 : 0;
  });
  EXPECT_EQ(k, box.intervals());
  EXPECT_GT(saturated, 0);
  EXPECT_LT(saturated, k);
}

TEST(DviTrajectory, IsPiecewiseLinearAndPiecewiseConstant) {
  DviTrajectory trajectory(1.0, Vector{{0.0, 1.0}}, 1);
  EXPECT_EQ(trajectory.stateAt(1.0), (Vector{{0.0, 1.0}}));
  EXPECT_THROW(trajectory.inputAt(1.0), InvalidArgument);
  trajectory.append(2.0, Vector{{1.0, 3.0}}, Vector{{5.0}});
  trajectory.append(4.0, Vector{{0.0, 3.0}}, Vector{{-5.0}});
  EXPECT_EQ(trajectory.intervals(), 2);
  EXPECT_EQ(trajectory.time(2), 4.0);
  EXPECT_THROW(static_cast<void>(trajectory.time(3)), InvalidArgument);
  EXPECT_EQ(trajectory.stateAt(1.5), (Vector{{0.5, 2.0}}));
  EXPECT_EQ(trajectory.stateAt(2.0), (Vector{{1.0, 3.0}}));
  EXPECT_EQ(trajectory.stateAt(3.0), (Vector{{0.5, 3.0}}));
  EXPECT_EQ(trajectory.inputAt(1.0)[0], 5.0);  // the limit from the right
  EXPECT_EQ(trajectory.inputAt(2.0)[0], 5.0);
  EXPECT_EQ(trajectory.inputAt(2.1)[0], -5.0);
  EXPECT_THROW(trajectory.append(4.0, Vector{{0.0, 3.0}}, Vector{{0.0}}), InvalidArgument);
  EXPECT_THROW(trajectory.append(5.0, Vector{{0.0}}, Vector{{0.0}}), InvalidArgument);
  EXPECT_THROW(trajectory.append(5.0, Vector{{0.0, std::nan("")}}, Vector{{0.0}}), InvalidArgument);
  EXPECT_THROW(trajectory.stateAt(4.5), InvalidArgument);
  EXPECT_THROW(trajectory.stateAt(std::nan("")), InvalidArgument);
  EXPECT_EQ(trajectory.intervals(), 2);
}

TEST(DviBadInput, IsRefusedByName) {
  using test::errorText;
  using test::says;
  EXPECT_TRUE(says(errorText<InvalidArgument>([] { Dvi(0, 1, OrthantSet{}); }), "0 states"));
  EXPECT_THROW(Dvi(1, 1, BoxSet{1.0, -1.0}), InvalidArgument);
  EXPECT_THROW(Dvi(1, 2, (MixedSet{Vector::Zero(3), Vector::Ones(3)})), InvalidArgument);
  EXPECT_THROW(Dvi(1, 2, (PolyhedronSet{Matrix::Ones(1, 3), Vector::Ones(1)})), InvalidArgument);
  EXPECT_THROW(Dvi(1, 1, ProjectorSet{}), InvalidArgument);
  Dvi dvi(2, 1, OrthantSet{});
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { dvi.setDrift(Matrix::Zero(2, 3), Vector::Zero(2)); }),
                   "f = A x + b is 2 x 3, 2 x 2 expected"));
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { dvi.setInput(Matrix::Zero(1, 2)); }), "B"));
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { dvi.setInner(Matrix::Zero(2, 2)); }), "D"));
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { dvi.setOutput(Dvi::StateVector{}); }),
                   "the function G is empty"));
  EXPECT_THROW(dvi.setInner(Matrix{{std::nan("")}}), InvalidArgument);
  Model model(0.0, 1.0);
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { dvi.addTo(model, Vector{{1.0}}); }), "x0"));
  EXPECT_THROW(EulerMoreauOSI::semiImplicit(1.5), InvalidArgument);
}

TEST(DviBadInput, AFunctionThatReturnsNaNIsNamedWithTheTime) {
  Dvi dvi = nonlinear();
  dvi.setOutput([](double t, VectorConstRef x, VectorRef G) { G[0] = t > 0.5 ? std::nan("") : x[0]; });
  const std::string text = test::errorText<Error>(
      [&] { run(dvi, Vector{{2.0}}, 0.0, 1.0, 0.1, EulerMoreauOSI::semiImplicit(0.5)); });
  EXPECT_TRUE(test::says(text, "G at t = 0.6")) << text;
}

TEST(DviBadInput, AlgebraicEquationsAreRefusedByTheSemiImplicitScheme) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.0, 0.0}}, Matrix{{-1.0, 0.0}, {1.0, -1.0}});
  x.setM(Matrix{{1.0, 0.0}, {0.0, 0.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI::semiImplicit(1.0));
  EXPECT_TRUE(test::says(test::errorText<InvalidArgument>([&] { simulation.initialize(); }), "algebraic"));
}

}  // namespace
}  // namespace nsds::dvi_initial_value_test
