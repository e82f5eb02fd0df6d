// What the families of nonlinear problems are built with.
#pragma once

#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/nonlinear/dual.hpp"
#include "support/nonlinear/nonlinear_problem.hpp"
#include "support/spec.hpp"

namespace nsds::test::nonlinear {

using Eigen::Index;
using Eigen::VectorXd;
using Kind = NonlinearProblem::Kind;
using Sparse = Eigen::SparseMatrix<double>;
using Triplets = std::vector<Eigen::Triplet<double>>;
using Made = std::optional<NonlinearProblem>;

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Family {
  const char* name;
  Made (*make)(const Spec& spec);  // nothing where there is no such instance
};

// The families by theme, each in the file of its name.
std::vector<Family> classic_families();
std::vector<Family> program_families();
std::vector<Family> economy_families();
std::vector<Family> game_families();
std::vector<Family> network_families();
std::vector<Family> field_families();
std::vector<Family> lubrication_families();
std::vector<Family> control_families();
std::vector<Family> random_families();

inline VectorXd vector_of(std::initializer_list<double> entries) {
  VectorXd z(static_cast<Index>(entries.size()));
  Index i = 0;
  for (const double entry : entries) z[i++] = entry;
  return z;
}

// n unknowns with the same bounds.
inline NonlinearProblem boxed(Index n, double lower, double upper) {
  NonlinearProblem problem;
  problem.lower = VectorXd::Constant(n, lower);
  problem.upper = VectorXd::Constant(n, upper);
  return problem;
}

inline VectorXd projected(const NonlinearProblem& problem, const VectorXd& z) {
  return z.cwiseMax(problem.lower).cwiseMin(problem.upper);
}

// The rule for starts where neither the literature nor the domain asks for others: the points of the box
// nearest to 0, to (1, ..., 1) and to z_i = 10 / i, i = 1, ..., n.
inline void usual_starts(NonlinearProblem& problem) {
  const Index n = problem.size();
  problem.starts = {
      projected(problem, VectorXd::Zero(n)), projected(problem, VectorXd::Ones(n)),
      projected(problem, 10.0 * VectorXd::LinSpaced(n, 1.0, static_cast<double>(n)).cwiseInverse())};
}

// A number in [low, high) for each index and column: the fractional part of (i + 1) times an irrational one
// [Weyl 1916], so that data can be written down as a formula.
inline double spread(Index i, int column, double low, double high) {
  constexpr std::array irrational = {0.6180339887498949, 0.4142135623730951, 0.7320508075688772,
                                     0.2360679774997898, 0.6457513110645906, 0.3166247903553998};
  const double turns = static_cast<double>(i + 1) * irrational.at(static_cast<std::size_t>(column));
  return low + (high - low) * (turns - std::floor(turns));
}

// F from formula(z, F), a generic callable over arrays of double or of Dual that returns false outside the
// domain; J is dense, a column for each run of the formula.
template <class Formula>
void set_dense(Formula formula, NonlinearProblem& problem) {
  const auto n = static_cast<std::size_t>(problem.size());
  problem.F = [formula](const VectorIn& z, VectorOut F) { return formula(z.data(), F.data()); };
  problem.J = [formula, n](const VectorIn& z, VectorOut values) {
    thread_local std::vector<Dual> x, y;
    x.resize(std::max(n, x.size()));
    y.resize(x.size());
    for (std::size_t i = 0; i < n; ++i) x[i] = z[static_cast<Index>(i)];
    double* entry = values.data();
    for (std::size_t j = 0; j < n; ++j) {
      x[j].slope = 1.0;
      if (!formula(x.data(), y.data())) return false;
      x[j].slope = 0.0;
      for (std::size_t i = 0; i < n; ++i) *entry++ = y[i].slope;
    }
    return true;
  };
}

// F_i from row(i, z), a generic callable where z(j) is the j-th unknown, a double or a Dual; columns[i] are
// the unknowns that row i depends on. inside(z) says whether z is in the domain.
template <class Row, class Inside>
void set_rows(const std::vector<std::vector<Index>>& columns, Row row, Inside inside,
              NonlinearProblem& problem) {
  const Index n = problem.size();
  Triplets ones;
  for (Index i = 0; i < n; ++i)
    for (const Index j : columns[static_cast<std::size_t>(i)]) ones.emplace_back(i, j, 1.0);
  Sparse pattern(n, n);
  pattern.setFromTriplets(ones.begin(), ones.end());
  problem.pattern = pattern;
  problem.F = [row, inside, n](const VectorIn& z, VectorOut F) {
    if (!inside(z)) return false;
    const auto unknown = [&z](Index j) { return z[j]; };
    for (Index i = 0; i < n; ++i) F[i] = row(i, unknown);
    return true;
  };
  problem.J = [row, inside, pattern](const VectorIn& z, VectorOut values) {
    if (!inside(z)) return false;
    for (Index j = 0, at = 0; j < pattern.cols(); ++j) {
      const auto unknown = [&z, j](Index k) { return Dual(z[k], k == j ? 1.0 : 0.0); };
      for (Sparse::InnerIterator entry(pattern, j); entry; ++entry) {
        const Dual value = row(entry.row(), unknown);
        values[at++] = value.slope;
      }
    }
    return true;
  };
}

// φ of a sum of unknowns: its value and derivative, and whether the sum is in its domain.
struct Point {
  double value, slope;
  bool inside = true;
};

// F(z) = M z + q + Σ_t φ_t(Σ_{i in S_t} z_i) e_{S_t}: F_i has φ_t for every group S_t that i belongs to. It is
// monotone where M is positive semidefinite and no φ_t decreases; J is that of M with the same φ_t' at all
// pairs of a group.
struct Grouped {
  Sparse M;
  VectorXd q;
  std::vector<std::vector<Index>> groups;
};

// φ(t, s) is a callable that returns a Point. J is dense where the pattern is full.
template <class Curve>
void set_grouped(const Grouped& map, Curve phi, NonlinearProblem& problem) {
  const Index n = problem.size();
  Triplets entries;
  for (Index j = 0; j < n; ++j)
    for (Sparse::InnerIterator entry(map.M, j); entry; ++entry)
      entries.emplace_back(entry.row(), j, entry.value());
  for (const auto& group : map.groups)
    for (const Index i : group)
      for (const Index j : group) entries.emplace_back(i, j, 0.0);
  Sparse pattern(n, n);
  pattern.setFromTriplets(entries.begin(), entries.end());
  if (pattern.nonZeros() != n * n) problem.pattern = pattern;

  // Where the pairs of each group are among the values.
  std::vector<Index> slots;
  for (const auto& group : map.groups)
    for (const Index j : group)
      for (const Index i : group) slots.push_back(&pattern.coeffRef(i, j) - pattern.valuePtr());
  const auto groups = std::make_shared<const std::vector<std::vector<Index>>>(map.groups);

  problem.F = [M = map.M, q = map.q, groups, phi](const VectorIn& z, VectorOut F) {
    F = q;
    for (Index j = 0; j < M.cols(); ++j)
      for (Sparse::InnerIterator entry(M, j); entry; ++entry) F[entry.row()] += entry.value() * z[j];
    for (std::size_t t = 0; t < groups->size(); ++t) {
      double sum = 0.0;
      for (const Index i : (*groups)[t]) sum += z[i];
      const Point point = phi(static_cast<Index>(t), sum);
      if (!point.inside) return false;
      for (const Index i : (*groups)[t]) F[i] += point.value;
    }
    return true;
  };
  problem.J = [pattern, slots, groups, phi](const VectorIn& z, VectorOut values) {
    values = Eigen::Map<const VectorXd>(pattern.valuePtr(), pattern.nonZeros());
    const Index* slot = slots.data();
    for (std::size_t t = 0; t < groups->size(); ++t) {
      const auto& group = (*groups)[t];
      double sum = 0.0;
      for (const Index i : group) sum += z[i];
      const Point point = phi(static_cast<Index>(t), sum);
      if (!point.inside) return false;
      for (std::size_t pair = 0; pair < group.size() * group.size(); ++pair) values[*slot++] += point.slope;
    }
    return true;
  };
}

// One group {i} for each unknown.
inline std::vector<std::vector<Index>> singles(Index n) {
  std::vector<std::vector<Index>> groups;
  for (Index i = 0; i < n; ++i) groups.push_back({i});
  return groups;
}

// q such that F(z) = w.
template <class Curve>
void plant(const VectorXd& z, const VectorXd& w, Curve phi, Grouped& map) {
  map.q = w - map.M * z;
  for (std::size_t t = 0; t < map.groups.size(); ++t) {
    double sum = 0.0;
    for (const Index i : map.groups[t]) sum += z[i];
    const double value = phi(static_cast<Index>(t), sum).value;
    for (const Index i : map.groups[t]) map.q[i] -= value;
  }
}

}  // namespace nsds::test::nonlinear
