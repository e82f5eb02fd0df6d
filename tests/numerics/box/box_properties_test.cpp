// What must hold of the solvers of mlcp, relay and equality alone: repeated unknowns, redundant equations,
// equations without a solution, remembered sets.
#include <gtest/gtest.h>

#include <cmath>

#include "numerics/affine/affine_problems.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"

namespace nsds::test::box_properties_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

const std::vector<nsds_class> boxes{NSDS_CLASS_MLCP, NSDS_CLASS_RELAY};

// Each unknown of `which` is the sum of two, each in half of its box: rows and columns twice, one solution
// for the sums.
AffineProblem with_twins(const AffineProblem& problem, const std::vector<Index>& which) {
  const Index n = problem.size(), twins = static_cast<Index>(which.size());
  MatrixXd sum = MatrixXd::Zero(n, n + twins);
  sum.leftCols(n).setIdentity();
  AffineProblem made(problem.problem_class, n + twins);
  for (Index k = 0; k < twins; ++k) sum(which[static_cast<std::size_t>(k)], n + k) = 1.0;
  made.M = sum.transpose() * problem.M * sum;
  made.q = sum.transpose() * problem.q;
  VectorXd halves = VectorXd::Ones(n);
  for (const Index i : which) halves[i] = 0.5;
  made.lower << problem.lower.cwiseProduct(halves), VectorXd(twins);
  made.upper << problem.upper.cwiseProduct(halves), VectorXd(twins);
  for (Index k = 0; k < twins; ++k) {
    made.lower[n + k] = made.lower[which[static_cast<std::size_t>(k)]];
    made.upper[n + k] = made.upper[which[static_cast<std::size_t>(k)]];
  }
  return made;
}

bool is_free(const AffineProblem& problem, Index i) {
  return std::isinf(problem.lower[i]) && std::isinf(problem.upper[i]);
}

class BoxSolverOfFamilies : public ::testing::TestWithParam<ClassSolver> {
 protected:
  nsds_class class_ = GetParam().problem_class;
  nn::Options options_ = GetParam().options();

  // Elimination of the free unknowns takes regular ones only, and says so.
  void expect_refusal_of_singular_equations(const AffineProblem& problem) const {
    const Outcome found = solve(problem, options_);
    EXPECT_EQ(found.status, NSDS_SINGULAR);
    EXPECT_NE(std::string(found.report.message).find("singular"), std::string::npos) << found.report.message;
  }

  // Twins of the bounded unknowns, or of the free ones too.
  void expect_the_same_sums(bool also_free) const {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      SCOPED_TRACE(seed);
      const AffineProblem problem = easy_problem(class_, 3 + static_cast<Index>(seed % 4), seed);
      std::vector<Index> which;
      bool twin_equations = false;
      for (Index i = 0; i < problem.size(); ++i) {
        if (!also_free && is_free(problem, i)) continue;
        which.push_back(i);
        twin_equations = twin_equations || is_free(problem, i);
      }
      if (twin_equations && GetParam().solver == "lcp") {
        expect_refusal_of_singular_equations(with_twins(problem, which));
        continue;
      }
      const AffineProblem twice = with_twins(problem, which);
      const Outcome plain = solve(problem, options_), found = solve(twice, options_);
      ASSERT_TRUE(plain.ok()) << plain.report.message;
      ASSERT_TRUE(found.ok()) << found.report.message;
      EXPECT_LE(naive_residual(twice, found), 1.000001e-9);
      VectorXd sums = found.z.head(problem.size());
      for (std::size_t k = 0; k < which.size(); ++k)
        sums[which[k]] += found.z[problem.size() + static_cast<Index>(k)];
      EXPECT_LE((sums - plain.z).norm(), 1e-7 * plain.z.norm());
    }
  }
};

TEST_P(BoxSolverOfFamilies, TwinsOfBoundedUnknownsShareTheSolution) {
  expect_the_same_sums(false);
}

// Equations twice: their block is singular.
TEST_P(BoxSolverOfFamilies, TwinsOfFreeUnknownsShareTheSolution) {
  expect_the_same_sums(true);
}

// Time stepping: what changes is small, what is remembered solves nearly every step.
TEST_P(BoxSolverOfFamilies, RememberedSetsSolveNearlyEveryStep) {
  AffineProblem problem = easy_problem(class_, 9, 5);
  nn::Workspace workspace;
  const nn::Options remembering = nn::Options(options_).set("remembered_sets", 4);
  int from_memory = 0;
  for (int step = 0; step < 100; ++step) {
    problem.q += 0.01 * VectorXd::LinSpaced(problem.size(), -1.0, 1.0) * std::sin(0.2 * step);
    const Outcome outcome = solve(problem, remembering, &workspace);
    ASSERT_TRUE(outcome.ok()) << outcome.report.message;
    EXPECT_LE(naive_residual(problem, outcome), 1.000001e-9);
    from_memory += outcome.report.solver == std::string("remembered_set") ? 1 : 0;
  }
  EXPECT_GE(from_memory, 80);
}

INSTANTIATE_TEST_SUITE_P(Box, BoxSolverOfFamilies, ::testing::ValuesIn(solvers_of(boxes)),
                         [](const auto& row) { return row.param.name(); });

// The conditions of optimality of a program with every equation three times, as a mixed problem.
TEST(Mlcp, RedundantEquationsAreSolvedByDefault) {
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(test::effort(50, 300)); ++seed) {
    Draws draws(seed);
    const Index n = draws.integer(2, 8), e = draws.integer(1, 2), m = draws.integer(0, 3);
    AffineProblem problem(NSDS_CLASS_MLCP, n + 3 * e + m);
    MatrixXd rows(3 * e + m, n);
    for (double& entry : rows.reshaped()) entry = draws.uniform(-1.0, 1.0);
    for (Index i = e; i < 3 * e; ++i) rows.row(i) = rows.row(i % e) * (i < 2 * e ? 1.0 : -0.5);
    VectorXd z(n);
    for (double& entry : z) entry = draws.uniform(-1.0, 1.0);
    problem.M.topLeftCorner(n, n).setIdentity();
    problem.M.topRightCorner(n, 3 * e + m) = -rows.transpose();
    problem.M.bottomLeftCorner(3 * e + m, n) = rows;
    problem.q.tail(3 * e + m) = -rows * z;
    problem.q.head(n) = -z;  // a force of the equations on top, so that z remains the solution
    for (Index i = 0; i < e; ++i) problem.q.head(n) += draws.uniform(-1.0, 1.0) * rows.row(i).transpose();
    problem.lower.tail(m).setZero();
    problem.q.tail(m).array() += 0.25;  // slack
    const Outcome found = solve(problem, nn::Options(NSDS_CLASS_MLCP));
    ASSERT_TRUE(found.ok()) << "seed " << seed << ": " << found.report.message;
    EXPECT_LE(naive_residual(problem, found), 1.000001e-8);
    EXPECT_LE((found.z.head(n) - z).norm(), 1e-6) << "seed " << seed;
  }
}

// Singular equations: solved where there is a solution, refuted by a v with M'v = 0, q'v > 0 where there is
// none.
TEST(Equality, SingularSystemsAreSolvedOrRefuted) {
  int regular = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Draws draws(seed);
    const Index n = draws.integer(1, 10), rank = draws.integer(0, static_cast<int>(n) - 1);
    MatrixXd left(n, rank), right(rank, n);
    for (MatrixXd* factor : {&left, &right})
      for (double& entry : factor->reshaped()) entry = draws.uniform(-1.0, 1.0);
    AffineProblem problem(NSDS_CLASS_EQUALITY, n);
    problem.M = left * right;
    VectorXd z(n), apart(n);
    for (double& entry : z) entry = draws.uniform(-1.0, 1.0);
    for (double& entry : apart) entry = draws.uniform(-1.0, 1.0);
    problem.q = -problem.M * z;
    for (const char* solver : {"auto", "least_squares"}) {
      SCOPED_TRACE(::testing::Message() << solver << ", seed " << seed << ", rank " << rank << " of " << n);
      const nn::Options options(NSDS_CLASS_EQUALITY, solver);
      const Outcome solved = solve(problem, options);
      EXPECT_TRUE(solved.ok()) << solved.report.message;
      EXPECT_LE(naive_residual(problem, solved), 1.000001e-8);
      AffineProblem none = problem;
      none.q += apart;
      const Outcome refuted = solve(none, options);
      // M as it is stored may be regular: a z of 1e16 then leaves no residual but what rounding hides.
      if (refuted.ok()) {
        EXPECT_LE(residual(none, refuted).value, 1e-8);
        ++regular;
        continue;
      }
      ASSERT_EQ(refuted.status, NSDS_INFEASIBLE) << refuted.report.message;
      const VectorXd& v = refuted.certificate;
      EXPECT_LE(((none.M.transpose() * v).cwiseAbs() - 1e-9 * (none.M.cwiseAbs().transpose() * v.cwiseAbs()))
                    .maxCoeff(),
                0.0);
      EXPECT_GT(none.q.dot(v), 1e-9 * none.q.cwiseAbs().dot(v.cwiseAbs()));
    }
  }
  EXPECT_LE(regular, 25);  // of 1000
}

}  // namespace
}  // namespace nsds::test::box_properties_test
