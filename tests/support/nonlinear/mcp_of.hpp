// A nonlinear problem by formula as the library takes it, and an answer judged without the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "nsds/numerics/cpp/mcp.hpp"
#include "support/nonlinear/nonlinear_problem.hpp"

namespace nsds::test {

// problem: must outlive it.
inline numerics::NonlinearMap map_of(const NonlinearProblem& problem) {
  using numerics::NonlinearMap;
  if (!problem.is_dense()) return NonlinearMap(problem.F, problem.pattern, problem.J);
  const auto jacobian = [&problem](const VectorIn& z, Eigen::Ref<Eigen::MatrixXd> J) {
    return problem.J(z, Eigen::Map<Eigen::VectorXd>(J.data(), J.size()));
  };
  return NonlinearMap(problem.F, jacobian);
}

// problem: must outlive it.
inline numerics::mcp::Problem mcp_of(const NonlinearProblem& problem) {
  return {map_of(problem), problem.lower, problem.upper};
}

inline Eigen::VectorXd start_of(const NonlinearProblem& problem, std::size_t k) {
  return problem.starts[k].cwiseMax(problem.lower).cwiseMin(problem.upper);
}

// The natural map without units; infinite outside the domain.
inline double natural_residual(const NonlinearProblem& problem, const Eigen::VectorXd& z) {
  Eigen::VectorXd F(z.size());
  if (!problem.F(z, F)) return std::numeric_limits<double>::infinity();
  const Eigen::VectorXd moved = (z - F).cwiseMax(problem.lower).cwiseMin(problem.upper);
  return (z - moved).lpNorm<Eigen::Infinity>();
}

// What docs/ok.md says of z, written from the page: the largest part of the terms |F - J z| + |J||z| of a row that its side leaves, by rule b
// alone; infinite outside the domain or the bounds.
inline double contract_residual(const NonlinearProblem& problem, const Eigen::VectorXd& z) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  Eigen::VectorXd F(z.size()), values(problem.values());
  if ((z.array() < problem.lower.array()).any() || (z.array() > problem.upper.array()).any()) return infinite;
  if (!problem.F(z, F) || !problem.J(z, values)) return infinite;
  Eigen::VectorXd product = Eigen::VectorXd::Zero(z.size()), terms = product;
  const auto add = [&](Eigen::Index i, Eigen::Index j, double value) {
    product[i] += value * z[j];
    terms[i] += std::fabs(value * z[j]);
  };
  if (problem.is_dense()) {
    for (Eigen::Index j = 0; j < z.size(); ++j)
      for (Eigen::Index i = 0; i < z.size(); ++i) add(i, j, values[j * z.size() + i]);
  } else {
    for (Eigen::Index j = 0, k = 0; j < z.size(); ++j)
      for (Eigen::SparseMatrix<double>::InnerIterator entry(problem.pattern, j); entry; ++entry)
        add(entry.row(), j, values[k++]);
  }
  double largest = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double above = z[i] > problem.lower[i] ? F[i] : 0.0, below = z[i] < problem.upper[i] ? -F[i] : 0.0;
    const double violation = std::max({above, below, 0.0});
    if (violation > 0.0) largest = std::max(largest, violation / (terms[i] + std::fabs(F[i] - product[i])));
  }
  return largest;
}

// How far z is from the solutions that are known; 0 where none is, or where answers are not compared.
inline double distance_to_solutions(const NonlinearProblem& problem, const Eigen::VectorXd& z) {
  if (problem.kind == NonlinearProblem::Kind::unknown) return 0.0;
  if (problem.distance) return problem.distance(z);
  double least = std::numeric_limits<double>::infinity();
  for (const Eigen::VectorXd& solution : problem.solutions)
    least = std::min(least, (z - solution).lpNorm<Eigen::Infinity>());
  return least;
}

inline double admissible_distance(const NonlinearProblem& problem) {
  return problem.kind == NonlinearProblem::Kind::regular ? 1e-9 : 1e-5;
}

}  // namespace nsds::test
