#include "benchmarks/programs/checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsds::bench::programs {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using test::JudgedProblem;

// Gaps are differences of large numbers: evaluated wider than the solvers do, their rounding is below that of the point.
using Wide = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
using WideMatrix = Eigen::SparseMatrix<long double>;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
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

// z'M z + q'z - b'lambda - d'mu - bounds'nu, summed as it stands.
double gap_in_double(const JudgedProblem& problem, const VectorXd& z, const VectorXd& multipliers) {
  const VectorXd lambda = multipliers.head(problem.b.size()), mu = multipliers.tail(problem.d.size());
  const VectorXd Mz = problem.M * z;
  const VectorXd g = Mz + problem.q - problem.A.transpose() * lambda - problem.C.transpose() * mu;
  double bounds = 0.0;
  for (Index j = 0; j < z.size(); ++j) {
    const double bound = g[j] > 0.0 ? problem.lower[j] : problem.upper[j];
    if (g[j] != 0.0 && std::isfinite(bound)) bounds += g[j] * bound;
  }
  return std::fabs(z.dot(Mz) + problem.q.dot(z) - problem.b.dot(lambda) - problem.d.dot(mu) - bounds);
}

}  // namespace

double Absolute::largest() const {
  return std::max({primal, dual, gap});
}

Absolute absolute_of(const JudgedProblem& problem, const VectorXd& z, const VectorXd& multipliers) {
  const Wide x = z.cast<long double>(), p = problem.q.cast<long double>();
  const Wide lambda = multipliers.head(problem.b.size()).cast<long double>();
  const Wide mu = multipliers.tail(problem.d.size()).cast<long double>();
  const Wide b = problem.b.cast<long double>(), d = problem.d.cast<long double>();
  const WideMatrix A = problem.A.cast<long double>(), C = problem.C.cast<long double>();
  const Wide y = A * x - b, s = C * x - d, Mz = problem.M.cast<long double>() * x;
  const Wide g = Mz + p - A.transpose() * lambda - C.transpose() * mu;
  long double primal = 0.0, dual = 0.0, bounds = 0.0, sizes = 0.0;
  for (const long double violation : y) primal = std::max(primal, -violation);
  for (const long double violation : s) primal = std::max(primal, std::fabs(violation));
  for (const long double multiplier : lambda) dual = std::max(dual, -multiplier);
  for (Index j = 0; j < z.size(); ++j) {
    primal = std::max({primal, problem.lower[j] - x[j], x[j] - problem.upper[j]});
    if (g[j] == 0.0) continue;
    const double bound = g[j] > 0.0 ? problem.lower[j] : problem.upper[j];
    // What bounds carry is free to choose: a gradient leaves a bound whose distance would cost more than it does itself.
    if (std::fabs(x[j] - bound) <= std::max(1.0L, std::fabs(x[j]))) {
      bounds += g[j] * bound;
      sizes += std::fabs(g[j] * bound);
    } else {
      dual = std::max(dual, std::fabs(g[j]));
    }
  }
  const long double linear = p.dot(x), quadratic = x.dot(Mz);
  const long double products = p.cwiseAbs().dot(x.cwiseAbs());
  sizes += products + x.cwiseAbs().dot(Mz.cwiseAbs()) + b.cwiseAbs().dot(lambda.cwiseAbs()) +
           d.cwiseAbs().dot(mu.cwiseAbs());
  const long double gap = std::fabs(quadratic + linear - b.dot(lambda) - d.dot(mu) - bounds);
  const auto narrow = [](long double value) { return static_cast<double>(value); };
  return {narrow(primal),
          narrow(dual),
          narrow(gap),
          narrow(0.5L * quadratic + linear),
          narrow(std::fabs(linear)),
          narrow(epsilon * products),
          gap_in_double(problem, z, multipliers),
          narrow(epsilon * sizes)};
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
