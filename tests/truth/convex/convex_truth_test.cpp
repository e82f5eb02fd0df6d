// No answer to an odd convex program is called ok that is none, by any solver, and those whose solution is known are right.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "nsds/numerics/cpp/convex_qp.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"
#include "support/numbers.hpp"
#include "truth/convex/convex_hearing.hpp"

namespace nsds::test::convex_truth_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// [s]: problems without a solution are tried for seconds, and what is one is found in milliseconds.
constexpr double patience = 0.02, little = 0.004;

void expect_nothing_false(const Tally& tally) {
  for (std::size_t k = 0; k < tally.false_ok.size() && k < 20; ++k) ADD_FAILURE() << tally.false_ok[k];
  EXPECT_EQ(tally.false_ok.size(), 0U) << "of " << tally.ok << " answers called ok";
}

TEST(ConvexTruth, HoldsForTheDefaultSolver) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(400, 20000)); ++seed)
    hear_convex(seed, "auto", patience, tally);
  expect_nothing_false(tally);
  RecordProperty("ok", static_cast<int>(tally.ok));
  EXPECT_GE(4 * tally.ok, tally.problems);  // a generator of nothing solvable would show nothing
}

TEST(ConvexTruth, HoldsForEverySolver) {
  for (std::int32_t solver = 0; solver < nsds_solver_count(NSDS_CLASS_CONVEX_QP); ++solver) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(320, 5000)); ++seed)
      hear_convex(1000000 + seed, nsds_solver_at(NSDS_CLASS_CONVEX_QP, solver)->name, little, tally);
    expect_nothing_false(tally);
  }
}

// min 1/2 m |z - c|² over a set has z = P(c), in any units.
TEST(ConvexTruth, ProjectionsAreFoundInAnyUnits) {
  for (const int decades : {0, 3, 10})
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(30, 1000)); ++seed) {
      Draws draws(seed);
      const int size = draws.integer(2, 6), set = draws.integer(0, convex_set_count - 1);
      const double unit_w = std::pow(10.0, draws.uniform(-decades, decades)),
                   unit_z = std::pow(10.0, draws.uniform(-decades, decades));
      VectorXd c(size), z(size);
      for (double& entry : c) entry = 2.0 * unit_z * draws.normal();
      const ConvexProgram program{unit_w / unit_z * MatrixXd::Identity(size, size),
                                  -unit_w / unit_z * c,
                                  MatrixXd::Identity(size, size),
                                  VectorXd::Zero(size),
                                  {},
                                  {},
                                  convex_projection(set, unit_z)};
      program.project(c, z);
      SCOPED_TRACE("seed " + std::to_string(seed) + ", decades " + std::to_string(decades));
      ConvexOutcome found{{VectorXd::Zero(size), VectorXd::Zero(size)}, {}};
      solve_convex(program, true, numerics::Options(NSDS_CLASS_CONVEX_QP), found);
      EXPECT_TRUE(found.ok()) << found.report.message;
      EXPECT_LE((found.point.z - z).norm(), 1e-6 * std::max(unit_z, c.norm()));
    }
}

// -z ≥ 1e-16 that nothing moves, in any unit; and costs that fall for ever.
TEST(ConvexTruth, NothingSolvesWhatHasNoSolution) {
  for (const double unit : {1e-16, 1e-9, 1.0, 1e9}) {
    const ConvexProgram falling{MatrixXd::Zero(1, 1),
                                VectorXd{{-unit}},
                                MatrixXd::Identity(1, 1),
                                VectorXd::Zero(1),
                                VectorXd::Zero(1),
                                VectorXd{{infinity}},
                                {}};
    for (std::int32_t k = 0; k < nsds_solver_count(NSDS_CLASS_CONVEX_QP); ++k) {
      const std::string solver = nsds_solver_at(NSDS_CLASS_CONVEX_QP, k)->name;
      for (const bool box : {true, false}) {
        ConvexProgram program = falling;
        if (!box) program.project = convex_projection(0, 1.0);
        ConvexOutcome found{{VectorXd::Zero(1), VectorXd::Zero(1)}, {}};
        solve_convex(program, true, numerics::Options(NSDS_CLASS_CONVEX_QP, solver).set("time_limit", little),
                     found);
        EXPECT_FALSE(found.ok()) << solver << ' ' << unit << ' ' << box << ": z = " << found.point.z[0];
      }
    }
  }
}

// Points on their bounds are there to the last bit, and the multipliers of rows inside are exactly zero.
TEST(ConvexTruth, SidesAreExact) {
  const MatrixXd M{{2.0, 1.0}, {1.0, 2.0}};
  const VectorXd q{{-1.0, 3.0}}, lower = VectorXd::Zero(2), upper = VectorXd::Constant(2, infinity);
  for (std::int32_t k = 0; k < nsds_solver_count(NSDS_CLASS_CONVEX_QP); ++k) {
    const auto found =
        numerics::convex_qp::Problem(numerics::view(M), q, lower, upper)
            .solve(numerics::Options(NSDS_CLASS_CONVEX_QP, nsds_solver_at(NSDS_CLASS_CONVEX_QP, k)->name));
    ASSERT_TRUE(found.ok()) << found.report.message;
    EXPECT_EQ(found.z[1], 0.0);
    EXPECT_EQ(found.xi[0], 0.0);
  }
}

// Floors let pass what is lost on the way, and the residual of the class judges where it is asked for.
TEST(ConvexTruth, OptionsSayWhatIsJudged) {
  const MatrixXd M = MatrixXd::Zero(1, 1), A = MatrixXd::Ones(1, 1);
  const VectorXd q{{-1e-9}}, zero = VectorXd::Zero(1);
  const auto any = [](const auto& x, auto p) { p = x; };
  numerics::convex_qp::Problem problem(numerics::view(M), q, numerics::view(A), zero, any);
  EXPECT_FALSE(problem.solve().ok());
  numerics::Options options(NSDS_CLASS_CONVEX_QP);
  EXPECT_TRUE(problem.solve(options.set("absolute_tolerance", 1e-8)).ok());
  problem.set_floor(VectorXd{{1e-8, 0.0}});
  EXPECT_TRUE(problem.solve().ok());
  problem.set_floor(VectorXd{{1e-10, 0.0}});
  EXPECT_FALSE(problem.solve().ok());
  EXPECT_EQ(problem.residual(zero, zero).value, 1.0);
  problem.set_scales(1.0, 1.0);
  EXPECT_TRUE(problem.solve(numerics::Options(NSDS_CLASS_CONVEX_QP).set("residual", "class")).ok());
  EXPECT_NEAR(problem.class_residual(zero, zero).value, 1e-9, 1e-20);
}

}  // namespace
}  // namespace nsds::test::convex_truth_test
