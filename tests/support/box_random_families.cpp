// The families of box_families.hpp that are random with a planted solution: z and w are chosen, q = w - M z.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "support/box_build.hpp"
#include "support/draws.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A solution of the boxes, `degenerate` of the rows that have a bound being at it with w_i = 0. At a bound,
// where one is, half of the others.
void plant(Draws& draws, double degenerate, BoxProblem& problem) {
  const int n = problem.size();
  VectorXd z(n), w = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) {
    const double low = problem.lower[i], high = problem.upper[i];
    const double inner = draws.uniform(0.1, 0.9), force = draws.uniform(0.5, 2.0);
    const double kind = draws.uniform(0.0, 1.0);
    const bool to_low = high == infinite || (low != -infinite && draws.uniform(0.0, 1.0) < 0.5);
    if (low == -infinite && high == infinite) {
      z[i] = 2.0 * inner - 1.0;
    } else if (kind < 0.5 * (1.0 + degenerate)) {
      z[i] = to_low ? low : high;
      if (kind >= degenerate) w[i] = to_low ? force : -force;
    } else if (low != -infinite && high != infinite) {
      z[i] = low + inner * (high - low);
    } else {
      z[i] = to_low ? low + inner : high - inner;
    }
  }
  problem.q = w - (problem.is_sparse() ? VectorXd(problem.sparse * z) : VectorXd(problem.M * z));
  problem.solution = z;
}

// A A'/n + I/10 and a skew part with entries of size 1/sqrt(n).
MatrixXd definite(Draws& draws, int n) {
  MatrixXd A(n, n), M = MatrixXd::Zero(n, n);
  for (double& entry : A.reshaped()) entry = draws.normal();
  M.selfadjointView<Eigen::Lower>().rankUpdate(A, 1.0 / n);
  M.triangularView<Eigen::StrictlyUpper>() = M.transpose();
  M.diagonal().array() += 0.1;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) {
      const double entry = draws.normal() / std::sqrt(n);
      M(i, j) += entry;
      M(j, i) -= entry;
    }
  return M;
}

// Couplings of each row to three others at most 12 away, and a skew part of the same pattern; the sum of a
// row's symmetric couplings and 0.2 on the diagonal. Narrow, so that it factorises with little fill.
void set_sparse_definite(Draws& draws, BoxProblem& problem) {
  const int n = problem.size();
  Triplets entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 0.2);
    for (int k = 0; k < 3; ++k) {
      const int j = i + draws.integer(1, 12);
      const double coupling = draws.uniform(0.1, 1.0), skew = draws.uniform(-0.5, 0.5);
      if (j >= n) continue;
      entries.emplace_back(i, i, coupling);
      entries.emplace_back(j, j, coupling);
      entries.emplace_back(i, j, skew - coupling);
      entries.emplace_back(j, i, -skew - coupling);
    }
  }
  set_sparse(entries, problem);
}

void free_some(Draws& draws, double share, BoxProblem& problem) {
  for (int i = 0; i < problem.size(); ++i)
    if (draws.uniform(0.0, 1.0) < share) free_row(i, problem);
}

// The saddle-point matrix of min x'Hx/2 + c'x, A x = b, G x >= g with unknowns (x, lambda, mu):
//   H x - A' lambda - G' mu + c = 0,   A x - b = 0,   0 <= mu  _|_  G x - g >= 0.
struct QuadraticProgram {
  int variables, equalities, inequalities;

  explicit QuadraticProgram(int n)
      : variables(n - n / 8 - 3 * n / 8), equalities(n / 8), inequalities(3 * n / 8) {}

  void start(BoxProblem& problem) const {
    start_box(variables + equalities + inequalities, problem);
    for (int i = 0; i < variables + equalities; ++i) free_row(i, problem);
  }
};

// Four entries around its place among the variables, reflected at the ends.
void add_constraint(Draws& draws, int row, int centre, int variables, Triplets& entries) {
  for (int k = 0; k < 4; ++k) {
    const int inside = std::abs(centre + draws.integer(-6, 6)), last = variables - 1;
    const int column = std::clamp(inside > last ? 2 * last - inside : inside, 0, last);
    const double entry = draws.uniform(-1.0, 1.0);
    entries.emplace_back(row, column, entry);
    entries.emplace_back(column, row, -entry);
  }
}

// A third of the inequality rows is active, with positive multipliers: n/4 active rows, independent as random
// rows are, beside n/2 variables.
void plant_multipliers(Draws& draws, const QuadraticProgram& qp, BoxProblem& problem) {
  const int n = problem.size();
  VectorXd z(n), w = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) {
    z[i] = draws.uniform(-1.0, 1.0);
    if (i < qp.variables + qp.equalities) continue;
    const double size = draws.uniform(0.5, 2.0);
    const bool active = draws.integer(0, 2) == 0;
    z[i] = active ? size : 0.0;
    w[i] = active ? 0.0 : size;
  }
  problem.q = w - (problem.is_sparse() ? VectorXd(problem.sparse * z) : VectorXd(problem.M * z));
  problem.solution = z;
}

}  // namespace

void make_monotone(int n, double seed, BoxProblem& problem) {
  Draws draws(static_cast<std::uint64_t>(seed));
  start_box(n, problem);
  problem.M = definite(draws, n);
  free_some(draws, 0.5, problem);
  plant(draws, 0.2, problem);
  problem.unique = true;
}

void make_sparse(int n, double seed, BoxProblem& problem) {
  Draws draws(static_cast<std::uint64_t>(seed));
  start_box(n, problem);
  set_sparse_definite(draws, problem);
  free_some(draws, 1.0 / 3.0, problem);
  plant(draws, 0.2, problem);
  problem.unique = true;
}

void make_degenerate(int n, double seed, BoxProblem& problem) {
  Draws draws(static_cast<std::uint64_t>(seed));
  start_box(n, problem);
  MatrixXd B(n, std::max(1, n / 2));
  for (double& entry : B.reshaped()) entry = draws.integer(-2, 2);
  problem.M = B * B.transpose();
  problem.symmetric = true;
  free_some(draws, 0.5, problem);
  plant(draws, 0.7, problem);
}

void make_qp(int n, double seed, BoxProblem& problem) {
  Draws draws(static_cast<std::uint64_t>(seed));
  const QuadraticProgram qp(n);
  qp.start(problem);
  Triplets entries;
  for (int i = 0; i < qp.variables; ++i) {
    entries.emplace_back(i, i, draws.uniform(0.5, 2.0));
    if (i == 0) continue;
    const double coupling = draws.uniform(0.0, 1.0);  // a chain of springs
    entries.emplace_back(i, i, coupling);
    entries.emplace_back(i - 1, i - 1, coupling);
    entries.emplace_back(i, i - 1, -coupling);
    entries.emplace_back(i - 1, i, -coupling);
  }
  const auto place = [&](int row, int rows) {
    return static_cast<int>(static_cast<double>(row) * qp.variables / rows);
  };
  for (int r = 0; r < qp.equalities; ++r)
    add_constraint(draws, qp.variables + r, place(r, qp.equalities), qp.variables, entries);
  for (int r = 0; r < qp.inequalities; ++r)
    add_constraint(draws, qp.variables + qp.equalities + r, place(r, qp.inequalities), qp.variables, entries);
  set_sparse(entries, problem);
  plant_multipliers(draws, qp, problem);
  problem.unique = true;
}

void make_redundant(int n, double seed, BoxProblem& problem) {
  Draws draws(static_cast<std::uint64_t>(seed));
  const QuadraticProgram qp(n);
  qp.start(problem);
  const int rows = qp.equalities + qp.inequalities;
  MatrixXd constraints(rows, qp.variables);
  for (double& entry : constraints.reshaped()) entry = draws.uniform(-1.0, 1.0);
  for (int r = 1; r < qp.equalities; r += 2) constraints.row(r) = constraints.row(r - 1);
  const MatrixXd H = definite(draws, qp.variables);
  problem.M = MatrixXd::Zero(n, n);
  problem.M.topLeftCorner(qp.variables, qp.variables) = 0.5 * (H + H.transpose());
  problem.M.bottomLeftCorner(rows, qp.variables) = constraints;
  problem.M.topRightCorner(qp.variables, rows) = -constraints.transpose();
  plant_multipliers(draws, qp, problem);
  // The right-hand sides of equal rows agree to the last bit.
  for (int r = 1; r < qp.equalities; r += 2) problem.q[qp.variables + r] = problem.q[qp.variables + r - 1];
}

void make_relay(int n, double seed, BoxProblem& problem) {
  Draws draws(static_cast<std::uint64_t>(seed));
  start_box(n, problem);
  problem.M = definite(draws, n);
  for (double& bound : problem.lower) bound = -draws.uniform(0.5, 2.0);
  for (double& bound : problem.upper) bound = draws.uniform(0.5, 2.0);
  plant(draws, 0.2, problem);
  problem.unique = true;
}

void make_boxes(int n, double seed, BoxProblem& problem) {
  Draws draws(static_cast<std::uint64_t>(seed));
  start_box(n, problem);
  set_sparse_definite(draws, problem);
  for (int i = 0; i < n; ++i) {
    const int kind = draws.integer(0, 5);  // 0, 1: finite
    const double low = draws.uniform(-2.0, -0.5), high = draws.uniform(0.5, 2.0);
    problem.lower[i] = kind == 2 || kind == 3 ? -infinite : low;
    problem.upper[i] = kind == 3 || kind == 4 ? infinite : kind == 5 ? low : high;
  }
  plant(draws, 0.2, problem);
  problem.unique = true;
}

}  // namespace nsds::test
