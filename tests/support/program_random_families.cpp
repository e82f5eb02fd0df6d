// The families of program_families.hpp with planted solutions, and the problems of Hock and Schittkowski.
#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "support/draws.hpp"
#include "support/program_build.hpp"
#include "support/program_instances.hpp"

namespace nsds::test {
namespace {

using Eigen::VectorXd;

void copy(const ProgramInstance& instance, Program& program) {
  program.Q = instance.Q;
  program.A = instance.A;
  program.C = instance.C;
  program.p = instance.p;
  program.b = instance.b;
  program.d = instance.d;
  program.lower = instance.lower;
  program.upper = instance.upper;
  program.solution = instance.z;
  program.unique = instance.unique;
}

void plant_dense(const Planting& planting, std::uint64_t seed, Program& program) {
  copy(planted_program(planting, seed), program);
}

// Each row's couplings to three others at most 12 away, with a skew part of that relative size; 0.2 more on
// the diagonal. Narrow, so that it factorises with little fill.
void add_definite(Draws& draws, int n, double skewness, Triplets& entries) {
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 0.2);
    for (int k = 0; k < 3; ++k) {
      const int j = i + draws.integer(1, 12);
      const double coupling = draws.uniform(0.1, 1.0), skew = skewness * draws.uniform(-1.0, 1.0);
      if (j >= n) continue;
      entries.emplace_back(i, i, coupling);
      entries.emplace_back(j, j, coupling);
      entries.emplace_back(i, j, skew - coupling);
      entries.emplace_back(j, i, -skew - coupling);
    }
  }
}

// Rows spread evenly over the unknowns, of four entries around their place, reflected at the ends.
void add_rows(Draws& draws, int rows, int n, Triplets& entries) {
  for (int row = 0; row < rows; ++row) {
    const int centre = static_cast<int>(static_cast<double>(row) * n / rows), last = n - 1;
    for (int k = 0; k < 4; ++k) {
      const int inside = std::abs(centre + draws.integer(-6, 6));
      const int column = std::clamp(inside > last ? 2 * last - inside : inside, 0, last);
      entries.emplace_back(row, column, draws.uniform(-1.0, 1.0));
    }
  }
}

// How much of what is active has multiplier zero.
struct Shares {
  double active_rows, active_bounds, degenerate;
};

void plant_sparse(Draws& draws, const Shares& shares, Program& program) {
  const int n = program.size();
  const auto multiplier = [&] {
    const double size = draws.uniform(0.1, 2.0);
    return draws.uniform(0.0, 1.0) < shares.degenerate ? 0.0 : size;
  };
  VectorXd z(n), lambda = VectorXd::Zero(program.inequalities()), mu(program.equalities());
  VectorXd gradient = VectorXd::Zero(n);
  for (double& entry : z) entry = draws.normal();
  for (double& entry : mu) entry = draws.normal();
  if (program.equalities() > 0) program.d = program.sC * z;
  program.b = program.sA * z;
  for (int i = 0; i < program.inequalities(); ++i) {
    if (draws.uniform(0.0, 1.0) < shares.active_rows) {
      lambda[i] = multiplier();
    } else {
      program.b[i] -= draws.uniform(0.1, 2.0);
    }
  }
  for (int j = 0; j < n; ++j) {
    const bool active = draws.uniform(0.0, 1.0) < shares.active_bounds, low = draws.integer(0, 1) == 0;
    program.lower[j] = z[j] - (active && low ? 0.0 : draws.uniform(0.1, 2.0));
    program.upper[j] = z[j] + (active && !low ? 0.0 : draws.uniform(0.1, 2.0));
    if (active) gradient[j] = low ? multiplier() : -multiplier();
  }
  gradient += program.sA.transpose() * lambda;
  if (program.equalities() > 0) gradient += program.sC.transpose() * mu;
  program.p = gradient - program.sQ * z;
  program.solution = z;
}

void make_narrow(int n, std::uint64_t seed, bool curved, double skewness, const Shares& shares,
                 Program& program) {
  Draws draws(seed);
  start_program(n, n / 2, n / 8, program);
  ProgramEntries entries;
  if (curved) add_definite(draws, n, skewness, entries.Q);
  add_rows(draws, n / 2, n, entries.A);
  add_rows(draws, n / 8, n, entries.C);
  set_entries(entries, program);
  plant_sparse(draws, shares, program);
  program.unique = curved;
}

}  // namespace

void make_hock_schittkowski(int number, std::uint64_t, Program& program) {
  for (const ProgramInstance& instance : hock_schittkowski())
    if (instance.name == "HS" + std::to_string(number)) return copy(instance, program);
  throw std::invalid_argument("of Hock and Schittkowski there are 21, 28, 35, 48, 51, 52, 53, 76");
}

void make_dense_program(int n, std::uint64_t seed, Program& program) {
  plant_dense({n, n / 2, n / 8, Curvature::definite, true}, seed, program);
}

void make_semidefinite_program(int n, std::uint64_t seed, Program& program) {
  plant_dense({n, n, n / 8, Curvature::semidefinite, true}, seed, program);
}

void make_redundant_program(int n, std::uint64_t seed, Program& program) {
  plant_dense({n, n / 2, n / 8, Curvature::definite, true, false, n / 8}, seed, program);
}

void make_monotone_inequality(int n, std::uint64_t seed, Program& program) {
  plant_dense({n, n / 2, n / 8, Curvature::nonsymmetric, true}, seed, program);
}

void make_sparse_program(int n, std::uint64_t seed, Program& program) {
  make_narrow(n, seed, true, 0.0, {0.4, 0.3, 0.0}, program);
}

void make_linear_program(int n, std::uint64_t seed, Program& program) {
  make_narrow(n, seed, false, 0.0, {0.5, 0.5, 0.0}, program);
}

void make_degenerate_program(int n, std::uint64_t seed, Program& program) {
  make_narrow(n, seed, true, 0.0, {0.9, 0.8, 0.7}, program);
}

void make_skew_inequality(int n, std::uint64_t seed, Program& program) {
  make_narrow(n, seed, true, 0.5, {0.4, 0.3, 0.1}, program);
}

}  // namespace nsds::test
