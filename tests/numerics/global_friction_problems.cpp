#include "numerics/global_friction_problems.hpp"

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
  const int dof = dimension == 2 ? 3 : 6, n = dof * bodies;
  const int contacts = 2 * bodies - 1, joints = joint_rows > 0 ? bodies / 2 : 0;
  GlobalData problem;
  problem.dimension = dimension;
  problem.M = MatrixXd::Zero(n, n);
  problem.H = MatrixXd::Zero(n, dimension * contacts);
  problem.G = MatrixXd::Zero(joint_rows * joints, n);
  for (int i = 0; i < bodies; ++i) {
    const MatrixXd root = draw(dof, dof);
    problem.M.block(dof * i, dof * i, dof, dof) =
        root * root.transpose() + MatrixXd::Identity(dof, dof) * (1.0 + i % 3);
    if (!symmetric) problem.M(dof * i, dof * i + 1) += 0.5;
    problem.H.block(dof * i, dimension * i, dof, dimension) = draw(dof, dimension);
    if (i + 1 < bodies)
      problem.H.block(dof * i, dimension * (bodies + i), 2 * dof, dimension) = draw(2 * dof, dimension);
  }
  for (int j = 0; j < joints; ++j)
    problem.G.block(joint_rows * j, 2 * dof * j, joint_rows, 2 * dof) = draw(joint_rows, 2 * dof);
  problem.q = draw(n, 1);
  problem.b = draw(dimension * contacts, 1);
  for (int c = 0; c < contacts; ++c) problem.b[dimension * c] = -std::abs(problem.b[dimension * c]);
  problem.d = draw(joint_rows * joints, 1);
  problem.mu = draw(contacts, 1).cwiseAbs() * 0.5;
  return problem;
}

}  // namespace nsds::test
