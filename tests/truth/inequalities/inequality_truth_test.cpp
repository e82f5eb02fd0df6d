// No answer to an odd inequality or generalised equation is called ok that is none, by any solver; and their judge, which catches planted errors of twice
// the tolerance.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "nsds/numerics/cpp/vi.hpp"
#include "support/effort.hpp"
#include "support/numbers.hpp"
#include "truth/inequalities/inequality_hearing.hpp"
#include "truth/inequalities/inequality_judge.hpp"

namespace nsds::test::inequality_truth_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// [s]: problems without a solution are tried for seconds, and what is one is found in milliseconds.
constexpr double patience = 0.02, little = 0.003, tolerance = 1e-6;

constexpr InequalityKind kinds[] = {InequalityKind::box,      InequalityKind::polyhedron,
                                    InequalityKind::cones,    InequalityKind::projector,
                                    InequalityKind::equation, InequalityKind::moving};

void expect_nothing_false(const Tally& tally) {
  for (std::size_t k = 0; k < tally.false_ok.size() && k < 20; ++k) ADD_FAILURE() << tally.false_ok[k];
  EXPECT_EQ(tally.false_ok.size(), 0U) << "of " << tally.ok << " answers called ok";
}

TEST(InequalityTruth, HoldsForTheDefaultSolver) {
  for (const InequalityKind kind : kinds) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(60, 5000)); ++seed)
      hear_inequality(kind, seed, "auto", patience, tally);
    expect_nothing_false(tally);
    RecordProperty("ok of kind " + std::to_string(static_cast<int>(kind)), static_cast<int>(tally.ok));
    EXPECT_GE(5 * tally.ok, tally.problems) << static_cast<int>(kind);
  }
}

TEST(InequalityTruth, HoldsForEverySolver) {
  for (const InequalityKind kind : kinds)
    for (std::int32_t solver = 0; solver < nsds_solver_count(class_of(kind)); ++solver) {
      Tally tally;
      for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(30, 1000)); ++seed)
        hear_inequality(kind, 1000000 + seed, nsds_solver_at(class_of(kind), solver)->name, little, tally);
      expect_nothing_false(tally);
    }
}

// One unknown with F = z³ - 8 in a place of each kind, at the zero z = 2, where K = 12, k = -24 and the terms are 48.
OddInequality cube(InequalityKind kind) {
  OddInequality made{};
  made.kind = kind;
  made.F = {MatrixXd::Zero(1, 1), VectorXd{{-8.0}}, VectorXd{{1.0}}};
  made.over = AffineProblem(kind == InequalityKind::polyhedron ? NSDS_CLASS_AVI : NSDS_CLASS_RELAY, 1);
  made.cones = {{ConeShape::nonnegative, 1, 0.0}};
  made.project = convex_projection(0, 1.0);
  if (kind == InequalityKind::equation) made.F.q[0] = -9.0;  // less the subdifferential of |z|, 1
  return made;
}

TEST(InequalityJudge, CatchesPlantedErrorsInEveryKind) {
  for (const InequalityKind kind : kinds) {
    SCOPED_TRACE(static_cast<int>(kind));
    const VectorXd z{{2.0}}, none(0);
    EXPECT_LE(judge_inequality(cube(kind), z, none, tolerance).value, 1e-15);
    for (const double factor : {0.4, 2.0}) {
      OddInequality off = cube(kind);
      // For the equation k is -25 and the terms are 49.
      off.F.q[0] += factor * tolerance * (kind == InequalityKind::equation ? 49.0 : 48.0);
      const Judgement found = judge_inequality(off, z, none, tolerance);
      EXPECT_NEAR(found.value, factor * tolerance, 1e-3 * tolerance);
      EXPECT_EQ(found.broken, factor > 1.0 ? Axiom::own_terms : Axiom::none);
    }
  }
}

TEST(InequalityJudge, CatchesPlantedErrorsOfRowsOfAPolyhedron) {
  OddInequality problem = cube(InequalityKind::polyhedron);
  problem.over.A = MatrixXd::Ones(1, 1);
  problem.over.b = VectorXd{{3.0}};  // z ≥ 3 with lambda = 19
  const VectorXd z{{3.0}}, lambda{{19.0}};
  EXPECT_LE(judge_inequality(problem, z, lambda, tolerance).value, 1e-15);
  problem.over.b[0] += 2.0 * tolerance * 6.0;
  EXPECT_NEAR(judge_inequality(problem, z, lambda, tolerance).value, 2.0 * tolerance, 1e-3 * tolerance);
}

// 0 ≤ z ⟂ -exp(-z) ≥ 0 of the page has no solution, and F = M z + q with its only zero far out is no ray.
TEST(InequalityTruth, WhatVanishesIsNoZero) {
  const numerics::NonlinearMap vanishing([](const auto& z, auto w) { w = -(-z.array()).exp(); });
  for (std::int32_t k = 0; k < nsds_solver_count(NSDS_CLASS_VI); ++k) {
    numerics::Options options(NSDS_CLASS_VI, nsds_solver_at(NSDS_CLASS_VI, k)->name);
    options.set("time_limit", little);
    const numerics::vi::Problem box(vanishing, numerics::vi::Box{VectorXd::Zero(1), VectorXd{{infinity}}});
    EXPECT_FALSE(box.solve(VectorXd{{0.0}}, options).ok()) << options.solver();
    const numerics::vi::Problem behind(vanishing, 1, [](const auto& x, auto p) { p = x.cwiseMax(0.0); });
    try {
      EXPECT_FALSE(behind.solve(VectorXd{{0.0}}, options).ok()) << options.solver();
    } catch (const numerics::Error&) {
      continue;  // not every solver takes projectors
    }
  }
}

TEST(InequalityTruth, SidesAreExact) {
  const numerics::NonlinearMap F([](const auto& z, auto w) {
    w[0] = 2.0 * z[0] - z[1] - 1.0;
    w[1] = 2.0 * z[1] - z[0] + 3.0;
  });
  for (std::int32_t k = 0; k < nsds_solver_count(NSDS_CLASS_VI); ++k) {
    const numerics::Options options(NSDS_CLASS_VI, nsds_solver_at(NSDS_CLASS_VI, k)->name);
    const auto found =
        numerics::vi::Problem(F, numerics::vi::Box{VectorXd::Zero(2), VectorXd::Constant(2, 9.0)})
            .solve(VectorXd{{0.3, 0.4}}, options);
    EXPECT_TRUE(found.ok()) << found.report.message;
    EXPECT_EQ(found.z[1], 0.0);
  }
}

}  // namespace
}  // namespace nsds::test::inequality_truth_test
