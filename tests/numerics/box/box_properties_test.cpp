// What must hold of the solvers of mlcp, relay and equality alone: repeated unknowns, redundant equations,
// equations without a solution, remembered sets; and of all affine classes in eight threads.
#include <gtest/gtest.h>

#include <barrier>
#include <cmath>
#include <limits>
#include <thread>

#include "numerics/affine/affine_problems.hpp"
#include "support/draws.hpp"

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
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

class BoxSolver : public ::testing::TestWithParam<ClassSolver> {
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

TEST_P(BoxSolver, TwinsOfBoundedUnknownsShareTheSolution) {
  expect_the_same_sums(false);
}

// Equations twice: their block is singular.
TEST_P(BoxSolver, TwinsOfFreeUnknownsShareTheSolution) {
  expect_the_same_sums(true);
}

// Time stepping: what changes is small, what is remembered solves nearly every step.
TEST_P(BoxSolver, RememberedSetsSolveNearlyEveryStep) {
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

INSTANTIATE_TEST_SUITE_P(Box, BoxSolver, ::testing::ValuesIn(solvers_of(boxes)),
                         [](const auto& row) { return row.param.name(); });

// The conditions of optimality of a program with every equation three times, as a mixed problem.
TEST(Mlcp, RedundantEquationsAreSolvedByDefault) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
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

// W = H H' with n rows of which the last `redundant` depend on the others, singular values from 1 down to
// least, rows in units of their own.
struct Rows {
  MatrixXd W;
  VectorXd q;      // H v
  VectorXd apart;  // of length |q|, not in the range of W
};
Rows redundant_rows(std::uint64_t seed, Index n, Index redundant, double least, double decades) {
  Draws draws(seed);
  MatrixXd some(n, n), other(n, n);
  for (MatrixXd* matrix : {&some, &other})
    for (double& entry : matrix->reshaped()) entry = draws.uniform(-1.0, 1.0);
  const MatrixXd U = Eigen::HouseholderQR<MatrixXd>(some).householderQ(),
                 V = Eigen::HouseholderQR<MatrixXd>(other).householderQ();
  VectorXd singular = VectorXd::Zero(n), units(n), v(n);
  for (Index i = 0; i < n - redundant; ++i)
    singular(i) = std::pow(least, static_cast<double>(i) / static_cast<double>(n - redundant - 1));
  for (double& unit : units) unit = std::pow(10.0, draws.uniform(-decades, decades));
  for (double& entry : v) entry = draws.uniform(-1.0, 1.0);
  const MatrixXd H = U * singular.asDiagonal() * V.transpose();
  Rows rows;
  rows.W = units.asDiagonal() * (H * H.transpose()) * units.asDiagonal();
  rows.q = units.cwiseProduct(H * v);
  rows.apart = units.cwiseProduct(VectorXd((H * v).norm() * U.col(n - 1)));
  return rows;
}

// Equations alone, and the same rows in a mixed problem whose last two are complementary.
std::vector<AffineProblem> problems_of(const Rows& rows, const VectorXd& q) {
  const Index n = q.size();
  AffineProblem equations(NSDS_CLASS_EQUALITY, n);
  equations.M = rows.W;
  equations.q = q;
  AffineProblem mixed(NSDS_CLASS_MLCP, n + 2);
  mixed.M = MatrixXd::Identity(n + 2, n + 2);
  mixed.M.topLeftCorner(n, n) = rows.W;
  mixed.q = VectorXd::Constant(n + 2, -q.cwiseAbs().maxCoeff());
  mixed.q.head(n) = q;
  mixed.lower.head(n).setConstant(-infinity);
  mixed.lower.tail(2).setZero();
  mixed.upper.setConstant(infinity);
  return {equations, mixed};
}

// Rows that depend on each other are solved to any tolerance, with the multipliers of least norm: those of
// any other solution are longer, by what is added from the kernel.
TEST(RedundantRows, AreSolvedAtATightToleranceByTheLeastMultipliers) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Rows rows = redundant_rows(seed, 24, 4, 0.1, 0.0);
    const VectorXd least = -rows.W.completeOrthogonalDecomposition().solve(rows.q);
    for (const double tolerance : {1e-8, 1e-10, 1e-12})
      for (const AffineProblem& problem : problems_of(rows, rows.q)) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ", tolerance " << tolerance);
        const Outcome outcome =
            solve(problem, nn::Options(problem.problem_class).set("tolerance", tolerance));
        ASSERT_TRUE(outcome.ok()) << outcome.report.message;
        EXPECT_LE((outcome.z.head(24) - least).norm(), 1e-9 * least.norm());
      }
  }
}

// Whatever the units of the rows are, and however small it is, what is apart is found; regular rows never
// are, however near they are to dependent ones.
TEST(ContradictoryRows, AreProvedAndIllConditionedOnesAreNot) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const double decades : {0.0, 2.0})
      for (const double apart : {1.0, 1e-3, 1e-6}) {
        const Rows rows = redundant_rows(seed, 24, 4, 1e-2, decades);
        const VectorXd q = rows.q + apart * rows.apart;
        for (const AffineProblem& problem : problems_of(rows, q)) {
          SCOPED_TRACE(::testing::Message() << "seed " << seed << ", " << decades << ", " << apart);
          const Outcome outcome = solve(problem, nn::Options(problem.problem_class).set("tolerance", 1e-12));
          ASSERT_EQ(outcome.status, NSDS_INFEASIBLE) << outcome.report.message;
          const VectorXd v = outcome.certificate.head(24);
          EXPECT_LE(((rows.W * v).cwiseAbs() - 1e-11 * (rows.W.cwiseAbs() * v.cwiseAbs())).maxCoeff(), 0.0);
          EXPECT_GT(q.dot(v), 1e-10 * q.cwiseAbs().dot(v.cwiseAbs()));
        }
      }
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const double least : {1e-2, 1e-3, 1e-4, 1e-5})
      for (const double tolerance : {1e-8, 1e-14}) {
        const Rows rows = redundant_rows(seed, 24, 0, least, 1.0);
        for (const AffineProblem& problem : problems_of(rows, rows.q + rows.apart)) {
          SCOPED_TRACE(::testing::Message() << "seed " << seed << ", " << least << ", " << tolerance);
          const Outcome outcome = solve(
              problem, nn::Options(problem.problem_class).set("tolerance", tolerance).set("time_limit", 1.0));
          EXPECT_NE(outcome.status, NSDS_INFEASIBLE) << outcome.report.message;
        }
      }
}

// Rows that have a solution are never called contradictory, also where rounding can hardly tell their matrix,
// with singular values down to 1e-15, from a singular one.
TEST(ContradictoryRows, AreNotSeenInNearlyDependentRowsWithASolution) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const Index n : {Index{4}, Index{24}})
      for (const double least : {1e-6, 1e-7, 3e-8})
        for (const double tolerance : {1e-8, 1e-10, 1e-14}) {
          const Rows rows = redundant_rows(seed, n, 0, least, 1.0);
          for (const AffineProblem& problem : problems_of(rows, rows.q)) {
            SCOPED_TRACE(::testing::Message()
                         << "seed " << seed << ", " << n << ", " << least << ", " << tolerance);
            const Outcome outcome =
                solve(problem,
                      nn::Options(problem.problem_class).set("tolerance", tolerance).set("time_limit", 1.0));
            EXPECT_NE(outcome.status, NSDS_INFEASIBLE) << outcome.report.message;
          }
        }
}

// Three directions of which the third is nearly in the plane of the others.
TEST(ContradictoryRows, AreNotSeenWhereEliminationSolvesThem) {
  for (const double apart : {1e-6, 1e-7, 3e-8}) {
    Eigen::Matrix3d H = Eigen::Matrix3d::Identity();
    H.row(2) << std::cos(0.7), std::sin(0.7), apart;
    Rows rows;
    rows.W = H * H.transpose();
    rows.q = H * Eigen::Vector3d(0.3, -0.8, 0.5);
    for (const AffineProblem& problem : problems_of(rows, rows.q)) {
      SCOPED_TRACE(apart);
      const Outcome outcome = solve(problem, nn::Options(problem.problem_class).set("tolerance", 1e-10));
      // Whether what is left of a z of 1e7 is below the tolerance is chance.
      EXPECT_NE(outcome.status, NSDS_INFEASIBLE) << outcome.report.message;
      EXPECT_LE(outcome.report.residual.value, 1e-8);
      EXPECT_TRUE(outcome.ok() || apart <= 1e-7) << outcome.report.message;
    }
  }
}

// Units so far apart that least squares takes a row for rounding of the others: what elimination has solved
// stays solved.
TEST(RedundantRows, KeepARowThatOthersDwarf) {
  Rows rows;
  rows.W.resize(3, 3);
  rows.W << 1e7, 1e7, 0.0, 1e7, 1e7 * (1.0 + 1e-12), 0.0, 0.0, 0.0, 1e-7;
  rows.q = -Eigen::Vector3d(1.0, 1.0, 1e-9);
  for (const AffineProblem& problem : problems_of(rows, rows.q)) {
    const Outcome outcome = solve(problem, nn::Options(problem.problem_class));
    ASSERT_TRUE(outcome.ok()) << outcome.report.message;
    EXPECT_NEAR(outcome.z(2), 0.01, 1e-12);
    EXPECT_LE(outcome.report.residual.value, 1e-14);
  }
}

// A sparse matrix in units of many sizes is as regular as in one: elimination alone solves it.
TEST(RedundantRows, AreNotSeenInSparseRowsOfManyUnits) {
  const Index n = 300;
  AffineProblem problem(NSDS_CLASS_EQUALITY, n);
  problem.M.setZero();
  for (Index i = 0; i < n; ++i)
    for (Index j = std::max<Index>(0, i - 1); j <= std::min(n - 1, i + 1); ++j)
      problem.M(i, j) = (i == j ? 4.0 : -1.0) * std::pow(10.0, static_cast<double>(i % 7 + j % 7) - 6.0);
  const VectorXd z = VectorXd::LinSpaced(n, 1.0, 2.0);
  problem.q = -(problem.M * z);
  const Outcome outcome = solve(problem, nn::Options(NSDS_CLASS_EQUALITY), nullptr, NSDS_CSC);
  ASSERT_TRUE(outcome.ok()) << outcome.report.message;
  EXPECT_STREQ(outcome.report.solver, "lu");
}

// What one thread does with a solver: problems of its own, in every storage.
std::vector<VectorXd> work_of(int thread, const ClassSolver& row) {
  const nn::Options options = row.options().set("max_iterations", 300);
  nn::Workspace workspace;
  std::vector<VectorXd> results;
  for (const Index n : {1, 3, 7, 10}) {
    const AffineProblem problem =
        easy_problem(row.problem_class, n, static_cast<std::uint64_t>(100 * thread + n));
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      const Outcome outcome = solve(problem, options, &workspace, storage);
      results.push_back(outcome.z);
      results.push_back(outcome.multipliers);
    }
  }
  return results;
}

class Threads : public ::testing::TestWithParam<ClassSolver> {};

TEST_P(Threads, EightGiveTheBitsOfOne) {
  constexpr int threads = 8;
  std::vector<std::vector<VectorXd>> results(threads);
  {
    std::barrier start(threads);
    std::vector<std::jthread> pool;
    pool.reserve(threads);
    for (int t = 0; t < threads; ++t)
      pool.emplace_back([&, t] {
        start.arrive_and_wait();
        results[static_cast<std::size_t>(t)] = work_of(t, GetParam());
      });
  }
  for (int t = 0; t < threads; ++t) EXPECT_EQ(results[static_cast<std::size_t>(t)], work_of(t, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Affine, Threads,
                         ::testing::ValuesIn(solvers_of({NSDS_CLASS_MLCP, NSDS_CLASS_RELAY,
                                                         NSDS_CLASS_EQUALITY, NSDS_CLASS_QP,
                                                         NSDS_CLASS_AVI})),
                         [](const auto& row) { return row.param.name(); });

}  // namespace
}  // namespace nsds::test
