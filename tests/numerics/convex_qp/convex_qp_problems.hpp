// Convex QPs with their definition written down once more, sets given by projections, and problems that are
// made around a solution.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <string>

#include "nsds/numerics/cpp/convex_qp.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"

namespace nsds::test {

// A test that runs with every solver of the class.
class ConvexQp : public ::testing::TestWithParam<int> {
 protected:
  numerics::Options options(double tolerance) const {
    return numerics::Options(NSDS_CLASS_CONVEX_QP, name()).set("tolerance", tolerance);
  }
  std::string name() const { return nsds_solver_at(NSDS_CLASS_CONVEX_QP, GetParam())->name; }
  nsds_status refusal(const numerics::convex_qp::Problem& problem) const {
    try {
      problem.solve(options(1e-8));
    } catch (const numerics::Error& error) {
      return error.status();
    }
    return NSDS_OK;
  }
  bool takes_A() const { return name() != "projected_gradient" && name() != "accelerated_gradient"; }
};

numerics::convex_qp::Projector ball(double radius);
// x_0 >= |(x_1, ...)|, three rows each, one cone after the other.
numerics::convex_qp::Projector cones();
// x >= 0, sum x = 1.
void project_simplex(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> p);

Eigen::MatrixXd positive_definite(int n, Random& random);

// The residual as convex_qp.h states it, written without looking at the library. A null: the identity.
struct Plain {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  Eigen::MatrixXd A;  // (m x n), empty for the identity
  Eigen::VectorXd b;
  numerics::convex_qp::Projector project;  // empty: the box
  Eigen::VectorXd lower, upper;
  double s_z = 1.0, s_w = 1.0;  // both 0: block by block, which residual() does not know

  Eigen::VectorXd u(const Eigen::VectorXd& z) const { return A.size() == 0 ? z : Eigen::VectorXd(A * z + b); }
  Eigen::VectorXd projected(const Eigen::VectorXd& x) const {
    if (!project) return x.cwiseMax(lower).cwiseMin(upper);
    Eigen::VectorXd p(x.size());
    project(x, p);
    return p;
  }
  double residual(const Eigen::VectorXd& z, const Eigen::VectorXd& xi) const {
    const double unit = A.size() == 0 ? 1.0 : A.cwiseAbs().maxCoeff();
    const double s_u = s_z * unit;
    const double s_xi = s_w / unit;
    const Eigen::VectorXd force = A.size() == 0 ? xi : Eigen::VectorXd(A.transpose() * xi);
    const Eigen::VectorXd map = u(z) - projected(u(z) - s_u / s_xi * xi);
    const double natural = project ? map.norm() : map.cwiseAbs().maxCoeff();
    return std::max((M * z + q - force).cwiseAbs().maxCoeff() / s_w, natural / s_u);
  }
};

// A problem over a box, and the same for the library.
struct BoxQp : Plain {
  Stored stored_M, stored_A;
  BoxQp(Plain plain, nsds_storage storage)
      : Plain(std::move(plain)), stored_M(M, storage), stored_A(A.size() == 0 ? M : A, storage) {}
  numerics::convex_qp::Problem problem() const {
    numerics::convex_qp::Problem made =
        A.size() == 0 ? (project ? numerics::convex_qp::Problem(stored_M.view(), q, project)
                                 : numerics::convex_qp::Problem(stored_M.view(), q, lower, upper))
        : project     ? numerics::convex_qp::Problem(stored_M.view(), q, stored_A.view(), b, project)
                      : numerics::convex_qp::Problem(stored_M.view(), q, stored_A.view(), b, lower, upper);
    made.set_scales(s_z, s_w);
    return made;
  }
};

// Over a box without A the class is the relay class: xi = M z + q is its w.
Plain random_box(int n, std::uint64_t seed);

// u on a set, -xi in its normal cone there: with them A' xi - M z = q has (z, xi) as a solution.
Plain planted(int n, int m, const numerics::convex_qp::Projector& set, std::uint64_t seed, Eigen::MatrixXd M);

// Seven unknowns over the unit ball, or six rows of them.
Plain over_unit_ball(bool with_A);

// Rows that are equalities, rows without bounds, rows with one or two: box constraints under a map, made
// around a solution with multipliers of the right signs.
Plain planted_rows(int n, int m, std::uint64_t seed, Eigen::MatrixXd M);

}  // namespace nsds::test
