// Convex QPs over sets given by a projection: every solver against solutions in closed form or known by
// construction, against the relay class where the set is a box, and against what a call must do whatever the
// problem.
#include "nsds/numerics/cpp/convex_qp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/relay.hpp"
#include "numerics/lcp_instances.hpp"
#include "numerics/storages.hpp"

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::convex_qp::Problem;
using nn::convex_qp::Projector;

constexpr double infinity = std::numeric_limits<double>::infinity();

using In = Eigen::Ref<const VectorXd>;
using Out = Eigen::Ref<VectorXd>;

Projector ball(double radius) {
  return [radius](const In& x, Out p) {
    p = x.norm() <= radius ? VectorXd(x) : VectorXd(x * (radius / x.norm()));
  };
}

// x_0 >= |(x_1, ...)|, in closed form.
void project_cone(const In& x, Out p) {
  const double tangential = x.tail(x.size() - 1).norm();
  if (tangential <= x[0]) {
    p = x;
  } else if (tangential <= -x[0]) {
    p.setZero();
  } else {
    const double a = 0.5 * (x[0] + tangential);
    p[0] = a;
    p.tail(x.size() - 1) = x.tail(x.size() - 1) * (a / tangential);
  }
}

// Cones of three rows, one after the other.
Projector cones() {
  return [](const In& x, Out p) {
    for (Eigen::Index i = 0; i < x.size(); i += 3) project_cone(x.segment(i, 3), p.segment(i, 3));
  };
}

// x >= 0, sum x = 1: subtract the threshold that makes it so, found on the sorted entries [Held, Wolfe,
// Crowder 1974].
void project_simplex(const In& x, Out p) {
  std::vector<double> sorted(x.data(), x.data() + x.size());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0.0;
  double threshold = 0.0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const double candidate = (sum - 1.0) / static_cast<double>(k + 1);
    if (sorted[k] > candidate) threshold = candidate;
  }
  p = (x.array() - threshold).max(0.0).matrix();
}

MatrixXd positive_definite(int n, Random& random) {
  const MatrixXd H = random.matrix(n, n, -1.0, 1.0);
  return H * H.transpose() + 0.5 * MatrixXd::Identity(n, n);
}

class ConvexQp : public ::testing::TestWithParam<int> {
 protected:
  nn::Options options(double tolerance) const {
    return nn::Options(NSDS_CLASS_CONVEX_QP, name()).set("tolerance", tolerance);
  }
  std::string name() const { return nsds_solver_at(NSDS_CLASS_CONVEX_QP, GetParam())->name; }
  nsds_status refusal(const Problem& problem) const {
    try {
      problem.solve(options(1e-8));
    } catch (const nn::Error& error) {
      return error.status();
    }
    return NSDS_OK;
  }
  bool takes_A() const { return name() != "projected_gradient" && name() != "accelerated_gradient"; }
};

// The residual as convex_qp.h states it, written without looking at the library. A null: the identity.
struct Plain {
  MatrixXd M;
  VectorXd q;
  MatrixXd A;  // (m x n), empty for the identity
  VectorXd b;
  Projector project;  // empty: the box
  VectorXd lower, upper;
  double s_z = 1.0, s_w = 1.0;

  VectorXd u(const VectorXd& z) const { return A.size() == 0 ? z : VectorXd(A * z + b); }
  VectorXd projected(const VectorXd& x) const {
    if (!project) return x.cwiseMax(lower).cwiseMin(upper);
    VectorXd p(x.size());
    project(x, p);
    return p;
  }
  double residual(const VectorXd& z, const VectorXd& xi) const {
    const double unit = A.size() == 0 ? 1.0 : A.cwiseAbs().maxCoeff();
    const double s_u = s_z * unit;
    const double s_xi = s_w / unit;
    const VectorXd force = A.size() == 0 ? xi : VectorXd(A.transpose() * xi);
    const VectorXd map = u(z) - projected(u(z) - s_u / s_xi * xi);
    const double natural = project ? map.norm() : map.cwiseAbs().maxCoeff();
    return std::max((M * z + q - force).cwiseAbs().maxCoeff() / s_w, natural / s_u);
  }
};

// A problem over a box, and the same for the library.
struct BoxQp : Plain {
  Stored stored_M, stored_A;
  BoxQp(Plain plain, nsds_storage storage)
      : Plain(std::move(plain)), stored_M(M, storage), stored_A(A.size() == 0 ? M : A, storage) {}
  Problem problem() const {
    Problem made = A.size() == 0 ? (project ? Problem(stored_M.view(), q, project)
                                            : Problem(stored_M.view(), q, lower, upper))
                   : project     ? Problem(stored_M.view(), q, stored_A.view(), b, project)
                                 : Problem(stored_M.view(), q, stored_A.view(), b, lower, upper);
    made.set_scales(s_z, s_w);
    return made;
  }
};

// Over a box without A the class is the relay class: xi = M z + q is its w.
Plain random_box(int n, std::uint64_t seed) {
  Random random(seed);
  Plain made;
  made.M = positive_definite(n, random);
  made.q = random.vector(n, -3.0, 3.0);
  made.lower = random.vector(n, -1.0, -0.1);
  made.upper = random.vector(n, 0.1, 1.0);
  for (int i = 0; i < n; ++i) {
    const int kind = random.integer(0, 4);
    if (kind == 0) made.lower[i] = -infinity;
    if (kind == 1) made.upper[i] = infinity;
    if (kind == 2) made.lower[i] = -infinity, made.upper[i] = infinity;
  }
  return made;
}

TEST_P(ConvexQp, AgreesWithTheRelayClassOverBoxes) {
  for (const int n : {1, 2, 5, 20, 50}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
        SCOPED_TRACE(::testing::Message()
                     << "n = " << n << " seed = " << seed << " " << storage_name(storage));
        const BoxQp box(random_box(n, seed), storage);
        const auto reference = nn::relay::solve(nn::view(box.M), box.q, {box.lower, box.upper},
                                                nn::Options(NSDS_CLASS_RELAY).set("tolerance", 1e-12));
        ASSERT_TRUE(reference.ok()) << reference.report.message;
        const auto solved = box.problem().solve(options(1e-9));
        ASSERT_TRUE(solved.ok()) << solved.report.message;
        EXPECT_LE(box.residual(solved.z, solved.xi), 1.0001e-9);
        EXPECT_NEAR(box.residual(solved.z, solved.xi), solved.report.residual.value, 1e-12);
        // M >= 0.5: the solution is no further than a few times the residual
        EXPECT_LE((solved.z - reference.z).norm(), 1e-6);
        EXPECT_LE((solved.xi - reference.w).norm(), 1e-6 * (1.0 + reference.w.norm()));
        EXPECT_LE((solved.u - solved.z).norm(), 1e-14 * (1.0 + solved.z.norm()));
      }
    }
  }
}

// M = 1, q = -c: the solution is the projection of c.
TEST_P(ConvexQp, ProjectsOntoSetsWithClosedForms) {
  Random random(11);
  const MatrixXd M = MatrixXd::Identity(6, 6);
  const nsds_matrix view = nn::view(M);
  const Projector sets[] = {ball(0.7), cones(), project_simplex};
  for (const Projector& set : sets) {
    for (int draw = 0; draw < 5; ++draw) {
      const VectorXd c = random.vector(6, -2.0, 2.0);
      VectorXd expected(6);
      set(c, expected);
      const auto solved = Problem(view, -c, set).solve(options(1e-11));
      ASSERT_TRUE(solved.ok()) << solved.report.message;
      EXPECT_LE((solved.z - expected).norm(), 1e-10);
      EXPECT_LE((solved.xi - (expected - c)).norm(), 1e-10);
    }
  }
}

// u on a set, -xi in its normal cone there: with them A' xi - M z = q has (z, xi) as a solution.
Plain planted(int n, int m, const Projector& set, std::uint64_t seed, MatrixXd M) {
  Random random(seed);
  Plain made;
  made.M = std::move(M);
  made.A = random.matrix(m, n, -1.0, 1.0);
  made.project = set;
  const VectorXd z = random.vector(n, -1.0, 1.0);
  const VectorXd outside = random.vector(m, -2.0, 2.0);
  VectorXd u(m);
  set(outside, u);
  made.b = u - made.A * z;
  made.q = made.A.transpose() * (u - outside) - made.M * z;  // xi = u - outside
  return made;
}

TEST_P(ConvexQp, FindsPlantedSolutionsUnderALinearMap) {
  const Projector simplex = project_simplex;
  for (const auto& [n, m] : {std::pair{4, 3}, {6, 12}, {20, 9}, {12, 30}}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Random random(seed + 100);
      const MatrixXd M = positive_definite(n, random);
      for (const Projector& set : {ball(1.0), cones(), simplex}) {
        SCOPED_TRACE(::testing::Message() << "n = " << n << " m = " << m << " seed = " << seed);
        for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
          const BoxQp qp(planted(n, m, set, seed, M), storage);
          const double tolerance = name() == "extragradient" ? 1e-6 : 1e-9;
          if (!takes_A()) {
            EXPECT_EQ(refusal(qp.problem()), NSDS_NOT_APPLICABLE);
            continue;
          }
          const auto solved = qp.problem().solve(options(tolerance));
          ASSERT_TRUE(solved.ok()) << solved.report.message;
          EXPECT_LE(qp.residual(solved.z, solved.xi), 1.0001 * tolerance);
          EXPECT_LE((solved.u - qp.u(solved.z)).norm(), 1e-12 * (1.0 + solved.u.norm()));
        }
      }
    }
  }
}

// Rows that are equalities, rows without bounds, rows with one or two: box constraints under a map, made
// around a solution with multipliers of the right signs.
Plain planted_rows(int n, int m, std::uint64_t seed, MatrixXd M) {
  Random random(seed);
  Plain made;
  made.M = std::move(M);
  made.A = random.matrix(m, n, -1.0, 1.0);
  made.b = random.vector(m, -1.0, 1.0);
  const VectorXd z = random.vector(n, -1.0, 1.0);
  const VectorXd u = made.A * z + made.b;
  made.lower = VectorXd::Constant(m, -infinity);
  made.upper = VectorXd::Constant(m, infinity);
  VectorXd xi = VectorXd::Zero(m);
  for (int i = 0; i < m; ++i) {
    const int kind = random.integer(0, 5);
    if (kind == 0 && i < n / 2) {
      made.lower[i] = made.upper[i] = u[i];
      xi[i] = random.uniform(-1.0, 1.0);
    } else if (kind == 1) {
      made.lower[i] = u[i];
      xi[i] = random.uniform(0.0, 1.0);
    } else if (kind == 2) {
      made.upper[i] = u[i];
      xi[i] = -random.uniform(0.0, 1.0);
    } else if (kind == 3) {
      made.lower[i] = u[i] - random.uniform(0.1, 1.0);
      made.upper[i] = u[i] + random.uniform(0.1, 1.0);
    }
  }
  made.q = made.A.transpose() * xi - made.M * z;
  return made;
}

TEST_P(ConvexQp, FindsPlantedSolutionsOverRowsWithBounds) {
  for (const auto& [n, m] : {std::pair{3, 2}, {8, 12}, {20, 30}}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(::testing::Message() << "n = " << n << " m = " << m << " seed = " << seed);
      Random random(seed + 7);
      const BoxQp qp(planted_rows(n, m, seed, positive_definite(n, random)), NSDS_CSC);
      if (!takes_A()) {
        EXPECT_EQ(refusal(qp.problem()), NSDS_NOT_APPLICABLE);
        continue;
      }
      const double tolerance = name() == "extragradient" ? 1e-6 : 1e-9;
      const auto solved = qp.problem().solve(options(tolerance));
      ASSERT_TRUE(solved.ok()) << solved.report.message;
      EXPECT_LE(qp.residual(solved.z, solved.xi), 1.0001 * tolerance);
    }
  }
}

// M of rank n / 2. Solutions need not be unique, but M z and the objective are: their values are those of the
// plant.
TEST_P(ConvexQp, SolvesWhereMIsSingular) {
  Random random(21);
  const int n = 12;
  const MatrixXd H = random.matrix(n, n / 2, -1.0, 1.0);
  const MatrixXd M = H * H.transpose();
  const VectorXd outside = random.vector(n, -2.0, 2.0);
  for (const Projector& set : {ball(1.0), cones()}) {
    VectorXd z(n);
    set(outside, z);
    const VectorXd q = (z - outside) - M * z;
    const auto solved = Problem(nn::view(M), q, set).solve(options(1e-8));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    const auto objective = [&](const VectorXd& x) { return 0.5 * x.dot(M * x) + q.dot(x); };
    EXPECT_NEAR(objective(solved.z), objective(z), 1e-6);
    EXPECT_LE((H.transpose() * (solved.z - z)).norm(),
              1e-3);  // the square of this is of the order of the objective
  }
}

// A linear program over a simplex: the solution is the vertex of the smallest cost.
TEST_P(ConvexQp, SolvesWhereMIsZero) {
  const MatrixXd M = MatrixXd::Zero(4, 4);
  const VectorXd q = (VectorXd(4) << 3.0, 1.0, 2.0, 5.0).finished();
  const auto solved = Problem(nn::view(M), q, project_simplex).solve(options(1e-9));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - VectorXd::Unit(4, 1)).norm(), 1e-8);
}

// A chain of springs whose neighbouring differences are bounded, and the same over cones: what is sparse and
// large enough to be factorised as such has the solution of the dense problem.
TEST_P(ConvexQp, SparseAndDenseAgree) {
  const int n = 150;
  MatrixXd M = MatrixXd::Zero(n, n);
  MatrixXd A = MatrixXd::Zero(n - 1, n);
  for (int i = 0; i < n; ++i) M(i, i) = 2.5;
  for (int i = 0; i + 1 < n; ++i) {
    M(i, i + 1) = M(i + 1, i) = -1.0;
    A(i, i + 1) = 1.0;
    A(i, i) = -1.0;
  }
  Random random(31);
  Plain box, cone, identity;
  box.M = cone.M = identity.M = M;
  box.q = cone.q = identity.q = random.vector(n, -2.0, 2.0);
  box.A = A;
  box.b = VectorXd::Zero(n - 1);
  box.lower = VectorXd::Constant(n - 1, -0.1);
  box.upper = VectorXd::Constant(n - 1, 0.2);
  cone.A = A.topRows(n - 3);
  cone.b = random.vector(n - 3, -0.1, 0.3);
  cone.project = cones();
  identity.project = cones();
  for (const Plain& plain : {box, cone, identity}) {
    const bool under_A = plain.A.size() != 0;
    if (under_A && (!takes_A() || name() == "extragradient")) continue;  // which is slow on long chains
    const auto dense = BoxQp(plain, NSDS_DENSE).problem().solve(options(1e-10));
    ASSERT_TRUE(dense.ok()) << dense.report.message;
    EXPECT_LE(plain.residual(dense.z, dense.xi), 1.0001e-10);
    for (const nsds_storage storage : {NSDS_CSC, NSDS_BSR}) {
      const auto sparse = BoxQp(plain, storage).problem().solve(options(1e-10));
      ASSERT_TRUE(sparse.ok()) << sparse.report.message;
      EXPECT_LE(plain.residual(sparse.z, sparse.xi), 1.0001e-10);
      EXPECT_LE((sparse.z - dense.z).norm(), 1e-7);
    }
  }
}

// Other units of z, of w and of u: z -> z / a, M -> a c M, q -> c q, A z + b and C -> d times. With the
// user's scales changed accordingly nothing else changes, whatever the solver.
TEST_P(ConvexQp, ChangeOfUnitsChangesNothing) {
  Random random(5);
  const MatrixXd M = positive_definite(7, random);
  const Plain given = takes_A() ? planted(7, 6, ball(1.0), 3, M) : [&] {
    Plain identity;
    identity.M = M;
    identity.q = random.vector(7, -3.0, 3.0);
    identity.project = ball(1.0);
    return identity;
  }();
  const double tolerance = name() == "extragradient" ? 1e-6 : 1e-9;
  const auto reference = BoxQp(given, NSDS_DENSE).problem().solve(options(tolerance));
  ASSERT_TRUE(reference.ok()) << reference.report.message;
  for (const auto& [a, c, d] : {std::tuple{0x1p10, 1.0, 1.0}, {1.0, 0x1p-20, 1.0}, {0x1p-6, 0x1p8, 0x1p12}}) {
    Plain scaled = given;
    const double unit_u = takes_A() ? d : 1.0 / a;  // without A, u is z
    scaled.M = a * c * given.M;
    scaled.q = c * given.q;
    if (takes_A()) {
      scaled.A = a * d * given.A;
      scaled.b = d * given.b;
    }
    scaled.project = ball(unit_u);
    scaled.s_z = given.s_z / a;
    scaled.s_w = given.s_w * c;
    const auto solved = BoxQp(scaled, NSDS_DENSE).problem().solve(options(tolerance));
    EXPECT_EQ(solved.report.status, NSDS_OK) << solved.report.message;
    EXPECT_EQ(solved.report.iterations, reference.report.iterations);
    EXPECT_NEAR(solved.report.residual.value, reference.report.residual.value, 1e-2 * tolerance);
    EXPECT_LE((solved.z * a - reference.z).norm(), 1e-2 * tolerance);
    const double unit_xi = c / (a * unit_u);  // z'w and u'xi are the same energy
    EXPECT_LE((solved.xi / unit_xi - reference.xi).norm(), 1e-2 * tolerance * (1.0 + reference.xi.norm()));
  }
}

TEST_P(ConvexQp, ASolutionIsReturnedAtOnce) {
  Random random(9);
  const int n = 6;
  const MatrixXd M = positive_definite(n, random);
  const Plain plain = planted(n, 9, cones(), 2, M);
  const BoxQp qp(plain, NSDS_DENSE);
  const auto solved = qp.problem().solve(nn::Options(NSDS_CLASS_CONVEX_QP, "admm").set("tolerance", 1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  VectorXd z = solved.z;
  VectorXd xi = solved.xi;
  VectorXd u(9);
  const nn::Report report = qp.problem().solve(z, xi, u, options(1e-9).set("warm_start", true));
  EXPECT_EQ(report.status, NSDS_OK);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(z, solved.z);
  EXPECT_EQ(xi, solved.xi);
}

// A start near the solution costs no more than the cold one.
TEST_P(ConvexQp, AWarmStartHelps) {
  const BoxQp box(random_box(30, 6), NSDS_DENSE);
  const auto cold = box.problem().solve(options(1e-10));
  ASSERT_TRUE(cold.ok()) << cold.report.message;
  VectorXd z = cold.z + VectorXd::Constant(30, 1e-7);
  VectorXd xi = cold.xi;
  VectorXd u(30);
  const nn::Report warm = box.problem().solve(z, xi, u, options(1e-10).set("warm_start", true));
  EXPECT_EQ(warm.status, NSDS_OK) << warm.message;
  EXPECT_GT(warm.iterations, 0);
  EXPECT_LT(warm.iterations, cold.report.iterations);
}

TEST_P(ConvexQp, LimitsAreRespected) {
  const BoxQp box(random_box(40, 5), NSDS_DENSE);
  const auto once = box.problem().solve(options(1e-12).set("max_iterations", 1));
  EXPECT_EQ(once.report.status, NSDS_MAX_ITERATIONS) << once.report.message;
  EXPECT_EQ(once.report.iterations, 1);
  EXPECT_TRUE(once.z.allFinite() && once.xi.allFinite());
  EXPECT_NEAR(once.report.residual.value, box.residual(once.z, once.xi), 1e-12);
  const auto never = box.problem().solve(options(1e-12).set("time_limit", 0.0));
  EXPECT_EQ(never.report.status, NSDS_TIME_LIMIT) << never.report.message;
  EXPECT_TRUE(never.z.allFinite() && never.xi.allFinite());
  int calls = 0;
  const auto stop = [](const nsds_progress*, void* user) { return ++*static_cast<int*>(user) >= 3 ? 1 : 0; };
  const auto stopped = box.problem().solve(options(1e-12).set_callback(stop, &calls));
  EXPECT_EQ(stopped.report.status, NSDS_INTERRUPTED) << stopped.report.message;
  EXPECT_EQ(calls, 3);
}

TEST_P(ConvexQp, SameBitsWithAnyWorkspace) {
  const BoxQp box(random_box(17, 6), NSDS_DENSE);
  const BoxQp larger(random_box(60, 7), NSDS_CSC);
  nn::Workspace workspace;
  const auto none = box.problem().solve(options(1e-9));
  larger.problem().solve(options(1e-9), &workspace);
  const auto used = box.problem().solve(options(1e-9), &workspace);
  EXPECT_EQ(none.z, used.z);
  EXPECT_EQ(none.xi, used.xi);
  EXPECT_EQ(none.u, used.u);
}

// Not to be solved: the set is empty, or the objective falls for ever. No status may claim otherwise.
TEST_P(ConvexQp, ClaimsNothingOfWhatHasNoSolution) {
  const MatrixXd zero = MatrixXd::Zero(2, 2);
  const VectorXd q = VectorXd::Constant(2, -1.0);
  const VectorXd zeros = VectorXd::Zero(2);
  const VectorXd infinite = VectorXd::Constant(2, infinity);
  for (const Problem& problem :
       {Problem(nn::view(zero), q, zeros, infinite),
        Problem(nn::view(zero), q, [](const In&x, Out p) { p = x.cwiseMax(0.0); })}) {
    const auto falling = problem.solve(options(1e-8).set("max_iterations", 3000));
    EXPECT_TRUE(falling.report.status == NSDS_STALLED || falling.report.status == NSDS_MAX_ITERATIONS)
        << falling.report.message;
    EXPECT_TRUE(falling.z.allFinite() && falling.xi.allFinite());
    EXPECT_GE(falling.report.residual.value, 0.5);
  }
  if (!takes_A()) return;
  const MatrixXd M = MatrixXd::Identity(2, 2);
  const MatrixXd A = MatrixXd::Ones(2, 2);  // one row, asked to be 0 and 1
  const VectorXd bounds = (VectorXd(2) << 0.0, 1.0).finished();
  const VectorXd b = VectorXd::Zero(2);
  const auto empty = Problem(nn::view(M), q, nn::view(A), b, bounds, bounds)
                         .solve(options(1e-8).set("max_iterations", 3000));
  EXPECT_TRUE(empty.report.status == NSDS_STALLED || empty.report.status == NSDS_MAX_ITERATIONS)
      << empty.report.message;
  EXPECT_GE(empty.report.residual.value, 0.1);
}

// No rows, no unknowns.
TEST_P(ConvexQp, TakesEmptyProblems) {
  const MatrixXd none(0, 0);
  const auto nothing = Problem(nn::view(none), VectorXd(0), VectorXd(0), VectorXd(0)).solve(options(1e-8));
  EXPECT_TRUE(nothing.ok()) << nothing.report.message;
  if (!takes_A()) return;
  Random random(4);
  const MatrixXd M = positive_definite(5, random);
  const VectorXd q = random.vector(5, -1.0, 1.0);
  const MatrixXd A(0, 5);
  const auto free =
      Problem(nn::view(M), q, nn::view(A), VectorXd(0), VectorXd(0), VectorXd(0)).solve(options(1e-10));
  ASSERT_TRUE(free.ok()) << free.report.message;
  EXPECT_LE((M * free.z + q).cwiseAbs().maxCoeff(), 1e-10);
}

// A projector that fails, throws, forgets an entry or writes what is no number: the problem is refused, at
// the first call and at a later one, and the unknowns stay.
TEST_P(ConvexQp, NamesAProjectorThatFails) {
  struct Fault {
    int at;  // the call that fails
    int kind;
    int calls;
  };
  const auto project = [](void* user, const double* x, double* p) -> int {
    auto& fault = *static_cast<Fault*>(user);
    for (int i = 0; i < 3; ++i) p[i] = std::min(x[i], 0.1);
    if (++fault.calls < fault.at) return 0;
    if (fault.kind == 0) return 17;
    if (fault.kind == 1) throw std::runtime_error("no projection");
    p[1] = fault.kind == 2 ? std::nan("") : infinity;
    return 0;
  };
  MatrixXd M(3, 3);
  M << 4.0, 1.0, 0.0, 1.0, 3.0, -1.0, 0.0, -1.0, 2.0;
  const nsds_matrix view = nn::view(M);
  const VectorXd q = VectorXd::Constant(3, -1.0);
  const char* culprit[] = {"project returned 17", "project has thrown", "projection[1] nan",
                           "projection[1] inf"};
  for (int kind = 0; kind < 4; ++kind) {
    for (const int at : {1, 2, 3, 5}) {
      Fault fault{at, kind, 0};
      nsds_convex_qp problem;
      nsds_convex_qp_init(&problem);
      problem.size = problem.rows = 3;
      problem.M = &view;
      problem.q = q.data();
      problem.project = project;
      problem.user = &fault;
      double z[] = {7.0, 8.0, 9.0}, xi[] = {1.0, 2.0, 3.0}, u[] = {4.0, 5.0, 6.0};
      nn::Report report;
      const nsds_status status =
          nsds_convex_qp_solve(&problem, z, xi, u, options(1e-10).get(), nullptr, &report);
      EXPECT_EQ(status, NSDS_INVALID_ARGUMENT) << kind << " " << at;
      EXPECT_EQ(report.status, status);
      EXPECT_NE(std::string(report.message).find(culprit[kind]), std::string::npos) << report.message;
      EXPECT_EQ(fault.calls, at);
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(z[i], 7.0 + i);
        EXPECT_EQ(xi[i], 1.0 + i);
        EXPECT_EQ(u[i], 4.0 + i);
      }
      nn::Report none;
      fault = {1, kind, 0};
      EXPECT_EQ(nsds_convex_qp_residual(&problem, z, xi, &none.residual), NSDS_INVALID_ARGUMENT);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, ConvexQp, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_CONVEX_QP)),
                         [](const ::testing::TestParamInfo<int>& row) {
                           return std::string(nsds_solver_at(NSDS_CLASS_CONVEX_QP, row.param)->name);
                         });

// Transport of goods from two places to three at least cost: min c'z, z >= 0, what leaves and what arrives
// given, so that one of the equalities is redundant. Every place can be served at its cheapest rate, 1, 3
// and 1.
TEST(ConvexQpAdmm, SolvesATransportProblem) {
  const MatrixXd M = MatrixXd::Zero(6, 6);
  const VectorXd cost = (VectorXd(6) << 1.0, 3.0, 2.0, 4.0, 3.0, 1.0).finished();
  MatrixXd A = MatrixXd::Zero(11, 6);
  A.topRows(6).setIdentity();
  for (int from = 0; from < 2; ++from)
    for (int to = 0; to < 3; ++to) A(6 + from, 3 * from + to) = A(8 + to, 3 * from + to) = 1.0;
  VectorXd lower = VectorXd::Zero(11);
  VectorXd upper = VectorXd::Constant(11, infinity);
  lower.tail(5) = upper.tail(5) = (VectorXd(5) << 5.0, 6.0, 2.0, 5.0, 4.0).finished();
  const VectorXd b = VectorXd::Zero(11);
  const Problem problem(nn::view(M), cost, nn::view(A), b, lower, upper);
  const auto solved = problem.solve(nn::Options(NSDS_CLASS_CONVEX_QP, "admm").set("tolerance", 1e-12));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_NEAR(cost.dot(solved.z), 2.0 * 1.0 + 5.0 * 3.0 + 4.0 * 1.0, 1e-9);
}

// Not convex, which no diagonal shows: whoever meets a direction of negative curvature says so.
TEST(ConvexQpBadInput, NamesAnIndefiniteMatrix) {
  const MatrixXd M = (MatrixXd(2, 2) << 1.0, 10.0, 10.0, 1.0).finished();
  const VectorXd q = (VectorXd(2) << 1.0, -2.0).finished();
  const Problem problem(nn::view(M), q, ball(1.0));
  for (const auto& [solver, words] :
       {std::pair{"projected_gradient", "negative curvature"}, {"admm", "needs M positive semidefinite"}}) {
    try {
      problem.solve(nn::Options(NSDS_CLASS_CONVEX_QP, solver));
      ADD_FAILURE() << solver << " has not refused";
    } catch (const nn::Error& error) {
      EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE);
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

// Without its additions the method is the one of the theorem, slower but with the same solution.
TEST(ConvexQpAdmm, NeedsNoneOfItsOptions) {
  Random random(17);
  const BoxQp qp(planted_rows(10, 15, 5, positive_definite(10, random)), NSDS_DENSE);
  const auto reference =
      qp.problem().solve(nn::Options(NSDS_CLASS_CONVEX_QP, "admm").set("tolerance", 1e-11));
  ASSERT_TRUE(reference.ok()) << reference.report.message;
  for (const char* option : {"polish", "adaptive_penalty", "relaxation"}) {
    nn::Options options = nn::Options(NSDS_CLASS_CONVEX_QP, "admm").set("tolerance", 1e-9);
    if (std::string(option) == "relaxation") {
      options.set(option, 1.0).set("polish", 0).set("adaptive_penalty", 0);
    } else {
      options.set(option, 0);
    }
    const auto solved = qp.problem().solve(options);
    EXPECT_TRUE(solved.ok()) << option << ": " << solved.report.message;
    EXPECT_LE((solved.z - reference.z).norm(), 1e-7) << option;
  }
}

// What the C++ projector throws comes out of the solve as it was.
TEST(ConvexQpWrapper, LetsExceptionsThrough) {
  const MatrixXd M = MatrixXd::Identity(2, 2);
  const VectorXd q = VectorXd::Ones(2);
  const Problem problem(nn::view(M), q,
                        [](const In&, const Out&) { throw std::domain_error("out of the domain"); });
  EXPECT_THROW(problem.solve(), std::domain_error);
  EXPECT_THROW(problem.residual(q, q), std::domain_error);
  EXPECT_THROW(Problem(nn::view(M), q, q, VectorXd(3)), nn::Error);
  EXPECT_THROW(problem.residual(VectorXd(3), q), nn::Error);
}

// The residual at points that are no solutions, against its definition.
TEST(ConvexQpResidual, IsTheFormulaOfTheHeader) {
  Random random(13);
  const MatrixXd M = positive_definite(5, random);
  for (const bool box : {false, true}) {
    Plain plain = box ? planted_rows(5, 9, 3, M) : planted(5, 9, cones(), 3, M);
    plain.A *= 3.0;
    plain.s_z = 0.25;
    plain.s_w = 7.0;
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      const BoxQp qp(plain, storage);
      const VectorXd z = random.vector(5, -1.0, 1.0);
      const VectorXd xi = random.vector(9, -1.0, 1.0);
      const nsds_residual residual = qp.problem().residual(z, xi);
      EXPECT_NEAR(residual.value, plain.residual(z, xi), 1e-13 * residual.value);
      EXPECT_NEAR(residual.dual, (M * z + plain.q - plain.A.transpose() * xi).cwiseAbs().maxCoeff() / 7.0,
                  1e-13);
      const VectorXd away = plain.u(z) - plain.projected(plain.u(z));
      const double distance = box ? away.cwiseAbs().maxCoeff() : away.norm();
      EXPECT_NEAR(residual.primal, distance / (0.25 * plain.A.cwiseAbs().maxCoeff()), 1e-13);
      EXPECT_GE(residual.worst, 0);
      EXPECT_LT(residual.worst, 14);
      EXPECT_GT(residual.roundoff_floor, 0.0);
      EXPECT_LT(residual.roundoff_floor, 1e-13);
    }
  }
}

// Each wrong argument is named, and the unknowns stay.
TEST(ConvexQpBadInput, NamesTheCulprit) {
  const MatrixXd M = MatrixXd::Identity(2, 2);
  MatrixXd skew = M;
  skew(0, 1) = 0.5;
  MatrixXd negative = M;
  negative(1, 1) = -1.0;
  MatrixXd broken = M;
  broken(1, 0) = std::nan("");
  const MatrixXd A = MatrixXd::Ones(3, 2);
  const nsds_matrix view = nn::view(M), skew_view = nn::view(skew), negative_view = nn::view(negative);
  const nsds_matrix broken_view = nn::view(broken), A_view = nn::view(A);
  const auto apply = [](void*, const double*, double*) -> int { return 0; };
  const nsds_matrix operator_view = nsds_matrix_operator(2, 2, apply, nullptr);
  double q[] = {-1.0, -2.0}, b[] = {0.0, std::nan("")};
  double lower[] = {0.0, -1.0}, upper[] = {1.0, infinity};
  double z[] = {7.0, 8.0}, xi[] = {5.0, 6.0};
  const auto refused = [&](auto spoil, const char* culprit, nsds_status expected = NSDS_INVALID_ARGUMENT) {
    nsds_convex_qp problem;
    nsds_convex_qp_init(&problem);
    problem.size = problem.rows = 2;
    problem.M = &view;
    problem.q = q;
    problem.lower = lower;
    problem.upper = upper;
    spoil(problem);
    nn::Report report;
    EXPECT_EQ(nsds_convex_qp_solve(&problem, z, xi, nullptr, nullptr, nullptr, &report), expected) << culprit;
    EXPECT_NE(std::string(report.message).find(culprit), std::string::npos) << report.message;
    EXPECT_EQ(z[0] + z[1] + xi[0] + xi[1], 26.0);
    nsds_residual residual;
    nsds_residual_init(&residual);
    EXPECT_EQ(nsds_convex_qp_residual(&problem, z, xi, &residual), expected) << culprit;
  };
  refused([](nsds_convex_qp& p) { p.struct_size = 0; }, "nsds_convex_qp_init");
  refused([](nsds_convex_qp& p) { p.size = -1; }, "problem.size is -1");
  refused([](nsds_convex_qp& p) { p.rows = -2; }, "problem.rows is -2");
  refused([](nsds_convex_qp& p) { p.size = 1; }, "problem.M is 2 x 2");
  refused([](nsds_convex_qp& p) { p.rows = 1; }, "must be equal where A is null");
  refused([](nsds_convex_qp& p) { p.M = nullptr; }, "problem.M is null");
  refused([](nsds_convex_qp& p) { p.q = nullptr; }, "problem.q is null");
  refused([](nsds_convex_qp& p) { p.lower = nullptr; }, "problem.lower is null");
  refused([](nsds_convex_qp& p) { p.upper = nullptr; }, "problem.upper is null");
  refused([&](nsds_convex_qp& p) { p.A = &A_view; }, "problem.A is 3 x 2");
  refused([&](nsds_convex_qp& p) { p.b = b; }, "problem.b[1] is nan");
  refused([&](nsds_convex_qp& p) { p.M = &broken_view; }, "problem.M");
  refused([&](nsds_convex_qp& p) { p.A = &broken_view; }, "problem.A");
  refused([&](nsds_convex_qp& p) { p.M = &skew_view; }, "problem.M is not symmetric");
  refused([&](nsds_convex_qp& p) { p.M = &negative_view; }, "M[1][1] is -1");
  refused([](nsds_convex_qp& p) { p.scale_z = 0.0; }, "problem.scale_z is 0");
  refused([](nsds_convex_qp& p) { p.scale_w = infinity; }, "problem.scale_w is inf");
  refused([&](nsds_convex_qp& p) { p.M = &operator_view; }, "operator", NSDS_NOT_APPLICABLE);
  refused([&](nsds_convex_qp& p) { p.A = &operator_view; }, "operator", NSDS_NOT_APPLICABLE);
  refused([](nsds_convex_qp& p) { p.scale_z = 1e200, p.scale_w = 1e-200; }, "scale_z 1e+200");
  lower[1] = infinity;
  refused([](nsds_convex_qp&) {}, "lower[1] is inf");
  lower[1] = -1.0;
  upper[0] = -0.5;
  refused([](nsds_convex_qp&) {}, "above upper[0]");
  upper[0] = 1.0;
  q[1] = infinity;
  refused([](nsds_convex_qp&) {}, "problem.q[1] is inf");
}

TEST(ConvexQpBadInput, NamesCallsThatAreWrong) {
  const MatrixXd M = MatrixXd::Identity(2, 2);
  const nsds_matrix view = nn::view(M);
  const double q[] = {-1.0, -2.0}, lower[] = {0.0, 0.0};
  nsds_convex_qp problem;
  nsds_convex_qp_init(&problem);
  nsds_convex_qp_init(nullptr);
  problem.size = problem.rows = 2;
  problem.M = &view;
  problem.q = q;
  problem.lower = lower;
  problem.upper = lower;
  double z[] = {7.0, 8.0}, xi[] = {5.0, std::nan("")};
  nn::Report report;
  const nn::Options warm = nn::Options(NSDS_CLASS_CONVEX_QP).set("warm_start", true);
  const nn::Options other(NSDS_CLASS_LCP);
  const auto expect = [&](const nsds_convex_qp* p, double* at, double* with, const nsds_options* options,
                          const char* culprit) {
    EXPECT_EQ(nsds_convex_qp_solve(p, at, with, nullptr, options, nullptr, &report), NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::string(report.message).find(culprit), std::string::npos) << report.message;
    EXPECT_EQ(z[0], 7.0);
  };
  expect(nullptr, z, xi, nullptr, "problem is null");
  expect(&problem, nullptr, xi, nullptr, "z is null");
  expect(&problem, z, nullptr, nullptr, "xi is null");
  expect(&problem, z, xi, warm.get(), "xi[1] is nan");
  expect(&problem, z, xi, other.get(), "class 'lcp'");
  nsds_report unknown{};
  EXPECT_EQ(nsds_convex_qp_solve(&problem, z, xi, nullptr, nullptr, nullptr, &unknown),
            NSDS_INVALID_ARGUMENT);
  nsds_residual residual;
  nsds_residual_init(&residual);
  EXPECT_EQ(nsds_convex_qp_residual(&problem, z, xi, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_convex_qp_residual(&problem, nullptr, xi, &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_convex_qp_residual(&problem, z, nullptr, &residual), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_convex_qp_residual(&problem, z, xi, &residual), NSDS_OK);
  EXPECT_EQ(residual.value, infinity);  // a NaN is no solution
  EXPECT_EQ(nsds_convex_qp_solve(&problem, z, xi, nullptr, nullptr, nullptr, nullptr), NSDS_OK);
  EXPECT_EQ(z[0], 0.0);
  EXPECT_EQ(xi[1], -2.0);
}

}  // namespace
}  // namespace nsds::test
