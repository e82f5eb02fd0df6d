// What the study of programs judges by: absolute residuals, proofs, copies in other units, families without a solution.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "benchmarks/programs/checks.hpp"
#include "benchmarks/programs/rescaled.hpp"
#include "benchmarks/programs/subjects.hpp"
#include "benchmarks/programs/unsolvable.hpp"

namespace nsds::bench::programs::programs_checks_test {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;
using test::JudgedProblem;

constexpr double infinity = std::numeric_limits<double>::infinity();

// min x^2 + y^2 - 2 y where x + y >= 3, y <= 1: at (2, 1) the gradient (4, 0) is 4 (1, 1) - 4 (0, 1).
JudgedProblem corner() {
  JudgedProblem made;
  made.M.resize(2, 2);
  made.M.insert(0, 0) = made.M.insert(1, 1) = 2.0;
  made.q = Vector2d(0.0, -2.0);
  made.lower = VectorXd::Constant(2, -infinity);
  made.upper = Vector2d(infinity, 1.0);
  made.A.resize(1, 2);
  made.A.insert(0, 0) = made.A.insert(0, 1) = 1.0;
  made.b = VectorXd::Constant(1, 3.0);
  made.C.resize(0, 2);
  made.has_objective = true;
  return made;
}

const Vector2d best(2.0, 1.0);
const VectorXd price = VectorXd::Constant(1, 4.0);

TEST(AbsoluteResiduals, VanishAtTheSolution) {
  const Absolute seen = absolute_of(corner(), best, price);
  EXPECT_EQ(seen.largest(), 0.0);
  EXPECT_EQ(seen.objective, 3.0);
  EXPECT_EQ(seen.linear, 2.0);
  EXPECT_EQ(seen.rounding, 2.0 * std::numeric_limits<double>::epsilon());
}

// At (1.5, 1.25) the row misses 1/4 and the bound 1/4. With price 4 the gradient is (3, 0.5) - 4 (1, 1) = (-1, -3.5):
// the first has no bound above, the second has: gap = z'M z + q'z - 4 * 3 + 3.5 * 1 = 7.625 - 2.5 - 12 + 3.5.
TEST(AbsoluteResiduals, AreThoseOfTheFormulas) {
  const Absolute seen = absolute_of(corner(), Vector2d(1.5, 1.25), price);
  EXPECT_EQ(seen.primal, 0.25);
  EXPECT_EQ(seen.dual, 1.0);
  EXPECT_EQ(seen.gap, 3.375);
  // A multiplier of the wrong sign counts: the gradient of 1 leaves (4, 0) + (5, 5), of which 9 has no bound.
  EXPECT_EQ(absolute_of(corner(), best, VectorXd::Constant(1, -5.0)).dual, 9.0);
}

TEST(Rescaled, SolutionsAreTheSame) {
  const JudgedProblem problem = corner();
  const Scales scales = scales_of(problem, 6, 3);
  const JudgedProblem other = rescaled(problem, scales);
  const VectorXd z = best.cwiseQuotient(scales.columns);
  const VectorXd multipliers = scales.cost * price.cwiseQuotient(scales.A);
  const Absolute seen = absolute_of(other, z, multipliers);
  EXPECT_LE(test::judged(other, z, multipliers), 1e-15);
  EXPECT_NEAR(seen.objective, 3.0 * scales.cost, 1e-14 * scales.cost);
  // What is wrong stays as wrong.
  const VectorXd off = Vector2d(1.9, 1.0).cwiseQuotient(scales.columns);
  EXPECT_NEAR(test::judged(other, off, multipliers), test::judged(problem, Vector2d(1.9, 1.0), price), 1e-12);
}

TEST(Rescaled, ScalesArePowersOfTenWithinTheirOrder) {
  const JudgedProblem problem = corner();
  for (const int order : {3, 6})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Scales scales = scales_of(problem, order, seed);
      for (const double scale : {scales.columns[0], scales.columns[1], scales.A[0], scales.cost}) {
        const double exponent = std::log10(scale);
        EXPECT_NEAR(exponent, std::round(exponent), 1e-12);
        EXPECT_LE(std::fabs(exponent), order + 1e-12);
      }
    }
  EXPECT_EQ(scales_of(problem, 6, 3).columns, scales_of(problem, 6, 3).columns);
}

TEST(Unsolvable, CarriesItsProof) {
  for (const std::string& name : infeasible_names()) {
    const Unsolvable made = make_unsolvable(name);
    EXPECT_EQ(distance_of_infeasibility(made.problem, made.proof), infinity) << name;
    EXPECT_FALSE(is_unbounded(made.problem, made.proof)) << name;
  }
  for (const std::string& name : unbounded_names()) {
    const Unsolvable made = make_unsolvable(name);
    EXPECT_TRUE(is_unbounded(made.problem, made.proof)) << name;
    EXPECT_EQ(made.problem.q.dot(made.proof.head(made.problem.q.size())), -1.0) << name;
    EXPECT_EQ(distance_of_infeasibility(made.problem, made.proof), 0.0) << name;
  }
  EXPECT_THROW(make_unsolvable("rows:dense:8"), std::invalid_argument);
  EXPECT_THROW(make_unsolvable("columns:dense:8:1"), std::invalid_argument);
}

TEST(Proofs, WrongOnesAreRefused) {
  const Unsolvable rows = make_unsolvable("rows:sparse:12:1");
  const Eigen::Index n = rows.problem.q.size(), m = rows.problem.b.size();
  VectorXd proof = rows.proof;
  Eigen::Index last = n + m - 1;  // the row that contradicts the others
  ASSERT_EQ(proof[last], 1.0);
  proof[last] = 0.5;
  EXPECT_EQ(distance_of_infeasibility(rows.problem, proof), 0.0);
  proof = -rows.proof;  // of the wrong sign
  EXPECT_EQ(distance_of_infeasibility(rows.problem, proof), 0.0);
  EXPECT_EQ(distance_of_infeasibility(rows.problem, VectorXd::Zero(proof.size())), 0.0);
  // Rounding in what should vanish leaves a proof for all points up to a distance.
  proof = rows.proof;
  proof[last] += 1e-9;
  const double distance = distance_of_infeasibility(rows.problem, proof);
  EXPECT_GT(distance, 1e6);
  EXPECT_LT(distance, infinity);

  const Unsolvable linear = make_unsolvable("linear:sparse:12:1");
  EXPECT_FALSE(is_unbounded(linear.problem, -linear.proof));
  EXPECT_FALSE(is_unbounded(linear.problem, VectorXd::Zero(linear.proof.size())));
}

TEST(ProgramSubjects, HaveNames) {
  for (const Group group : all_groups) EXPECT_EQ(parse_group(to_string(group)), group);
  EXPECT_THROW(parse_group("large"), std::invalid_argument);
  EXPECT_EQ(subjects_of(Group::infeasible).size(), infeasible_names().size());
  const Posed posed = pose({"bounds:dense:8:2", Group::infeasible});
  EXPECT_TRUE(posed.is_dense);
  EXPECT_EQ(posed.size(), 8);
}

}  // namespace
}  // namespace nsds::bench::programs::programs_checks_test
