// The judge of problems over cones itself: points whose verdict is known by hand, and errors of twice the tolerance in every place that it
// looks at.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/effort.hpp"
#include "truth/cones/odd_cones.hpp"

namespace nsds::test::cone_judge_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-6;

// M = 1 over one Lorentz cone of three rows.
ConeProblem lorentz(const VectorXd& q, double mu) {
  const auto size = static_cast<int>(q.size());
  return {MatrixXd::Identity(size, size), q, {{ConeShape::lorentz, size, mu}}, {}};
}

ConeProblem rows(ConeShape shape, const VectorXd& q) {
  const auto size = static_cast<int>(q.size());
  return {MatrixXd::Identity(size, size), q, {{shape, size, 0.0}}, {}};
}

// A solution, and what added to q violates a part, by as much as its length says, whose terms are these.
struct Spot {
  const char* what;
  ConeProblem problem;
  VectorXd z, push;
  double terms;
};

std::vector<Spot> spots() {
  const double three = std::sqrt(3.0), two = std::sqrt(2.0);
  // w = z + q: inside (1, 0.3, 0) it is 0; on the boundary of mu = 0.5 it is 0.4 (0.5, -1, 0); in K* of mu = 0.5 on its boundary.
  const ConeProblem inside = lorentz(VectorXd{{-1.0, -0.3, 0.0}}, 0.5),
                    boundary = lorentz(VectorXd{{0.2 - 1.0, -0.4 - 0.5, 0.0}}, 0.5),
                    rest = lorentz(VectorXd{{-1.0, -0.5, 0.0}}, 0.5),
                    apex = lorentz(VectorXd{{0.5, 1.0, 0.0}}, 0.5), zero = lorentz(VectorXd::Zero(3), 0.5),
                    steep = lorentz(VectorXd{{0.4 - 1.0, -0.2 - 2.0, 0.0}}, 2.0),
                    axis = lorentz(VectorXd{{-1.0, 0.7, 0.0}}, 0.0);
  const VectorXd at_inside{{1.0, 0.3, 0.0}}, at_boundary{{1.0, 0.5, 0.0}}, at_steep{{1.0, 2.0, 0.0}},
      at_axis{{1.0, 0.0, 0.0}}, none = VectorXd::Zero(3);
  const double of_inside = (1 + three) * std::sqrt(1.09), root5 = std::sqrt(5.0);
  const VectorXd out_of_dual{{-2 / root5, 1 / root5, 0.0}};  // normal to K* of 0.5 at (0.5, 1, 0)
  return {{"inside, normal", inside, at_inside, VectorXd{{1, 0, 0}}, of_inside},
          {"inside, any", inside, at_inside, VectorXd{{0, 0.6, -0.8}}, of_inside},
          {"boundary, across", boundary, at_boundary, VectorXd{{0, 0, 1}},
           boundary.q.norm() + three * at_boundary.norm()},
          {"boundary, out of the dual", boundary, at_boundary, VectorXd{{-2 / root5, -1 / root5, 0}},
           boundary.q.norm() + three * at_boundary.norm()},
          {"boundary, into the dual", boundary, at_boundary, VectorXd{{2 / root5, 1 / root5, 0}},
           boundary.q.norm() + three * at_boundary.norm()},
          {"boundary, against the ray", rest, at_boundary, VectorXd{{-1 / root5, 2 / root5, 0}},
           (1 + three) * at_boundary.norm()},
          {"steep boundary, into the dual", steep, at_steep, VectorXd{{1 / root5, 2 / root5, 0}},
           steep.q.norm() + three * at_steep.norm()},
          {"apex, out of the dual", apex, none, out_of_dual, apex.q.norm()},
          {"axis", axis, at_axis, VectorXd{{1, 0, 0}}, axis.q.norm() + three},
          {"free row", rows(ConeShape::free, VectorXd{{-1.0}}), VectorXd{{1.0}}, VectorXd{{1}}, 2.0},
          {"half-line", rows(ConeShape::nonnegative, VectorXd{{-1.0}}), VectorXd{{1.0}}, VectorXd{{1}}, 2.0},
          {"row of two", rows(ConeShape::nonnegative, VectorXd{{1e6, -1.0}}), VectorXd{{0.0, 1.0}},
           VectorXd{{0, -1}}, 2.0},
          {"Lorentz cone of one row", lorentz(VectorXd{{-1.0}}, 7.0), VectorXd{{1.0}}, VectorXd{{1}}, 2.0},
          {"Lorentz cone of two rows", lorentz(VectorXd{{-1.0, -1.0}}, 1.0), VectorXd{{1.0, 1.0}},
           VectorXd{{1 / two, 1 / two}}, two * (1 + two)}};
}

TEST(ConeJudge, CatchesPlantedErrorsInEveryPlace) {
  for (const Spot& spot : spots()) {
    SCOPED_TRACE(spot.what);
    EXPECT_LE(judged_cones(spot.problem, spot.z, tolerance), 1e-15);
    for (const double factor : {0.4, 2.0}) {
      ConeProblem off = spot.problem;
      off.q += factor * tolerance * spot.terms * spot.push;
      for (const double leeway : {1.0, 2.0}) {
        const Judgement found = judge_cones(off, spot.z, tolerance, leeway);
        EXPECT_NEAR(found.value, factor * tolerance, 1e-3 * tolerance);
        EXPECT_EQ(found.broken, factor > 1.0 ? Axiom::own_terms : Axiom::none);
      }
    }
  }
}

// The dual cone of an open block is open to one side alone, and so is the ray.
TEST(ConeJudge, LetsWBeWhereItMayBe) {
  EXPECT_EQ(judged_cones(lorentz(VectorXd{{1.0, 0.3, 0.0}}, 0.5), VectorXd::Zero(3)), 0.0);
  EXPECT_LE(
      judged_cones(lorentz(VectorXd{{0.5 * 9.0 - 1.0, -9.0 - 0.5, 0.0}}, 0.5), VectorXd{{1.0, 0.5, 0.0}}),
      1e-15);
  EXPECT_EQ(judged_cones(lorentz(VectorXd{{0.0, 9.0, -3.0}}, 0.0), VectorXd::Zero(3)), 0.0);
  EXPECT_EQ(judged_cones(rows(ConeShape::nonnegative, VectorXd{{1.0, 0.0}}), VectorXd::Zero(2)), 0.0);
  EXPECT_EQ(judged_cones(rows(ConeShape::free, VectorXd{{1.0}}), VectorXd::Zero(1)), 1.0);
}

TEST(ConeJudge, AgreesWithThePageByHand) {
  const ConeProblem problem = lorentz(VectorXd{{-1.0, 0.5}}, 0.5);
  EXPECT_EQ(judged_cones(problem, VectorXd{{1.0, -0.5}}), 0.0);
  EXPECT_NEAR(judged_cones(problem, VectorXd{{1.0, -0.4}}), 0.1 / (std::sqrt(1.25) + std::sqrt(2.0 * 1.16)),
              1e-15);
  const ConeProblem pushed = lorentz(VectorXd{{-0.9, 0.7}}, 0.5);
  EXPECT_LE(judged_cones(pushed, VectorXd{{1.0, -0.5}}), 1e-15);
}

void expect_outside(const ConeProblem& problem, const VectorXd& z, const char* what) {
  for (const double leeway : {1.0, 2.0}) {
    const Judgement found = judge_cones(problem, z, tolerance, leeway);
    EXPECT_EQ(found.value, 1.0) << what;
    EXPECT_EQ(found.broken, Axiom::sides) << what;
  }
}

TEST(ConeJudge, LetsNothingBeOutside) {
  expect_outside(lorentz(VectorXd::Zero(3), 0.5), VectorXd{{1.0, -0.5 * (1.0 + 1e-12), 0.0}}, "boundary");
  expect_outside(lorentz(VectorXd::Zero(3), 0.5), VectorXd{{0.0, 1e-300, 0.0}}, "apex");
  expect_outside(lorentz(VectorXd::Zero(3), 0.5), VectorXd{{-1e-300, 0.0, 0.0}}, "behind");
  expect_outside(lorentz(VectorXd::Zero(3), 0.0), VectorXd{{1.0, 1e-300, 0.0}}, "axis");
  expect_outside(rows(ConeShape::nonnegative, VectorXd{{0.0}}), VectorXd{{-1e-300}}, "half-line");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isinf(judged_cones(lorentz(VectorXd::Zero(3), 0.5), VectorXd{{1.0, nan, 0.0}})));
}

// 8 ε of the limit are the boundary, 80 are inside.
TEST(ConeJudge, TakesRoundingForTheBoundary) {
  constexpr double ulp = std::numeric_limits<double>::epsilon();
  const ConeProblem problem = lorentz(VectorXd{{0.2 - 1.0, 0.4 * -1.0 - 0.5, 0.0}}, 0.5);
  for (const double sign : {1.0, -1.0})
    EXPECT_LE(judged_cones(problem, VectorXd{{1.0, 0.5 * (1.0 + sign * 4.0 * ulp), 0.0}}), 1e-14);
  EXPECT_GT(judged_cones(problem, VectorXd{{1.0, 0.5 * (1.0 - 80.0 * ulp), 0.0}}), 0.1);
}

TEST(ConeJudge, TakesFloors) {
  ConeProblem problem = lorentz(VectorXd{{-1.0, -0.3, 1e-3}}, 0.5);
  const VectorXd z{{1.0, 0.3, 0.0}};
  EXPECT_GT(judged_cones(problem, z, tolerance), tolerance);
  problem.floor = VectorXd{{0.0, 2e-3, 0.0}};  // the largest of a part is that of all its rows
  EXPECT_EQ(judged_cones(problem, z, tolerance), 0.0);
  problem.q[0] = -1.1;
  EXPECT_GT(judged_cones(problem, z, tolerance), tolerance);
}

// The second block has rounding where it means zero, and sees the first, which is zero.
TEST(ConeJudge, ForgivesDataOfRounding) {
  ConeProblem problem{MatrixXd::Zero(4, 4),
                      VectorXd{{1.0, 0.0, -1e-16, 0.0}},
                      {{ConeShape::lorentz, 2, 0.5}, {ConeShape::lorentz, 2, 0.5}},
                      {}};
  problem.M(2, 0) = problem.M(0, 0) = 1.0;
  EXPECT_EQ(judged_cones(problem, VectorXd::Zero(4), tolerance), 0.0);
  problem.q[2] = -1e-11;
  EXPECT_EQ(judged_cones(problem, VectorXd::Zero(4), tolerance), 1.0);
  const ConeProblem alone = lorentz(VectorXd{{-1e-16, 0.0, 0.0}}, 0.5);
  EXPECT_EQ(judged_cones(alone, VectorXd::Zero(3), tolerance), 1.0);  // nobody says what it is small beside
}

// w_N = z_0 - z_2 - 1 and z_2 - z_0 contradict each other; far out both hold relative to their terms.
TEST(ConeJudge, SeesRays) {
  ConeProblem problem{MatrixXd::Identity(4, 4),
                      VectorXd{{-1.0, 0.0, 0.0, 0.0}},
                      {{ConeShape::lorentz, 2, 0.5}, {ConeShape::lorentz, 2, 0.5}},
                      {}};
  problem.M(0, 2) = problem.M(2, 0) = -1.0;
  for (const double far : {1e12, 1e14}) {
    const Judgement found = judge_cones(problem, VectorXd{{far + 0.5, 0.0, far, 0.0}}, tolerance, 2.0);
    EXPECT_EQ(found.value, 1.0) << far;
    EXPECT_EQ(found.broken, Axiom::accounts) << far;
  }
}

// Nothing moves w_N = -1; but the norm of the block has other entries in it.
TEST(ConeJudge, SeesRaysThatOneEntryDoesNotShow) {
  ConeProblem problem = lorentz(VectorXd{{-1.0, 0.0, 0.0}}, 0.5);
  problem.M(0, 0) = 0.0;
  for (const double far : {1e7, 1e9, 1e14}) {
    const Judgement found = judge_cones(problem, VectorXd{{far, 0.0, 0.0}}, tolerance, 2.0);
    EXPECT_EQ(found.value, 1.0) << far;
    EXPECT_EQ(found.broken, Axiom::accounts) << far;
  }
}

TEST(ConeJudge, AcceptsPlantedSolutions) {
  int planted = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(3000, 100000)); ++seed) {
    const OddCones odd = odd_cone_problem(seed);
    if (odd.planted.size() == 0) continue;
    ++planted;
    const Judgement found = judge_cones(odd.problem, odd.planted, 1e-8);
    EXPECT_LE(found.value, 1e-8) << "seed " << seed << " at " << found.worst;
  }
  EXPECT_GT(planted, 1000);
}

}  // namespace
}  // namespace nsds::test::cone_judge_test
