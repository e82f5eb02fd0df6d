#include "support/program_instances.hpp"

#include <limits>

#include "support/draws.hpp"
#include "support/numbers.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd normal_matrix(Index rows, Index cols, Draws& draws) {
  MatrixXd A(rows, cols);
  for (Index j = 0; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) A(i, j) = draws.normal();
  return A;
}

MatrixXd curved(Index n, Curvature curvature, Draws& draws) {
  if (curvature == Curvature::none) return MatrixXd::Zero(n, n);
  const Index rank = curvature == Curvature::semidefinite ? (n + 1) / 2 : n;
  const MatrixXd factor = normal_matrix(n, rank, draws);
  MatrixXd Q = factor * factor.transpose() / static_cast<double>(n);
  if (curvature != Curvature::semidefinite) Q += 0.1 * MatrixXd::Identity(n, n);
  if (curvature == Curvature::nonsymmetric) {
    const MatrixXd B = normal_matrix(n, n, draws);
    Q += 0.5 * (B - B.transpose());
  }
  return Q;
}

// |J z - c|^2 up to a constant.
void least_squares(const MatrixXd& J, const VectorXd& c, ProgramInstance& instance) {
  instance.Q = 2.0 * J.transpose() * J;
  instance.p = -2.0 * J.transpose() * c;
}

ProgramInstance hs21() {
  ProgramInstance hs("HS21", 2, 1, 0);
  hs.Q << 0.02, 0, 0, 2;
  hs.p << 0, 0;
  hs.A << 10, -1;
  hs.b << 10;
  hs.lower << 2, -50;
  hs.upper << 50, 50;
  hs.z << 2, 0;
  return hs;
}

ProgramInstance hs28() {
  ProgramInstance hs("HS28", 3, 0, 1);
  MatrixXd J(2, 3);
  J << 1, 1, 0, 0, 1, 1;
  least_squares(J, VectorXd::Zero(2), hs);
  hs.C << 1, 2, 3;
  hs.d << 1;
  hs.z << 0.5, -0.5, 0.5;
  return hs;
}

ProgramInstance hs35() {
  ProgramInstance hs("HS35", 3, 1, 0);
  hs.Q << 4, 2, 2, 2, 4, 0, 2, 0, 2;
  hs.p << -8, -6, -4;
  hs.A << -1, -1, -2;
  hs.b << -3;
  hs.lower.setZero();
  hs.z << 4.0 / 3, 7.0 / 9, 4.0 / 9;
  return hs;
}

ProgramInstance hs48() {
  ProgramInstance hs("HS48", 5, 0, 2);
  MatrixXd J(3, 5);
  J << 1, 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 0, 1, -1;
  least_squares(J, Eigen::Vector3d(1, 0, 0), hs);
  hs.C << 1, 1, 1, 1, 1, 0, 0, 1, -2, -2;
  hs.d << 5, -3;
  hs.z.setOnes();
  return hs;
}

// HS51, HS52 and HS53 share their constraints but for one right-hand side.
ProgramInstance hs5x(const char* name, double first, double right, const VectorXd& z) {
  ProgramInstance hs(name, 5, 0, 3);
  MatrixXd J(4, 5);
  J << first, -1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1;
  least_squares(J, Eigen::Vector4d(0, 2, 1, 1), hs);
  hs.C << 1, 3, 0, 0, 0, 0, 0, 1, 1, -2, 0, 1, 0, 0, -1;
  hs.d << right, 0, 0;
  hs.z = z;
  return hs;
}

ProgramInstance hs76() {
  ProgramInstance hs("HS76", 4, 3, 0);
  hs.Q << 2, 0, -1, 0, 0, 1, 0, 0, -1, 0, 2, 1, 0, 0, 1, 1;
  hs.p << -1, -3, 1, -1;
  hs.A << -1, -2, -1, -1, -3, -1, -2, 1, 0, 1, 4, 0;
  hs.b << -5, -4, 1.5;
  hs.lower.setZero();
  hs.z << 3.0 / 11, 23.0 / 11, 0, 6.0 / 11;
  return hs;
}

}  // namespace

ProgramInstance::ProgramInstance(std::string given_name, Index n, Index m, Index e)
    : name(std::move(given_name)),
      Q(n, n),
      p(n),
      A(m, n),
      b(m),
      C(e, n),
      d(e),
      lower(VectorXd::Constant(n, -infinity)),
      upper(VectorXd::Constant(n, infinity)),
      z(n),
      unique(true) {}

ProgramInstance planted_program(const Planting& planting, std::uint64_t seed) {
  Draws draws(seed);
  const auto& [n, m, e, curvature, bounds, degenerate, redundant] = planting;
  ProgramInstance made("planted", n, m + redundant, e + redundant);
  made.unique = curvature == Curvature::definite || curvature == Curvature::nonsymmetric;
  made.Q = curved(n, curvature, draws);
  made.z = normal_matrix(n, 1, draws);
  VectorXd gradient = VectorXd::Zero(n);  // what multipliers leave for Q z + p
  const auto multiplier = [&](bool active) {
    return !active || (degenerate && draws.integer(0, 4) == 0) ? 0.0 : draws.uniform(0.1, 2.0);
  };
  for (Index i = 0; i < m + redundant; ++i) {
    const bool repeated = i >= m;
    made.A.row(i) = repeated ? VectorXd(draws.uniform(0.5, 2.0) * made.A.row(i - m).transpose())
                             : VectorXd(normal_matrix(n, 1, draws));
    const bool active = repeated ? made.b(i - m) == made.A.row(i - m).dot(made.z) : 2 * i < m;
    made.b(i) = made.A.row(i).dot(made.z) - (active ? 0.0 : draws.uniform(0.1, 2.0));
    gradient += multiplier(active) * made.A.row(i).transpose();
  }
  for (Index i = 0; i < e + redundant; ++i) {
    made.C.row(i) = i >= e ? VectorXd(draws.uniform(0.5, 2.0) * made.C.row(i - e).transpose())
                           : VectorXd(normal_matrix(n, 1, draws));
    made.d(i) = made.C.row(i).dot(made.z);
    gradient += draws.normal() * made.C.row(i).transpose();
  }
  for (Index j = 0; j < n && bounds; ++j) {
    const int kind = draws.integer(0, 3);  // free of its bounds, at the lower, at the upper, one bound only
    made.lower(j) = made.z(j) - (kind == 1 ? 0.0 : draws.uniform(0.1, 2.0));
    made.upper(j) = kind == 3 ? infinity : made.z(j) + (kind == 2 ? 0.0 : draws.uniform(0.1, 2.0));
    if (kind == 1) gradient(j) += multiplier(true);
    if (kind == 2) gradient(j) -= multiplier(true);
  }
  made.p = gradient - made.Q * made.z;
  return made;
}

std::vector<ProgramInstance> hock_schittkowski() {
  const VectorXd ones = VectorXd::Ones(5);
  VectorXd z52(5);
  z52 << -33, 11, 180, -158, 11;
  VectorXd z53(5);
  z53 << -33, 11, 27, -5, 11;
  std::vector<ProgramInstance> all{hs21(),
                                   hs28(),
                                   hs35(),
                                   hs48(),
                                   hs5x("HS51", 1, 4, ones),
                                   hs5x("HS52", 4, 0, z52 / 349.0),
                                   hs5x("HS53", 1, 0, z53 / 43.0),
                                   hs76()};
  all[6].lower.setConstant(-10);
  all[6].upper.setConstant(10);
  return all;
}

}  // namespace nsds::test
