// What the interfaces to the nonlinear solvers of Siconos share.
#pragma once

#include <cmath>
#include <vector>

#include "benchmarks/peers/problems/nonlinear_peers.hpp"

namespace nsds::bench {

// Outside the domain, where there is no way to say so, NaN.
inline void evaluate_or_nan(const test::NonlinearProblem& problem, const Eigen::VectorXd& z, double* F) {
  Eigen::Map<Eigen::VectorXd> out(F, z.size());
  Eigen::VectorXd value(z.size());
  if (!problem.F(z, value)) value.setConstant(std::nan(""));
  out = value;
}

inline Eigen::MatrixXd dense_jacobian(const test::NonlinearProblem& problem, const Eigen::VectorXd& z) {
  const Eigen::Index n = problem.size();
  Eigen::VectorXd values(problem.values());
  if (!problem.J(z, values)) values.setConstant(std::nan(""));
  if (problem.is_dense()) return Eigen::Map<const Eigen::MatrixXd>(values.data(), n, n);
  const auto& pattern = problem.pattern;
  return Eigen::MatrixXd(Eigen::Map<const Eigen::SparseMatrix<double>>(
      n, n, pattern.nonZeros(), pattern.outerIndexPtr(), pattern.innerIndexPtr(), values.data()));
}

std::vector<NonlinearPeer> siconos_mixed_peers();  // of the class MCP
std::vector<NonlinearPeer> siconos_ncp_peers();
std::vector<NonlinearPeer> siconos_box_vi_peers();

}  // namespace nsds::bench
