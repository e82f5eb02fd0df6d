// What is said before a run: whether theorems apply, and whether SOL is empty, a single point, or more.
#include <gtest/gtest.h>

#include <nsds/kernel.hpp>
#include <nsds/theory/analysis/affine_variational_inequality.hpp>
#include <nsds/theory/first_order/differential_variational_inequality.hpp>
#include <nsds/theory/first_order/dvi_conditions.hpp>
#include <random>

#include "kernel/error_text.hpp"

namespace nsds::dvi_conditions_test {
namespace {

using Dvi = DifferentialVariationalInequality;

Dvi scalar(ConvexSet K, double d, double cb) {
  Dvi dvi(1, 1, std::move(K));
  dvi.setDrift(Matrix{{-1.0}}, Vector{{0.0}}).setInput(Matrix{{1.0}}).setInner(Matrix{{d}});
  dvi.setOutput(Matrix{{cb}}, Vector{{0.0}});
  return dvi;
}

TEST(DviConditions, SayWhichTheoremApplies) {
  const DviConditions bounded = dviConditions(scalar(BoxSet{-1.0, 1.0}, 0.0, -1.0));
  EXPECT_TRUE(bounded.applies);
  EXPECT_EQ(bounded.growth, Answer::yes);
  EXPECT_EQ(bounded.feedback, Answer::no);
  const DviConditions definite = dviConditions(scalar(OrthantSet{}, 2.0, -1.0));
  EXPECT_TRUE(definite.applies);
  EXPECT_EQ(definite.bounded, Answer::no);
  const DviConditions feedback = dviConditions(scalar(OrthantSet{}, 0.0, 1.0));
  EXPECT_TRUE(feedback.applies);
  EXPECT_EQ(feedback.growth, Answer::undecided);
  EXPECT_TRUE(test::says(feedback.message, "C B positive definite"));
}

/// C B = 17.52 - 10.32 - 7.2 = 0, of which rounding leaves a positive number.
TEST(DviConditions, TakeNoSignFromRounding) {
  Dvi dvi(3, 1, OrthantSet{});
  dvi.setInput(Matrix{{7.3}, {-4.3}, {-1.2}}).setOutput(Matrix{{2.4, 2.4, 6.0}}, Vector{{0.0}});
  EXPECT_NE((*dvi.C() * *dvi.B())(0, 0), 0.0);
  EXPECT_EQ(dviConditions(dvi).feedback, Answer::undecided);
  EXPECT_FALSE(dviConditions(dvi).applies);
}

TEST(DviConditions, SayThatNoTheoremApplies) {
  for (const Dvi& dvi : {scalar(OrthantSet{}, 0.0, 0.0), scalar(OrthantSet{}, 0.0, -1.0),
                         scalar(BoxSet{-1.0, 1.0}, -1.0, 1.0)}) {
    const DviConditions found = dviConditions(dvi);
    EXPECT_FALSE(found.applies);
    EXPECT_TRUE(test::says(found.message, "no theorem applies")) << found.message;
  }
  Dvi nonlinear = scalar(BoxSet{-1.0, 1.0}, 1.0, 1.0);
  nonlinear.setInner([](VectorConstRef u, VectorRef F) { F = u.array().cube(); });
  EXPECT_EQ(dviConditions(nonlinear).linear, Answer::no);
  EXPECT_FALSE(dviConditions(nonlinear).applies);
}

/// D = −1, x' = −x + λ, y = x − λ of the lecture: no solution for x < 0, two for x > 0.
TEST(DviSolutions, OfTheLecturesExampleAreNoneOrTwo) {
  const Dvi dvi = scalar(OrthantSet{}, -1.0, 1.0);
  const AffineSolutions none = dviSolutions(dvi, 0.0, Vector{{-1.0}});
  EXPECT_EQ(none.count, SolutionCount::none);
  // v ≥ 0, b ≥ 0, b + D v = 0, −q v > 0
  ASSERT_EQ(none.direction.size(), 1);
  EXPECT_GE(none.direction[0], 0.0);
  EXPECT_NEAR(none.multipliers[0] - none.direction[0], 0.0, 1e-12);
  EXPECT_GT(none.direction[0], 0.0);
  const AffineSolutions two = dviSolutions(dvi, 0.0, Vector{{1.0}});
  EXPECT_EQ(two.count, SolutionCount::several);
  EXPECT_NEAR(two.u[0] + two.other[0], 1.0, 1e-12);
  EXPECT_NEAR(two.u[0] * two.other[0], 0.0, 1e-12);
  EXPECT_EQ(dviSolutions(dvi, 0.0, Vector{{0.0}}).count, SolutionCount::one);
}

/// D = 0 on the orthant: every u ≥ 0 solves where q = 0.
TEST(DviSolutions, OfAFaceAreSeveral) {
  const AffineSolutions found = dviSolutions(scalar(OrthantSet{}, 0.0, 1.0), 0.0, Vector{{0.0}});
  EXPECT_EQ(found.count, SolutionCount::several);
  for (const Vector& u : {found.u, found.other}) EXPECT_GE(u[0], 0.0);
  EXPECT_GE(std::abs(found.u[0] - found.other[0]), 1e-3);
}

/// D = [1 1; 1 1] on a box: u₁ + u₂ = 1 is a segment of solutions. With q = (−1, −1.1) it is a point: u₁ at its lower bound.
TEST(DviSolutions, OfARankDeficientBoxAreASegmentOrAPoint) {
  const Matrix D = Matrix::Ones(2, 2);
  const AffineSolutions segment = affineSolutions(D, Vector{{-1.0, -1.0}}, BoxSet{0.0, 3.0});
  ASSERT_EQ(segment.count, SolutionCount::several);
  EXPECT_NEAR(segment.u.sum(), 1.0, 1e-9);
  EXPECT_NEAR(segment.other.sum(), 1.0, 1e-9);
  EXPECT_GE((segment.u - segment.other).norm(), 1e-3);
  const AffineSolutions point = affineSolutions(D, Vector{{-1.0, -1.1}}, BoxSet{0.0, 3.0});
  ASSERT_EQ(point.count, SolutionCount::one);
  EXPECT_NEAR(point.u[0], 0.0, 1e-12);
  EXPECT_NEAR(point.u[1], 1.1, 1e-12);
}

/// Farkas vectors of random monotone problems over polyhedra that have no solution are what the header says.
TEST(AffineSolutions, ProofsOfNoneAreChecked) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  int none = 0;
  for (int sample = 0; sample < 60; ++sample) {
    const Index m = 3;
    const Index rows = 3;
    const auto fill = [&](double) { return normal(random); };
    const Matrix H = Matrix::Zero(rows, m).unaryExpr(fill);
    const Vector k = Vector::Zero(rows).unaryExpr(fill);
    const Vector q = Vector::Zero(m).unaryExpr(fill);
    const Vector g = Vector::Zero(m).unaryExpr(fill);
    const Matrix D = g * g.transpose();  // of rank one
    const AffineSolutions found = affineSolutions(D, q, PolyhedronSet{H, k});
    if (found.count != SolutionCount::none) {
      ASSERT_EQ(found.u.size(), m) << found.message;
      EXPECT_GE((H * found.u - k).minCoeff(), -1e-7);
      continue;
    }
    ++none;
    const Vector& v = found.direction;
    const Vector& b = found.multipliers;
    const double size = v.norm() + b.norm();
    EXPECT_GE(b.minCoeff(), -1e-9 * size);
    EXPECT_GE((H * v).minCoeff(), -1e-9 * size);
    EXPECT_LE((H.transpose() * b + D.transpose() * v).norm(), 1e-9 * size);
    EXPECT_GT(k.dot(b) - q.dot(v), 0.0);
  }
  EXPECT_GT(none, 5);
  EXPECT_LT(none, 55);
}

TEST(AffineSolutions, AnEmptyPolyhedronHasNone) {
  const Matrix H{{1.0}, {-1.0}};
  const AffineSolutions found =
      affineSolutions(Matrix{{1.0}}, Vector{{0.0}}, PolyhedronSet{H, Vector{{1.0, 0.0}}});
  EXPECT_EQ(found.count, SolutionCount::none);
  EXPECT_NEAR(found.direction.norm(), 0.0, 1e-9 * found.multipliers.norm());
}

TEST(AffineSolutions, RefuseWhatTheyAreNotFor) {
  const ProjectorSet projector{[](VectorConstRef x, VectorRef p) { p = x; }};
  EXPECT_THROW(affineSolutions(Matrix{{1.0}}, Vector{{0.0}}, projector), InvalidArgument);
  EXPECT_THROW(affineSolutions(Matrix::Zero(1, 2), Vector{{0.0}}, OrthantSet{}), InvalidArgument);
  Dvi nonlinear = scalar(OrthantSet{}, 1.0, 1.0);
  nonlinear.setInner([](VectorConstRef u, VectorRef F) { F = u; });
  EXPECT_THROW(dviSolutions(nonlinear, 0.0, Vector{{0.0}}), InvalidArgument);
}

/// In a run an empty SOL ends with the status and the diagnosis of the step.
TEST(DviSolutions, AnEmptyOneEndsTheRunByName) {
  Model model(0.0, 1.0);
  scalar(OrthantSet{}, -1.0, 1.0).addTo(model, Vector{{-1.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI::semiImplicit(1.0));
  const std::string text = test::errorText<SolverError>([&] { simulation.run(); });
  EXPECT_TRUE(test::says(text, "infeasible")) << text;
}

}  // namespace
}  // namespace nsds::dvi_conditions_test
