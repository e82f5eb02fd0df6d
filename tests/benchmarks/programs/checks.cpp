#include "benchmarks/programs/checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsds::bench::programs {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using test::JudgedProblem;

constexpr double infinity = std::numeric_limits<double>::infinity();

// M x, and the sum of the sizes of the terms of each row.
struct Product {
  VectorXd value, terms;
};

Product multiply(const Eigen::SparseMatrix<double>& M, const VectorXd& x) {
  return {M * x, M.cwiseAbs() * x.cwiseAbs()};
}

Product multiply_transposed(const Eigen::SparseMatrix<double>& M, const VectorXd& x) {
  return {M.transpose() * x, M.cwiseAbs().transpose() * x.cwiseAbs()};
}

bool vanishes(double value, double terms) {
  return std::fabs(value) <= slack_of_proofs * terms;
}

}  // namespace

double Absolute::largest() const {
  return std::max({primal, dual, gap});
}

Absolute absolute_of(const JudgedProblem& problem, const VectorXd& z, const VectorXd& multipliers) {
  const VectorXd lambda = multipliers.head(problem.b.size()), mu = multipliers.tail(problem.d.size());
  const VectorXd y = problem.A * z - problem.b, s = problem.C * z - problem.d, Mz = problem.M * z;
  const VectorXd g = Mz + problem.q - problem.A.transpose() * lambda - problem.C.transpose() * mu;
  Absolute found{};
  for (const double violation : y) found.primal = std::max(found.primal, -violation);
  for (const double violation : s) found.primal = std::max(found.primal, std::fabs(violation));
  for (const double multiplier : lambda) found.dual = std::max(found.dual, -multiplier);
  double bounds = 0.0;
  for (Index j = 0; j < z.size(); ++j) {
    found.primal = std::max({found.primal, problem.lower[j] - z[j], z[j] - problem.upper[j]});
    found.rounding += std::numeric_limits<double>::epsilon() * std::fabs(problem.q[j] * z[j]);
    if (g[j] == 0.0) continue;
    const double bound = g[j] > 0.0 ? problem.lower[j] : problem.upper[j];
    if (std::isfinite(bound)) {
      bounds += g[j] * bound;
    } else {
      found.dual = std::max(found.dual, std::fabs(g[j]));
    }
  }
  const double linear = problem.q.dot(z), quadratic = z.dot(Mz);
  found.gap = std::fabs(quadratic + linear - problem.b.dot(lambda) - problem.d.dot(mu) - bounds);
  found.objective = 0.5 * quadratic + linear;
  found.linear = std::fabs(linear);
  return found;
}

double distance_of_infeasibility(const JudgedProblem& problem, const VectorXd& proof) {
  const Index m = problem.b.size(), e = problem.d.size();
  if (!proof.allFinite()) return 0.0;
  const VectorXd lambda = proof.segment(problem.q.size(), m), mu = proof.tail(e);
  if (m > 0 && lambda.minCoeff() < 0.0) return 0.0;
  const Product A = multiply_transposed(problem.A, lambda), C = multiply_transposed(problem.C, mu);
  const VectorXd r = A.value + C.value, terms = A.terms + C.terms;
  double margin = problem.b.dot(lambda) + problem.d.dot(mu);
  double size = problem.b.cwiseAbs().dot(lambda) + problem.d.cwiseAbs().dot(mu.cwiseAbs());
  double open = 0.0;  // sum of |r_j| that no bound holds
  for (Index j = 0; j < r.size(); ++j) {
    if (r[j] == 0.0) continue;
    const double bound = r[j] > 0.0 ? problem.upper[j] : problem.lower[j];
    if (std::isfinite(bound)) {
      margin -= r[j] * bound;
      size += std::fabs(r[j] * bound);
    } else if (vanishes(r[j], terms[j])) {
      open += std::fabs(r[j]);
    } else {
      return 0.0;
    }
  }
  // A margin of rounding is none.
  if (!(margin > 1e-12 * size)) return 0.0;
  return open == 0.0 ? infinity : margin / open;
}

bool is_unbounded(const JudgedProblem& problem, const VectorXd& proof) {
  if (!proof.allFinite()) return false;
  const VectorXd v = proof.head(problem.q.size());
  const double terms = problem.q.cwiseAbs().dot(v.cwiseAbs());
  if (!(problem.q.dot(v) < -slack_of_proofs * terms)) return false;
  const Product M = multiply(problem.M, v), A = multiply(problem.A, v), C = multiply(problem.C, v);
  for (Index j = 0; j < v.size(); ++j) {
    if (!vanishes(M.value[j], M.terms[j])) return false;
    if ((v[j] < 0.0 && std::isfinite(problem.lower[j])) || (v[j] > 0.0 && std::isfinite(problem.upper[j])))
      return false;
  }
  for (Index i = 0; i < A.value.size(); ++i)
    if (A.value[i] < 0.0 && !vanishes(A.value[i], A.terms[i])) return false;
  for (Index i = 0; i < C.value.size(); ++i)
    if (!vanishes(C.value[i], C.terms[i])) return false;
  return true;
}

}  // namespace nsds::bench::programs
