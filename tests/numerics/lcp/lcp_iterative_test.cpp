// What the iterative solvers promise beyond what every solver does: convergence where theory has it, proofs
// where there is no solution, and options that do what they say.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/lcp.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/decompositions.hpp"

namespace nsds::test::lcp_iterative_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-9;

nn::Options options_of(const char* solver) {
  return nn::Options(NSDS_CLASS_LCP, solver).set("tolerance", tolerance);
}

// Symmetric, positive semidefinite, of half the rank, with a solution.
Instance semidefinite(int n, std::uint64_t seed) {
  Random random(seed);
  const MatrixXd H = random.matrix(n, n / 2, -1.0, 1.0);
  return with_known_solution({H * H.transpose(), VectorXd::Zero(n)}, seed);
}

TEST(Rpgs, SolvesSemidefiniteProblemsWithZeroDiagonals) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Instance lcp = semidefinite(10, seed);
    lcp.M.row(3).setZero();  // a multiplier that acts on nothing, with w_3 = q_3 >= 0
    lcp.M.col(3).setZero();
    lcp.q[3] = 0.25;
    const auto solved =
        nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of("rpgs").set("max_iterations", 200000));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_LE(naive_lcp_residual(lcp, solved.z), tolerance);
    EXPECT_EQ(solved.z[3], 0.0);
    EXPECT_THROW(nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of("pgs")), nn::Error);
  }
}

TEST(Rpgs, WithoutRegularisationIsGaussSeidel) {
  const Instance lcp = lcp_family("spd").make(12, 4);
  const auto plain = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of("pgs"));
  const auto regularised =
      nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of("rpgs").set("regularisation", 0.0));
  EXPECT_EQ(plain.report.iterations, regularised.report.iterations);
  EXPECT_LE((plain.z - regularised.z).norm(), 1e-13 * plain.z.norm());
}

TEST(ProjectedConjugateGradient, SolvesSemidefiniteProblems) {
  for (const int n : {4, 20, 60, 150}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(::testing::Message() << "n = " << n << " seed = " << seed);
      const Instance lcp = semidefinite(n, seed);
      const auto solved = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of("projected_cg"));
      ASSERT_TRUE(solved.ok()) << solved.report.message;
      EXPECT_LE(naive_lcp_residual(lcp, solved.z), tolerance);
    }
  }
}

// In the interior it is the method of conjugate gradients, with its bound on the number of steps.
TEST(ProjectedConjugateGradient, ConvergesInTheInteriorAsConjugateGradientsDo) {
  constexpr int n = 40;
  Random random(7);
  const MatrixXd Q = orthogonal_factor(random.matrix(n, n, -1.0, 1.0));
  VectorXd eigenvalues(n);
  for (int i = 0; i < n; ++i) eigenvalues[i] = 1.0 + i % 4;
  MatrixXd M = Q * eigenvalues.asDiagonal() * Q.transpose();
  M = 0.5 * (M + M.transpose()).eval();
  const VectorXd z = random.vector(n, 1.0, 2.0);
  const VectorXd q = -M * z;
  VectorXd start = z + 0.1 * random.vector(n, -1.0, 1.0);
  VectorXd w(n);
  const MatrixXd scaled = M.diagonal().cwiseInverse().cwiseSqrt().asDiagonal() * M *
                          M.diagonal().cwiseInverse().cwiseSqrt().asDiagonal();
  const VectorXd of_scaled = symmetric_eigenvalues(scaled);
  const double spread = of_scaled[n - 1] / of_scaled[0];
  const nn::Report report =
      nn::lcp::Problem(nn::view(M), q).solve(start, w, options_of("projected_cg").set("warm_start", true));
  ASSERT_EQ(report.status, NSDS_OK) << report.message;
  EXPECT_LE((start - z).norm(), 1e-7 * z.norm());
  // |e_k|_A <= 2 ((sqrt(kappa) - 1) / (sqrt(kappa) + 1))^k |e_0|_A
  const double rate = (std::sqrt(spread) - 1.0) / (std::sqrt(spread) + 1.0);
  EXPECT_LE(static_cast<double>(report.iterations), std::log(0.5 * 0.1 * tolerance) / std::log(rate) + 2.0);
}

// What a used workspace holds from earlier solves does not come back, also where the start overflows M z.
TEST(ProjectedConjugateGradient, StartsFromNothingThatWasThereBefore) {
  const Instance lcp = lcp_family("spd").make(8, 2);
  std::vector<VectorXd> results;
  for (std::uint64_t past = 1; past <= 3; ++past) {
    nn::Workspace workspace;
    const Instance before = lcp_family("spd").make(8, past);
    nn::lcp::Problem(nn::view(before.M), before.q).solve(options_of("projected_cg"), &workspace);
    VectorXd z = VectorXd::Constant(8, 1e308);
    VectorXd w(8);
    nn::lcp::Problem(nn::view(lcp.M), lcp.q)
        .solve(z, w, options_of("projected_cg").set("warm_start", true), &workspace);
    results.push_back(z);
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

// z = t (1, ..., 1) costs nothing and w = q + 0 stays negative: y = 1 proves that there is no solution.
TEST(ProjectedConjugateGradient, ProvesThatThereIsNoSolution) {
  for (const int n : {2, 5, 30}) {
    MatrixXd M = -MatrixXd::Ones(n, n) / n;
    M.diagonal().array() += 1.0;
    const VectorXd q = VectorXd::LinSpaced(n, -1.0, 0.5);
    const auto refuted = nn::lcp::Problem(nn::view(M), q).solve(options_of("projected_cg"));
    ASSERT_EQ(refuted.report.status, NSDS_INFEASIBLE) << refuted.report.message;
    EXPECT_TRUE(is_farkas_vector({M, q}, refuted.certificate));
  }
}

TEST(BlockGaussSeidel, OneBlockIsASolve) {
  for (const int n : {2, 4, 9, 25}) {
    const Instance lcp = lcp_family("pd").make(n, 3);
    const auto solved =
        nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of("block_gs").set("block_size", n));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_LE(solved.report.iterations, 1);  // 0 where q >= 0
  }
}

TEST(BlockGaussSeidel, BlocksOfOneRowAreGaussSeidel) {
  const Instance lcp = lcp_family("spd").make(12, 4);
  const auto plain = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of("pgs"));
  const auto blocks =
      nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of("block_gs").set("block_size", 1));
  EXPECT_EQ(plain.report.iterations, blocks.report.iterations);
  EXPECT_LE((plain.z - blocks.z).norm(), 1e-12 * plain.z.norm());
}

// Every order, block size and storage comes to the one solution of a definite problem.
TEST(BlockGaussSeidel, ConvergesWithAnyBlocksInAnyOrder) {
  const Instance lcp = lcp_family("spd").make(23, 5);
  const auto reference = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of("lemke"));
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    const Stored M(lcp.M, storage);
    for (const char* order : {"forward", "symmetric"}) {
      for (const int size : {0, 1, 2, 5, 7, 40}) {
        SCOPED_TRACE(::testing::Message() << storage_name(storage) << " " << order << " " << size);
        nn::Options options = options_of("block_gs").set("order", order).set("block_size", size);
        for (const double relaxation : {0.8, 1.0, 1.3}) {
          const auto solved = nn::lcp::Problem(M.view(), lcp.q).solve(options.set("relaxation", relaxation));
          ASSERT_TRUE(solved.ok()) << solved.report.message;
          EXPECT_LE((solved.z - reference.z).norm(), 1e-6 * reference.z.norm());
        }
      }
    }
  }
}

// A block without a solution is named.
TEST(BlockGaussSeidel, NamesTheBlockThatHasNoSolution) {
  MatrixXd M = MatrixXd::Identity(4, 4);
  M(2, 2) = 0.0;
  const VectorXd q = VectorXd::Constant(4, -1.0);
  const auto stuck = nn::lcp::Problem(nn::view(M), q).solve(options_of("block_gs").set("block_size", 2));
  EXPECT_EQ(stuck.report.status, NSDS_STALLED);
  EXPECT_NE(std::string(stuck.report.message).find("block of row 2"), std::string::npos)
      << stuck.report.message;
}

// Monotone problems, singular ones too, are solved from everywhere.
TEST(Newton, SolvesMonotoneProblemsFromAnyStart) {
  for (const char* solver : {"newton_min", "newton_fb"}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      SCOPED_TRACE(::testing::Message() << solver << " seed = " << seed);
      const Instance lcp = semidefinite(16, seed);
      Random random(seed);
      for (const double length : {0.0, 1.0, 1e4}) {
        VectorXd z = random.vector(16, 0.0, length);
        VectorXd w(16);
        const nn::Report report =
            nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(z, w, options_of(solver).set("warm_start", true));
        ASSERT_EQ(report.status, NSDS_OK) << length << ": " << report.message;
        EXPECT_LE(naive_lcp_residual(lcp, z), tolerance);
      }
    }
  }
}

// Near a solution of a P-matrix the number of steps does not grow with the number of digits: doubling the
// digits costs a step or two.
TEST(Newton, ConvergesFast) {
  for (const char* solver : {"newton_min", "newton_fb"}) {
    const Instance lcp = lcp_family("pd").make(40, 6);
    const auto rough =
        nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of(solver).set("tolerance", 1e-6));
    const auto fine =
        nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_of(solver).set("tolerance", 1e-13));
    ASSERT_TRUE(rough.ok() && fine.ok()) << fine.report.message;
    EXPECT_LE(fine.report.iterations - rough.report.iterations, 2) << solver;
  }
}

}  // namespace
}  // namespace nsds::test::lcp_iterative_test
