// Quadratic programs and affine variational inequalities with known solutions.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

namespace nsds::test {

// min 1/2 z'Q z + p'z, or the variational inequality of Q z + p, subject to A z >= b, C z = d, lower <= z <=
// upper.
struct ProgramInstance {
  std::string name;
  Eigen::MatrixXd Q;
  Eigen::VectorXd p;
  Eigen::MatrixXd A;  // (m x n)
  Eigen::VectorXd b;
  Eigen::MatrixXd C;  // (e x n)
  Eigen::VectorXd d;
  Eigen::VectorXd lower, upper;
  Eigen::VectorXd z;  // a solution
  bool unique;        // z is the only one

  ProgramInstance(std::string name, Eigen::Index n, Eigen::Index m, Eigen::Index e);
};

enum class Curvature { definite, semidefinite, none, nonsymmetric };

// A solution is drawn, then p, b and d so that it is one: about half of the rows and bounds active, a fifth
// of those degenerate (multiplier and slack both zero) if so asked. redundant: how many rows of A and of C
// are repeated, scaled.
struct Planting {
  Eigen::Index n, m, e;
  Curvature curvature = Curvature::definite;
  bool bounds = false;
  bool degenerate = false;
  Eigen::Index redundant = 0;
};
ProgramInstance planted_program(const Planting& planting, std::uint64_t seed);

// Hock, Schittkowski, Test Examples for Nonlinear Programming Codes (1981): those that are convex and
// quadratic with linear constraints.
std::vector<ProgramInstance> hock_schittkowski();

}  // namespace nsds::test
