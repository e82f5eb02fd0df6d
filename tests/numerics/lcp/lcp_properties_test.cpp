// What must hold of every LCP solver beside solving: units, order, starting points, limits, same bits.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <numeric>

#include "nsds/numerics/cpp/lcp.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"

namespace nsds::test::lcp_properties_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

nn::Options options_of(int solver) {
  return nn::Options(NSDS_CLASS_LCP, nsds_solver_at(NSDS_CLASS_LCP, solver)->name).set("tolerance", 1e-9);
}

// A problem with 10 rows that the solver takes.
Instance instance_for(int solver) {
  const std::string name = nsds_solver_at(NSDS_CLASS_LCP, solver)->name;
  return lcp_family(name == "lemke_howson" ? "game" : "spd").make(10, 2);
}

Instance large_instance_for(const std::string& solver) {
  const bool is_symmetric = solver == "projected_cg" || solver == "qp";
  return lcp_family(solver == "lemke_howson" ? "game" : is_symmetric ? "spd" : "harker_pang").make(12, 9);
}

class SolverProperty : public ::testing::TestWithParam<int> {
 protected:
  nn::Options options_ = options_of(GetParam());
  Instance lcp_ = instance_for(GetParam());
};

// z -> (b/a) z when M -> a M, q -> b q: the same pivots, the same solution in other units.
TEST_P(SolverProperty, ChangeOfUnitsChangesNothing) {
  const auto reference = nn::lcp::Problem(nn::view(lcp_.M), lcp_.q).solve(options_);
  ASSERT_TRUE(reference.ok());
  for (const auto& [a, b] :
       {std::pair{1e8, 1.0}, {1e-8, 1.0}, {1.0, 1e12}, {3e-5, 7e-9}, {0x1p40, 0x1p-30}}) {
    const Eigen::MatrixXd M = a * lcp_.M;
    const VectorXd q = b * lcp_.q;
    const auto scaled = nn::lcp::Problem(nn::view(M), q).solve(options_);
    ASSERT_TRUE(scaled.ok()) << scaled.report.message;
    EXPECT_EQ(scaled.report.iterations, reference.report.iterations);
    EXPECT_LE((scaled.z * (a / b) - reference.z).norm(), 1e-6 * reference.z.norm());
  }
}

TEST_P(SolverProperty, PermutationPermutesTheSolution) {
  Eigen::PermutationMatrix<Eigen::Dynamic> P(10);
  P.setIdentity();
  for (int i = 0; i < 10; ++i) P.indices()[i] = (3 * i + 1) % 10;
  const Eigen::MatrixXd M = P * lcp_.M * P.transpose();
  const VectorXd q = P * lcp_.q;
  const auto reference = nn::lcp::Problem(nn::view(lcp_.M), lcp_.q).solve(options_);
  const auto permuted = nn::lcp::Problem(nn::view(M), q).solve(options_);
  ASSERT_TRUE(permuted.ok()) << permuted.report.message;
  const VectorXd z = P.transpose() * permuted.z;
  EXPECT_LE(naive_lcp_residual(lcp_, z), 1e-9);
  // A game may have several solutions; the others have one.
  if (options_.solver() != "lemke_howson") {
    EXPECT_LE((z - reference.z).norm(), 1e-5 * reference.z.norm());
  }
}

// In other units of the rows and columns of its problem a proof of infeasibility is still one.
TEST(Infeasibility, ItsProofHoldsInAnyUnits) {
  const Instance plain = lcp_family("infeasible").make(6, 2);
  for (const double unit : {1e-3, 1.0, 1e3}) {
    Eigen::VectorXd rows(6);
    rows << unit, 1.0, 1e-2, 1e2, unit * unit, 1.0;
    const Instance lcp{rows.asDiagonal() * plain.M * rows.asDiagonal(), rows.asDiagonal() * plain.q};
    const auto refuted = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(nn::Options(NSDS_CLASS_LCP, "lemke"));
    ASSERT_EQ(refuted.report.status, NSDS_INFEASIBLE) << refuted.report.message;
    EXPECT_TRUE(is_farkas_vector(lcp, refuted.certificate));
    EXPECT_TRUE(is_farkas_vector(plain, rows.cwiseProduct(refuted.certificate)));
  }
}

// Rounding in M'y may hide that a z far away is feasible: what is almost a proof is none.
TEST(Infeasibility, IsNotClaimedWhereASolutionIsFar) {
  for (const int n : {50, 100}) {
    Eigen::MatrixXd M = Eigen::MatrixXd::Identity(n, n);
    M(0, 1) = M(1, 0) = -1.0;
    M(1, 1) = 1.0 + n * 0x1p-52;
    VectorXd q = VectorXd::Constant(n, -1.0);
    q[0] = 0.0;
    q[1] = -2e-8;
    for (const char* solver : {"auto", "lemke", "projected_cg"}) {
      const auto solved = nn::lcp::Problem(nn::view(M), q).solve(nn::Options(NSDS_CLASS_LCP, solver));
      EXPECT_NE(solved.report.status, NSDS_INFEASIBLE) << solver << ", n = " << n;
    }
  }
}

// From a start that has run away the result is not worse than zero, and rounding is not to blame.
TEST_P(SolverProperty, AStartFarAwayIsNoExcuse) {
  VectorXd z = VectorXd::Constant(10, 1e100);
  VectorXd w(10);
  const nn::Report report =
      nn::lcp::Problem(nn::view(lcp_.M), lcp_.q).solve(z, w, nn::Options(options_).set("warm_start", true));
  EXPECT_NE(report.status, NSDS_ROUNDOFF_LIMIT) << report.message;
  EXPECT_LE(naive_lcp_residual(lcp_, z), 1.0);
}

// Every row and column twice: M is singular, the solution set is a polyhedron, q is still feasible.
TEST_P(SolverProperty, DuplicatedRowsAreNoTrouble) {
  const bool game = options_.solver() == "lemke_howson";
  const Instance small = lcp_family(game ? "game" : "spd").make(5, 4);
  Eigen::MatrixXd M(10, 10);
  M << small.M, small.M, small.M, small.M;
  VectorXd q(10);
  q << small.q, small.q;
  const Stored stored(M, NSDS_DENSE);
  const nn::lcp::Problem posed(stored.view(), q);
  const nsds_lcp problem = posed.view();
  VectorXd z(10);
  nn::Report report;
  const nsds_status status = nsds_lcp_solve(&problem, z.data(), nullptr, options_.get(), nullptr, &report);
  if (status == NSDS_NOT_APPLICABLE) {
    EXPECT_TRUE(options_.solver() == "least_index" || options_.solver() == "bard") << report.message;  // no P
    return;
  }
  EXPECT_EQ(status, NSDS_OK) << report.message;
  EXPECT_LE(naive_lcp_residual({M, q}, z), 1e-9);
}

TEST_P(SolverProperty, ASolutionIsReturnedAtOnce) {
  auto solution = nn::lcp::Problem(nn::view(lcp_.M), lcp_.q).solve(options_);
  ASSERT_TRUE(solution.ok());
  options_.set("warm_start", true);
  const VectorXd z = solution.z;
  const nn::Report report =
      nn::lcp::Problem(nn::view(lcp_.M), lcp_.q).solve(solution.z, solution.w, options_);
  EXPECT_EQ(report.status, NSDS_OK);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(solution.z, z);
}

TEST_P(SolverProperty, TrivialProblems) {
  const auto zero = nn::lcp::Problem(nn::view(lcp_.M), VectorXd::LinSpaced(10, 0.0, 1.0)).solve(options_);
  EXPECT_TRUE(zero.ok());
  EXPECT_TRUE(zero.z.isZero(0.0));
  const Eigen::MatrixXd nothing(0, 0);
  EXPECT_TRUE(nn::lcp::Problem(nn::view(nothing), VectorXd(0)).solve(options_).ok());
}

// No solver solves this problem in one iteration: its solution has some of the z positive that a first guess
// from the sign of q has not, and Gauss-Seidel needs many sweeps.
TEST_P(SolverProperty, IterationLimitIsRespected) {
  options_.set("max_iterations", 1);
  const auto stopped = nn::lcp::Problem(nn::view(lcp_.M), lcp_.q).solve(options_);
  EXPECT_EQ(stopped.report.status, NSDS_MAX_ITERATIONS) << stopped.report.message;
  EXPECT_LE(stopped.report.iterations, 1);
  EXPECT_TRUE(stopped.z.allFinite() && stopped.w.allFinite());
  // Never worse than z = 0, where the solve began.
  EXPECT_LE(naive_lcp_residual(lcp_, stopped.z),
            naive_lcp_residual(lcp_, VectorXd::Zero(10)) * (1.0 + 1e-14));
}

TEST_P(SolverProperty, TimeLimitIsRespected) {
  options_.set("time_limit", 0.0);
  const auto stopped = nn::lcp::Problem(nn::view(lcp_.M), lcp_.q).solve(options_);
  EXPECT_EQ(stopped.report.status, NSDS_TIME_LIMIT) << stopped.report.message;
  EXPECT_TRUE(stopped.z.allFinite() && stopped.w.allFinite());
}

struct Counter {
  int calls = 0;
  int stop_at = 0;
  std::int64_t last = -1;
};

int count_calls(const nsds_progress* progress, void* user) {
  Counter& counter = *static_cast<Counter*>(user);
  EXPECT_GT(progress->iteration, counter.last);
  EXPECT_GE(progress->seconds, 0.0);
  counter.last = progress->iteration;
  return ++counter.calls == counter.stop_at ? 1 : 0;
}

TEST_P(SolverProperty, CallbackInterrupts) {
  Counter counter{.stop_at = 2};
  options_.set_callback(count_calls, &counter);
  const auto stopped = nn::lcp::Problem(nn::view(lcp_.M), lcp_.q).solve(options_);
  EXPECT_EQ(stopped.report.status, NSDS_INTERRUPTED) << stopped.report.message;
  EXPECT_EQ(counter.calls, 2);
  EXPECT_TRUE(stopped.z.allFinite());
}

// New, used, cleared or no workspace; a larger problem in between; also from a dirty arena.
TEST_P(SolverProperty, SameBitsWithAnyWorkspace) {
  const Instance large = large_instance_for(options_.solver());
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    const Stored M(lcp_.M, storage);
    nn::Workspace workspace;
    const auto none = nn::lcp::Problem(M.view(), lcp_.q).solve(options_);
    const auto fresh = nn::lcp::Problem(M.view(), lcp_.q).solve(options_, &workspace);
    nn::lcp::Problem(nn::view(large.M), large.q).solve(options_, &workspace);
    const auto used = nn::lcp::Problem(M.view(), lcp_.q).solve(options_, &workspace);
    workspace.clear();
    const auto cleared = nn::lcp::Problem(M.view(), lcp_.q).solve(options_, &workspace);
    for (const auto* other : {&fresh, &used, &cleared}) {
      EXPECT_EQ(none.z, other->z);
      EXPECT_EQ(none.w, other->w);
      EXPECT_EQ(none.report.residual.value, other->report.residual.value);
      EXPECT_EQ(none.report.iterations, other->report.iterations);
    }
  }
}

TEST_P(SolverProperty, ProblemIsNotModified) {
  const Instance before = lcp_;
  nn::lcp::Problem(nn::view(lcp_.M), lcp_.q).solve(options_);
  EXPECT_EQ(lcp_.M, before.M);
  EXPECT_EQ(lcp_.q, before.q);
}

INSTANTIATE_TEST_SUITE_P(Lcp, SolverProperty, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_LCP)),
                         [](const ::testing::TestParamInfo<int>& row) {
                           return std::string(nsds_solver_at(NSDS_CLASS_LCP, row.param)->name);
                         });

// A tolerance that rounding cannot meet: the residual is above it and within four times the floor. An
// instance may be exact by luck, most are not.
TEST(Verdict, SaysWhereRoundingHidesTheRest) {
  int hidden = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Instance lcp = lcp_family("harker_pang").make(12, seed);
    const auto solved = nn::lcp::Problem(nn::view(lcp.M), lcp.q)
                            .solve(nn::Options(NSDS_CLASS_LCP, "lemke").set("tolerance", 0.0));
    EXPECT_LE(solved.report.residual.value, 4.0 * solved.report.residual.roundoff_floor);
    if (solved.report.status == NSDS_ROUNDOFF_LIMIT) {
      ++hidden;
      EXPECT_GT(naive_lcp_residual(lcp, solved.z), 0.0) << solved.report.message;
    } else {
      EXPECT_EQ(solved.report.status, NSDS_OK) << solved.report.message;
      EXPECT_EQ(naive_lcp_residual(lcp, solved.z), 0.0);
    }
  }
  EXPECT_GE(hidden, 8);
}

// A residual that rounding accounts for is not worked on: as many pivots as for a tolerance that can be met.
TEST(Lemke, DoesNotStartAgainBelowTheRoundOffFloor) {
  const Instance lcp = lcp_family("spd").make(60, 3);
  nn::Options options(NSDS_CLASS_LCP, "lemke");
  const auto met = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options.set("tolerance", 1e-10));
  const auto hidden = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options.set("tolerance", 1e-18));
  ASSERT_TRUE(met.ok()) << met.report.message;
  EXPECT_EQ(hidden.report.status, NSDS_ROUNDOFF_LIMIT) << hidden.report.message;
  EXPECT_EQ(hidden.report.iterations, met.report.iterations);
}

// The proof of infeasibility pivots too. It needs a matrix whose ray is no proof by itself: w_1 = -z_1 + 2
// z_2 - 1 and w_2 = 2 z_1 - 4 z_2 - 1 add up to w_2 + 2 w_1 = -3, while neither row nor the ray shows it.
TEST(Lemke, AsksItsLimitsWhileItProvesInfeasibility) {
  Eigen::MatrixXd M(2, 2);
  M << -1.0, 2.0, 2.0, -4.0;
  const VectorXd q = -VectorXd::Ones(2);
  nn::Options options(NSDS_CLASS_LCP, "lemke");
  const auto proved = nn::lcp::Problem(nn::view(M), q).solve(options);
  ASSERT_EQ(proved.report.status, NSDS_INFEASIBLE) << proved.report.message;
  for (std::int64_t limit = 1; limit < proved.report.iterations; ++limit) {
    const auto stopped =
        nn::lcp::Problem(nn::view(M), q).solve(options.set("max_iterations", static_cast<int>(limit)));
    EXPECT_EQ(stopped.report.status, NSDS_MAX_ITERATIONS) << stopped.report.message;
    EXPECT_EQ(stopped.report.iterations, limit);
  }
}

// Relaxation changes the path, not the goal.
TEST(Pgs, OverRelaxationConverges) {
  const Instance lcp = lcp_family("spd").make(10, 2);
  for (const double relaxation : {0.5, 1.0, 1.5, 1.9}) {
    nn::Options options(NSDS_CLASS_LCP, "pgs");
    options.set("relaxation", relaxation).set("max_iterations", 200000);
    EXPECT_TRUE(nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options).ok()) << relaxation;
  }
}

// Gauss-Seidel on a matrix for which it diverges: it stalls, says so, and returns something finite.
TEST(Pgs, SaysThatItStalls) {
  Eigen::MatrixXd M(3, 3);
  M << 1.0, -4.0, 0.0, 0.0, 1.0, -4.0, -4.0, 0.0, 1.0;
  const VectorXd q = -VectorXd::Ones(3);
  const auto stalled = nn::lcp::Problem(nn::view(M), q).solve(nn::Options(NSDS_CLASS_LCP, "pgs"));
  EXPECT_EQ(stalled.report.status, NSDS_STALLED) << stalled.report.message;
  EXPECT_TRUE(stalled.z.allFinite() && stalled.w.allFinite());
}

// Symmetric positive definite and nearly singular: solvable by a large z, so that nothing may call it
// infeasible.
TEST(Infeasibility, IsNotClaimedOfANearlySingularProblem) {
  for (const double gap : {1e-11, 1e-12, 1e-13}) {
    Eigen::MatrixXd M(3, 3);
    M << 1.0, -1.0, 0.0, -1.0, 1.0 + gap, 0.0, 0.0, 0.0, 1.0;
    VectorXd q(3);
    q << -1.0, 0.0, 0.0;
    for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_LCP); ++solver) {
      if (options_of(solver).solver() == "lemke_howson") continue;  // does not take it
      const auto solution = nn::lcp::Problem(nn::view(M), q).solve(options_of(solver));
      EXPECT_NE(solution.report.status, NSDS_INFEASIBLE) << solution.report.solver << ", gap " << gap;
    }
  }
}

}  // namespace
}  // namespace nsds::test::lcp_properties_test
