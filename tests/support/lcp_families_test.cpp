// Every family has the property that it is used for.
#include "support/lcp_families.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include "nsds/numerics/cpp/lcp.hpp"
#include "support/decompositions.hpp"

namespace nsds::test::lcp_families_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

bool is_symmetric(const MatrixXd& M) {
  return M == M.transpose();
}

// max_i | min(z_i, w_i) | relative to the largest term of w.
double natural_residual(const LcpProblem& lcp, const VectorXd& z) {
  const VectorXd w = lcp.M * z + lcp.q;
  const double scale = (lcp.M.cwiseAbs() * z.cwiseAbs() + lcp.q.cwiseAbs()).maxCoeff();
  return z.cwiseMin(w).cwiseAbs().maxCoeff() / scale;
}

void expect_solved_by_lemke(const LcpProblem& lcp) {
  numerics::Options options(NSDS_CLASS_LCP);
  options.set_solver("lemke");
  const nsds_matrix view = numerics::view(lcp.M);
  const numerics::lcp::Solution solution = numerics::lcp::Problem(view, lcp.q).solve(options);
  EXPECT_EQ(solution.report.status, NSDS_OK) << lcp.spec << ": " << solution.report.message;
  EXPECT_LE(natural_residual(lcp, solution.z), 1e-10) << lcp.spec;
}

TEST(LcpFamilies, TheSameTextGivesTheSameBits) {
  for (const char* spec : {"spd:9:3", "pd:9:3", "hp:9:3", "cop:9:3", "bim:9:3", "grain:3:3", "psd:9:3",
                           "kkt:9:3", "friction:8:3", "murty:9:3", "fathi:9:3", "column:9:100"}) {
    const LcpProblem first = make_lcp(spec), second = make_lcp(spec);
    EXPECT_EQ(first.M, second.M) << spec;
    EXPECT_EQ(first.q, second.q) << spec;
  }
  EXPECT_NE(make_lcp("spd:9:3").q, make_lcp("spd:9:4").q);
  EXPECT_EQ(make_lcp("spd:9").q, make_lcp("spd:9:1").q);
}

// The standard fixes the engine, so that the bits do not depend on the library. Its 10000th draw from the
// default seed is the one that the standard states.
TEST(LcpFamilies, TheDrawsAreThoseOfTheStandardEngine) {
  std::mt19937_64 stated;
  stated.discard(9999);
  EXPECT_EQ(stated(), 9981545732273789042ULL);
  std::mt19937_64 engine(1234567 + 8);
  EXPECT_EQ(make_lcp("bim:2:8").M(0, 1), 1.0 + static_cast<double>(engine() >> 11) * 0x1.0p-53);
}

TEST(LcpFamilies, SymmetricDefinite) {
  const LcpProblem lcp = make_lcp("spd:30:2");
  EXPECT_TRUE(lcp.symmetric);
  EXPECT_TRUE(is_symmetric(lcp.M));
  EXPECT_GE(least_eigenvalue_of_symmetric_part(lcp.M), 1e-3 * (1 - 1e-9));
}

TEST(LcpFamilies, DefiniteWithASkewPart) {
  const LcpProblem lcp = make_lcp("pd:30:2");
  EXPECT_FALSE(lcp.symmetric);
  EXPECT_GE(least_eigenvalue_of_symmetric_part(lcp.M), 1e-3 * (1 - 1e-9));
  // Entries of size 1/sqrt(n), of either sign.
  const MatrixXd skew = 0.5 * (lcp.M - lcp.M.transpose());
  EXPECT_NEAR(skew.norm() / std::sqrt(30.0 * 29.0) * std::sqrt(30.0), 1.0, 0.2);
  // The symmetric part is the problem of spd.
  EXPECT_LE((0.5 * (lcp.M + lcp.M.transpose()) - make_lcp("spd:30:2").M).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(LcpFamilies, HarkerPang) {
  const LcpProblem lcp = make_lcp("hp:30:2");
  EXPECT_GT(least_eigenvalue_of_symmetric_part(lcp.M), 0.0);
  EXPECT_LE((0.5 * (lcp.M - lcp.M.transpose())).cwiseAbs().maxCoeff(), 5.0);
  EXPECT_LT(lcp.q.maxCoeff(), 0.0);
  EXPECT_GE(lcp.q.minCoeff(), -500.0);
}

TEST(LcpFamilies, ExponentialExamplesHaveTheirMatricesAndSolutions) {
  const LcpProblem murty = make_lcp("murty:4"), fathi = make_lcp("fathi:4"),
                   exponential = make_lcp("murtyexp:4");
  MatrixXd L(4, 4);
  L << 1, 0, 0, 0, 2, 1, 0, 0, 2, 2, 1, 0, 2, 2, 2, 1;
  EXPECT_EQ(murty.M, L);
  EXPECT_EQ(exponential.M, L);
  EXPECT_EQ(exponential.q, VectorXd({{-16.0, -24.0, -28.0, -30.0}}));
  EXPECT_EQ(fathi.M, L * L.transpose());
  EXPECT_TRUE(fathi.symmetric);
  for (const char* spec : {"murty:4", "murty:60:7", "fathi:4", "fathi:60:7", "murtyexp:4", "murtyexp:50:7"}) {
    const LcpProblem lcp = make_lcp(spec);
    ASSERT_TRUE(lcp.solution.has_value());
    EXPECT_EQ(natural_residual(lcp, *lcp.solution), 0.0) << spec;
  }
}

// A symmetric permutation keeps the diagonal's values, the spectrum, and the symmetry.
TEST(LcpFamilies, PermutationMovesRowsAndColumnsAlike) {
  for (const char* family : {"murty", "fathi", "murtyexp"}) {
    const LcpProblem plain = make_lcp(std::string(family) + ":12"),
                     moved = make_lcp(std::string(family) + ":12:5");
    EXPECT_NE(plain.M, moved.M) << family;
    EXPECT_EQ(plain.symmetric, is_symmetric(moved.M)) << family;
    VectorXd before = plain.M.diagonal(), after = moved.M.diagonal();
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    EXPECT_EQ(before, after) << family;
    // Row i of the problem is the row with the same q and z: products with the solution match as sets.
    VectorXd w = plain.M * *plain.solution + plain.q, moved_w = moved.M * *moved.solution + moved.q;
    std::sort(w.begin(), w.end());
    std::sort(moved_w.begin(), moved_w.end());
    EXPECT_EQ(w, moved_w) << family;
    EXPECT_LE((eigenvalues_of_symmetric_part(plain.M) - eigenvalues_of_symmetric_part(moved.M))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-10 * eigenvalues_of_symmetric_part(plain.M).cwiseAbs().maxCoeff())
        << family;
  }
}

TEST(LcpFamilies, CopositiveIsPositiveAndIndefinite) {
  const LcpProblem lcp = make_lcp("cop:30:2");
  EXPECT_GT(lcp.M.minCoeff(), 0.0);
  EXPECT_LT(least_eigenvalue_of_symmetric_part(lcp.M), 0.0);
  EXPECT_LT(lcp.q.minCoeff(), 0.0);
}

TEST(LcpFamilies, BimatrixGameHasTwoBlocks) {
  const LcpProblem lcp = make_lcp("bim:11:2");
  EXPECT_TRUE(lcp.M.topLeftCorner(5, 5).isZero(0.0));
  EXPECT_TRUE(lcp.M.bottomRightCorner(6, 6).isZero(0.0));
  EXPECT_GE(lcp.M.topRightCorner(5, 6).minCoeff(), 1.0);
  EXPECT_GE(lcp.M.bottomLeftCorner(6, 5).minCoeff(), 1.0);
  EXPECT_EQ(lcp.q, -VectorXd::Ones(11));
  EXPECT_NE(lcp.M.topRightCorner(5, 6), lcp.M.bottomLeftCorner(6, 5).transpose());
}

// Two beads of masses 1 and 100: 1/m_1 at the ground, 1/m_1 + 1/m_2 between.
TEST(LcpFamilies, ColumnIsTridiagonalAndStopsEveryBead) {
  const LcpProblem two = make_lcp("column:2:100");
  EXPECT_LE((two.M - MatrixXd({{1.0, -1.0}, {-1.0, 1.01}})).cwiseAbs().maxCoeff(), 1e-15);
  const LcpProblem lcp = make_lcp("column:40:1000");
  EXPECT_TRUE(lcp.symmetric && is_symmetric(lcp.M));
  EXPECT_EQ(MatrixXd(lcp.sparse), lcp.M);
  EXPECT_EQ(lcp.sparse.nonZeros(), 40 + 2 * 39);
  EXPECT_GT(least_eigenvalue_of_symmetric_part(lcp.M), 0.0);
  EXPECT_LE(natural_residual(lcp, *lcp.solution), 1e-14);
  EXPECT_GT(lcp.solution->minCoeff(), 0.0);
  EXPECT_EQ(make_lcp("column:5000:1").M.size(), 0);  // dense: 200 MB
}

// Contacts of a side s: 3 s^2 (s-1) between neighbours, s^2 with the ground, s (s-1)^2 diagonal ones; from
// s = 4 more than the 3 s^3 degrees of freedom, and redundant.
TEST(LcpFamilies, GrainIsSparseSemidefiniteAndSingular) {
  const LcpProblem lcp = make_lcp("grain:4:2");
  ASSERT_EQ(lcp.size(), 196);
  EXPECT_TRUE(lcp.symmetric && is_symmetric(lcp.M));
  EXPECT_EQ(MatrixXd(lcp.sparse), lcp.M);
  EXPECT_LT(static_cast<double>(lcp.sparse.nonZeros()), 0.15 * 196 * 196);
  const VectorXd spectrum = eigenvalues_of_symmetric_part(lcp.M);
  EXPECT_GE(spectrum.minCoeff(), -1e-12 * spectrum.maxCoeff());
  EXPECT_LE(spectrum[196 - 192 - 1], 1e-12 * spectrum.maxCoeff());
  EXPECT_EQ(make_lcp("grain:7:1").size(), 1183);
  expect_solved_by_lemke(lcp);
}

TEST(LcpFamilies, SemidefiniteHasAnExactDegenerateSolution) {
  const LcpProblem lcp = make_lcp("psd:30:2");
  EXPECT_TRUE(lcp.symmetric && is_symmetric(lcp.M));
  EXPECT_EQ(lcp.M, lcp.M.array().round().matrix());
  EXPECT_LE(rank(lcp.M), 15);
  EXPECT_EQ(natural_residual(lcp, *lcp.solution), 0.0);
  const VectorXd w = lcp.M * *lcp.solution + lcp.q;
  EXPECT_GE((lcp.solution->array() == 0.0 && w.array() == 0.0).count(), 5);
}

TEST(LcpFamilies, OptimalityConditionsHaveAZeroBlockAndASolution) {
  for (const char* spec : {"kkt:4:1", "kkt:31:2", "kkt:60:3"}) {
    const LcpProblem lcp = make_lcp(spec);
    const int rows = lcp.size() / 2;
    EXPECT_TRUE(lcp.M.bottomRightCorner(rows, rows).isZero(0.0));
    EXPECT_FALSE(is_symmetric(lcp.M));
    EXPECT_GE(least_eigenvalue_of_symmetric_part(lcp.M), -1e-12);
    EXPECT_LE(natural_residual(lcp, *lcp.solution), 1e-15) << spec;
    expect_solved_by_lemke(lcp);
  }
}

TEST(LcpFamilies, FrictionIsCopositiveWithAZeroBlockAndSolvable) {
  for (const char* spec : {"friction:4:1", "friction:20:2", "friction:60:3"}) {
    const LcpProblem lcp = make_lcp(spec);
    for (int k = 3; k < lcp.size(); k += 4) {
      EXPECT_TRUE(lcp.M.row(k)(Eigen::seq(3, Eigen::last, 4)).isZero(0.0)) << spec;
      EXPECT_EQ(lcp.q[k], 0.0);
    }
    // z'Mz = |H z|^2 + mu r_N lambda: semidefinite after the entries mu are taken away, which are positive.
    MatrixXd M = lcp.M;
    for (int k = 3; k < lcp.size(); k += 4) {
      EXPECT_GE(M(k, k - 3), 0.0);
      M(k, k - 3) = 0.0;
    }
    EXPECT_GE(least_eigenvalue_of_symmetric_part(M), -1e-12) << spec;
    expect_solved_by_lemke(lcp);
  }
}

TEST(LcpFamilies, WhatNamesNoProblemIsRefusedWithTheFamilies) {
  for (const char* spec : {"", "spd", "nothing:3", "spd:0:1", "spd:x:1", "spd:3:", "spd:3:1:2", "spd:3:-1",
                           "murtyexp:51", "friction:6:1", "column:3:0"})
    EXPECT_THROW(make_lcp(spec), std::invalid_argument) << spec;
  try {
    make_lcp("nothing:3");
  } catch (const std::invalid_argument& error) {
    for (const std::string& form : lcp_spec_forms())
      EXPECT_NE(std::string(error.what()).find(form), std::string::npos) << form;
  }
}

}  // namespace
}  // namespace nsds::test::lcp_families_test
