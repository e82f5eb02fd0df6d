// Quasi-variational inequalities that are made around a solution, over every kind of set. F is strongly monotone, and K(z) moves
// so much less than z that there is no other solution.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/qvi.hpp"
#include "numerics/vi/vi_problems.hpp"

namespace nsds::test {

// How K(z) depends on z: a set that moves, rows in a fixed box, or rows in a box that moves.
enum class QviKind { box, polyhedron, cones, ball, rows, both };

struct PlantedQvi {
  std::string name;
  QviKind kind;
  numerics::qvi::Problem problem;
  Eigen::VectorXd solution;
  std::vector<std::shared_ptr<Eigen::MatrixXd>> matrices;  // what a polyhedron views
};

PlantedQvi planted_qvi(QviKind kind, int n, Random& random);
// One of each kind and of two sizes.
std::vector<PlantedQvi> planted_qvis();

// c with c(z) = target, |c(x) - c(y)| ≤ 0.05 |x - y|. With its Jacobian in a pattern, or without any.
numerics::NonlinearMap small_shift(const Eigen::VectorXd& z, const Eigen::VectorXd& target,
                                   bool with_jacobian = true);

// n rows, strictly concave in y: g_i = offset_i - (y_i² + y_{i+1}²) / 4 - sin(z_{i+2}) / 20, cyclic, with g(z, z) = slack.
numerics::qvi::Rows concave_rows(const Eigen::VectorXd& z, const Eigen::VectorXd& slack,
                                 bool with_by_z = true);
// ∇_y g lambda of those at y.
Eigen::VectorXd gradient_of_concave_rows(const Eigen::VectorXd& y, const Eigen::VectorXd& lambda);

// A test that runs with every solver of the class.
class QviSolvers : public ::testing::TestWithParam<int> {
 protected:
  std::string name() const { return nsds_solver_at(NSDS_CLASS_QVI, GetParam())->name; }
  numerics::Options options(double tolerance) const {
    return numerics::Options(NSDS_CLASS_QVI, name()).set("tolerance", tolerance);
  }
  bool takes(QviKind kind) const {
    if (kind == QviKind::ball) return name() == "auto" || name() == "fixed_point";
    return name() != "augmented_lagrangian" || kind == QviKind::rows || kind == QviKind::both;
  }
};

}  // namespace nsds::test
