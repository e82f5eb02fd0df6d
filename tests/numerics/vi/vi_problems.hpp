// Variational inequalities that are made around a solution, over every kind of set.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/vi.hpp"
#include "numerics/lcp/lcp_instances.hpp"

namespace nsds::test {

enum class SetKind { box, polyhedron, cones, ball };

struct PlantedVi {
  std::string name;
  SetKind kind;
  numerics::vi::Problem problem;
  Eigen::VectorXd solution;
  std::vector<std::shared_ptr<Eigen::MatrixXd>> rows;  // what a polyhedron views
};

// F(z) = M z + arctan(z) + q, M positive definite and not symmetric, with F(z) = w. With its Jacobian, or without.
numerics::NonlinearMap strongly_monotone(const Eigen::VectorXd& z, const Eigen::VectorXd& w, Random& random,
                                         bool with_jacobian = true);

PlantedVi planted_in_box(int n, Random& random);
PlantedVi planted_in_polyhedron(int n, Random& random);
// Lorentz cones with every way in which z and w can lie to each other, degenerate ones too, between rows of ℝ and ℝ₊.
PlantedVi planted_in_cones(int copies, Random& random);
PlantedVi planted_in_ball(int n, Random& random);
std::vector<PlantedVi> planted_vis();

// Projections as the header states them, written without looking at the library.
Eigen::VectorXd onto_lorentz(const Eigen::VectorXd& x, double mu);
numerics::vi::Projector onto_ball(double radius);

// A test that runs with every solver of the class.
class ViSolvers : public ::testing::TestWithParam<int> {
 protected:
  std::string name() const { return nsds_solver_at(NSDS_CLASS_VI, GetParam())->name; }
  numerics::Options options(double tolerance) const {
    return numerics::Options(NSDS_CLASS_VI, name()).set("tolerance", tolerance);
  }
  bool takes(SetKind kind) const {
    if (name() == "complementarity" || name() == "successive_avi")
      return kind == SetKind::box || kind == SetKind::polyhedron;
    if (is_newton_over_cones()) return kind == SetKind::box || kind == SetKind::cones;
    return true;
  }
  bool is_newton_over_cones() const {
    return name() == "normal_map_newton" || name() == "newton_fb" || name() == "newton_min" ||
           name() == "smoothing";
  }
  bool is_projection() const {
    return name() == "forward_backward" || name() == "golden_ratio" || name() == "extragradient" ||
           name() == "tseng" || name() == "hyperplane_projection";
  }
};

}  // namespace nsds::test
