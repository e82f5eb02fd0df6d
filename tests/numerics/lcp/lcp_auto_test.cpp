// The default solver of the class: every solvable instance is solved, whatever its structure, order and
// storage, and what is claimed is true.
#include <gtest/gtest.h>

#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/lcp.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/effort.hpp"
#include "support/lcp_families.hpp"

namespace nsds::test::lcp_auto_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-10;

nn::Options automatic() {
  return nn::Options(NSDS_CLASS_LCP, "auto").set("tolerance", tolerance);
}

void expect_solved(const Instance& lcp, nsds_storage storage = NSDS_DENSE) {
  const Stored M(lcp.M, storage);
  const auto solved = nn::lcp::Problem(M.view(), lcp.q).solve(automatic());
  EXPECT_TRUE(solved.ok()) << solved.report.solver << ": " << solved.report.message;
  EXPECT_LE(naive_lcp_residual(lcp, solved.z), tolerance * (1.0 + 1e-6));
}

class Auto : public ::testing::TestWithParam<std::string> {
 protected:
  // Where the family has no solution, one is constructed.
  Instance make(int n, std::uint64_t seed) const {
    const Instance lcp = family_.make(n, seed);
    return family_.known.infeasible ? with_known_solution(lcp, seed) : lcp;
  }

  const Family& family_ = lcp_family(GetParam());
};

// Which instances are solvable theory or construction says; a random permutation of the rows changes nothing.
TEST_P(Auto, SolvesEverySize) {
  for (const int n : {1, 2, 3, 4, 6, 9, 16, 20, 33, 50, 100, 200}) {
    for (std::uint64_t seed = 1; seed <= (n <= 50 ? 10U : 2U); ++seed) {
      SCOPED_TRACE(::testing::Message() << GetParam() << " n = " << n << " seed = " << seed);
      const Instance lcp = make(n, seed);
      expect_solved(lcp);
      expect_solved(permuted(lcp, seed));
    }
  }
}

// Columns that lie apart, not at multiples of anything, with what must not be read between them.
TEST_P(Auto, SolvesAPartOfALargerArrayToTheSameBits) {
  for (const int n : {1, 2, 3, 4, 7, 20, 33, 60}) {
    SCOPED_TRACE(::testing::Message() << GetParam() << " n = " << n);
    const Instance lcp = make(n, 3);
    const auto packed = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(automatic());
    MatrixXd around = MatrixXd::Constant(n + 3, n, std::numeric_limits<double>::quiet_NaN());
    around.middleRows(1, n) = lcp.M;
    const nsds_matrix part = nsds_matrix_dense(n, n, around.data() + 1, n + 3);
    const auto solved = nn::lcp::Problem(part, lcp.q).solve(automatic());
    EXPECT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_EQ(solved.z, packed.z);
  }
}

TEST_P(Auto, SolvesAThousandRows) {
  // Lemke on a dense matrix of this size takes seconds: fewer rows where it has to.
  bool slow = false;
  for (const char* name : {"kkt", "friction", "game", "pd", "degenerate"}) slow = slow || GetParam() == name;
  expect_solved(make(slow ? 300 : 1000, 5));
}

// q = w - M z: a solution with a third of its rows degenerate exists by construction, also where M is of no
// class with a theorem. The complementary bases decide for the small ones.
TEST_P(Auto, SolvesWhatIsSolvableByConstruction) {
  for (const int n : {2, 5, 12, 40, 120}) {
    for (std::uint64_t seed = 1; seed <= (n <= 40 ? 10U : 3U); ++seed) {
      SCOPED_TRACE(::testing::Message() << GetParam() << " n = " << n << " seed = " << seed);
      const Instance lcp = with_known_solution(family_.make(n, seed), 100 + seed);
      expect_solved(lcp);
      expect_solved(permuted(lcp, seed));
    }
  }
}

// A solution of a matrix that no solver but one would take on is still one.
TEST(AutoVerdict, WhatASolverRefusesIsNoVerdictOnTheProblem) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test::effort(50, 200)); ++seed) {
    Random random(seed);
    MatrixXd M = random.matrix(6, 6, -1.0, 1.0);
    M = (M + M.transpose()).eval();
    M.diagonal() = M.diagonal().cwiseAbs().array() + 0.1;
    const Instance lcp = with_known_solution({M, VectorXd::Zero(6)}, seed);
    const auto solved =
        nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(automatic());  // throws where it is refused
    for (const double small : {1e-8, 1e-17}) {
      VectorXd z = solved.z;
      VectorXd w = solved.w;
      const nn::Report report = nn::lcp::Problem(nn::view(lcp.M), lcp.q)
                                    .solve(z, w, automatic().set("tolerance", small).set("warm_start", true));
      EXPECT_TRUE(report.status == NSDS_OK || report.status == NSDS_ROUNDOFF_LIMIT ||
                  report.status == NSDS_STALLED || report.status == NSDS_RAY)
          << report.message;
    }
  }
}

TEST_P(Auto, SolvesEveryStorage) {
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR})
    for (const int n : {2, 7, 60, 150}) expect_solved(make(n, 4), storage);
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& family : lcp_families()) names.emplace_back(family.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Lcp, Auto, ::testing::ValuesIn(family_names()),
                         [](const ::testing::TestParamInfo<std::string>& row) { return row.param; });

// Sign and size at random: an LCP with no structure at all. Enumeration says whether there is a solution.
TEST(AutoAgainstEnumeration, SolvesWhatHasASolutionAndProvesOnlyWhatHasNone) {
  int solvable = 0;
  int refuted = 0;
  const int trials = test::effort(50, 300);
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(trials); ++seed) {
    Random random(seed);
    const int n = random.integer(2, 7);
    Instance lcp{MatrixXd(n, n), VectorXd(n)};
    for (Eigen::Index k = 0; k < lcp.M.size(); ++k) lcp.M.data()[k] = random.integer(-3, 3);
    for (Eigen::Index k = 0; k < n; ++k) lcp.q[k] = random.integer(-3, 2);
    SCOPED_TRACE(::testing::Message() << "seed = " << seed << " n = " << n);
    const Stored M(lcp.M, NSDS_DENSE);
    const nn::lcp::Problem posed(M.view(), lcp.q);
    const nsds_lcp problem = posed.view();
    int32_t count = 0;
    ASSERT_EQ(nsds_lcp_solutions(&problem, 0, nullptr, &count, nullptr, nullptr), NSDS_OK);
    const auto solved = nn::lcp::Problem(M.view(), lcp.q).solve(automatic());
    EXPECT_EQ(solved.ok(), count > 0) << solved.report.message;
    if (solved.report.status == NSDS_INFEASIBLE) {
      EXPECT_TRUE(is_farkas_vector(lcp, solved.certificate));
    }
    solvable += count > 0 ? 1 : 0;
    refuted += solved.report.status == NSDS_INFEASIBLE ? 1 : 0;
  }
  EXPECT_GE(solvable, trials / 6);  // the sample holds enough of both
  EXPECT_GE(refuted, trials / 6);
}

class AutoLarge : public ::testing::TestWithParam<const char*> {
 protected:
  nn::Options options_ = automatic();
};

// New, used and cleared workspaces and none: the same bits where the sparse, banded and dense ways are long
// enough to leave something behind; a repeated solve takes the same memory.
TEST_P(AutoLarge, SameBitsWithAnyWorkspace) {
  const Instance lcp = lcp_family(GetParam()).make(150, 2);
  const Instance other = lcp_family("harker_pang").make(120, 9);
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    const Stored M(lcp.M, storage);
    nn::Workspace workspace;
    const auto none = nn::lcp::Problem(M.view(), lcp.q).solve(options_);
    const auto fresh = nn::lcp::Problem(M.view(), lcp.q).solve(options_, &workspace);
    nn::lcp::Problem(nn::view(other.M), other.q).solve(options_, &workspace);
    const auto used = nn::lcp::Problem(M.view(), lcp.q).solve(options_, &workspace);
    workspace.clear();
    const auto cleared = nn::lcp::Problem(M.view(), lcp.q).solve(options_, &workspace);
    for (const auto* again : {&fresh, &used, &cleared}) {
      EXPECT_EQ(none.z, again->z);
      EXPECT_EQ(none.w, again->w);
      EXPECT_EQ(none.report.iterations, again->report.iterations);
    }
  }
}

// A starting point that solves the problem is returned as it is; limits stop every stage.
TEST_P(AutoLarge, StartsAndStopsWhereItIsTold) {
  const Instance lcp = lcp_family(GetParam()).make(90, 5);
  const auto cold = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(options_);
  ASSERT_TRUE(cold.ok()) << cold.report.message;
  VectorXd z = cold.z;
  VectorXd w = cold.w;
  const nn::Report warm =
      nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(z, w, automatic().set("warm_start", true));
  EXPECT_EQ(warm.status, NSDS_OK);
  EXPECT_EQ(warm.iterations, 0);
  EXPECT_EQ(z, cold.z);
  for (std::int64_t limit = 1; limit < cold.report.iterations; limit = 2 * limit + 1) {
    const auto stopped = nn::lcp::Problem(nn::view(lcp.M), lcp.q)
                             .solve(automatic().set("max_iterations", static_cast<int>(limit)));
    EXPECT_EQ(stopped.report.status, NSDS_MAX_ITERATIONS) << limit << ": " << stopped.report.message;
    EXPECT_LE(stopped.report.iterations, limit);
  }
}

INSTANTIATE_TEST_SUITE_P(Lcp, AutoLarge,
                         ::testing::Values("spd", "pd", "copositive", "kkt", "degenerate", "column",
                                           "network", "game"),
                         [](const ::testing::TestParamInfo<const char*>& row) {
                           return std::string(row.param);
                         });

// Large and sparse, neither symmetric nor banded: too large for anything that is dense. M is strictly
// diagonally dominant with convection to one side; rows 100 apart are coupled.
TEST(AutoSparse, SolvesFiveThousandRowsThatAreNotSymmetric) {
  constexpr int n = 5000;
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 4.0);
    if (i >= 100) entries.emplace_back(i, i - 100, -2.0);
    if (i + 100 < n) entries.emplace_back(i, i + 100, -0.5);
    if (i >= 1) entries.emplace_back(i, i - 1, -1.0);
  }
  Eigen::SparseMatrix<double> M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  Random random(3);
  const VectorXd q = random.vector(n, -1.0, 1.0);
  const auto solved = nn::lcp::Problem(nn::view(M), q).solve(automatic());
  EXPECT_TRUE(solved.ok()) << solved.report.message;
  const VectorXd w = M * solved.z + q;
  EXPECT_LE((4.0 * solved.z).cwiseMin(w).lpNorm<Eigen::Infinity>(), tolerance);
}

// All gaps up to 1 between discs that overlap: W = G G' has more rows than coordinates, and is singular.
// Exchanges cycle on it; a pivot at a time takes ten thousand of them.
struct Packing {
  Eigen::SparseMatrix<double> W;
  VectorXd q;
};

Packing overlapping_discs(int side) {
  Random random(5);
  const double spacing = 1.8, width = spacing * (side - 0.5) + 2.0;
  const int discs = side * side;
  Eigen::MatrixX2d x(discs, 2);
  VectorXd radius(discs);
  for (int k = 0; k < discs; ++k) {
    const int i = k / side, j = k % side;
    x(k, 0) = spacing * (i + 0.5 * (j % 2)) + 1.0 + random.uniform(-0.2, 0.2);
    x(k, 1) = 0.87 * spacing * j + 1.0 + random.uniform(-0.2, 0.2);
    radius[k] = random.uniform(0.8, 1.2);
  }
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<double> gaps;
  // A disc of radius R has the mass R^2.
  const auto add = [&](int disc, double dx, double dy) {
    const int row = static_cast<int>(gaps.size()) - 1;
    entries.emplace_back(row, 2 * disc, dx / radius[disc]);
    entries.emplace_back(row, 2 * disc + 1, dy / radius[disc]);
  };
  const auto add_wall = [&](int disc, double distance, double dx, double dy) {
    if (distance - radius[disc] > 1.0) return;
    gaps.push_back(distance - radius[disc]);
    add(disc, dx, dy);
  };
  for (int a = 0; a < discs; ++a) {
    add_wall(a, x(a, 1), 0.0, 1.0);
    add_wall(a, x(a, 0), 1.0, 0.0);
    add_wall(a, width - x(a, 0), -1.0, 0.0);
    for (int b = 0; b < a; ++b) {
      const Eigen::RowVector2d apart = x.row(a) - x.row(b);
      const double gap = apart.norm() - radius[a] - radius[b];
      if (gap > 1.0) continue;
      gaps.push_back(gap);
      const Eigen::RowVector2d n = apart.normalized();
      add(a, n[0], n[1]);
      add(b, -n[0], -n[1]);
    }
  }
  const auto rows = static_cast<Eigen::Index>(gaps.size());
  Eigen::SparseMatrix<double> G(rows, 2 * discs);
  G.setFromTriplets(entries.begin(), entries.end());
  return {G * Eigen::SparseMatrix<double>(G.transpose()), Eigen::Map<VectorXd>(gaps.data(), rows)};
}

TEST(AutoSparse, SolvesPackingsOfDiscsWithoutAPivotARow) {
  for (const int side : {8, 25}) {
    const Packing packing = overlapping_discs(side);
    const auto solved = nn::lcp::Problem(nn::view(packing.W), packing.q).solve(automatic());
    EXPECT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_STRNE(solved.report.solver, "lemke") << packing.q.size();
    EXPECT_LE(solved.report.iterations, 4000);
    const VectorXd w = packing.W * solved.z + packing.q;
    EXPECT_LE(solved.z.cwiseMin(w).lpNorm<Eigen::Infinity>(), 1e-9);
  }
}

// Exchanges end on some of these, whose M has a negative eigenvalue: they go on with Lemke, and are not taken for programs.
TEST(AutoSparse, SolvesWhatIsIndefinite) {
  constexpr int n = 300;
  for (const std::uint64_t seed : {1, 2, 3}) {
    Random random(seed);
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i) entries.emplace_back(i, i, random.uniform(0.5, 1.5));
    for (int k = 0; k < 2 * n; ++k) {
      const int i = k % n, j = (i + 1 + static_cast<int>(random.uniform(0.0, n - 1.0))) % n;
      const double value = random.uniform(-0.5, 0.5);
      if (i == j) continue;
      entries.emplace_back(i, j, value);
      entries.emplace_back(j, i, value);
    }
    Eigen::SparseMatrix<double> M(n, n);
    M.setFromTriplets(entries.begin(), entries.end());
    ASSERT_LT(Eigen::SelfAdjointEigenSolver<MatrixXd>(MatrixXd(M)).eigenvalues().minCoeff(), -0.01);
    const VectorXd z = random.vector(n, -1.0, 1.0).cwiseMax(0.0);
    VectorXd w = random.vector(n, 0.0, 1.0);
    w = (z.array() > 0.0).select(0.0, w);
    const VectorXd q = w - M * z;
    const auto solved = nn::lcp::Problem(nn::view(M), q).solve(automatic());
    EXPECT_TRUE(solved.ok()) << solved.report.message;
    const VectorXd found = M * solved.z + q;
    EXPECT_LE(solved.z.cwiseMin(found).cwiseAbs().maxCoeff(), 1e-8);
  }
}

// Balls of radius 1 in a tube that is too short for them, in any order: every gap is overlapped, and no motion helps.
TEST(AutoSparse, ProvesThatAFullTubeTakesNoMore) {
  constexpr int balls = 400;
  std::vector<int> order(balls + 1);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(3));
  std::vector<Eigen::Triplet<double>> entries;
  for (int k = 0; k <= balls; ++k) {
    if (k < balls) entries.emplace_back(order[static_cast<std::size_t>(k)], k, 1.0);
    if (k > 0) entries.emplace_back(order[static_cast<std::size_t>(k)], k - 1, -1.0);
  }
  Eigen::SparseMatrix<double> G(balls + 1, balls);
  G.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseMatrix<double> W = G * Eigen::SparseMatrix<double>(G.transpose());
  const VectorXd q = VectorXd::Constant(balls + 1, -0.01);
  const auto solved = nn::lcp::Problem(nn::view(W), q).solve(automatic());
  ASSERT_EQ(solved.report.status, NSDS_INFEASIBLE) << solved.report.message;
  const VectorXd y = solved.certificate;
  EXPECT_GE(y.minCoeff(), 0.0);
  EXPECT_LT(q.dot(y), 0.0);
  EXPECT_LE((W * y).maxCoeff(), 1e-8 * y.maxCoeff());
}

TEST(AutoSparse, EndsInTime) {
  const Packing packing = overlapping_discs(40);
  const auto solved =
      nn::lcp::Problem(nn::view(packing.W), packing.q).solve(automatic().set("time_limit", 0.02));
  EXPECT_TRUE(solved.ok() || solved.report.status == NSDS_TIME_LIMIT) << solved.report.message;
  EXPECT_LE(solved.report.seconds, 1.0);
}

// The families that benchmarks measure, also in other orders of the rows, and networks of a thousand contacts
// given as sparse matrices.
TEST(AutoBenchmarks, SolvesEveryFamily) {
  for (const char* spec :
       {"spd:100:1",     "pd:100:1",        "hp:100:1",         "cop:100:1",     "bim:50:1",    "bim:100:1",
        "bim:200:1",     "column:1000:1e4", "column:1000:1e-4", "murty:100",     "murty:30:1",  "murty:100:2",
        "murtyexp:16:1", "murtyexp:50:2",   "fathi:100",        "fathi:30:1",    "fathi:100:2", "grain:3:1",
        "grain:4:1",     "grain:5:2",       "grain:6:1",        "grain:7:1",     "psd:40:1",    "psd:120:1",
        "kkt:40:1",      "kkt:120:1",       "friction:40:1",    "friction:120:1"}) {
    SCOPED_TRACE(spec);
    const LcpProblem lcp = make_lcp(spec);
    if (lcp.M.size() > 0) expect_solved({lcp.M, lcp.q});
    if (lcp.sparse.rows() == 0) continue;
    const auto solved = nn::lcp::Problem(nn::view(lcp.sparse), lcp.q).solve(automatic());
    EXPECT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_LE(solved.report.residual.value, tolerance);
  }
}

// The report names the solver whose result is returned.
TEST(AutoChoice, FollowsTheStructure) {
  const auto solver_of = [](const Instance& lcp) {
    const auto solved = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(automatic());
    EXPECT_TRUE(solved.ok()) << solved.report.message;
    return std::string(solved.report.solver);
  };
  EXPECT_EQ(solver_of(lcp_family("spd").make(30, 1)), "block_pivoting");
  EXPECT_EQ(solver_of(lcp_family("column").make(100, 1)), "block_pivoting");
  EXPECT_EQ(solver_of(lcp_family("network").make(200, 1)), "block_pivoting");
  EXPECT_EQ(solver_of(lcp_family("game").make(20, 1)), "lemke_howson");
  EXPECT_EQ(solver_of(lcp_family("kkt").make(20, 1)), "lemke");
  EXPECT_EQ(solver_of(lcp_family("murty").make(20, 1)), "pgs");
}

// What is written down at once was made by no solver of the table, whichever of them was asked for.
TEST(AutoChoice, ClosedFormsAreNamedSo) {
  for (const int n : {1, 24}) {
    const MatrixXd M = 2.0 * MatrixXd::Identity(n, n);
    const VectorXd q = VectorXd::Constant(n, -1.0);
    const auto solved = nn::lcp::Problem(nn::view(M), q).solve(automatic());
    EXPECT_STREQ(solved.report.solver, "closed_form") << n;
    EXPECT_EQ(solved.z, VectorXd::Constant(n, 0.5));
  }
}

// Chains of contacts, every one active: a single factorisation, whatever their length.
TEST(AutoChoice, SolvesAChainInOneFactorisation) {
  for (const int n : {50, 400}) {
    Instance lcp = lcp_family("column").make(n, 1);
    lcp.q.setConstant(-1.0);
    const auto solved = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(automatic());
    EXPECT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_EQ(solved.report.iterations, 1);
  }
}

// Rows in units of their own: M -> D M D, q -> D q, z -> D^-1 z.
TEST(AutoUnits, RowsMayHaveUnitsOfTheirOwn) {
  for (const char* name : {"spd", "pd", "column", "network", "kkt", "game"}) {
    for (const int n : {10, 60}) {
      SCOPED_TRACE(::testing::Message() << name << " n = " << n);
      const Instance plain = lcp_family(name).make(n, 3);
      Random random(9);
      VectorXd units(n);
      for (double& unit : units) unit = std::pow(2.0, random.integer(-6, 6));
      const Instance lcp{units.asDiagonal() * plain.M * units.asDiagonal(), units.asDiagonal() * plain.q};
      const auto solved = nn::lcp::Problem(nn::view(lcp.M), lcp.q).solve(automatic());
      EXPECT_TRUE(solved.ok()) << solved.report.message;
      EXPECT_LE(naive_lcp_residual(lcp, solved.z), tolerance * (1.0 + 1e-6));
    }
  }
}

// One row takes the shortest way; what it reports is what the general way does.
TEST(AutoOneRow, AgreesWithTheGeneralWay) {
  for (const double m : {2.0, 1e-200, 1e200}) {
    for (const double q : {-1.0, 0.0, 3.0, -1e-100}) {
      const MatrixXd M = MatrixXd::Constant(1, 1, m);
      const VectorXd right = VectorXd::Constant(1, q);
      const auto fast = nn::lcp::Problem(nn::view(M), right).solve(automatic());
      const auto general = nn::lcp::Problem(nn::view(M), right)
                               .solve(nn::Options(NSDS_CLASS_LCP, "lemke").set("tolerance", tolerance));
      EXPECT_EQ(fast.z, general.z);
      EXPECT_EQ(fast.w, general.w);
      EXPECT_EQ(fast.report.status, general.report.status);
      EXPECT_EQ(fast.report.iterations, general.report.iterations);
      EXPECT_STREQ(fast.report.message, general.report.message);
      EXPECT_EQ(fast.report.residual.value, general.report.residual.value);
      EXPECT_NEAR(fast.report.residual.roundoff_floor, general.report.residual.roundoff_floor, 1e-18);
    }
  }
}

// A workspace remembers the scale of its last matrix; the shortest way leaves nothing to rely on.
TEST(AutoOneRow, LeavesNoStaleClaimInTheWorkspace) {
  nn::Workspace workspace;
  nn::Options options(NSDS_CLASS_LCP, "auto");
  const MatrixXd first = MatrixXd::Constant(1, 1, 1e9);
  const MatrixXd second = MatrixXd::Constant(1, 1, 2.0);
  const VectorXd q = -VectorXd::Ones(1);
  nn::lcp::Problem(nn::view(first), q).solve(nn::Options(NSDS_CLASS_LCP, "lemke"), &workspace);
  nn::lcp::Problem(nn::view(second), q).solve(options, &workspace);
  const auto again = nn::lcp::Problem(nn::view(second), q)
                         .solve(nn::Options(NSDS_CLASS_LCP, "lemke").set("reuse", "values"), &workspace);
  EXPECT_TRUE(again.ok()) << again.report.message;
  EXPECT_EQ(again.z[0], 0.5);
  EXPECT_DOUBLE_EQ(again.report.residual.complementarity, 0.0);
}

// Semidefinite matrices may have zeros on their diagonal.
TEST(LcpQp, TakesAZeroOnTheDiagonal) {
  MatrixXd M = MatrixXd::Zero(3, 3);
  M(0, 0) = 1.0;
  M(2, 2) = 2.0;
  const VectorXd q{{-1.0, 3.0, -4.0}};
  const auto options = nn::Options(NSDS_CLASS_LCP, "qp");
  const auto solved = nn::lcp::Problem(nn::view(M), q).solve(options);
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_STREQ(solved.report.solver, "qp");
  EXPECT_LE((solved.z - VectorXd{{1.0, 0.0, 2.0}}).norm(), 1e-8);
}

// The direction along which the program falls for ever is a proof of this class too.
TEST(LcpQp, ProvesThatThereIsNoSolution) {
  const MatrixXd M{{1.0, -1.0}, {-1.0, 1.0}};
  const VectorXd q{{-1.0, -1.0}};
  const auto options = nn::Options(NSDS_CLASS_LCP, "qp");
  const nn::lcp::Problem posed(nn::view(M), q);
  const nsds_lcp problem = posed.view();
  VectorXd z = VectorXd::Zero(2), certificate = VectorXd::Zero(2);
  nn::Report report;
  report.certificate = certificate.data();
  ASSERT_EQ(nsds_lcp_solve(&problem, z.data(), nullptr, options.get(), nullptr, &report), NSDS_INFEASIBLE)
      << report.message;
  EXPECT_GE(certificate.minCoeff(), 0.0);
  EXPECT_LT(q.dot(certificate), 0.0);
  EXPECT_LE((M.transpose() * certificate).maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace nsds::test::lcp_auto_test
