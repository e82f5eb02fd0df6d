// Where all solutions are known by fractions: what is called ok is one of them, and the judge passes them.
#include "truth/exact.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/effort.hpp"
#include "truth/judge.hpp"
#include "truth/odd_problems.hpp"

namespace nsds::test::exact_test {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double tolerance = 1e-8;

bool is_near(const VectorXd& z, const VectorXd& solution) {
  const double rounding = 1e-12 * solution.cwiseAbs().maxCoeff();
  return ((z - solution).cwiseAbs().array() <= 1e-4 * solution.cwiseAbs().array() + rounding).all();
}

class Exact : public ::testing::TestWithParam<nsds_class> {};

// A solution far from the others is that of a problem whose numbers differ in the last digits: rows that depend on each other
// but for rounding, and data that rounding has moved off a solution. Refused solutions are 1e8 times the data and more.
TEST_P(Exact, AnswersAreSolutionsAndSolutionsPass) {
  int known = 0, ok = 0, far = 0, solutions = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(700, 20000)); ++seed) {
    OddProblem odd = odd_problem(GetParam(), seed);
    const AffineProblem& problem = odd.problem;
    if (problem.size() > 4) continue;
    const auto all = all_solutions(problem);
    if (!all) continue;
    SCOPED_TRACE(seed);
    ++known;
    const Judge judge(box_problem(problem.M, problem.q, problem.lower, problem.upper));
    for (const VectorXd& solution : *all) {
      ++solutions;
      const VectorXd rounded = solution.cwiseMax(problem.lower).cwiseMin(problem.upper);
      const Judgement found = judge.judge(rounded, VectorXd(), tolerance);
      if (found.value <= tolerance) continue;
      ++refused;
      EXPECT_EQ(found.broken, Axiom::accounts);
    }
    solve(problem, numerics::Options(GetParam()).set("tolerance", tolerance), odd.start);
    if (!odd.start.ok()) continue;
    ++ok;
    if (all->empty()) {
      EXPECT_LE(judge.judge(odd.start.z, VectorXd(), tolerance).value, 1e-15);
    } else if (std::none_of(all->begin(), all->end(),
                            [&](const VectorXd& solution) { return is_near(odd.start.z, solution); })) {
      ++far;
    }
  }
  EXPECT_GE(known, 100);
  EXPECT_GE(10 * ok, 9 * known);
  EXPECT_LE(10 * far, ok) << "of " << ok;
  EXPECT_LE(20 * refused, solutions) << "of " << solutions;
}

INSTANTIATE_TEST_SUITE_P(Truth, Exact,
                         ::testing::Values(NSDS_CLASS_LCP, NSDS_CLASS_MLCP, NSDS_CLASS_RELAY,
                                           NSDS_CLASS_EQUALITY),
                         [](const auto& instance) { return std::string(nsds_class_name(instance.param)); });

}  // namespace
}  // namespace nsds::test::exact_test
