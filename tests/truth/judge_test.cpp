// The judge itself: points whose verdict is known by hand, and errors of twice the tolerance in every place that it looks at.
#include "truth/judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/numbers.hpp"

namespace nsds::test::judge_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-6;

// min z_0² + z_1² - 2 z_0 - 8 z_1 where z_0 + z_1 >= 2, z_0 - z_1 = 0, z_1 <= 4: z = (5/2, 5/2), where the multiplier of the
// equation is 3 and that of the inequality 0.
JudgedProblem plain_program() {
  JudgedProblem made;
  made.M = MatrixXd{{2.0, 0.0}, {0.0, 2.0}}.sparseView();
  made.q = VectorXd{{-2.0, -8.0}};
  made.lower = VectorXd::Constant(2, -infinity);
  made.upper = VectorXd{{infinity, 4.0}};
  made.A = MatrixXd{{1.0, 1.0}}.sparseView();
  made.b = VectorXd{{2.0}};
  made.C = MatrixXd{{1.0, -1.0}}.sparseView();
  made.d = VectorXd{{0.0}};
  made.has_objective = true;
  return made;
}

// min (z_j - 2)² / 2 summed where z_{j+1} - z_j >= 0 and z_0 = 2, so that z_j = 2, no multiplier needed.
JudgedProblem chain(Index n) {
  std::vector<Eigen::Triplet<double>> differences;
  for (int i = 0; i + 1 < n; ++i) {
    differences.emplace_back(i, i, -1.0);
    differences.emplace_back(i, i + 1, 1.0);
  }
  JudgedProblem made;
  made.M.resize(n, n);
  made.M.setIdentity();
  made.q = VectorXd::Constant(n, -2.0);
  made.lower = VectorXd::Constant(n, -infinity);
  made.upper = VectorXd::Constant(n, infinity);
  made.A.resize(n - 1, n);
  made.A.setFromTriplets(differences.begin(), differences.end());
  made.b = VectorXd::Zero(n - 1);
  made.C.resize(1, n);
  made.C.insert(0, 0) = 1.0;
  made.d = VectorXd::Constant(1, 2.0);
  made.has_objective = false;
  return made;
}

TEST(Judge, PassesASolution) {
  const Judgement right = Judge(plain_program()).judge(VectorXd{{2.5, 2.5}}, VectorXd{{0.0, 3.0}}, tolerance);
  EXPECT_EQ(right.value, 0.0);
  EXPECT_EQ(right.broken, Axiom::none);
}

TEST(Judge, CatchesPlantedErrorsInEveryPlace) {
  const JudgedProblem problem = plain_program();
  const Judge judge(problem);
  const VectorXd z{{2.5, 2.5}}, multipliers{{0.0, 3.0}};
  const auto refuses = [&](VectorXd at, VectorXd with, const char* what) {
    const Judgement found = judge.judge(at, with, tolerance);
    EXPECT_GT(found.value, tolerance) << what;
    EXPECT_NE(found.broken, Axiom::none) << what;
    return found.broken;
  };
  const double twice = 2.0 * tolerance;
  // The terms of the rows: of the first gradient 5 + 2 + 3, of the second 5 + 8 + 3, of the equation 2.5 + 2.5.
  for (const double sign : {1.0, -1.0}) {
    for (Index j = 0; j < 2; ++j) {
      VectorXd off = z;
      off[j] += sign * twice * 5.0;
      refuses(off, multipliers, "an unknown");
    }
    refuses(z, VectorXd{{0.0, 3.0 + sign * twice * 16.0}}, "the multiplier of the equation");
  }
  EXPECT_EQ(refuses(z, VectorXd{{-1e-300, 3.0}}, "a multiplier of the wrong sign"), Axiom::sides);
  // A multiplier above zero says that its row, which is 3, is zero.
  EXPECT_EQ(refuses(z, VectorXd{{1e-9, 3.0}}, "a multiplier that its row does not carry"), Axiom::own_terms);
  EXPECT_EQ(refuses(VectorXd{{4.0, 4.0 + 1e-15}}, multipliers, "beside its bound"), Axiom::sides);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refuses(VectorXd{{nan, 2.5}}, multipliers, "no number"), Axiom::sides);
}

// The row of an unknown that stands at a bound has a sign, by its own terms.
TEST(Judge, AsksForTheSignOfARow) {
  const auto value = [](double q, double z) {
    return judged(box_problem(MatrixXd{{1.0}}, VectorXd{{q}}, VectorXd{{0.0}}, VectorXd{{1.0}}),
                  VectorXd{{z}}, {}, tolerance);
  };
  EXPECT_EQ(value(1.0, 0.0), 0.0);
  EXPECT_EQ(value(-3.0, 1.0), 0.0);
  EXPECT_EQ(value(-1.0, 0.0), 1.0);
  EXPECT_EQ(value(1.0, 1.0), 1.0);
  EXPECT_EQ(value(-1.0, 1.0 - 0.0), 0.0);
}

// Each row holds to its own terms, and what one of them misses costs more than the objective is worth.
TEST(Judge, SeesTheGap) {
  JudgedProblem priced;
  priced.M.resize(1, 1);
  priced.q = VectorXd{{1e6}};
  priced.lower = VectorXd::Constant(1, -infinity);
  priced.upper = VectorXd::Constant(1, infinity);
  priced.A = MatrixXd{{1e3}}.sparseView();
  priced.b = VectorXd{{1e-3}};
  priced.C.resize(0, 1);
  priced.has_objective = true;
  // 1e3 z >= 1e-3 is short of half the tolerance of its terms; the multiplier 1e3 prices that, and 1 stands beside it.
  const double z = 1e-6 * (1.0 - tolerance);
  EXPECT_LE(judged(priced, VectorXd{{z}}, VectorXd{{1e3}}, tolerance), tolerance);
  priced.q[0] = 1e9;
  priced.b[0] = 1.0;
  const Judgement costly =
      Judge(priced).judge(VectorXd{{1e-3 * (1.0 - 1.5 * tolerance)}}, VectorXd{{1e6}}, tolerance);
  EXPECT_GT(costly.value, tolerance);
  EXPECT_EQ(costly.broken, Axiom::whole);
}

// Where zero is meant and rounding stands: a row of nothing else passes, one that nothing speaks for does not.
TEST(Judge, ForgivesDataOfRounding) {
  const MatrixXd M{{1.0, 1.0}, {0.0, 1.0}};
  const VectorXd infinite = VectorXd::Constant(2, infinity);
  const auto value = [&](double rounding) {
    return judged(box_problem(M, VectorXd{{-1.0, rounding}}, -infinite, infinite), VectorXd{{1.0, 0.0}}, {},
                  tolerance);
  };
  EXPECT_EQ(value(1e-16), 0.0);
  EXPECT_EQ(value(1e-12), 1.0);
  const auto alone =
      judged(box_problem(MatrixXd{{1.0}}, VectorXd{{1e-16}}, -infinite.head(1), infinite.head(1)),
             VectorXd{{0.0}}, {}, tolerance);
  EXPECT_EQ(alone, 1.0);  // nobody says what it is small beside
}

// x - y >= 1 and y - x >= 0 contradict each other; far out both hold relative to their terms.
TEST(Judge, SeesRays) {
  JudgedProblem problem;
  problem.M.resize(2, 2);
  problem.q = VectorXd::Zero(2);
  problem.lower = VectorXd::Constant(2, -infinity);
  problem.upper = VectorXd::Constant(2, infinity);
  problem.A = MatrixXd{{1.0, -1.0}, {-1.0, 1.0}}.sparseView();
  problem.b = Eigen::Vector2d(1.0, 0.0);
  problem.C.resize(0, 2);
  problem.has_objective = true;
  for (const double far : {1e12, 1e14}) {
    const Judgement found =
        Judge(problem).judge(Eigen::Vector2d(far + 0.5, far), VectorXd::Zero(2), tolerance);
    EXPECT_EQ(found.value, 1.0) << far;
    EXPECT_EQ(found.broken, Axiom::accounts) << far;
  }
}

TEST(Judge, JudgesFifteenThousandUnknowns) {
  const Index n = 15000;
  const Judge judge(chain(n));
  VectorXd z = VectorXd::Constant(n, 2.0);
  const VectorXd none = VectorXd::Zero(n);
  EXPECT_EQ(judge.judge(z, none).value, 0.0);
  // z_7 = 2 + h: the row of the gradient is h of 4 + h.
  const double h = 1e-3;
  z[7] += h;
  EXPECT_NEAR(judge.judge(z, none).value, h / (4.0 + h), 1e-12);
  EXPECT_EQ(judge.judge(z, none).worst, 7);
}

}  // namespace
}  // namespace nsds::test::judge_test
