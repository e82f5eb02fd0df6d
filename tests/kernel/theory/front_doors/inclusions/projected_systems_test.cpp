// Projected dynamical systems and slow solutions: both forms of the projection, exact solutions, rest points.
#include "kernel/theory/front_doors/runs.hpp"
#include "nsds/kernel/well_posedness/box_solutions.hpp"
#include "nsds/theory/first_order/projected_dynamical_system.hpp"

namespace nsds::projected_systems_test {
namespace {

/// The limit of quotients is the projection onto the tangent cone: in corners, on sides, and inside of boxes and polyhedra.
TEST(ProjectedVector, HasTwoForms) {
  const ConvexSet box = convex::box(Vector{{0.0, 0.0, -1.0}}, Vector{{1.0, 2.0, 1.0}});
  Matrix H(3, 3);
  H << 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, -0.5;
  const ConvexSet wedge = PolyhedronSet{H, Vector::Zero(3)};
  for (int k = 0; k < 30; ++k) {
    Vector v(3);
    for (Index i = 0; i < 3; ++i) v[i] = std::cos(1.0 + 2.3 * static_cast<double>(3 * k + i));
    for (const Vector& x : {Vector{{0.0, 0.0, 1.0}}, Vector{{0.0, 1.0, 0.0}}, Vector{{0.5, 0.5, 0.5}}})
      EXPECT_LT((directionalProjection(box, x, v) - tangentProjection(box, x, v)).norm(), 1e-9);
    for (const Vector& x : {Vector{{0.0, 0.0, 0.0}}, Vector{{0.0, 1.0, 2.0}}})
      EXPECT_LT((directionalProjection(wedge, x, v) - tangentProjection(wedge, x, v)).norm(), 1e-8) << k;
    // On a sphere the tangent cone is a half space.
    const Vector x = Vector{{2.0, -1.0, 2.0}} / 3.0;
    const Vector exact = v - std::max(0.0, v.dot(x)) * x;
    EXPECT_LT((directionalProjection(convex::ball(Vector::Zero(3), 1.0), x, v) - exact).norm(), 1e-7);
  }
  EXPECT_THROW(directionalProjection(box, Vector{{3.0, 0.0, 0.0}}, Vector::Zero(3)), InvalidArgument);
  EXPECT_THROW(tangentProjection(box, Vector::Zero(3), Vector::Zero(2)), InvalidArgument);
}

/// Rows have units of their own: a point in the middle of a long and thin box is at none of its bounds.
TEST(ProjectedVector, IsFreeInTheMiddleOfAThinBox) {
  const ConvexSet box = convex::box(Vector{{0.0, 0.0}}, Vector{{1e6, 1e-4}});
  Matrix H(4, 2);
  H << Matrix::Identity(2, 2), -Matrix::Identity(2, 2);
  const ConvexSet rows = PolyhedronSet{H, Vector{{0.0, 0.0, -1e6, -1e-4}}};
  const Vector v{{1.0, -1.0}};
  for (const ConvexSet& K : {box, rows}) {
    EXPECT_EQ(tangentProjection(K, Vector{{5e5, 5e-5}}, v), v);
    EXPECT_EQ(tangentProjection(K, Vector{{5e5, 0.0}}, v), Vector({{1.0, 0.0}}));
    EXPECT_EQ(tangentProjection(K, Vector{{1e6, 1e-4}}, v), Vector({{0.0, -1.0}}));
  }
}

/// x' = -(x - c) over x ≥ 0 from x = 1 with c = -1 before t = 1 and 1 after: e^{-t} pieces, at rest on 0 in between.
double scalarAt(double t) {
  const double landed = std::log(2.0);
  if (t < landed) return -1.0 + 2.0 * std::exp(-t);
  return t < 1.0 ? 0.0 : 1.0 - std::exp(1.0 - t);
}

TEST(ProjectedSystem, TheScalarOneHasOrderOneByBothSchemes) {
  for (const FieldEvaluation scheme : {FieldEvaluation::atEnd, FieldEvaluation::atStart}) {
    const OrderFit fit = orderOverTwoDecades(2.0, [&](double t0, double h, Index steps) {
      VectorField F = VectorField::linear(Matrix{{1.0}});
      F.add([](double t, VectorRef g) { g[0] = t < 1.0 ? 1.0 : -1.0; });
      const ProjectedDynamicalSystem pds(F, OrthantSet{});
      return largestError(pds, t0, h, steps, catchingUp(scheme),
                          [](double t) { return Vector{{scalarAt(t)}}; });
    });
    EXPECT_NEAR(fit.order, 1.0, 0.15);
  }
}

/// A field that is not monotone, f = -x³ in a box: x' = x³ from 0.8, x = (0.8⁻² - 2 t)^{-½}, up to 1.2.
TEST(ProjectedSystem, HypomonotoneFieldsConverge) {
  const auto exact = [](double t) {
    const double rest = 1.0 / 0.64 - 2.0 * t;
    return Vector{{rest > 1.0 / 1.44 ? 1.0 / std::sqrt(rest) : 1.2}};
  };
  const VectorField F(
      1, [](double, VectorConstRef x, VectorRef f) { f[0] = -x[0] * x[0] * x[0]; },
      [](double, VectorConstRef x, MatrixRef J) { J(0, 0) = -3.0 * x[0] * x[0]; });
  for (const FieldEvaluation scheme : {FieldEvaluation::atEnd, FieldEvaluation::atStart}) {
    const OrderFit fit = orderOverTwoDecades(0.6, [&](double t0, double h, Index steps) {
      const ProjectedDynamicalSystem pds(F, BoxSet{-1.2, 1.2});
      return largestError(pds, t0, h, steps, catchingUp(scheme), exact);
    });
    EXPECT_NEAR(fit.order, 1.0, 0.15);
  }
}

/// The slow solution is the PDS: difference quotients of steps are the shortest elements, where nothing switches.
TEST(SlowForm, HasTheShortestVelocities) {
  VectorField f = VectorField::linear(Matrix{{0.3, -1.0}, {1.0, 0.2}});
  f.add(Vector{{-0.5, 0.1}});
  const SlowInclusion slow(f, convex::box(Vector{{0.0, 0.0}}, Vector{{1.0, 1.0}}));
  const ProjectedDynamicalSystem pds = toPds(slow);
  const Vector x0{{0.5, 0.2}};
  const double h = 1e-4;
  const Course course = courseOf(slow, x0, 3.0, h, 1e-13);
  expectSameStates(course, courseOf(toSlowForm(pds), x0, 3.0, h, 1e-13), 1e-16);
  int compared = 0;
  int shortened = 0;
  for (std::size_t k = 100; k + 1 < course.x.size(); k += 100) {
    const double t = h * static_cast<double>(k);
    const Vector velocity = (course.x[k + 1] - course.x[k]) / h;
    const Vector shortest = slow.velocity(t, course.x[k]);
    EXPECT_EQ(shortest, pds.velocity(t, course.x[k]));
    const bool switches =
        ((course.lambda[k + 1].array().abs() > 1e-9) != (course.lambda[k].array().abs() > 1e-9)).any();
    if (switches) continue;
    EXPECT_LT((velocity - shortest).norm(), 20.0 * h) << t;
    // -(x' + F) is in the normal cone at x' of the tangent cone: at right angles to x', and no longer velocity is as good.
    const Vector force = velocity + f.at(t, course.x[k + 1]);
    EXPECT_NEAR(force.dot(velocity), 0.0, 20.0 * h);
    ++compared;
    shortened += (shortest + f.at(t, course.x[k])).norm() > 1e-3 ? 1 : 0;
  }
  EXPECT_GT(compared, 250);
  EXPECT_GT(shortened, 20);
}

/// Braess's network: 6 units over three routes; costs of the routes as functions of their flows. At the equilibrium all cost 92.
const Matrix braessCosts{{11.0, 0.0, 10.0}, {0.0, 11.0, 10.0}, {10.0, 10.0, 21.0}};
const Vector braessBase{{50.0, 50.0, 10.0}};

ProjectedDynamicalSystem braess(const ConvexSet& K) {
  VectorField F = VectorField::linear(braessCosts);
  F.add(braessBase);
  return {F, K};
}
/// { f ≥ 0, Σ f = 6 }, as rows, or as a projector: thresholds by sorting.
ConvexSet braessFlows() {
  Matrix H(5, 3);
  H << Matrix::Identity(3, 3), Matrix::Ones(1, 3), -Matrix::Ones(1, 3);
  return PolyhedronSet{H, Vector{{0.0, 0.0, 0.0, 6.0, -6.0}}};
}
ConvexSet braessProjector() {
  return ProjectorSet{[](VectorConstRef x, VectorRef p) {
                        Vector sorted = x;
                        std::sort(sorted.begin(), sorted.end(), std::greater<>());
                        double sum = 0.0;
                        double threshold = 0.0;
                        for (Index i = 0; i < sorted.size(); ++i) {
                          sum += sorted[i];
                          const double candidate = (sum - 6.0) / static_cast<double>(i + 1);
                          if (sorted[i] > candidate) threshold = candidate;
                        }
                        p = (x.array() - threshold).cwiseMax(0.0);
                      },
                      1.0};
}

TEST(RestPoints, BraessNetworkGoesToItsEquilibrium) {
  const Vector equilibrium{{2.0, 2.0, 2.0}};
  EXPECT_LT((braessCosts * equilibrium + braessBase - Vector::Constant(3, 92.0)).norm(), 1e-12);
  for (const ConvexSet& K : {braessFlows(), braessProjector()}) {
    for (const FieldEvaluation scheme : {FieldEvaluation::atEnd, FieldEvaluation::atStart}) {
      for (const Vector& start :
           {Vector{{6.0, 0.0, 0.0}}, Vector{{0.0, 0.0, 6.0}}, Vector{{3.0, 3.0, 0.0}}}) {
        const ProjectedDynamicalSystem pds = braess(K);
        const Course course = courseOf(pds, start, 20.0, 0.05, 1e-14, catchingUp(scheme));
        EXPECT_LT((course.x.back() - equilibrium).norm(), 1e-9);
        EXPECT_LT(pds.restResidual(0.0, course.x.back()), 1e-8);
        for (const Vector& flows : course.x) {
          EXPECT_NEAR(flows.sum(), 6.0, 1e-11);
          EXPECT_GE(flows.minCoeff(), -1e-12);
        }
      }
    }
    EXPECT_LT(braess(K).restResidual(0.0, equilibrium), 1e-12);
    EXPECT_LT(braess(K).velocity(0.0, equilibrium).norm(), 1e-6);
  }
}

/// A PDS is at rest exactly where VI(K, F) has its solution, which boxSolutions() finds by itself: 20 fields over boxes.
TEST(RestPoints, AreTheSolutionsOfTheVariationalInequality) {
  int onBounds = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const auto number = [&](Index i, Index j) {
      return std::cos(1.7 * static_cast<double>((seed + 1) * (3 * i + 5 * j + 1)) + static_cast<double>(i));
    };
    const Index n = 3;
    const Matrix A = 0.4 * Matrix::NullaryExpr(n, n, number) + 1.5 * Matrix::Identity(n, n);
    const Vector q = Vector::NullaryExpr(n, [&](Index i) { return 2.0 * number(i, 7); });
    const Vector lower = Vector::Constant(n, -0.6);
    const Vector upper = Vector::Constant(n, 0.7);
    const std::vector<BoxSolution> solutions = boxSolutions(A, q, lower, upper);
    ASSERT_EQ(solutions.size(), 1U) << seed;
    const Vector& solution = solutions.front().lambda;
    VectorField F = VectorField::linear(A);
    F.add(q);
    const ConvexSet K = convex::box(lower, upper);
    // It stays at the solution, and goes pds.
    const ProjectedDynamicalSystem pds(F, K);
    EXPECT_LT(pds.restResidual(0.0, solution), 1e-9);
    EXPECT_LT((courseOf(pds, solution, 1.0, 0.1, 1e-14).x.back() - solution).norm(), 1e-9);
    const Vector rest = courseOf(pds, Vector::Zero(n), 40.0, 0.1, 1e-14).x.back();
    EXPECT_LT((rest - solution).norm(), 1e-9) << seed;
    EXPECT_LT(pds.restResidual(0.0, rest), 1e-9);
    EXPECT_GT(pds.restResidual(0.0, Vector::Zero(n)), 1e-3);
    onBounds += ((solution - lower).array() == 0.0 || (upper - solution).array() == 0.0).count() > 0 ? 1 : 0;
  }
  EXPECT_GT(onBounds, 8);
}

TEST(ProjectedSystemInput, IsRefusedByName) {
  Model model(0.0, 1.0);
  expectPart(test::errorText<InvalidArgument>([&] {
               braess(braessFlows()).addTo(model, Vector{{7.0, 0.0, 0.0}});
             }),
             "ProjectedDynamicalSystem: x0 is at a distance");
  expectPart(test::errorText<InvalidArgument>(
                 [&] { SlowInclusion(VectorField::zero(2), OrthantSet{}).addTo(model, Vector{{1.0}}); }),
             "SlowInclusion: x0");
}

}  // namespace
}  // namespace nsds::projected_systems_test
