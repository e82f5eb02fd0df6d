// The judge on points whose residual is computed by hand, and on a problem that no dense matrix could hold.
#include "support/row_judge.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "support/numbers.hpp"

namespace nsds::test::row_judge_test {
namespace {

using Eigen::VectorXd;

// min sum (z_j - 2)^2 / 2 where z_{j+1} - z_j >= 0 and z_0 = 2, so that z_j = 2, no multiplier needed.
JudgedProblem chain(Eigen::Index n) {
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
  made.has_objective = true;
  return made;
}

TEST(RowJudge, JudgesFifteenThousandUnknowns) {
  const Eigen::Index n = 15000;
  const RowJudge judge(chain(n));
  VectorXd z = VectorXd::Constant(n, 2.0);
  const VectorXd none = VectorXd::Zero(n);
  EXPECT_EQ(judge.judge(z, none), 0.0);
  // z_7 = 2 + h: the row of the gradient is h, its terms are 2 + h; the row z_8 - z_7 >= 0 is short of h of 4 + h.
  const double h = 1e-3;
  z[7] += h;
  EXPECT_NEAR(judge.judge(z, none), h / (2.0 + h), 1e-12);
  z[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(judge.judge(z, none), infinity);
}

// The same point is judged alike whether the problem was prepared before or not.
TEST(RowJudge, KnowsItsProblem) {
  const JudgedProblem problem = chain(5);
  const RowJudge judge(problem);
  VectorXd z = VectorXd::LinSpaced(5, 2.0, 2.5), multipliers = VectorXd::Constant(5, 0.25);
  EXPECT_GT(judge.judge(z, multipliers), 1e-2);
  EXPECT_EQ(judge.judge(z, multipliers), judge_rows(problem, z, multipliers));
}

// z_0 = 2 and, beside it and without data, z_1 >= 0 where z_1 = -1e-11: all that the row has is missed. It is rounding
// where that is less than leeway times 1e3 n epsilon of the point, n = 4 and the point of size 2; all units are one.
TEST(RowJudge, LeewayDecidesWhatIsRounding) {
  JudgedProblem problem = chain(2);
  problem.A.coeffRef(0, 0) = 0.0;  // z_1 >= 0 alone
  problem.A.prune(0.0);
  problem.q[1] = 0.0;
  const RowJudge judge(problem);
  const Eigen::Vector2d z(2.0, -1e-11);
  const VectorXd none = VectorXd::Zero(2);
  const double whole = 2.0 * 1e3 * 4 * std::numeric_limits<double>::epsilon();
  EXPECT_EQ(judge.judge(z, none, 0.1e-11 / whole), 1.0);
  EXPECT_LT(judge.judge(z, none, 10e-11 / whole), 1e-10);
}

// min 0 where x - y >= 1 and y - x >= 0, which hold to 5e-8 of their terms at (1e7 + 1/2, 1e7): a ray.
TEST(RowJudge, RefusesAPointThatRanAway) {
  JudgedProblem problem;
  problem.M.resize(2, 2);
  problem.q = VectorXd::Zero(2);
  problem.lower = VectorXd::Constant(2, -infinity);
  problem.upper = VectorXd::Constant(2, infinity);
  const std::vector<Eigen::Triplet<double>> entries = {{0, 0, 1.0}, {0, 1, -1.0}, {1, 0, -1.0}, {1, 1, 1.0}};
  problem.A.resize(2, 2);
  problem.A.setFromTriplets(entries.begin(), entries.end());
  problem.b = Eigen::Vector2d(1.0, 0.0);
  problem.C.resize(0, 2);
  problem.has_objective = true;
  EXPECT_GT(judge_rows(problem, Eigen::Vector2d(1e7 + 0.5, 1e7), VectorXd::Zero(2)), 0.1);
}

}  // namespace
}  // namespace nsds::test::row_judge_test
