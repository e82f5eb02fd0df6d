// Piecewise affine and piecewise continuous systems: checked cells, the same steps by every form they can be written in, and
// exact motions.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/analysis/polyhedral_partition.hpp>
#include <nsds/theory/first_order/filippov_inclusion.hpp>
#include <nsds/theory/first_order/piecewise_systems.hpp>
#include <nsds/theory/first_order/surface_motion.hpp>
#include <vector>

#include "kernel/theory/analysis/linear_systems.hpp"

namespace nsds::test::piecewise_affine_test {
namespace {

/// The states of all instants by time stepping.
template <class AddTo>
std::vector<Vector> steps(const AddTo& addTo, double h, double end) {
  Model model(0.0, end);
  const FirstOrderDS& system = addTo(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
  std::vector<Vector> states{Vector(system.x())};
  simulation.initialize();
  simulation.nonSmoothProblem().setSolver(Solver("auto").set("tolerance", 1e-13));
  simulation.run([&](const Simulation&) { states.emplace_back(system.x()); });
  return states;
}

double distance(const std::vector<Vector>& one, const std::vector<Vector>& other) {
  EXPECT_EQ(one.size(), other.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < one.size(); ++k)
    worst = std::max(worst, (one[k] - other[k]).norm() / (1.0 + one[k].norm()));
  return worst;
}

std::vector<PiecewiseAffineSystem::Cell> twoSides(const Vector& normal, double offset,
                                                  const TwoCellSystem::Affine& before,
                                                  const TwoCellSystem::Affine& behind) {
  return {{{normal.transpose(), Vector{{offset}}}, before.A, before.a},
          {{-normal.transpose(), Vector{{-offset}}}, behind.A, behind.a}};
}

TEST(PiecewiseAffineSystem, OfTwoCellsIsARelayAndFilippovsInclusion) {
  LinearSystems random(31);
  double worst = 0.0;
  for (int k = 0; k < 20; ++k) {
    const Index n = random.integer(1, 4);
    const Vector normal = random.normal(n, 1).normalized();
    const double offset = random.uniform(-0.5, 0.5);
    // Both fields push to the plane, as all steps then have one solution; on every other system A is the same.
    TwoCellSystem::Affine before{0.3 * random.normal(n, n), random.normal(n, 1)};
    TwoCellSystem::Affine behind{k % 2 == 0 ? before.A : Matrix(0.3 * random.normal(n, n)),
                                 random.normal(n, 1)};
    before.a += (4.0 - normal.dot(before.a)) * normal;
    behind.a -= (4.0 + normal.dot(behind.a)) * normal;
    const PiecewiseAffineSystem system(twoSides(normal, offset, before, behind));
    EXPECT_EQ(system.partition().answer(), Answer::yes);
    EXPECT_EQ(system.continuity().answer, Answer::no);
    const TwoCellSystem two = toTwoCells(system);
    EXPECT_FALSE(two.continuous());
    const Vector x0 = random.normal(n, 1);
    const auto relay = steps([&](Model& m) -> FirstOrderDS& { return two.addTo(m, x0).system; }, 0.02, 1.0);
    const auto filippov =
        steps([&](Model& m) -> FirstOrderDS& { return toFilippov(two).addTo(m, x0).system; }, 0.02, 1.0);
    const auto cells =
        steps([&](Model& m) -> FirstOrderDS& { return system.addTo(m, x0).system; }, 0.02, 1.0);
    worst = std::max({worst, distance(relay, filippov), distance(relay, cells)});
  }
  EXPECT_LT(worst, 1e-10);
}

TEST(PiecewiseAffineSystem, ThatIsContinuousIsAComplementaritySystem) {
  LinearSystems random(32);
  double worst = 0.0;
  for (int k = 0; k < 20; ++k) {
    const Index n = random.integer(1, 4);
    const Vector normal = random.normal(n, 1), b = random.normal(n, 1);
    const double offset = random.uniform(-0.5, 0.5);
    const TwoCellSystem::Affine before{random.normal(n, n), random.normal(n, 1)};
    const TwoCellSystem::Affine behind{before.A + b * normal.transpose(), before.a - offset * b};
    const PiecewiseAffineSystem system(twoSides(normal, offset, before, behind));
    EXPECT_EQ(system.continuity().answer, Answer::yes) << system.continuity().message;
    const TwoCellSystem two = toTwoCells(system);
    ASSERT_TRUE(two.continuous());
    const Vector x0 = random.normal(n, 1);
    const auto complementarity =
        steps([&](Model& m) -> FirstOrderDS& { return toLcs(two).addTo(m, x0).system; }, 0.01, 1.0);
    const auto equation = steps(
        [&](Model& m) -> FirstOrderDS& {
          const auto parts = system.addTo(m, x0);
          EXPECT_EQ(parts.interaction, nullptr);
          return parts.system;
        },
        0.01, 1.0);
    worst = std::max(worst, distance(complementarity, equation));
  }
  EXPECT_LT(worst, 1e-10);
}

TEST(PiecewiseAffineSystem, FollowsItsExactMotionWithOrderOne) {
  // Of the seed: x' = 1 for x < 0, -1 for x ≥ 0, here with x' = -x/2 - 1 on the right: x = 0 at t* = 2 ln(1 + x₀/2).
  const PiecewiseAffineSystem system({{{Matrix{{1.0}}, Vector{{0.0}}}, Matrix{{0.0}}, Vector{{1.0}}},
                                      {{Matrix{{-1.0}}, Vector{{0.0}}}, Matrix{{-0.5}}, Vector{{-1.0}}}});
  const double x0 = 0.8, arrival = 2.0 * std::log(1.0 + 0.5 * x0);
  const auto exact = [&](double t) { return t < arrival ? (x0 + 2.0) * std::exp(-0.5 * t) - 2.0 : 0.0; };
  std::vector<double> sizes, errors;
  for (const double h : {0.1, 0.03, 0.01, 0.003, 0.001}) {
    double sum = 0.0;
    for (int phase = 0; phase < 8; ++phase) {
      const double t0 = 0.125 * h * phase;
      Model model(t0, 1.2);
      const auto parts = system.addTo(model, Vector{{exact(t0)}});
      TimeStepping simulation(model, TimeDiscretisation(t0, h), EulerMoreauOSI(1.0));
      double worst = 0.0;
      simulation.run([&](const Simulation& s) {
        worst = std::max(worst, std::abs(parts.system.x()[0] - exact(s.time())));
      });
      sum += worst;
      EXPECT_NEAR(parts.system.x()[0], 0.0, 1e-14);
    }
    sizes.push_back(h);
    errors.push_back(sum / 8.0);
  }
  EXPECT_NEAR(fitOrder(sizes, errors).order, 1.0, 0.15);
  EXPECT_EQ(toTwoCells(system).motionAt(Vector{{0.0}}), SurfaceMotion::sliding);
}

TEST(PiecewiseContinuousSystem, OfFourCellsSlidesAndCrosses) {
  // Quadrants; x₂' = -1 - x₂² for x₂ > 0 and 1 below, x₁' = 1 on the left, 2 on the right: it reaches x₂ = 0 at atan x₂(0).
  const auto quadrant = [](double s1, double s2) {
    PiecewiseContinuousSystem::Cell cell;
    cell.region = {Matrix{{-s1, 0.0}, {0.0, -2.0 * s2}}, Vector{{0.0, 0.0}}};
    cell.f = [s1, s2](double, VectorConstRef x, VectorRef f) {
      f << (s1 > 0.0 ? 2.0 : 1.0), (s2 > 0.0 ? -1.0 - x[1] * x[1] : 1.0);
    };
    return cell;
  };
  const PiecewiseContinuousSystem system(
      {quadrant(1, 1), quadrant(-1, 1), quadrant(-1, -1), quadrant(1, -1)});
  EXPECT_EQ(system.partition().facets.size(), 4U);
  const ContinuityReport continuity = system.continuity();
  EXPECT_EQ(continuity.answer, Answer::no);
  EXPECT_EQ(continuity.findings.size(), 4U);
  EXPECT_EQ(system.cellAt(Vector{{-0.1, 0.2}}), 1);
  const FilippovInclusion filippov = toFilippov(system);
  EXPECT_EQ(filippov.motionAt(0.0, Vector{{0.0, 0.2}}, 1, 0), SurfaceMotion::crossing);
  EXPECT_EQ(filippov.motionAt(0.0, Vector{{0.5, 0.0}}, 3, 0), SurfaceMotion::sliding);
  const double h = 1e-3;
  const auto states = steps(
      [&](Model& m) -> FirstOrderDS& {
        return system.addTo(m, Vector{{-0.3, 0.5}}).system;
      },
      h, 1.0);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const double t = h * static_cast<double>(k);
    EXPECT_NEAR(states[k][0], t < 0.3 ? t - 0.3 : 2.0 * (t - 0.3), 2.0 * h);
    EXPECT_NEAR(states[k][1], std::tan(std::max(0.0, std::atan(0.5) - t)), 2.0 * h);
  }
  EXPECT_NEAR(states.back()[1], 0.0, 1e-13);
}

/// f = sin t for x < 0 and -sin t for x > 0 agree at t = 0 alone: x = 0.3 - (1 - cos t) up to its arrival at 0, and rest until π.
TEST(PiecewiseContinuousSystem, ThatAgreesAtItsStartAloneIsAnInclusion) {
  const auto side = [](double sign) {
    PiecewiseContinuousSystem::Cell cell;
    cell.region = {Matrix{{-sign}}, Vector{{0.0}}};
    cell.f = [sign](double t, VectorConstRef, VectorRef f) { f[0] = -sign * std::sin(t); };
    return cell;
  };
  const PiecewiseContinuousSystem system({side(-1.0), side(1.0)});
  EXPECT_EQ(system.continuity(0.0).answer, Answer::yes);
  const double h = 1e-2;
  const auto states =
      steps([&](Model& m) -> FirstOrderDS& { return system.addTo(m, Vector{{0.3}}).system; }, h, 3.0);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const double t = h * static_cast<double>(k);
    EXPECT_NEAR(states[k][0], std::max(0.0, std::cos(t) - 0.7), h) << t;
    if (t > 0.9) {
      EXPECT_NEAR(states[k][0], 0.0, 1e-12) << t;
    }
  }
  // Continuity is what the caller says it is, unless the start shows the contrary.
  Model late(1.0, 3.0);
  EXPECT_THROW((void)system.addContinuousTo(late, Vector{{0.3}}), InvalidArgument);
  const auto slope = [](double sign) {
    PiecewiseContinuousSystem::Cell cell;
    cell.region = {Matrix{{-sign}}, Vector{{0.0}}};
    cell.f = [sign](double, VectorConstRef x, VectorRef f) { f[0] = -(2.0 + sign) * x[0]; };
    return cell;
  };
  const PiecewiseContinuousSystem continuous({slope(-1.0), slope(1.0)});
  const auto decay = steps(
      [&](Model& m) -> FirstOrderDS& { return continuous.addContinuousTo(m, Vector{{1.0}}); }, 1e-2, 1.0);
  EXPECT_NEAR(decay.back()[0], std::pow(1.0 + 3.0 * h, -100.0), 1e-10);
}

TEST(PiecewiseAffineSystem, RefusesCellsThatAreNoPartition) {
  const Matrix A{{0.0}};
  const Vector a{{1.0}};
  const auto message = [&](double k1, double k2) -> std::string {
    try {
      const PiecewiseAffineSystem system(
          {{{Matrix{{1.0}}, Vector{{k1}}}, A, a}, {{Matrix{{-1.0}}, Vector{{-k2}}}, A, a}});
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message(0.5, 0.5), "");
  EXPECT_NE(message(0.6, 0.5).find("cells 0 and 1 overlap"), std::string::npos) << message(0.6, 0.5);
  EXPECT_NE(message(0.4, 0.5).find("no cell contains"), std::string::npos) << message(0.4, 0.5);
  EXPECT_THROW(PiecewiseAffineSystem({{{Matrix{{1.0}}, Vector{{0.0}}}, A, a}}), InvalidArgument);
  EXPECT_THROW(PiecewiseAffineSystem({{{Matrix{{1.0}}, Vector{{0.0}}}, A, a},
                                      {{Matrix{{-1.0}}, Vector{{0.0}}}, Matrix::Zero(2, 2), a}}),
               InvalidArgument);
  const PiecewiseAffineSystem three({{{Matrix{{1.0}}, Vector{{0.0}}}, A, a},
                                     {{Matrix{{-1.0}, {1.0}}, Vector{{0.0, 1.0}}}, A, a},
                                     {{Matrix{{-1.0}}, Vector{{-1.0}}}, A, a}});
  EXPECT_THROW((void)toTwoCells(three), InvalidArgument);
  Model model(0.0, 1.0);
  EXPECT_THROW((void)three.addTo(model, Vector::Zero(2)), InvalidArgument);

  const TwoCellSystem jump(Vector{{1.0}}, 0.0, {A, a}, {Matrix{{1.0}}, -a});
  EXPECT_THROW((void)toLcs(jump), InvalidArgument);
  EXPECT_THROW((void)toRelay(jump), InvalidArgument);
  EXPECT_THROW(TwoCellSystem(Vector{{0.0}}, 0.0, {A, a}, {A, a}), InvalidArgument);
  EXPECT_THROW((void)jump.addTo(model, Vector::Zero(2)), InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::piecewise_affine_test
