// All 115 problems of the Hock-Schittkowski collection from the book's starting points: which of them end where the conditions of
// optimality hold, and which at the best known objective.
//
// Ipopt 3.11.9 of Debian, on the same callbacks with tol = 1e-9 and its bounds not relaxed, ends at a solution of all 115, 107 of
// them at the known optimum, with 2383 evaluations of f for the 114 problems that are solved here.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "numerics/nlp/nlp_problems.hpp"

namespace nsds::test::hock_schittkowski_solve_test {
namespace {

struct Attempt {
  NonlinearProgram program;
  nn::nlp::Solution solution;

  bool is_optimal() const {
    const double scale = std::max(1.0, std::abs(program.optimum));
    return solution.ok() && solution.report.objective <= program.optimum + 1e-6 * scale;
  }
};

Attempt run(int number, bool with_hessian = true) {
  Attempt made{hock_schittkowski(number), {}};
  const auto options = nn::Options(NSDS_CLASS_NLP).set("max_iterations", 1000);
  made.solution = posed(made.program, with_hessian).solve(made.program.start, options);
  return made;
}

// 13 has a minimum at which no multipliers satisfy the conditions: they are nearly satisfied beside it by those that grow without bound. From the
// start of 56, which satisfies its constraints, the solvers end where all of x_0 x_1 x_2 and its derivatives vanish, which is worse.
const std::map<int, std::set<nsds_status>> refused{{13, {NSDS_STALLED, NSDS_MAX_ITERATIONS}},
                                                   {56, {NSDS_NOT_A_MINIMUM}}};

// Where the solver may end at another point that satisfies the conditions, by number, with the objective there.
const std::map<int, double> other_points{
    {2,
     4.9412293},  // the minimum on the other side of the valley, as the book's start leads to; Ipopt ends there too
    {16, 23.144661},   // a local minimum in the corner x = (-0.5, 0.25...)
    {20, 40.198730},   // a local minimum; Ipopt ends there too
    {33, -4.0},        // a local minimum next to the start, (0, 0, 2)
    {55, 6.6666667},   // a local minimum of a concave direction; Ipopt ends there too
    {59, -6.7545660},  // a local minimum next to x = (46.4, 52.2)
    {105,
     1151.4826},  // a local minimum; which one is found is decided by the last digits, at a saddle near the start
};

class HockSchittkowski : public ::testing::TestWithParam<int> {};

TEST_P(HockSchittkowski, EndsWhereTheConditionsHold) {
  const int number = GetParam();
  const Attempt made = run(number);
  const nn::Report& report = made.solution.report;
  // Not every order of the last digits leads there.
  if (const auto known = refused.find(number); known != refused.end() && !made.is_optimal()) {
    EXPECT_EQ(known->second.count(report.status), 1u) << report.message;
    return;
  }
  EXPECT_EQ(report.status, NSDS_OK) << report.message;
  // 99 has an objective of 8e8 and derivatives as large: rounding leaves 1.5e-8 of the conditions in units of one.
  EXPECT_LE(conditions_violated(made.program, made.solution.x, made.solution.multipliers),
            1e-8 * (number == 99 ? 10.0 : 1.0 + 1e-6));
  const auto other = other_points.find(number);
  if (made.is_optimal()) return;
  ASSERT_NE(other, other_points.end()) << report.objective << " instead of " << made.program.optimum;
  EXPECT_NEAR(report.objective, other->second, 1e-6 * std::max(1.0, std::abs(other->second)));
}

INSTANTIATE_TEST_SUITE_P(Numbers, HockSchittkowski, ::testing::ValuesIn(hock_schittkowski_numbers()));

struct Counts {
  int all = 0, solved = 0, optimal = 0;
  std::int64_t evaluations = 0;
};

Counts count(bool with_hessian) {
  Counts counts;
  for (const int number : hock_schittkowski_numbers()) {
    const Attempt made = run(number, with_hessian);
    ++counts.all;
    if (!made.solution.ok()) continue;
    ++counts.solved;
    if (made.is_optimal()) ++counts.optimal;
    counts.evaluations += made.solution.report.evaluations;
  }
  return counts;
}

// 97 % solved, 90 % at the known optimum, at most two fewer than Ipopt of either. The last digits of BLAS decide the ways from saddles and
// along the degenerate 13 and 101, and so the number of evaluations: from 2172 to 2550 with the kernels of OpenBLAS for Haswell, Skylake,
// Sandy Bridge and Zen on one thread and two, beside 2383 of Ipopt; those for Prescott on two
// threads take 4460, which this test does not pass.
TEST(HockSchittkowskiCollection, IsSolved) {
  const Counts counts = count(true);
  EXPECT_EQ(counts.all, 115);
  EXPECT_GE(counts.solved, 113);
  EXPECT_GE(counts.optimal, 105);
  EXPECT_LE(counts.evaluations, 1.1 * 2383);
}

TEST(HockSchittkowskiCollection, IsSolvedWithoutHessians) {
  const Counts counts = count(false);
  EXPECT_GE(counts.solved, 104);
  EXPECT_GE(counts.optimal, 98);
}

}  // namespace
}  // namespace nsds::test::hock_schittkowski_solve_test
