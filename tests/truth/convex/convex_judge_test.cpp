// The judge of convex programs itself: points whose verdict is known by hand, and errors of twice the tolerance in every place that it looks at.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/numbers.hpp"
#include "truth/convex/odd_convex.hpp"

namespace nsds::test::convex_judge_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-6;

// What one of the objective is: rule d, which knows its unit, has nothing to say of so small a one.
constexpr double cost = 1e-9;

// min (1/2 z² - 3 z) cost over one row 2 z + 1 in the box.
ConvexProgram one_row(double lower, double upper) {
  return {MatrixXd::Constant(1, 1, cost),
          VectorXd{{-3.0 * cost}},
          MatrixXd::Constant(1, 1, 2.0),
          VectorXd{{1.0}},
          VectorXd{{lower}},
          VectorXd{{upper}},
          {}};
}

// z = 1 in 1 ≤ 2 z + 1 ≤ 3 stands at the upper bound with xi = -1; each row has an error of that part of its terms.
TEST(ConvexJudge, CatchesPlantedErrorsInEveryPlace) {
  const ConvexPoint point{VectorXd{{1.0}}, VectorXd{{-cost}}};
  EXPECT_LE(judge_convex(one_row(1.0, 3.0), point, tolerance).value, 1e-15);
  for (const double factor : {0.4, 2.0}) {
    const Axiom broken = factor > 1.0 ? Axiom::own_terms : Axiom::none;
    ConvexProgram off = one_row(1.0, 3.0);
    off.q[0] += factor * tolerance * 6.0 * cost;  // |-3| + |1| + |-2|
    Judgement found = judge_convex(off, point, tolerance);
    EXPECT_NEAR(found.value, factor * tolerance, 1e-3 * tolerance);
    EXPECT_EQ(found.broken, broken);
    off = one_row(1.0, 3.0 + factor * tolerance * 4.0);  // |1 - 3| + |2|
    found = judge_convex(off, point, tolerance);
    EXPECT_NEAR(found.value, factor * tolerance, 1e-3 * tolerance);
    EXPECT_EQ(found.broken, broken);
    EXPECT_EQ(found.worst, 1);
  }
}

// The row 2 z + 1 of an unknown at 1 with the multiplier zero, from both sides.
TEST(ConvexJudge, HoldsTheNearerBoundAgainstRowsInside) {
  ConvexProgram program = one_row(0.0, 3.0);
  program.q[0] = -cost;
  const ConvexPoint point{VectorXd{{1.0}}, VectorXd{{0.0}}};
  EXPECT_EQ(judge_convex(program, point).value, 0.0);
  program.upper[0] = 2.0;
  EXPECT_NEAR(judge_convex(program, point).value, 1.0 / 3.0, 1e-15);  // (3 - 2) / (|1 - 2| + 2)
  program.upper[0] = infinity;
  program.lower[0] = 4.0;
  EXPECT_NEAR(judge_convex(program, point).value, 1.0 / 5.0, 1e-15);  // (4 - 3) / (|1 - 4| + 2)
}

TEST(ConvexJudge, LetsNoMultiplierPushFromWhereNoBoundIs) {
  for (const double sign : {-1.0, 1.0}) {
    ConvexProgram program = one_row(sign > 0.0 ? -infinity : 1.0, sign > 0.0 ? 3.0 : infinity);
    program.q[0] = (-1.0 + 2.0 * sign) * cost;
    EXPECT_GE(judge_convex(program, {VectorXd{{1.0}}, VectorXd{{sign * cost}}}).value, 1.0);
    program.lower[0] = -infinity;
    program.upper[0] = infinity;
    EXPECT_GE(judge_convex(program, {VectorXd{{1.0}}, VectorXd{{sign * cost}}}).value, 1.0);
  }
}

// The ball of one: z = (1, 0) with M = cost, q = (-3, 0) cost, where xi = (-2, 0) cost.
TEST(ConvexJudge, CatchesPlantedErrorsBehindAProjector) {
  ConvexProgram program{cost * MatrixXd::Identity(2, 2),
                        VectorXd{{-3.0 * cost, 0.0}},
                        MatrixXd::Identity(2, 2),
                        VectorXd::Zero(2),
                        {},
                        {},
                        convex_projection(1, 1.0)};
  const ConvexPoint point{VectorXd{{1.0, 0.0}}, VectorXd{{-2.0 * cost, 0.0}}};
  EXPECT_LE(judge_convex(program, point, tolerance).value, 1e-15);
  // y = u + 1/2 · 2 is (2, 0): c = |P(2 y) - 2 P(y)| = 1, and the terms of u are 1 + c.
  for (const double factor : {0.4, 2.0}) {
    const Axiom broken = factor > 1.0 ? Axiom::own_terms : Axiom::none;
    ConvexProgram off = program;
    off.project = convex_projection(1, 1.0 + factor * tolerance * 2.0);
    Judgement found = judge_convex(off, point, tolerance);
    EXPECT_NEAR(found.value, factor * tolerance, 1e-3 * tolerance);
    EXPECT_EQ(found.broken, broken);
    EXPECT_EQ(found.worst, 2);
    off = program;
    off.q[0] += factor * tolerance * 6.0 * cost;
    found = judge_convex(off, point, tolerance);
    EXPECT_NEAR(found.value, factor * tolerance, 1e-3 * tolerance);
    EXPECT_EQ(found.broken, broken);
  }
  // A multiplier that is turned by an angle of a is no longer normal, by half of it: y moves by that.
  ConvexPoint turned = point;
  turned.xi[1] = 1e-3 * cost;
  EXPECT_GE(judge_convex(program, turned, tolerance).value, 1e-4);
}

// min 0 over x - y ≥ 1, y - x ≥ 0, far out; and the whole: a violation that its price makes matter.
TEST(ConvexJudge, SeesRaysAndPrices) {
  const MatrixXd A{{1.0, -1.0}, {-1.0, 1.0}};
  ConvexProgram pinched{MatrixXd::Zero(2, 2),
                        VectorXd::Zero(2),
                        A,
                        VectorXd{{-1.0, 0.0}},
                        VectorXd::Zero(2),
                        VectorXd::Constant(2, infinity),
                        {}};
  const ConvexPoint far{VectorXd{{1e12 + 0.5, 1e12}}, VectorXd::Zero(2)};
  for (const bool box : {true, false}) {
    if (!box) pinched.project = convex_projection(0, 1.0);
    const Judgement found = judge_convex(pinched, far);
    EXPECT_EQ(found.value, 1.0) << box;
    EXPECT_EQ(found.broken, Axiom::accounts);
  }

  // x - y ≥ 1e-8 is missed at (1, 1) by half of that of its terms, for which somebody pays a hundred million, and the objective is zero.
  const ConvexProgram priced{MatrixXd::Zero(2, 2),
                             VectorXd{{1e8, -1e8}},
                             A.topRows(1),
                             VectorXd::Zero(1),
                             VectorXd{{1e-8}},
                             VectorXd{{infinity}},
                             {}};
  const Judgement found = judge_convex(priced, {VectorXd::Ones(2), VectorXd{{1e8}}});
  EXPECT_EQ(found.broken, Axiom::whole);
}

}  // namespace
}  // namespace nsds::test::convex_judge_test
