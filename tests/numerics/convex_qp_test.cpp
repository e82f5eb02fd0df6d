// Convex QPs over sets given by a projection: every solver against solutions in closed form or known by construction,
// against the relay class where the set is a box, and against what a call must do whatever the problem.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/convex_qp.hpp"
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
  return [radius](In x, Out p) { p = x.norm() <= radius ? VectorXd(x) : VectorXd(x * (radius / x.norm())); };
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
  return [](In x, Out p) {
    for (Eigen::Index i = 0; i < x.size(); i += 3) project_cone(x.segment(i, 3), p.segment(i, 3));
  };
}

// x >= 0, sum x = 1: subtract the threshold that makes it so, found on the sorted entries [Held, Wolfe, Crowder 1974].
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
        SCOPED_TRACE(::testing::Message() << "n = " << n << " seed = " << seed << " " << storage_name(storage));
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
  const Projector sets[] = {ball(0.7), cones(), [](In x, Out p) { project_simplex(x, p); }};
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
  if (!takes_A()) GTEST_SKIP() << "A is the identity for this solver";
  const Projector simplex = [](In x, Out p) { project_simplex(x, p); };
  for (const auto& [n, m] : {std::pair{4, 3}, {6, 12}, {20, 9}, {12, 30}}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Random random(seed + 100);
      const MatrixXd M = positive_definite(n, random);
      for (const Projector& set : {ball(1.0), cones(), simplex}) {
        SCOPED_TRACE(::testing::Message() << "n = " << n << " m = " << m << " seed = " << seed);
        for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
          const BoxQp qp(planted(n, m, set, seed, M), storage);
          const double tolerance = name() == "extragradient" ? 1e-6 : 1e-9;
          const auto solved = qp.problem().solve(options(tolerance));
          ASSERT_TRUE(solved.ok()) << solved.report.message;
          EXPECT_LE(qp.residual(solved.z, solved.xi), 1.0001 * tolerance);
          EXPECT_LE((solved.u - qp.u(solved.z)).norm(), 1e-12 * (1.0 + solved.u.norm()));
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, ConvexQp, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_CONVEX_QP)),
                         [](const ::testing::TestParamInfo<int>& row) {
                           return std::string(nsds_solver_at(NSDS_CLASS_CONVEX_QP, row.param)->name);
                         });

}  // namespace
}  // namespace nsds::test
