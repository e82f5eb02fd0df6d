// Random maps with planted solutions: z and w are drawn, the constant of F follows from F(z) = w. The third
// number is the seed.
#include <cmath>
#include <cstdint>

#include "support/draws.hpp"
#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test::nonlinear {
namespace {

using Eigen::MatrixXd;

bool is_seed(const Spec& spec) {
  return spec.third && *spec.third == std::floor(*spec.third);
}

Draws draws_of(const Spec& spec) {
  return Draws(static_cast<std::uint64_t>(*spec.third));
}

// A Aᵀ/n + I/10 and a skew part with entries of size 1/sqrt n.
MatrixXd definite(Draws& draws, Index n) {
  MatrixXd A(n, n);
  for (double& entry : A.reshaped()) entry = draws.normal();
  MatrixXd M = A * A.transpose() / static_cast<double>(n);
  M.diagonal().array() += 0.1;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) {
      const double entry = draws.normal() / std::sqrt(static_cast<double>(n));
      M(i, j) += entry;
      M(j, i) -= entry;
    }
  return M;
}

struct Pair {
  VectorXd z, w;
};

// Half of the rows that have a bound are at it, of these a share with w_i = 0.
Pair draw_solution(Draws& draws, double degenerate, const NonlinearProblem& problem) {
  const Index n = problem.size();
  Pair pair{VectorXd(n), VectorXd::Zero(n)};
  for (Index i = 0; i < n; ++i) {
    const double low = problem.lower[i], high = problem.upper[i], inner = draws.uniform(0.1, 0.9);
    const double force = draws.uniform(0.5, 2.0) * (draws.uniform(0.0, 1.0) < degenerate ? 0.0 : 1.0);
    const bool pressed = draws.uniform(0.0, 1.0) < 0.5, to_low = draws.uniform(0.0, 1.0) < 0.5;
    if (low == -infinite && high == infinite) {
      pair.z[i] = 2.0 * inner - 1.0;
    } else if (high == infinite || (to_low && low != -infinite)) {
      pair.z[i] = pressed ? low : low + inner * std::min(1.0, high - low);
      if (pressed) pair.w[i] = force;
    } else {
      pair.z[i] = pressed ? high : high - inner * std::min(1.0, high - low);
      if (pressed) pair.w[i] = -force;
    }
  }
  return pair;
}

template <class Curve>
void finish(const Sparse& M, std::vector<std::vector<Index>> groups, const Pair& pair, Kind kind, Curve phi,
            NonlinearProblem& problem) {
  Grouped map{M, VectorXd::Zero(problem.size()), std::move(groups)};
  plant(pair.z, pair.w, phi, map);
  set_grouped(map, phi, problem);
  problem.solutions = {pair.z};
  problem.kind = kind;
  problem.monotone_feasible = true;
  if (problem.starts.empty()) usual_starts(problem);
}

// c_i atan s with c_i in (0, 5) [Taji, Fukushima, Ibaraki 1993].
struct Arctangents {
  VectorXd c;

  Arctangents(Draws& draws, Index n) : c(n) {
    for (double& entry : c) entry = draws.uniform(0.0, 5.0);
  }
  Point operator()(Index i, double s) const { return {c[i] * std::atan(s), c[i] / (1.0 + s * s)}; }
};

Made dense(const Spec& spec, double degenerate, Kind kind) {
  if (spec.size > 2000 || !is_seed(spec)) return {};
  Draws draws = draws_of(spec);
  NonlinearProblem problem = boxed(spec.size, 0.0, infinite);
  const MatrixXd M = definite(draws, spec.size);
  const Arctangents phi(draws, spec.size);
  const Pair pair = draw_solution(draws, degenerate, problem);
  finish(M.sparseView(), singles(spec.size), pair, kind, phi, problem);
  problem.uniformly_p = true;
  return problem;
}

// Dense and strongly monotone.
Made make_monotone(const Spec& spec) {
  return dense(spec, 0.0, Kind::regular);
}

// The same with z_i = F_i = 0 in four fifths of the rows that are at a bound.
Made make_degenerate(const Spec& spec) {
  return dense(spec, 0.8, Kind::degenerate);
}

// M = A Aᵀ of half rank, A ≥ 0, and arctangents in the first quarter of the rows: the solutions may be many.
Made make_semidefinite(const Spec& spec) {
  if (spec.size < 4 || spec.size > 2000 || !is_seed(spec)) return {};
  Draws draws = draws_of(spec);
  const Index n = spec.size;
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  MatrixXd A(n, n / 2);
  for (double& entry : A.reshaped()) entry = draws.uniform(0.0, 1.0);
  const MatrixXd M = A * A.transpose() / static_cast<double>(n);
  const Arctangents phi(draws, n);
  const Pair pair = draw_solution(draws, 0.2, problem);
  finish(M.sparseView(), singles(n / 4), pair, Kind::unknown, phi, problem);
  return problem;
}

// Sparse, with boxes that are finite, half-lines and lines, and s³ + atan s in each row.
Made make_mixed(const Spec& spec) {
  if (spec.size < 4 || spec.size > 100000 || !is_seed(spec)) return {};
  Draws draws = draws_of(spec);
  const Index n = spec.size;
  NonlinearProblem problem = boxed(n, -infinite, infinite);
  Triplets entries;
  for (Index i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 0.2);
    for (int k = 0; k < 3; ++k) {
      const Index j = i + draws.integer(1, 12);
      const double coupling = draws.uniform(0.1, 1.0), skew = draws.uniform(-0.5, 0.5);
      if (j >= n) continue;
      entries.emplace_back(i, i, coupling);
      entries.emplace_back(j, j, coupling);
      entries.emplace_back(i, j, skew - coupling);
      entries.emplace_back(j, i, -skew - coupling);
    }
    const int shape = draws.integer(0, 3);
    if (shape == 0 || shape == 1) problem.lower[i] = draws.uniform(-1.0, 0.0);
    if (shape == 0 || shape == 2) problem.upper[i] = draws.uniform(0.1, 1.0);
  }
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  const Pair pair = draw_solution(draws, 0.0, problem);
  const auto phi = [](Index, double s) {
    return Point{s * s * s + std::atan(s), 3.0 * s * s + 1.0 / (1.0 + s * s)};
  };
  finish(M, singles(n), pair, Kind::regular, phi, problem);
  problem.uniformly_p = true;
  return problem;
}

// A lower triangular P-matrix that is not positive definite: 1 on the diagonal, 4 beside each second entry of
// it and ±1/4 two columns before; and s³ in each row.
Made make_p_function(const Spec& spec) {
  if (spec.size < 4 || spec.size > 100000 || !is_seed(spec)) return {};
  Draws draws = draws_of(spec);
  const Index n = spec.size;
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  Triplets entries;
  for (Index i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 1.0);
    if (i % 2 == 1) entries.emplace_back(i, i - 1, draws.uniform(0.0, 1.0) < 0.5 ? 4.0 : -4.0);
    if (i >= 2) entries.emplace_back(i, i - 2, draws.uniform(0.0, 1.0) < 0.5 ? 0.25 : -0.25);
  }
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  const Pair pair = draw_solution(draws, 0.0, problem);
  finish(
      M, singles(n), pair, Kind::regular,
      [](Index, double s) {
        return Point{s * s * s, 3.0 * s * s};
      },
      problem);
  problem.monotone_feasible = false;
  problem.uniformly_p = true;
  return problem;
}

// Dense and strongly monotone where it is defined: rows i = 0, 1, 2 modulo 3 have ln s with z free, sqrt(s + 1/100)
// with z ≥ 0, and nothing with z ≥ 0.
Made make_domain(const Spec& spec) {
  if (spec.size < 3 || spec.size > 1000 || !is_seed(spec)) return {};
  Draws draws = draws_of(spec);
  const Index n = spec.size;
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  const MatrixXd M = definite(draws, n);
  Pair pair = draw_solution(draws, 0.0, problem);
  std::vector<std::vector<Index>> groups;
  for (Index i = 0; i < n; ++i) {
    if (i % 3 != 2) groups.push_back({i});
    if (i % 3 != 0) continue;
    problem.lower[i] = -infinite;
    pair.z[i] = std::exp(draws.uniform(-4.0, 1.0));
    pair.w[i] = 0.0;
  }
  const auto phi = [](Index t, double s) {
    if (t % 2 == 0) return Point{std::log(s), 1.0 / s, s > 0.0};
    const double root = std::sqrt(s + 0.01);
    return Point{root, 0.5 / root, s > -0.01};
  };
  problem.starts = {VectorXd::Ones(n), VectorXd::Constant(n, 10.0), VectorXd::Constant(n, 0.001)};
  finish(M.sparseView(), groups, pair, Kind::regular, phi, problem);
  problem.uniformly_p = true;
  return problem;
}

}  // namespace

std::vector<Family> random_families() {
  return {{"monotone", make_monotone}, {"degenerate", make_degenerate}, {"semidefinite", make_semidefinite},
          {"mixed", make_mixed},       {"p_function", make_p_function}, {"domain", make_domain}};
}

}  // namespace nsds::test::nonlinear
