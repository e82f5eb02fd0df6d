// Discontinuous right-hand sides by Filippov's and by Aizerman and Pyatnitskii's conventions: exact motions, orders, where the
// two differ, and what is said of repulsive surfaces.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/first_order/aizerman_pyatnitskii_inclusion.hpp>
#include <nsds/theory/first_order/filippov_inclusion.hpp>
#include <vector>

#include "kernel/theory/front_doors/runs.hpp"

namespace nsds::test::discontinuous_fields_test {
namespace {

using Surface = FilippovInclusion::Surface;
using Field = FilippovInclusion::Field;
using Inclusion = AizermanPyatnitskiiInclusion;

const SmoothOptions close{.relativeTolerance = 1e-12, .absoluteTolerance = 1e-14};

/// ψ = x_j
Surface coordinate(Index j) {
  return {[j](VectorConstRef x) { return x[j]; },
          [j](VectorConstRef, VectorRef gradient) { gradient[j] = 1.0; }};
}

Field constant(const Vector& v) {
  return [v](double, VectorConstRef, VectorRef value) { value = v; };
}

std::vector<FilippovInclusion::FieldJacobian> constants(std::size_t count) {
  return std::vector<FilippovInclusion::FieldJacobian>(count, [](double, VectorConstRef, MatrixRef) {});
}

/// x' = -sgn x
Inclusion sign() {
  return {1, {coordinate(0)}, {constant(Vector{{1.0}}), constant(Vector{{-1.0}})}, constants(2)};
}

/// x' = F(sgn x₁, sgn x₂), by its values: (x₁ < 0, x₂ < 0), (> 0, < 0), (< 0, > 0), (> 0, > 0).
Inclusion plane(Index states, const Matrix& velocities) {
  std::vector<Field> fields;
  for (Index s = 0; s < 4; ++s) fields.push_back(constant(velocities.col(s)));
  return {states, {coordinate(0), coordinate(1)}, std::move(fields), constants(4)};
}

/// x' ∈ -B Sgn x, which spirals into the origin: |x|₁ = 6 - 4 t from (3, 3).
Inclusion spiral() {
  const Matrix B{{2.0, -52.0}, {52.0, 2.0}};
  const Matrix signs{{-1.0, 1.0, -1.0, 1.0}, {-1.0, -1.0, 1.0, 1.0}};
  return plane(2, -B * signs);
}

/// Runs time stepping and gives the states of all instants: (n x instants).
template <class Any>
std::vector<Vector> steps(const Any& inclusion, const Vector& x0, double h, double end, double t0 = 0.0) {
  Model model(t0, end);
  const auto parts = inclusion.addTo(model, x0);
  TimeStepping simulation(model, TimeDiscretisation(t0, h), EulerMoreauOSI(1.0));
  std::vector<Vector> states{x0};
  simulation.run([&](const Simulation&) { states.emplace_back(parts.system.x()); });
  return states;
}

TEST(FilippovInclusion, TheSignFunctionIsAtRestFromItsArrivalOn) {
  const double h = 0.01;
  for (int phase = 0; phase < 8; ++phase) {
    const double x0 = (phase % 2 == 0 ? 1.0 : -1.0) * (0.37 + 0.125 * h * phase);
    const auto filippov = steps(toFilippov(sign()), Vector{{x0}}, h, 1.0);
    const auto independent = steps(sign(), Vector{{x0}}, h, 1.0);
    ASSERT_EQ(filippov.size(), independent.size());
    for (std::size_t k = 0; k < filippov.size(); ++k) {
      const double t = h * static_cast<double>(k), exact = std::copysign(std::max(0.0, std::abs(x0) - t), x0);
      EXPECT_NEAR(filippov[k][0], exact, 1e-13);
      EXPECT_NEAR(independent[k][0], exact, 1e-13);
      if (t < std::abs(x0) + 2.0 * h) continue;
      EXPECT_NEAR(filippov[k][0], 0.0, 1e-14);  // its weights are ½ to rounding
      EXPECT_EQ(independent[k][0], 0.0);
    }
  }
}

TEST(FilippovInclusion, EventsFindTheArrivalAndTheEndOfTheSpiral) {
  const auto run = [](const auto& inclusion, const Vector& x0, double end) {
    Model model(0.0, end);
    const auto parts = inclusion.addTo(model, x0);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5(close));
    simulation.initialize();
    double last = 0.0;
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      if (simulation.event() != EventKind::sampling) last = simulation.time();
      simulation.nextStep();
    }
    EXPECT_EQ(parts.system.x().norm(), 0.0);
    return last;
  };
  EXPECT_NEAR(run(sign(), Vector{{0.37}}, 1.0), 0.37, 1e-12);
  EXPECT_NEAR(run(toFilippov(sign()), Vector{{0.37}}, 1.0), 0.37, 1e-12);
  EXPECT_NEAR(run(spiral(), Vector{{3.0, 3.0}}, 2.0), 1.5, 1e-7);
}

TEST(FilippovInclusion, TheSpiralIsExactInItsNormBetweenSwitches) {
  // |x|₁ falls by 4 h in a step without a switch, by more in one with, so that steps come to rest before T = 3/2: at 0.906 for
  // h = 2e-3 (theory), in both conventions, which agree on one surface at a time.
  const double h = 2e-3;
  for (const auto& states : {steps(spiral(), Vector{{3.0, 3.0}}, h, 2.0),
                             steps(toFilippov(spiral()), Vector{{3.0, 3.0}}, h, 2.0)}) {
    std::size_t rest = 0;
    int exact = 0;
    bool switched = false;
    while (rest + 1 < states.size() && states[rest].norm() > 1e-12) {
      const Vector& before = states[rest];
      const Vector& after = states[++rest];
      // On a surface entries are zero up to the tolerance of the solver.
      const bool stays = (before.array() * after.array() > 0.0).all() &&
                         std::min(before.cwiseAbs().minCoeff(), after.cwiseAbs().minCoeff()) > 1e-8;
      switched = switched || !stays;
      const double norm = after.lpNorm<1>();
      if (!switched) {
        EXPECT_NEAR(norm, 6.0 - 4.0 * h * static_cast<double>(rest), 1e-12);
      }
      if (stays) {
        EXPECT_NEAR(norm, before.lpNorm<1>() - 4.0 * h, 1e-12);
        ++exact;
      } else {
        EXPECT_LE(norm, before.lpNorm<1>() - 4.0 * h + 1e-9);
      }
    }
    EXPECT_GT(exact, 300);
    EXPECT_NEAR(h * static_cast<double>(rest), 0.906, 0.01);
    EXPECT_NEAR(states.back().norm(), 0.0, 1e-11);
  }
}

TEST(FilippovInclusion, SlidesWithOrderOne) {
  // x₁' = ½ - x₁ - sgn x₁, x₂' = sgn x₁ - x₂: x₁ = 0 from t* = ln(2 x₁(0) + 1) on, where sgn x₁ stands for ½.
  const Field left = [](double, VectorConstRef x, VectorRef f) { f << 1.5 - x[0], -1.0 - x[1]; };
  const Field right = [](double, VectorConstRef x, VectorRef f) { f << -0.5 - x[0], 1.0 - x[1]; };
  const FilippovInclusion::FieldJacobian decay = [](double, VectorConstRef, MatrixRef J) {
    J.diagonal().setConstant(-1.0);
  };
  const Inclusion inclusion(2, {coordinate(0)}, {left, right}, {decay, decay});
  const double x1 = 0.7, x2 = -0.4, arrival = std::log(2.0 * x1 + 1.0);
  const auto exact = [&](double t) {
    const double before = std::min(t, arrival);
    const double y1 = t < arrival ? (x1 + 0.5) * std::exp(-t) - 0.5 : 0.0;
    const double y2 = 1.0 + (x2 - 1.0) * std::exp(-before);
    return Vector{{y1, t < arrival ? y2 : 0.5 + (y2 - 0.5) * std::exp(arrival - t)}};
  };
  const auto order = [&](const auto& of) {
    return orderOverTwoDecades(2.0,
                               [&](double t0, double h, Index count) {
                                 return largestError(of, t0, h, count, EulerMoreauOSI(1.0), exact);
                               })
        .order;
  };
  EXPECT_NEAR(order(inclusion), 1.0, 0.15);
  EXPECT_NEAR(order(toFilippov(inclusion)), 1.0, 0.15);
  EXPECT_EQ(toFilippov(inclusion).motionAt(0.0, Vector{{0.0, 0.3}}, 0, 1), SurfaceMotion::sliding);
}

TEST(FilippovInclusion, AndAizermanPyatnitskiiDifferWhereSurfacesIntersect) {
  // x₁' = -s₁, x₂' = -s₂, x₃' = s₁ s₂: on x₁ = x₂ = 0 the steps are ½ each, so that x₃' = 0, while the hull of the four fields
  // has x₃' from -1 (the two fields with s₁ s₂ = -1) to 1.
  const Matrix velocities{{1.0, -1.0, 1.0, -1.0}, {1.0, 1.0, -1.0, -1.0}, {1.0, -1.0, -1.0, 1.0}};
  const Inclusion inclusion = plane(3, velocities);
  EXPECT_TRUE(inclusion.velocity(0.0, Vector::Zero(3), Vector::Constant(2, 0.5)).isZero(0.0));
  const FilippovInclusion filippov = toFilippov(inclusion);
  const Vector up = Vector::Unit(3, 2);
  const auto hull = filippov.slidingVelocities(0.0, Vector::Zero(3), up);
  ASSERT_TRUE(hull.any);
  EXPECT_NEAR(hull.least, -1.0, 1e-12);
  EXPECT_NEAR(hull.most, 1.0, 1e-12);
  EXPECT_NEAR(hull.leastVelocity.head(2).norm() + hull.mostVelocity.head(2).norm(), 0.0, 1e-12);
  // On one surface alone the two agree, and the velocity is unique.
  const Vector onOne{{0.0, 0.4, 0.0}};
  EXPECT_EQ(filippov.cellsAt(onOne), (std::vector<Index>{2, 3}));
  const auto one = filippov.slidingVelocities(0.0, onOne, up);
  EXPECT_NEAR(one.least, one.most, 1e-12);
  EXPECT_NEAR(one.least, 0.0, 1e-12);
  EXPECT_NEAR(inclusion.velocity(0.0, onOne, Vector{{0.5, 1.0}})[2], one.least, 1e-15);

  // From (0.3, 0.7, 0): x₃' = 1 until 0.3, then x₁ = 0, s₁ = 0 and x₃' = 0, and at the intersection from 0.7 on.
  const auto states = steps(inclusion, Vector{{0.3, 0.7, 0.0}}, 0.01, 1.5);
  EXPECT_NEAR(states.back()[2], 0.3, 1e-12);
  const auto ofHull = steps(filippov, Vector{{0.3, 0.7, 0.0}}, 0.01, 1.5);
  const double drift = (ofHull.back()[2] - ofHull[ofHull.size() - 51][2]) / 0.5;
  EXPECT_LE(std::abs(drift), 1.0 + 1e-12);               // any of the hull, and not unique
  EXPECT_NEAR(ofHull.back().head(2).norm(), 0.0, 1e-8);  // by the tolerance of the solver
}

TEST(FilippovInclusion, ClassifiesSurfaces) {
  EXPECT_EQ(surfaceMotion(1.0, 2.0), SurfaceMotion::crossing);
  EXPECT_EQ(surfaceMotion(-1.0, -2.0), SurfaceMotion::crossing);
  EXPECT_EQ(surfaceMotion(1.0, -2.0), SurfaceMotion::sliding);
  EXPECT_EQ(surfaceMotion(-1.0, 2.0), SurfaceMotion::repulsive);
  EXPECT_EQ(surfaceMotion(1e-12, 2.0, 1e-10), SurfaceMotion::tangent);
  EXPECT_EQ(toFilippov(sign()).motionAt(0.0, Vector{{0.0}}, 0, 1), SurfaceMotion::sliding);
  const auto none =
      toFilippov(plane(2, Matrix::Ones(2, 4))).slidingVelocities(0.0, Vector::Zero(2), Vector::Unit(2, 0));
  EXPECT_FALSE(none.any);  // all fields cross
}

TEST(FilippovInclusion, ARepulsiveSurfaceIsReportedAsNotUnique) {
  // x' = sgn x from 0: it may leave to either side at any time.
  const Inclusion away(1, {coordinate(0)}, {constant(Vector{{-1.0}}), constant(Vector{{1.0}})}, constants(2));
  EXPECT_EQ(toFilippov(away).motionAt(0.0, Vector{{0.0}}, 0, 1), SurfaceMotion::repulsive);
  Model model(0.0, 1.0);
  (void)away.addTo(model, Vector{{0.0}});
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5(close));
  try {
    simulation.initialize();
    simulation.run();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("3 motions go on"), std::string::npos) << error.what();
  }
  // A step of time stepping takes one of three, which can be asked for.
  Model stepped(0.0, 1.0);
  (void)away.addTo(stepped, Vector{{0.0}});
  TimeStepping stepping(stepped, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  stepping.initialize();
  stepping.computeOneStep();
  EXPECT_EQ(stepSolutions(stepping).all.size(), 3U);
}

TEST(FilippovInclusion, RefusesBadInput) {
  const Field f = constant(Vector{{1.0}});
  const Surface psi = coordinate(0);
  EXPECT_THROW(FilippovInclusion(1, {{psi.psi, psi.gradient, f}}), InvalidArgument);
  EXPECT_THROW(FilippovInclusion(1, {{psi.psi, psi.gradient, f}, {psi.psi, psi.gradient, {}}}),
               InvalidArgument);
  EXPECT_THROW(FilippovInclusion(0, {{psi.psi, psi.gradient, f}, {psi.psi, psi.gradient, f}}),
               InvalidArgument);
  EXPECT_THROW((void)FilippovInclusion::ofSigns(1, {psi}, {f}), InvalidArgument);
  EXPECT_THROW((void)FilippovInclusion::ofSigns(1, {}, {f}), InvalidArgument);
  const FilippovInclusion filippov = toFilippov(sign());
  Model model(0.0, 1.0);
  EXPECT_THROW((void)filippov.addTo(model, Vector::Zero(2)), InvalidArgument);
  EXPECT_THROW((void)filippov.motionAt(0.0, Vector{{0.0}}, 0, 2), InvalidArgument);
  EXPECT_THROW((void)filippov.cellsAt(Vector{{0.0}}, -1.0), InvalidArgument);
  EXPECT_THROW((void)surfaceMotion(NAN, 1.0), InvalidArgument);
}

TEST(AizermanPyatnitskiiInclusion, RefusesBadInput) {
  const Field f = constant(Vector{{1.0}});
  const Surface psi = coordinate(0);
  EXPECT_THROW(Inclusion(1, {psi}, {f, f, f}), InvalidArgument);
  EXPECT_THROW(Inclusion(1, {psi}, {f, f}, constants(1)), InvalidArgument);
  EXPECT_THROW(Inclusion(1, {psi}, {f, {}}), InvalidArgument);
  EXPECT_THROW(Inclusion(1, std::vector<Surface>(11, psi), std::vector<Field>(2048, f)), InvalidArgument);
  Model model(0.0, 1.0);
  EXPECT_THROW((void)sign().addTo(model, Vector{{NAN}}), InvalidArgument);
  EXPECT_THROW((void)sign().addTo(model, Vector::Zero(2)), InvalidArgument);
  EXPECT_THROW((void)sign().velocity(0.0, Vector{{0.0}}, Vector{{1.5}}), InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::discontinuous_fields_test
