// Units of rows, unknowns, constraints and the objective change no verdict, and make nothing right that is wrong.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "nsds/numerics/registry.h"
#include "support/effort.hpp"
#include "truth/odd_problems.hpp"
#include "truth/regular_problems.hpp"

namespace nsds::test::invariance_test {
namespace {

using Eigen::VectorXd;

constexpr double tolerance = 1e-8;

Outcome solved(const AffineProblem& problem, const std::string& solver, double time_limit = 0.0) {
  numerics::Options options(problem.problem_class, solver);
  options.set("tolerance", tolerance);
  if (time_limit > 0.0) options.set("time_limit", time_limit);
  return solve(problem, options);
}

// The tolerance times the condition of these problems, which is a few hundred and seldom more.
bool is_solution(const RegularProblem& regular, const VectorXd& z) {
  return (z - regular.z).norm() <= 1e-4 * regular.z.norm() + 1e-6;
}

class Invariance : public ::testing::TestWithParam<nsds_class> {};

TEST_P(Invariance, UnitsOfSixDecadesChangeNoVerdict) {
  int changed = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(1000, 10000)); ++seed) {
    const RegularProblem regular = regular_problem(GetParam(), seed);
    const Outcome given = solved(regular.problem, "auto");
    ASSERT_TRUE(given.ok()) << seed << ": " << given.report.message;
    ASSERT_TRUE(is_solution(regular, given.z)) << seed;
    const OtherUnits units = random_units(regular.problem, 6.0, seed);
    const Outcome found = solved(in_units(regular.problem, units), "auto");
    if (found.status == given.status) {
      EXPECT_TRUE(is_solution(regular, given_unknowns(units, found.z))) << seed;
      continue;
    }
    if (++changed <= 10) ADD_FAILURE() << seed << ": " << found.report.message;
  }
  EXPECT_EQ(changed, 0);
}

TEST_P(Invariance, UnitsOfTwelveDecadesMakeNothingRight) {
  int ok = 0, problems = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(1000, 10000)); ++seed) {
    const RegularProblem regular = regular_problem(GetParam(), seed);
    const OtherUnits units = random_units(regular.problem, 12.0, seed);
    const Outcome found = solved(in_units(regular.problem, units), "auto");
    ++problems;
    if (!found.ok()) continue;
    ++ok;
    EXPECT_TRUE(is_solution(regular, given_unknowns(units, found.z))) << seed;
  }
  RecordProperty("ok", ok);
  EXPECT_GE(10 * ok, 9 * problems);
}

// Monotone problems, of which thirteen of a hundred answers were wrong by some solver.
TEST_P(Invariance, EverySolverIsRightInOtherUnits) {
  for (std::int32_t k = 0; k < nsds_solver_count(GetParam()); ++k) {
    const std::string solver = nsds_solver_at(GetParam(), k)->name;
    SCOPED_TRACE(solver);
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(60, 400)); ++seed) {
      const RegularProblem regular = regular_problem(GetParam(), 5000 + seed);
      for (const double decades : {4.0, 6.0, 10.0}) {
        const OtherUnits units = random_units(regular.problem, decades, seed);
        const Outcome found = solved(in_units(regular.problem, units), solver, 0.01);
        if (found.ok()) {
          EXPECT_TRUE(is_solution(regular, given_unknowns(units, found.z))) << decades << ' ' << seed;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Truth, Invariance, ::testing::ValuesIn(odd_classes()),
                         [](const auto& instance) { return std::string(nsds_class_name(instance.param)); });

}  // namespace
}  // namespace nsds::test::invariance_test
