// The classes over boxes, mixed LCP and relay: every solver against solutions known by construction, against
// the LCP where it is one, and against what a call must do whatever the problem.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "nsds/numerics/cpp/equality.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/cpp/mlcp.hpp"
#include "nsds/numerics/cpp/relay.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/decompositions.hpp"
#include "support/numbers.hpp"
#include "truth/judge.hpp"

namespace nsds::test::box_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::mlcp::Marks;

constexpr double tolerance = 1e-10;

// Affine variational inequality with a solution known by construction.
struct BoxInstance {
  MatrixXd M;
  VectorXd q, lower, upper, z;
};

// It looks at M of the instance.
nn::relay::Problem relay(const BoxInstance& box) {
  return {nn::view(box.M), box.q, box.lower, box.upper};
}

enum class Bounds { mixed, two_sided, orthant_and_free };

// M positive definite, not symmetric: one solution. A third of the rows each at a bound with w of the right
// sign, strictly between, and at a bound with w = 0.
BoxInstance make(int n, Bounds kind, std::uint64_t seed) {
  Random random(seed);
  const MatrixXd H = random.matrix(n, n, -1.0, 1.0);
  const MatrixXd skew = random.matrix(n, n, -1.0, 1.0);
  BoxInstance made{H * H.transpose() + skew - skew.transpose() + 0.1 * MatrixXd::Identity(n, n), VectorXd(n),
                   VectorXd::Zero(n), VectorXd::Constant(n, infinity), VectorXd(n)};
  VectorXd w(n);
  for (int i = 0; i < n; ++i) {
    const int side = kind == Bounds::two_sided ? 0 : random.integer(0, kind == Bounds::mixed ? 3 : 1);
    if (kind == Bounds::orthant_and_free) {
      if (side == 1) made.lower[i] = -infinity;
    } else {
      if (side != 1 && side != 3) made.lower[i] = random.uniform(-2.0, -0.5);
      if (side == 1 || side == 3) made.lower[i] = -infinity;
      if (side != 2 && side != 3) made.upper[i] = random.uniform(0.5, 2.0);
    }
    const bool has_lower = made.lower[i] > -infinity;
    const bool has_upper = made.upper[i] < infinity;
    const bool at_upper = has_upper && (!has_lower || random.integer(0, 1) == 1);
    const int state = has_lower || has_upper ? random.integer(0, 2) : 1;
    const double bound = at_upper ? made.upper[i] : made.lower[i];
    made.z[i] = state == 1 ? random.uniform(-0.4, 0.4) : bound;
    if (state == 1 && has_lower) made.z[i] = std::max(made.z[i], made.lower[i] + 0.01);
    w[i] = state == 0 ? (at_upper ? -1.0 : 1.0) * random.uniform(0.1, 1.0) : 0.0;
  }
  made.q = w - made.M * made.z;
  return made;
}

double naive_residual(const BoxInstance& box, const VectorXd& z) {
  return judged(box_problem(box.M, box.q, box.lower, box.upper), z, VectorXd());
}

std::string solver_name(int solver) {
  return nsds_solver_at(NSDS_CLASS_RELAY, solver)->name;
}

class BoxSolver : public ::testing::TestWithParam<int> {
 protected:
  nn::Options options_ = nn::Options(NSDS_CLASS_RELAY, solver_name(GetParam())).set("tolerance", tolerance);
  // Gauss-Seidel and active sets have no theorem for matrices of this kind; enumeration takes no more than
  // 2^16 choices of bounds.
  bool promises() const {
    const std::string solver = options_.solver();
    return solver != "pgs" && solver != "rpgs" && solver != "active_set";
  }
  bool takes(int n, Bounds kind) const {
    return options_.solver() != "enumeration" || n <= (kind == Bounds::two_sided ? 10 : 7);
  }
};

TEST_P(BoxSolver, FindsTheOneSolutionInEveryStorage) {
  for (const Bounds kind : {Bounds::mixed, Bounds::two_sided, Bounds::orthant_and_free}) {
    for (const int n : {1, 2, 3, 7, 20, 60}) {
      if (!takes(n, kind)) continue;
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const BoxInstance box = make(n, kind, seed);
        for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
          SCOPED_TRACE(::testing::Message() << "bounds " << static_cast<int>(kind) << " n = " << n
                                            << " seed = " << seed << " " << storage_name(storage));
          const Stored M(box.M, storage);
          const auto solved = nn::relay::Problem(M.view(), box.q, box.lower, box.upper).solve(options_);
          const double residual = naive_residual(box, solved.z);
          EXPECT_NEAR(solved.report.residual.value, residual, 1e-13 * (1.0 + residual));
          if (promises()) {
            ASSERT_TRUE(solved.ok()) << solved.report.message;
          }
          if (!solved.ok()) continue;
          EXPECT_LE(residual, tolerance);
          EXPECT_LE((solved.z - box.z).norm(), 1e-6 * (1.0 + box.z.norm()));
          EXPECT_LE((box.M * solved.z + box.q - solved.w).norm(), 1e-12 * (1.0 + solved.w.norm()));
        }
      }
    }
  }
}

TEST_P(BoxSolver, AgreesWithTheLcp) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Instance lcp = lcp_family("spd").make(10, seed);
    const nn::lcp::Problem as_lcp(nn::view(lcp.M), lcp.q);
    const auto reference = as_lcp.solve();
    const VectorXd zero = VectorXd::Zero(10);
    const VectorXd infinite = VectorXd::Constant(10, infinity);
    const auto solved = nn::relay::Problem(nn::view(lcp.M), lcp.q, zero, infinite).solve(options_);
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_LE((solved.z - reference.z).norm(), 1e-7 * reference.z.norm());
    // In the units of the class the residual of an orthant is that of the LCP.
    const auto in_units = nn::relay::Problem(nn::view(lcp.M), lcp.q, zero, infinite)
                              .solve(nn::Options(options_).set("residual", "class"));
    EXPECT_DOUBLE_EQ(as_lcp.class_residual(in_units.z).value, in_units.report.residual.value);
  }
}

TEST_P(BoxSolver, ChangeOfUnitsChangesNothing) {
  const BoxInstance box = make(8, Bounds::mixed, 3);
  const auto reference = relay(box).solve(options_);
  for (const auto& [a, b] : {std::pair{0x1p30, 1.0}, {1.0, 0x1p-40}, {0x1p-20, 0x1p20}}) {
    const MatrixXd M = a * box.M;
    const VectorXd q = b * box.q;
    const VectorXd lower = b / a * box.lower;
    const VectorXd upper = b / a * box.upper;
    const auto scaled = nn::relay::Problem(nn::view(M), q, lower, upper).solve(options_);
    EXPECT_EQ(scaled.report.status, reference.report.status) << scaled.report.message;
    EXPECT_EQ(scaled.report.iterations, reference.report.iterations);
    EXPECT_LE((scaled.z * (a / b) - reference.z).norm(), 1e-9 * (1.0 + reference.z.norm()));
  }
}

TEST_P(BoxSolver, ASolutionIsReturnedAtOnce) {
  const BoxInstance box = make(12, Bounds::mixed, 4);
  VectorXd z = box.z;
  VectorXd w(12);
  const nn::Report report = relay(box).solve(z, w, options_.set("warm_start", true));
  EXPECT_EQ(report.status, NSDS_OK);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(z, box.z);
}

TEST_P(BoxSolver, LimitsAreRespected) {
  const BoxInstance box = make(options_.solver() == "enumeration" ? 8 : 30, Bounds::mixed, 5);
  const auto once = relay(box).solve(nn::Options(options_).set("max_iterations", 1));
  EXPECT_TRUE(once.report.status == NSDS_MAX_ITERATIONS || once.ok()) << once.report.message;
  EXPECT_TRUE(once.z.allFinite());
  EXPECT_TRUE(((once.z - box.lower).array() >= 0.0).all() && ((box.upper - once.z).array() >= 0.0).all());
  const auto never = relay(box).solve(nn::Options(options_).set("time_limit", 0.0));
  EXPECT_EQ(never.report.status, NSDS_TIME_LIMIT) << never.report.message;
}

TEST_P(BoxSolver, SameBitsWithAnyWorkspace) {
  const bool few = options_.solver() == "enumeration";
  const BoxInstance box = make(few ? 6 : 17, Bounds::mixed, 6);
  const BoxInstance large = make(few ? 9 : 40, Bounds::two_sided, 7);
  nn::Workspace workspace;
  const auto none = relay(box).solve(options_);
  relay(large).solve(options_, &workspace);
  const auto used = relay(box).solve(options_, &workspace);
  EXPECT_EQ(none.z, used.z);
  EXPECT_EQ(none.w, used.w);
}

INSTANTIATE_TEST_SUITE_P(Box, BoxSolver, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_RELAY)),
                         [](const ::testing::TestParamInfo<int>& row) { return solver_name(row.param); });

// lower = upper fixes an unknown whatever w is.
TEST(Relay, FixedUnknownsStayWhereTheyAre) {
  BoxInstance box = make(8, Bounds::two_sided, 2);
  box.lower[3] = box.upper[3] = 0.125;
  const auto solved = relay(box).solve();
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_EQ(solved.z[3], 0.125);
}

// The friction force of a block pushed by f on the ground: -mu r_N <= z <= mu r_N, sliding velocity -w.
TEST(Relay, ABlockSticksOrSlidesByTheForce) {
  const MatrixXd M = MatrixXd::Constant(1, 1, 0.5);  // 1 / mass
  const VectorXd lower = VectorXd::Constant(1, -3.0);
  const VectorXd upper = VectorXd::Constant(1, 3.0);
  for (const double f : {-8.0, -2.0, 0.0, 2.9, 5.0}) {
    const VectorXd q = VectorXd::Constant(1, 0.5 * f);  // velocity without friction, after one second
    const auto solved = nn::relay::Problem(nn::view(M), q, lower, upper).solve();
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    const double friction = std::clamp(-f, -3.0, 3.0);
    EXPECT_NEAR(solved.z[0], friction, 1e-12);
    EXPECT_NEAR(solved.w[0], 0.5 * (f + friction), 1e-12);
  }
}

// Equality rows alone are a linear system; their scale is their own.
TEST(Mlcp, WithoutComplementaryRowsIsALinearSystem) {
  Random random(5);
  const MatrixXd M = random.matrix(12, 12, -1.0, 1.0);
  const VectorXd q = random.vector(12, -1.0, 1.0);
  const auto solved = nn::mlcp::Problem(nn::view(M), q, Marks::Zero(12)).solve();
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z + solve_regular(M, q)).norm(), 1e-9 * solved.z.norm());
}

// Singular equality rows that the complementary ones make regular: u is eliminated by no one, the default
// solves it.
TEST(Mlcp, SolvesWhereTheEqualityRowsAloneAreSingular) {
  MatrixXd M(3, 3);
  M << 0, 0, -1, 0, 1, 1, 1, -1, 0;  // u appears in no equality
  const VectorXd q = (VectorXd(3) << 2.0, -1.0, -3.0).finished();
  Marks complementary(3);
  complementary << 0, 1, 1;
  const nn::mlcp::Problem problem(nn::view(M), q, complementary);
  const auto solved = problem.solve();
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE(problem.residual(solved.z).value, 1e-8);
  EXPECT_NEAR(solved.z[2], 2.0, 1e-7);
}

// Both forms of a problem are one problem.
TEST(Mlcp, BlocksAreAssembledInTheirPlaces) {
  Random random(8);
  const MatrixXd A = random.matrix(2, 2, 1.0, 2.0), B = random.matrix(3, 3, 1.0, 2.0);
  const MatrixXd C = random.matrix(2, 3, 1.0, 2.0), D = random.matrix(3, 2, 1.0, 2.0);
  const VectorXd a = random.vector(2, -1.0, 1.0), b = random.vector(3, -1.0, 1.0);
  const nsds_matrix views[] = {nn::view(A), nn::view(B), nn::view(C), nn::view(D)};
  nsds_mlcp_blocks blocks;
  nsds_mlcp_blocks_init(&blocks);
  blocks.n = 2;
  blocks.m = 3;
  blocks.A = &views[0];
  blocks.B = &views[1];
  blocks.C = &views[2];
  blocks.D = &views[3];
  blocks.a = a.data();
  blocks.b = b.data();
  nsds_matrix* M = nullptr;
  VectorXd q(5);
  Marks complementary(5);
  ASSERT_EQ(nsds_mlcp_assemble(&blocks, &M, q.data(), complementary.data()), NSDS_OK);
  MatrixXd expected(5, 5);
  expected << A, C, D, B;
  EXPECT_EQ((Eigen::Map<const MatrixXd>(M->as.dense.values, 5, 5)), expected);
  EXPECT_EQ(q, (VectorXd(5) << a, b).finished());
  EXPECT_EQ(complementary, (Marks(5) << 0, 0, 1, 1, 1).finished());
  nsds_matrix_free(M);
  blocks.m = 2;
  EXPECT_EQ(nsds_mlcp_assemble(&blocks, &M, q.data(), complementary.data()), NSDS_INVALID_ARGUMENT);
}

// Each wrong argument is named, and the unknowns stay.
// z_0 + z_1 = 1 and z_0 + z_1 = 2 contradict each other: v = (v_0, -v_0) has M'v = 0, and q'v > 0 fixes its
// sign.
TEST(Equality, ReturnsTheProofThatEquationsContradictEachOther) {
  const MatrixXd M = MatrixXd::Ones(2, 2);
  const nsds_matrix view = nn::view(M);
  const double q[] = {-1.0, -2.0};
  nsds_equality problem;
  nsds_equality_init(&problem);
  problem.size = 2;
  problem.M = &view;
  problem.q = q;
  double z[] = {0.0, 0.0};
  double v[] = {0.0, 0.0};
  nn::Report report;
  report.certificate = v;
  ASSERT_EQ(nsds_equality_solve(&problem, z, nullptr, nullptr, &report), NSDS_INFEASIBLE) << report.message;
  EXPECT_NEAR(v[0] + v[1], 0.0, 1e-12);
  EXPECT_GT(q[0] * v[0] + q[1] * v[1], 0.1);
}

TEST(BoxBadInput, NamesTheCulprit) {
  const MatrixXd M = MatrixXd::Identity(2, 2);
  const nsds_matrix view = nn::view(M);
  const double q[] = {-1.0, -2.0};
  double z[] = {7.0, 8.0};
  const auto refused = [&](auto spoil, const char* culprit) {
    double lower[] = {0.0, -1.0};
    double upper[] = {1.0, infinity};
    nsds_relay problem;
    nsds_relay_init(&problem);
    problem.size = 2;
    problem.M = &view;
    problem.q = q;
    problem.lower = lower;
    problem.upper = upper;
    spoil(problem, lower, upper);
    nn::Report report;
    EXPECT_EQ(nsds_relay_solve(&problem, z, nullptr, nullptr, nullptr, &report), NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::string(report.message).find(culprit), std::string::npos) << report.message;
    EXPECT_EQ(z[0], 7.0);
    EXPECT_EQ(z[1], 8.0);
  };
  refused([](nsds_relay& p, double*, double*) { p.struct_size = 0; }, "nsds_relay_init");
  refused([](nsds_relay& p, double*, double*) { p.size = -1; }, "problem.size is -1");
  refused([](nsds_relay& p, double*, double*) { p.size = 1; }, "2 x 2");
  refused([](nsds_relay& p, double*, double*) { p.M = nullptr; }, "problem.M is null");
  refused([](nsds_relay& p, double*, double*) { p.lower = nullptr; }, "problem.lower is null");
  refused([](nsds_relay&, double* lower, double*) { lower[1] = infinity; }, "lower[1] is inf");
  refused([](nsds_relay&, double*, double* upper) { upper[0] = -0.5; }, "above upper[0]");
  refused([](nsds_relay&, double*, double* upper) { upper[1] = std::nan(""); }, "upper[1] is nan");

  const unsigned char marks[] = {1, 2};
  nsds_mlcp mixed;
  nsds_mlcp_init(&mixed);
  mixed.size = 2;
  mixed.M = &view;
  mixed.q = q;
  nn::Report report;
  EXPECT_EQ(nsds_mlcp_solve(&mixed, z, nullptr, nullptr, nullptr, &report), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(report.message).find("complementary is null"), std::string::npos) << report.message;
  mixed.complementary = marks;
  EXPECT_EQ(nsds_mlcp_solve(&mixed, z, nullptr, nullptr, nullptr, &report), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(report.message).find("complementary[1] is 2"), std::string::npos) << report.message;
  EXPECT_EQ(nsds_mlcp_solve(nullptr, z, nullptr, nullptr, nullptr, &report), NSDS_INVALID_ARGUMENT);
  const nn::Options other(NSDS_CLASS_LCP);
  EXPECT_EQ(nsds_mlcp_solve(&mixed, z, nullptr, other.get(), nullptr, &report), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(report.message).find("class 'lcp'"), std::string::npos) << report.message;
  EXPECT_EQ(z[0], 7.0);
}

// Sweeps would stop at the tolerance of 1e-8; equations are eliminated, in either class, whatever the storage.
TEST(Box, EquationsAloneAreSolvedToRounding) {
  const int n = 40;
  MatrixXd M = MatrixXd::Zero(n, n);
  VectorXd q(n);
  for (int i = 0; i < n; ++i) {
    M(i, i) = 3.0;
    if (i > 0) M(i, i - 1) = -1.0;
    if (i + 1 < n) M(i, i + 1) = 0.5;
    q[i] = std::cos(i);
  }
  const Eigen::SparseMatrix<double> sparse = M.sparseView();
  const VectorXd line = VectorXd::Constant(n, infinity);
  for (const nsds_matrix& view : {nn::view(M), nn::view(sparse)}) {
    const auto mixed = nn::mlcp::Problem(view, q, Marks::Zero(n)).solve();
    EXPECT_LE(mixed.report.residual.value, 1e-14) << mixed.report.message;
    const auto relayed = nn::relay::Problem(view, q, -line, line).solve();
    EXPECT_LE(relayed.report.residual.value, 1e-14) << relayed.report.message;
    EXPECT_LE((mixed.z - relayed.z).cwiseAbs().maxCoeff(), 1e-14);
  }
}

}  // namespace
}  // namespace nsds::test::box_test
