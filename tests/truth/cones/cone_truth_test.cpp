// No answer to an odd problem over cones is called ok that is none, by any solver, and those whose solution is known are right.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "nsds/numerics/cpp/soclcp.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"
#include "truth/cones/cone_hearing.hpp"

namespace nsds::test::cone_truth_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-8;
// [s]: problems without a solution are tried for seconds, and what is one is found in milliseconds.
constexpr double patience = 0.1, little = 0.01;

void expect_nothing_false(const Tally& tally) {
  for (std::size_t k = 0; k < tally.false_ok.size() && k < 20; ++k) ADD_FAILURE() << tally.false_ok[k];
  EXPECT_EQ(tally.false_ok.size(), 0U) << "of " << tally.ok << " answers called ok";
}

TEST(ConeTruth, HoldsForTheDefaultSolver) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(350, 20000)); ++seed)
    hear_cones(seed, "auto", patience, tally);
  expect_nothing_false(tally);
  RecordProperty("ok", static_cast<int>(tally.ok));
  EXPECT_GE(2 * tally.ok, tally.problems);  // a generator of nothing solvable would show nothing
}

TEST(ConeTruth, HoldsForEverySolver) {
  for (std::int32_t solver = 0; solver < nsds_solver_count(NSDS_CLASS_SOCLCP); ++solver) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(50, 2000)); ++seed)
      hear_cones(1000000 + seed, nsds_solver_at(NSDS_CLASS_SOCLCP, solver)->name, little, tally);
    expect_nothing_false(tally);
  }
}

// Where M is symmetric and not semidefinite the iterates of programs run away until no number is left of them: seed 3000038.
TEST(ConeTruth, ProgramsWithoutAMinimumEnd) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(60, 3000)); ++seed)
    hear_cones(3000000 + seed, "convex_qp", little, tally);
  expect_nothing_false(tally);
  EXPECT_EQ(tally.problems, effort(60, 3000));
}

// Calls check(is_default, outcome) with what each solver of the class makes of a problem; the default one is the first.
template <class Check>
void solve_by_all(const ConeProblem& problem, const VectorXd& start, Check&& check) {
  for (std::int32_t k = 0; k < nsds_solver_count(NSDS_CLASS_SOCLCP); ++k) {
    const std::string solver = nsds_solver_at(NSDS_CLASS_SOCLCP, k)->name;
    numerics::Options options(NSDS_CLASS_SOCLCP, solver);
    options.set("tolerance", tolerance).set("time_limit", k == 0 ? patience : little);
    if (!start.isZero(0.0)) options.set("warm_start", true);
    ConeOutcome outcome{start, {}, {}};
    solve_cones(problem, options, outcome);
    SCOPED_TRACE(solver);
    check(k == 0, outcome);
  }
}

// M = m 1 over one cone has z = P_K(-q / m), which is written down.
VectorXd projection(const VectorXd& x, double mu) {
  const double tangent = x.tail(x.size() - 1).norm();
  if (tangent <= mu * x[0]) return x;
  if (mu * tangent <= -x[0]) return VectorXd::Zero(x.size());
  VectorXd made(x.size());
  made[0] = (x[0] + mu * tangent) / (1.0 + mu * mu);
  made.tail(x.size() - 1) = mu * made[0] / tangent * x.tail(x.size() - 1);
  return made;
}

TEST(ConeTruth, OneConeHasTheSolutionThatIsWrittenDown) {
  for (const int decades : {0, 3, 10})
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(30, 1000)); ++seed) {
      Draws draws(seed);
      const int size = draws.integer(2, 6);
      const double mu = draws.uniform(0.1, 3.0), unit_w = std::pow(10.0, draws.uniform(-decades, decades)),
                   unit_z = std::pow(10.0, draws.uniform(-decades, decades));
      ConeProblem problem{unit_w / unit_z * MatrixXd::Identity(size, size),
                          VectorXd(size),
                          {{ConeShape::lorentz, size, mu}},
                          {}};
      for (double& entry : problem.q) entry = unit_w * draws.normal();
      const VectorXd z = projection(-problem.q * (unit_z / unit_w), mu);
      SCOPED_TRACE("seed " + std::to_string(seed) + ", decades " + std::to_string(decades));
      ASSERT_LE(judged_cones(problem, z), 1e-14);
      solve_by_all(problem, VectorXd::Zero(size), [&](bool is_default, const ConeOutcome& found) {
        if (is_default) {
          EXPECT_TRUE(found.ok()) << found.report.message;
        }
        if (!found.ok()) return;
        EXPECT_LE((found.z - z).norm(), 1e-6 * unit_z * std::max(1.0, problem.q.norm() / unit_w));
      });
    }
}

void expect_never_ok(const ConeProblem& problem, const VectorXd& start) {
  solve_by_all(problem, start, [](bool, const ConeOutcome& found) {
    EXPECT_FALSE(found.ok()) << found.z.transpose() << ", " << found.report.residual.value;
  });
}

TEST(ConeTruth, NothingSolvesWhatNothingMoves) {
  for (const double unit : {1e-16, 1e-9, 1.0, 1e9}) {
    ConeProblem problem{
        MatrixXd::Zero(3, 3), VectorXd{{-unit, 0.0, 0.0}}, {{ConeShape::lorentz, 3, 0.5}}, {}};
    expect_never_ok(problem, VectorXd::Zero(3));
    problem.M(1, 1) = problem.M(2, 2) = 1.0;
    expect_never_ok(problem, VectorXd::Zero(3));
  }
}

// w_N = z_0 - z_3 - 1 in one block and z_3 - z_0 in the other; far out both are as nothing beside their terms.
TEST(ConeTruth, NothingSolvesTwoThatPinch) {
  for (const double unit : {1e-9, 1.0, 1e9})
    for (const double far : {0.0, 1e9, 1e12}) {
      ConeProblem problem{unit * MatrixXd::Identity(6, 6),
                          VectorXd::Zero(6),
                          {{ConeShape::lorentz, 3, 0.5}, {ConeShape::lorentz, 3, 0.5}},
                          {}};
      problem.M(0, 3) = problem.M(3, 0) = -unit;
      problem.q[0] = -1.0;
      VectorXd start = VectorXd::Zero(6);
      start[0] = start[3] = far / unit;
      if (far > 0.0) start[0] += 0.5 / unit;
      SCOPED_TRACE("far " + std::to_string(far));
      expect_never_ok(problem, start);
    }
}

// The units of one block are as nothing beside those of the other: its own equation is as true.
TEST(ConeTruth, ATinyBlockIsSolvedToo) {
  for (const double small : {1e-6, 1e-12, 1e-20}) {
    ConeProblem problem{MatrixXd::Identity(6, 6),
                        VectorXd{{-1.0, -2.0, 0.5, -small, -2.0 * small, 0.5 * small}},
                        {{ConeShape::lorentz, 3, 0.5}, {ConeShape::lorentz, 3, 2.0}},
                        {}};
    const VectorXd second = projection(-problem.q.tail(3), 2.0);
    ConeOutcome found{VectorXd::Zero(6), {}, {}};
    solve_cones(problem, numerics::Options(NSDS_CLASS_SOCLCP), found);
    EXPECT_TRUE(found.ok()) << found.report.message;
    EXPECT_LE((found.z.tail(3) - second).norm(), 1e-7 * small);
  }
}

// The only solution of M z = 0 in the cone is zero, and near it all terms are as small as the violations.
TEST(ConeTruth, ZeroIsFoundFromElsewhere) {
  ConeProblem problem{MatrixXd(2, 2), VectorXd::Zero(2), {{ConeShape::lorentz, 2, 2.0}}, {}};
  problem.M << 2.0, 0.5, 0.5, 3.0;
  ConeOutcome found{VectorXd{{1.0, 0.3}}, {}, {}};
  solve_cones(problem, numerics::Options(NSDS_CLASS_SOCLCP).set("warm_start", true), found);
  EXPECT_TRUE(found.ok()) << found.report.message;
  EXPECT_EQ(found.z, VectorXd::Zero(2));
}

// The floors of a problem and the option let pass what is lost on the way, and the residual of the class judges where it is asked for.
TEST(ConeTruth, OptionsSayWhatIsJudged) {
  const MatrixXd M = MatrixXd::Zero(2, 2);
  const VectorXd q{{-1e-9, 0.0}};
  numerics::soclcp::Problem problem(numerics::view(M), q, {numerics::soclcp::Cone::lorentz(2, 1.0)});
  EXPECT_FALSE(problem.solve().ok());
  numerics::Options options(NSDS_CLASS_SOCLCP);
  EXPECT_TRUE(problem.solve(options.set("absolute_tolerance", 1e-8)).ok());
  problem.set_floor(VectorXd{{1e-8, 0.0}});
  EXPECT_TRUE(problem.solve().ok());
  EXPECT_EQ(problem.residual(VectorXd::Zero(2)).value, 0.0);
  problem.set_floor(VectorXd{{1e-10, 0.0}});
  EXPECT_FALSE(problem.solve().ok());
  EXPECT_EQ(problem.residual(VectorXd::Zero(2)).value, 1.0);

  numerics::Options by_class(NSDS_CLASS_SOCLCP);
  by_class.set("residual", "class");
  problem.set_scales(1.0, 1.0);
  EXPECT_TRUE(problem.solve(by_class).ok());
  EXPECT_NEAR(problem.class_residual(VectorXd::Zero(2)).value, 1e-9, 1e-20);
}

}  // namespace
}  // namespace nsds::test::cone_truth_test
