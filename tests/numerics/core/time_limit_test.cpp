// A call with a time limit ends in time, also where a factorisation would take much longer. What counts is the CPU time
// of the thread, which other programs do not disturb.
#include <gtest/gtest.h>

#include <Eigen/SparseCore>
#include <ctime>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/avi.hpp"
#include "nsds/numerics/cpp/convex_qp.hpp"
#include "nsds/numerics/cpp/equality.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/cpp/mlcp.hpp"
#include "nsds/numerics/cpp/relay.hpp"
#include "nsds/numerics/generic_mechanical.h"
#include "support/draws.hpp"
#include "support/slowdown.hpp"

namespace nsds::test::time_limit_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

constexpr double limit = 0.2;              // [s]
constexpr double margin = 0.3 * slowdown;  // [s]
constexpr int n = 8000;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Four entries a row anywhere and a diagonal: whatever the order of elimination, a third of the matrix fills in.
Sparse scattered(double dominance) {
  Draws draws(5);
  std::vector<Eigen::Triplet<double>> entries;
  VectorXd sums = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k) {
      const double value = draws.uniform(-1.0, 1.0);
      entries.emplace_back(i, draws.integer(0, n - 1), value);
      sums[i] += std::fabs(value);
    }
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i, dominance * sums[i] + draws.uniform(-0.1, 0.1));
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  return M;
}

VectorXd drawn_vector() {
  Draws draws(6);
  VectorXd q(n);
  for (int i = 0; i < n; ++i) q[i] = draws.uniform(-1.0, 1.0);
  return q;
}

nn::Options limited(nsds_class problem_class, const std::string& solver = "auto") {
  return nn::Options(problem_class, solver).set("time_limit", limit);
}

template <class Solve>
void expect_in_time(Solve&& solve) {
  const double begin = thread_seconds();
  const nn::Report report = solve();
  EXPECT_LE(thread_seconds() - begin, limit + margin) << report.message;
  EXPECT_EQ(report.status, NSDS_TIME_LIMIT) << report.message;
  EXPECT_LE(report.seconds, 10.0 * limit * slowdown);
}

TEST(TimeLimit, EndsEquationsThatFillIn) {
  const Sparse M = scattered(0.0);
  const VectorXd q = drawn_vector();
  const nn::equality::Problem problem(nn::view(M), q);
  for (const char* solver : {"auto", "lu"})
    expect_in_time([&] { return problem.solve(limited(NSDS_CLASS_EQUALITY, solver)).report; });
}

TEST(TimeLimit, EndsMixedProblemsThatFillIn) {
  const Sparse M = scattered(0.0);
  const VectorXd q = drawn_vector();
  nn::mlcp::Marks complementary(n);
  for (int i = 0; i < n; ++i) complementary[i] = i % 3 == 0 ? 0 : 1;
  const nn::mlcp::Problem problem(nn::view(M), q, complementary);
  for (const char* solver : {"auto", "active_set", "newton_fb", "newton_min", "interior_point", "proximal"})
    expect_in_time([&] { return problem.solve(limited(NSDS_CLASS_MLCP, solver)).report; });
}

TEST(TimeLimit, EndsRelayProblemsThatFillIn) {
  const Sparse M = scattered(0.0);
  const VectorXd q = drawn_vector(), one = VectorXd::Ones(n);
  const nn::relay::Problem problem(nn::view(M), q, -one, one);
  expect_in_time([&] { return problem.solve(limited(NSDS_CLASS_RELAY)).report; });
}

TEST(TimeLimit, EndsVariationalInequalitiesThatFillIn) {
  const Sparse M = scattered(0.0);
  const VectorXd q = drawn_vector();
  Sparse A = scattered(0.0).topRows(n / 2);
  nn::Constraints constraints;
  const nsds_matrix rows = nn::view(A);
  constraints.A = rows;
  constraints.b = -VectorXd::Ones(n / 2);
  const nn::avi::Problem problem(nn::view(M), q, constraints);
  expect_in_time([&] { return problem.solve(limited(NSDS_CLASS_AVI)).report; });
}

TEST(TimeLimit, EndsConvexProgramsThatFillIn) {
  const Sparse half = scattered(0.0), M = Sparse(half * Sparse(half.transpose()));
  const Sparse A = half.topRows(n / 2);
  const VectorXd q = drawn_vector(), one = VectorXd::Ones(n / 2);
  const nsds_matrix rows = nn::view(A);
  const nn::convex_qp::Problem problem(nn::view(M), q, rows, VectorXd::Zero(n / 2), -one, one);
  expect_in_time([&] { return problem.solve(limited(NSDS_CLASS_CONVEX_QP, "admm")).report; });
}

// Rows that depend on each other go to dense least squares, which take seconds at this size.
TEST(TimeLimit, EndsDenseLeastSquares) {
  constexpr int size = 3000;
  Sparse M(size, size);
  for (int i = 0; i < size; ++i) M.insert(i, i == 1 ? 0 : i) = 1.0;
  M.makeCompressed();
  const VectorXd q = VectorXd::Ones(size);
  const nn::equality::Problem problem(nn::view(M), q);
  for (const char* solver : {"auto", "least_squares"})
    expect_in_time([&] { return problem.solve(limited(NSDS_CLASS_EQUALITY, solver)).report; });
}

// Where a factorisation would take too long sweeps go on, and solve what is diagonally dominant.
TEST(TimeLimit, LeavesTheTimeToSweepsOfMechanicalProblems) {
  const Sparse M = scattered(1.1);
  const nsds_matrix W = nn::view(M);
  const VectorXd q = drawn_vector();
  std::vector<std::int32_t> starts(n + 1), kinds(n);
  for (int i = 0; i <= n; ++i) starts[static_cast<std::size_t>(i)] = i;
  for (int i = 0; i < n; ++i)
    kinds[static_cast<std::size_t>(i)] = i % 2 == 0 ? NSDS_BLOCK_EQUALITY : NSDS_BLOCK_COMPLEMENTARITY;
  nsds_generic_mechanical problem;
  nsds_generic_mechanical_init(&problem);
  problem.size = problem.blocks = n;
  problem.W = &W;
  problem.q = q.data();
  problem.block_starts = starts.data();
  problem.kinds = kinds.data();
  VectorXd lambda = VectorXd::Zero(n);
  nn::Report report;
  nn::Options options(NSDS_CLASS_GENERIC_MECHANICAL);
  options.set("time_limit", 2.0);
  nsds_generic_mechanical_solve(&problem, lambda.data(), nullptr, options.get(), nullptr, &report);
  EXPECT_EQ(report.status, NSDS_OK) << report.message;
}

}  // namespace
}  // namespace nsds::test::time_limit_test
