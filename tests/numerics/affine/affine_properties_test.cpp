// What must hold of every solver of mlcp, relay, equality, qp and avi beside solving: units, order, starting
// points, limits, extreme data, same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/affine/affine_problems.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"
#include "support/numbers.hpp"

namespace nsds::test::affine_properties_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::VectorXd;

constexpr Index sizes[] = {1, 2, 3, 6, 10};

// Reported as a solution, and one by formulas of our own.
bool solves(const AffineProblem& problem, const Outcome& outcome) {
  return outcome.ok() && naive_residual(problem, outcome) <= outcome.report.tolerance * (1.0 + 1e-6);
}

class AffineSolver : public ::testing::TestWithParam<ClassSolver> {
 protected:
  nsds_class class_ = GetParam().problem_class;
  nn::Options options_ = GetParam().options();
  // Programs are measured in units of their own before anything else is done. Ruiz scaling takes square
  // roots.
  bool has_exact_units() const {
    if (class_ == NSDS_CLASS_QP && GetParam().solver == "proximal")
      return false;  // it ends where rounding is settled, in the units of the caller
    return class_ == NSDS_CLASS_QP || class_ == NSDS_CLASS_AVI || class_ == NSDS_CLASS_EQUALITY ||
           options_.get_choice("scaling") == "none";
  }
  bool iterates_from_the_start() const {
    return nsds_solver_find(class_, GetParam().solver.c_str())->warm_start == 1;
  }
};

TEST_P(AffineSolver, ChangeOfUnitsChangesNothing) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Draws draws(seed);
    const AffineProblem problem = easy_problem(class_, sizes[seed % 5], seed);
    const Outcome reference = solve(problem, options_);
    ASSERT_TRUE(reference.ok()) << reference.report.message;
    EXPECT_TRUE(solves(problem, reference));
    for (const bool binary : {true, false}) {
      const Units units = random_units(problem, binary, draws);
      const Outcome measured = solve(measured_in(problem, units), options_);
      ASSERT_EQ(measured.status, reference.status) << measured.report.message;
      const Outcome expected = measured_in(problem, reference, units);
      EXPECT_LE((measured.z - expected.z).norm(), 1e-7 * expected.z.norm());
      EXPECT_LE((measured.w - expected.w).norm() * units.w, 1e-7 * problem.q.norm());
      if (!binary || !has_exact_units()) continue;
      EXPECT_EQ(measured.report.iterations, reference.report.iterations);
      EXPECT_EQ(measured.z, expected.z);
      EXPECT_EQ(measured.multipliers, expected.multipliers);
    }
  }
}

TEST_P(AffineSolver, AnotherOrderChangesOnlyTheOrder) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const AffineProblem problem = easy_problem(class_, sizes[seed % 5], seed);
    const Order order = random_order(problem, seed);
    const AffineProblem other = reordered(problem, order);
    const Outcome found = solve(other, options_);
    ASSERT_TRUE(found.ok()) << found.report.message;
    EXPECT_TRUE(solves(other, found));
    const Outcome expected = reordered(problem, solve(problem, options_), order);
    EXPECT_LE((found.z - expected.z).norm(), 1e-7 * expected.z.norm());
    EXPECT_LE((found.multipliers - expected.multipliers).norm(), 1e-6 * (1.0 + expected.multipliers.norm()));
  }
}

TEST_P(AffineSolver, ASolutionIsReturnedAtOnce) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const AffineProblem problem = easy_problem(class_, sizes[seed % 5], seed);
    const Outcome reference = solve(problem, nn::Options(options_).set("tolerance", 1e-10));
    ASSERT_TRUE(reference.ok()) << reference.report.message;
    Outcome again = reference;
    solve(problem, nn::Options(options_).set("warm_start", true), again);
    EXPECT_EQ(again.status, NSDS_OK);
    EXPECT_EQ(again.report.iterations, 0);
    EXPECT_LE((again.z - reference.z).norm(), 1e-15 * reference.z.norm());  // units that round in and out
  }
}

TEST_P(AffineSolver, AStartNearTheSolutionDoesNoWorse) {
  std::int64_t from_zero = 0, from_near = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Draws draws(seed);
    const AffineProblem problem = easy_problem(class_, sizes[seed % 5], seed);
    const Outcome cold = solve(problem, options_);
    Outcome warm = cold;
    for (double& z : warm.z) z += 1e-5 * draws.uniform(-1.0, 1.0);
    solve(problem, nn::Options(options_).set("warm_start", true), warm);
    EXPECT_EQ(warm.status, NSDS_OK) << warm.report.message;
    EXPECT_LE((warm.z - cold.z).norm(), 1e-7 * cold.z.norm());
    from_zero += cold.report.iterations;
    from_near += warm.report.iterations;
  }
  if (iterates_from_the_start()) {
    EXPECT_LE(from_near, from_zero);
  }
}

TEST_P(AffineSolver, IterationLimitIsRespected) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const AffineProblem problem = easy_problem(class_, sizes[seed % 5], seed);
    const std::int64_t needed = solve(problem, options_).report.iterations;
    Outcome start = zero_start(problem);
    start.z = start.z.cwiseMax(problem.lower).cwiseMin(problem.upper);
    const double at_start = residual(problem, start).value;
    for (std::int64_t limit = 1; limit < std::min<std::int64_t>(needed, 12); ++limit) {
      const Outcome stopped = solve(problem, nn::Options(options_).set("max_iterations", limit));
      // What is left of the iterations may have been spent on digits that were not asked for.
      EXPECT_TRUE(stopped.status == NSDS_MAX_ITERATIONS || solves(problem, stopped))
          << stopped.report.message;
      EXPECT_LE(stopped.report.iterations, limit);
      EXPECT_TRUE(stopped.is_finite());
      EXPECT_LE(residual(problem, stopped).value, at_start * (1.0 + 1e-13));
    }
  }
}

TEST_P(AffineSolver, TimeLimitIsRespected) {
  for (const Index n : sizes) {
    const AffineProblem problem = easy_problem(class_, n, 7);
    const Outcome stopped = solve(problem, nn::Options(options_).set("time_limit", 0.0));
    // The smallest problems are solved before anybody asks for the time.
    EXPECT_TRUE(stopped.status == NSDS_TIME_LIMIT || (n <= 3 && solves(problem, stopped)))
        << n << ": " << stopped.report.message;
    EXPECT_TRUE(stopped.is_finite());
  }
}

struct Counter {
  int calls = 0;
  int stop_at = 0;
  std::int64_t last = -1;
};

int count_calls(const nsds_progress* progress, void* user) {
  Counter& counter = *static_cast<Counter*>(user);
  EXPECT_GE(progress->iteration, counter.last);
  EXPECT_GE(progress->seconds, 0.0);
  counter.last = progress->iteration;
  return ++counter.calls == counter.stop_at ? 1 : 0;
}

TEST_P(AffineSolver, CallbackInterrupts) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const AffineProblem problem = easy_problem(class_, sizes[seed % 5], seed);
    Counter all;
    const Outcome free = solve(problem, nn::Options(options_).set_callback(count_calls, &all));
    EXPECT_TRUE(free.ok());
    EXPECT_GE(all.calls, problem.size() > 3 ? 1 : 0);
    for (int k = 1; k <= std::min(all.calls, 5); ++k) {
      Counter counter{.stop_at = k};
      const Outcome stopped = solve(problem, nn::Options(options_).set_callback(count_calls, &counter));
      EXPECT_TRUE(stopped.status == NSDS_INTERRUPTED || solves(problem, stopped))
          << k << ": " << stopped.report.message;
      EXPECT_EQ(counter.calls, k);
      EXPECT_TRUE(stopped.is_finite());
    }
  }
}

// New, used, cleared or no workspace, a larger problem in between, twice the same.
TEST_P(AffineSolver, SameBitsWithAnyWorkspace) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const AffineProblem problem = easy_problem(class_, sizes[seed % 5], seed);
    const AffineProblem large = easy_problem(class_, 12, seed);
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      nn::Workspace workspace;
      const Outcome none = solve(problem, options_, nullptr, storage);
      const Outcome twice = solve(problem, options_, nullptr, storage);
      const Outcome fresh = solve(problem, options_, &workspace, storage);
      solve(large, options_, &workspace, storage);
      const Outcome used = solve(problem, options_, &workspace, storage);
      workspace.clear();
      const Outcome cleared = solve(problem, options_, &workspace, storage);
      for (const Outcome* other : {&twice, &fresh, &used, &cleared}) {
        EXPECT_EQ(none.z, other->z);
        EXPECT_EQ(none.w, other->w);
        EXPECT_EQ(none.multipliers, other->multipliers);
        EXPECT_EQ(none.report.residual.value, other->report.residual.value);
        EXPECT_EQ(none.report.iterations, other->report.iterations);
      }
    }
  }
}

// Of the classes whose solvers have the options of boxes, which those of equations have not.
class BoundedSolver : public AffineSolver {};

TEST_P(BoundedSolver, EitherScalingIsVerified) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const AffineProblem problem = easy_problem(class_, sizes[seed % 5], seed);
    const Outcome reference = solve(problem, options_);
    for (const char* scaling : {"none", "ruiz"}) {
      const Outcome found = solve(problem, nn::Options(options_).set("scaling", scaling));
      EXPECT_TRUE(found.ok()) << scaling << ": " << found.report.message;
      EXPECT_TRUE(solves(problem, found));
      EXPECT_LE((found.z - reference.z).norm(), 1e-7 * reference.z.norm());
    }
  }
}

// Time stepping: q changes by little. The sets of earlier steps solve most of the later ones.
TEST_P(BoundedSolver, RememberedSetsSaveIterations) {
  AffineProblem problem = easy_problem(class_, 10, 3);
  nn::Workspace with, without;
  std::int64_t saved = 0;
  for (int step = 0; step < 40; ++step) {
    problem.q[0] += 0.02 * std::sin(0.7 * step);
    problem.q[3] += 0.02 * std::cos(0.3 * step);
    const Outcome plain = solve(problem, options_, &without);
    const Outcome remembering = solve(problem, nn::Options(options_).set("remembered_sets", 3), &with);
    ASSERT_TRUE(plain.ok() && remembering.ok()) << remembering.report.message;
    EXPECT_TRUE(solves(problem, remembering));
    EXPECT_LE((remembering.z - plain.z).norm(), 1e-6 * plain.z.norm());
    if (step > 0) {
      EXPECT_LE(remembering.report.iterations, plain.report.iterations + 3);
    }
    saved += plain.report.iterations - remembering.report.iterations;
  }
  EXPECT_GE(saved, 0);
}

TEST_P(AffineSolver, EmptyProblemsAreSolved) {
  const AffineProblem nothing(class_, 0);
  const Outcome outcome = solve(nothing, options_);
  EXPECT_TRUE(outcome.ok()) << outcome.report.message;
  EXPECT_EQ(outcome.report.residual.value, 0.0);
  EXPECT_EQ(outcome.report.residual.worst, -1);
}

bool is_refusal(nsds_status status) {
  return status == NSDS_INVALID_ARGUMENT || status == NSDS_NOT_APPLICABLE || status == NSDS_OUT_OF_MEMORY;
}

// Whatever the problem: refused and nothing written, or a finite point of which what the report says is true.
void expect_sound(const AffineProblem& problem, const nn::Options& options) {
  Outcome outcome = zero_start(problem);
  outcome.z.setConstant(7.0);
  outcome.w.setConstant(8.0);
  outcome.multipliers.setConstant(9.0);
  const Outcome before = outcome;
  solve(problem, options, outcome);
  if (is_refusal(outcome.status)) {
    EXPECT_TRUE(outcome.z == before.z && outcome.w == before.w && outcome.multipliers == before.multipliers);
    EXPECT_STRNE(outcome.report.message, "");
    return;
  }
  EXPECT_TRUE(outcome.z.allFinite() && outcome.multipliers.allFinite()) << outcome.report.message;
  EXPECT_FALSE(std::isnan(outcome.report.residual.value)) << outcome.report.message;
  // Bounds may be so far away that M z + q is no number at any point between them.
  EXPECT_TRUE(outcome.w.allFinite() || outcome.report.residual.value == infinity) << outcome.report.message;
  if (!problem.is_program()) {
    EXPECT_EQ(outcome.report.residual.value, residual(problem, outcome).value);
  }
  if (outcome.ok()) {
    EXPECT_LE(outcome.report.residual.value, options.get_double("tolerance")) << outcome.report.message;
    EXPECT_LE(residual(problem, outcome).value, options.get_double("tolerance")) << outcome.report.message;
  }
  if (outcome.status == NSDS_INFEASIBLE || outcome.status == NSDS_UNBOUNDED) {
    EXPECT_TRUE(outcome.certificate.allFinite());
  }
}

// Entries of any size that is a number, zeros, bounds infinite, equal or far apart.
AffineProblem extreme_problem(nsds_class problem_class, std::uint64_t seed) {
  Draws draws(seed);
  const Index n = draws.integer(1, 5);
  AffineProblem made(problem_class, n);
  const double decades =
      std::vector<double>{1.0, 10.0, 100.0, made.is_program() ? 50.0 : 150.0, 300.0}[seed % 5];
  const int zeros = draws.integer(0, 3);
  const auto number = [&] {
    const double size = std::pow(10.0, draws.uniform(-decades, decades));
    if (draws.integer(0, 3) < zeros) return 0.0;
    return draws.integer(0, 1) == 0 ? size : -size;
  };
  if (made.is_program()) {
    made.A.resize(draws.integer(0, 3), n);
    made.C.resize(draws.integer(0, 2), n);
    made.b.resize(made.A.rows());
    made.d.resize(made.C.rows());
  }
  for (Eigen::MatrixXd* matrix : {&made.M, &made.A, &made.C})
    for (double& entry : matrix->reshaped()) entry = number();
  for (VectorXd* vector : {&made.q, &made.b, &made.d})
    for (double& entry : *vector) entry = number();
  if (draws.integer(0, 1) == 0) made.M = (made.M + made.M.transpose()).eval() / 2.0;
  if (problem_class == NSDS_CLASS_EQUALITY) return made;
  for (Index i = 0; i < n; ++i) {
    const int kind = problem_class == NSDS_CLASS_MLCP ? draws.integer(0, 1) : draws.integer(0, 5);
    const double x = number(), y = number();
    if (kind == 1) made.lower[i] = problem_class == NSDS_CLASS_MLCP ? 0.0 : x;
    if (kind == 2) made.upper[i] = x;
    if (kind == 3) made.lower[i] = made.upper[i] = x;
    if (kind >= 4) made.lower[i] = std::min(x, y);
    if (kind >= 4) made.upper[i] = std::max(x, y);
  }
  return made;
}

TEST_P(AffineSolver, WhateverTheDataNothingUnsoundComesOut) {
  const nn::Options limited = nn::Options(options_).set("max_iterations", 60);
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(test::effort(50, 400)); ++seed) {
    SCOPED_TRACE(seed);
    expect_sound(extreme_problem(class_, seed), limited);
    if (HasFailure()) break;
  }
}

TEST_P(AffineSolver, ZeroMatricesAndFixedUnknownsAreSound) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    AffineProblem problem = easy_problem(class_, sizes[seed % 5], seed);
    const nn::Options limited = nn::Options(options_).set("max_iterations", 200);
    if (class_ != NSDS_CLASS_MLCP && class_ != NSDS_CLASS_EQUALITY) {
      AffineProblem fixed = problem;
      for (Index i = 0; i < fixed.size(); i += 2) {
        if (fixed.lower[i] == -infinity) fixed.lower[i] = std::min(0.5, fixed.upper[i]);
        fixed.upper[i] = fixed.lower[i];
      }
      expect_sound(fixed, limited);
      if (!fixed.is_program() && GetParam().solver != "enumeration") {
        const Outcome outcome = solve(fixed, options_);
        EXPECT_TRUE(outcome.ok()) << outcome.report.message;
      }
    }
    problem.M.setZero();
    expect_sound(problem, limited);
    problem.A.setZero();
    problem.C.setZero();
    expect_sound(problem, limited);
    problem.q.setZero();
    expect_sound(problem, limited);
    problem.b.setZero();
    problem.d.setZero();
    expect_sound(problem, limited);
    if (HasFailure()) break;
  }
}

INSTANTIATE_TEST_SUITE_P(Affine, AffineSolver, ::testing::ValuesIn(solvers_of(affine_classes())),
                         [](const auto& row) { return row.param.name(); });
INSTANTIATE_TEST_SUITE_P(Affine, BoundedSolver,
                         ::testing::ValuesIn(solvers_of({NSDS_CLASS_MLCP, NSDS_CLASS_RELAY, NSDS_CLASS_QP,
                                                         NSDS_CLASS_AVI})),
                         [](const auto& row) { return row.param.name(); });

}  // namespace
}  // namespace nsds::test::affine_properties_test
