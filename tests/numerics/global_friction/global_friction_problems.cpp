#include "numerics/global_friction/global_friction_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace nsds::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

nsds_status solve(const nsds_global_friction_contact& problem, GlobalUnknowns& x, const GlobalOptions& given,
                  nsds_report& report) {
  nsds_options* options = nullptr;
  EXPECT_EQ(nsds_options_create(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, given.solver, &options), NSDS_OK);
  EXPECT_EQ(nsds_options_set_double(options, "tolerance", given.tolerance), NSDS_OK);
  EXPECT_EQ(nsds_options_set_int(options, "warm_start", given.warm_start ? 1 : 0), NSDS_OK);
  nsds_report_init(&report);
  const nsds_status status = nsds_global_friction_contact_solve(&problem, x.v.data(), x.r.data(), x.u.data(),
                                                                x.lambda.data(), options, nullptr, &report);
  nsds_options_free(options);
  return status;
}

GlobalData point_on_plane(double m, const Eigen::Vector3d& v_0, double mu) {
  return {m * MatrixXd::Identity(3, 3),
          MatrixXd::Identity(3, 3),
          MatrixXd(0, 3),
          m * v_0,
          VectorXd::Zero(3),
          VectorXd(0),
          VectorXd::Constant(1, mu)};
}

GlobalData chain(std::int32_t dimension, int bodies, int joint_rows, bool symmetric) {
  std::mt19937 generator(17);
  std::normal_distribution<double> normal;
  const auto draw = [&](Eigen::Index rows, Eigen::Index cols) {
    return MatrixXd(MatrixXd::NullaryExpr(rows, cols, [&] { return normal(generator); }));
  };
  const Eigen::Index d = dimension, count = bodies, rows = joint_rows;
  const Eigen::Index dof = d == 2 ? 3 : 6, n = dof * count;
  const Eigen::Index contacts = 2 * count - 1, joints = rows > 0 ? count / 2 : 0;
  GlobalData problem;
  problem.dimension = dimension;
  problem.M = MatrixXd::Zero(n, n);
  problem.H = MatrixXd::Zero(n, d * contacts);
  problem.G = MatrixXd::Zero(rows * joints, n);
  for (Eigen::Index i = 0; i < count; ++i) {
    const MatrixXd root = draw(dof, dof);
    problem.M.block(dof * i, dof * i, dof, dof) =
        root * root.transpose() + MatrixXd::Identity(dof, dof) * (1.0 + static_cast<double>(i % 3));
    if (!symmetric) problem.M(dof * i, dof * i + 1) += 0.5;
    problem.H.block(dof * i, d * i, dof, d) = draw(dof, d);
    if (i + 1 < count) problem.H.block(dof * i, d * (count + i), 2 * dof, d) = draw(2 * dof, d);
  }
  for (Eigen::Index j = 0; j < joints; ++j)
    problem.G.block(rows * j, 2 * dof * j, rows, 2 * dof) = draw(rows, 2 * dof);
  problem.q = draw(n, 1);
  problem.b = draw(d * contacts, 1);
  for (Eigen::Index c = 0; c < contacts; ++c) problem.b[d * c] = -std::abs(problem.b[d * c]);
  problem.d = draw(rows * joints, 1);
  problem.mu = draw(contacts, 1).cwiseAbs() * 0.5;
  return problem;
}

}  // namespace nsds::test
