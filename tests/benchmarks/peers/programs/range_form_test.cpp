// Rows of one entry become bounds and opposite rows one row, and multipliers find back to where they came from.
#include "benchmarks/peers/programs/range_form.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "benchmarks/programs/checks.hpp"

namespace nsds::bench::range_form_test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();

// 1 <= x + y <= 3 as rows 0 and 3, 2 x >= 1 as row 1, -y >= -4 as row 2, x - z = 0, min (x^2 + y^2 + z^2) / 2 + q'z.
test::JudgedProblem problem_with(const Vector3d& q) {
  test::JudgedProblem made;
  made.M.resize(3, 3);
  made.M.setIdentity();
  made.q = q;
  made.lower = VectorXd::Constant(3, -infinity);
  made.upper = VectorXd::Constant(3, infinity);
  const std::vector<Eigen::Triplet<double>> entries = {{0, 0, 1.0},  {0, 1, 1.0},  {1, 0, 2.0},
                                                       {2, 1, -1.0}, {3, 0, -1.0}, {3, 1, -1.0}};
  made.A.resize(4, 3);
  made.A.setFromTriplets(entries.begin(), entries.end());
  made.b = Eigen::Vector4d(1.0, 1.0, -4.0, -3.0);
  made.C.resize(1, 3);
  made.C.insert(0, 0) = 1.0;
  made.C.insert(0, 2) = -1.0;
  made.d = VectorXd::Zero(1);
  made.has_objective = true;
  return made;
}

TEST(RangeForm, HasBoundsAndTwoSidedRows) {
  const test::JudgedProblem problem = problem_with(Vector3d::Zero());
  const RangeForm form(problem);
  EXPECT_EQ(form.lower, Vector3d(0.5, -infinity, -infinity));
  EXPECT_EQ(form.upper, Vector3d(infinity, 4.0, infinity));
  EXPECT_EQ(form.row_lower, Eigen::Vector2d(1.0, 0.0));
  EXPECT_EQ(form.row_upper, Eigen::Vector2d(3.0, 0.0));
}

// x = z = 1/2, y = 1/2: the row x + y >= 1 with y_0 = 1/2, the equality with -1/2 - q_z, the rest of x to its bound.
TEST(RangeForm, GivesTheMultipliersBack) {
  const test::JudgedProblem low = problem_with(Vector3d(1.0, 0.0, 0.0));
  const Vector3d z(0.5, 0.5, 0.5);
  const VectorXd found = RangeForm(low).multipliers(z, Eigen::Vector2d(0.5, -0.5));
  VectorXd expected(5);
  expected << 0.5, 0.75, 0.0, 0.0, -0.5;  // x: 0.5 + 1 - 0.5 + 0.5 = 2 * 0.75
  EXPECT_EQ(found, expected);
  EXPECT_EQ(programs::absolute_of(low, z, found).largest(), 0.0);
  // x + y <= 3 holds back what wants to grow: y = 2.5 wants more by 7.5, x as much.
  const test::JudgedProblem high = problem_with(Vector3d(-8.0, -10.0, 0.0));
  const Vector3d upper(0.5, 2.5, 0.5);
  const VectorXd back = RangeForm(high).multipliers(upper, Eigen::Vector2d(-7.5, -0.5));
  EXPECT_EQ(back[3], 7.5);
  EXPECT_EQ(back[0], 0.0);
  EXPECT_LE(programs::absolute_of(high, upper, back).largest(), 1e-15);
}

}  // namespace
}  // namespace nsds::bench::range_form_test
