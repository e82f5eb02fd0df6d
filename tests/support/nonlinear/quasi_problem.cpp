// The families of quasi_problem.hpp.
#include "support/nonlinear/quasi_problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "support/draws.hpp"
#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test {
namespace nonlinear {
namespace {

using MadeQuasi = std::optional<QuasiProblem>;

Sparse pattern_of(Index rows, Index columns, const Triplets& entries) {
  Sparse pattern(rows, columns);
  pattern.setFromTriplets(entries.begin(), entries.end());
  return pattern;
}

// Writes the values of a matrix that does not depend on the point.
QuasiProblem::OfTwo constant(const Sparse& matrix) {
  return [matrix](const VectorIn&, const VectorIn&, VectorOut values) {
    values = Eigen::Map<const VectorXd>(matrix.valuePtr(), matrix.nonZeros());
  };
}

// Harker 1991: two players with 0 ≤ y_i ≤ 10 and y_i ≤ 15 - z_j. The solutions are (5, 9) and (t, 15 - t) for
// 9 ≤ t ≤ 10.
MadeQuasi harker(const Spec& spec) {
  if (spec.size != 2 || spec.third) return {};
  QuasiProblem problem;
  problem.map = boxed(2, 0.0, 10.0);
  set_dense(
      [](const auto* z, auto* F) {
        F[0] = 2.0 * z[0] + 8.0 / 3.0 * z[1] - 34.0;
        F[1] = 1.25 * z[0] + 2.0 * z[1] - 24.25;
        return true;
      },
      problem.map);
  problem.g = [](const VectorIn& y, const VectorIn& z, VectorOut g) {
    g[0] = 15.0 - y[0] - z[1];
    g[1] = 15.0 - y[1] - z[0];
  };
  problem.pattern_y = pattern_of(2, 2, {{0, 0, -1.0}, {1, 1, -1.0}});
  problem.pattern_z = pattern_of(2, 2, {{0, 1, -1.0}, {1, 0, -1.0}});
  problem.g_by_y = constant(problem.pattern_y);
  problem.g_by_z = constant(problem.pattern_z);
  problem.map.solutions = {vector_of({5.0, 9.0}), vector_of({9.0, 6.0}), vector_of({10.0, 5.0})};
  problem.map.distance = [](const VectorIn& z) {
    const double point = std::max(std::fabs(z[0] - 5.0), std::fabs(z[1] - 9.0));
    const double t = std::clamp(0.5 * (z[0] - z[1] + 15.0), 9.0, 10.0);
    return std::min(point, std::max(std::fabs(z[0] - t), std::fabs(z[1] - 15.0 + t)));
  };
  problem.map.kind = Kind::degenerate;
  problem.map.starts = {VectorXd::Zero(2), VectorXd::Constant(2, 10.0), vector_of({10.0, 0.0})};
  return problem;
}

// c_i = base_i + sin(z_{i+1}) / 10, cyclic: Lipschitz with 1/10.
void move_by_neighbours(const VectorXd& base, QuasiProblem& problem) {
  const Index n = base.size();
  Triplets entries;
  for (Index i = 0; i < n; ++i) entries.emplace_back(i, (i + 1) % n, 0.1);
  problem.pattern_c = pattern_of(n, n, entries);
  problem.c = [base, n](const VectorIn& z, VectorOut c) {
    for (Index i = 0; i < n; ++i) c[i] = base[i] + 0.1 * std::sin(z[(i + 1) % n]);
  };
  problem.c_by_z = [n](const VectorIn& z, VectorOut values) {
    for (Index j = 0; j < n; ++j) values[j] = 0.1 * std::cos(z[j]);
  };
}

// Tridiagonal (-1/2 ± 1/2, 2, -1/2 ∓ 1/2) with atan: 1 ≤ (F(x) - F(y))ᵀ(x - y) / |x - y|², Lipschitz with 5.
void set_moderate_map(const VectorXd& z, const VectorXd& w, NonlinearProblem& map) {
  const Index n = z.size();
  Triplets entries;
  for (Index i = 0; i < n; ++i) {
    const double skew = i % 2 == 0 ? 0.5 : -0.5;
    entries.emplace_back(i, i, 2.0);
    if (i + 1 < n) entries.emplace_back(i, i + 1, skew - 0.5);
    if (i + 1 < n) entries.emplace_back(i + 1, i, -skew - 0.5);
  }
  const auto phi = [](Index, double s) { return Point{std::atan(s), 1.0 / (1.0 + s * s)}; };
  Grouped grouped{pattern_of(n, n, entries), VectorXd::Zero(n), singles(n)};
  plant(z, w, phi, grouped);
  set_grouped(grouped, phi, map);
  map.solutions = {z};
  map.kind = Kind::regular;
  usual_starts(map);
}

// A box that moves: half-widths in (1/2, 1) around c(z); a third of the components is at each end.
MadeQuasi moved_box(const Spec& spec) {
  if (spec.size < 3 || spec.size > 100000 || !spec.third || *spec.third != std::floor(*spec.third)) return {};
  Draws draws(static_cast<std::uint64_t>(*spec.third));
  const Index n = spec.size;
  VectorXd z(n), w(n), half(n), base(n);
  for (Index i = 0; i < n; ++i) {
    z[i] = draws.uniform(-1.0, 1.0);
    half[i] = draws.uniform(0.5, 1.0);
  }
  for (Index i = 0; i < n; ++i) {
    const double side = draws.integer(-1, 1);  // of the box that z_i is at
    w[i] = -side * draws.uniform(0.5, 2.0);
    base[i] =
        z[i] - (side == 0.0 ? draws.uniform(-0.8, 0.8) : side) * half[i] - 0.1 * std::sin(z[(i + 1) % n]);
  }
  QuasiProblem problem;
  problem.map = boxed(n, -infinite, infinite);
  set_moderate_map(z, w, problem.map);
  move_by_neighbours(base, problem);
  problem.project = [half](VectorOut y) { y = y.cwiseMax(-half).cwiseMin(half); };

  // g = (y - c + half, c - y + half)
  problem.g = [c = problem.c, half, n](const VectorIn& y, const VectorIn& x, VectorOut g) {
    c(x, g.head(n));
    for (Index i = 0; i < n; ++i) {
      const double offset = y[i] - g[i];
      g[i] = half[i] + offset;
      g[n + i] = half[i] - offset;
    }
  };
  Triplets by_y, by_z;
  for (Index i = 0; i < n; ++i)
    for (const auto& [row, sign] : {std::pair{i, 1.0}, {n + i, -1.0}}) {
      by_y.emplace_back(row, i, sign);
      by_z.emplace_back(row, (i + 1) % n, -sign);
    }
  problem.pattern_y = pattern_of(2 * n, n, by_y);
  problem.pattern_z = pattern_of(2 * n, n, by_z);
  problem.g_by_y = constant(problem.pattern_y);
  problem.g_by_z = [n](const VectorIn&, const VectorIn& x, VectorOut values) {
    for (Index j = 0; j < n; ++j) {
      values[2 * j] = -0.1 * std::cos(x[j]);
      values[2 * j + 1] = 0.1 * std::cos(x[j]);
    }
  };
  return problem;
}

// Discs of the radius 1/2 for pairs of components, around c(z): g = 1/4 - |y - c|² of each pair. Every second z
// is on the circle, where F = -2 λ (z - c).
MadeQuasi moved_discs(const Spec& spec) {
  if (spec.size < 4 || spec.size % 2 != 0 || spec.size > 100000 || !spec.third ||
      *spec.third != std::floor(*spec.third))
    return {};
  Draws draws(static_cast<std::uint64_t>(*spec.third));
  const Index n = spec.size, discs = n / 2;
  VectorXd z(n), w = VectorXd::Zero(n), base(n);
  for (double& entry : z) entry = draws.uniform(-1.0, 1.0);
  for (Index k = 0; k < discs; ++k) {
    const double angle = draws.uniform(0.0, 6.28), radius = k % 2 == 0 ? 0.5 : draws.uniform(0.0, 0.4);
    const Eigen::Vector2d offset(radius * std::cos(angle), radius * std::sin(angle));
    for (Index i = 0; i < 2; ++i)
      base[2 * k + i] = z[2 * k + i] - offset[i] - 0.1 * std::sin(z[(2 * k + i + 1) % n]);
    if (k % 2 == 0) w.segment(2 * k, 2) = -2.0 * draws.uniform(0.5, 2.0) * offset;
  }
  QuasiProblem problem;
  problem.map = boxed(n, -infinite, infinite);
  set_moderate_map(z, w, problem.map);
  move_by_neighbours(base, problem);
  problem.project = [discs](VectorOut y) {
    for (Index k = 0; k < discs; ++k) y.segment(2 * k, 2) /= std::max(1.0, 2.0 * y.segment(2 * k, 2).norm());
  };

  const auto offset = [base, n](const VectorIn& y, const VectorIn& x, Index i) {
    return y[i] - base[i] - 0.1 * std::sin(x[(i + 1) % n]);
  };
  problem.g = [offset, discs](const VectorIn& y, const VectorIn& x, VectorOut g) {
    for (Index k = 0; k < discs; ++k)
      g[k] = 0.25 - std::pow(offset(y, x, 2 * k), 2) - std::pow(offset(y, x, 2 * k + 1), 2);
  };
  Triplets by_y, by_z;
  for (Index i = 0; i < n; ++i) {
    by_y.emplace_back(i / 2, i, 1.0);
    by_z.emplace_back(i / 2, (i + 1) % n, 1.0);
  }
  problem.pattern_y = pattern_of(discs, n, by_y);
  problem.pattern_z = pattern_of(discs, n, by_z);
  problem.g_by_y = [offset, n](const VectorIn& y, const VectorIn& x, VectorOut values) {
    for (Index i = 0; i < n; ++i) values[i] = -2.0 * offset(y, x, i);
  };
  problem.g_by_z = [offset, n](const VectorIn& y, const VectorIn& x, VectorOut values) {
    for (Index i = 0; i < n; ++i) values[(i + 1) % n] = 0.2 * offset(y, x, i) * std::cos(x[(i + 1) % n]);
  };
  return problem;
}

// A membrane -Δu over an obstacle that yields: c_i(u) = base_i + 1/16 of the sum of the four neighbours of u_i. On
// s x s inner points of the unit square; z touches in the disc of semilinear.
MadeQuasi yielding_obstacle(const Spec& spec) {
  const auto side = static_cast<Index>(std::sqrt(spec.size + 0.5));
  if (side < 3 || side > 400 || side * side != spec.size || spec.third) return {};
  const Index n = side * side;
  const double h = 1.0 / static_cast<double>(side + 1);
  Triplets laplace, shift;
  VectorXd z(n), w(n), gap(n);
  for (Index row = 0; row < n; ++row) {
    const Index i = row % side, j = row / side;
    const double x = static_cast<double>(i + 1) * h, y = static_cast<double>(j + 1) * h;
    const double rho = std::pow(x - 0.5, 2) + std::pow(y - 0.5, 2) - 0.09;
    z[row] = 16.0 * x * (1.0 - x) * y * (1.0 - y);
    w[row] = 50.0 * std::max(0.0, -rho);
    gap[row] = 20.0 * std::pow(std::max(0.0, rho), 2);
    laplace.emplace_back(row, row, 4.0 / (h * h));
    const auto couple = [&](bool is_inner, Index other) {
      if (!is_inner) return;
      laplace.emplace_back(row, other, -1.0 / (h * h));
      shift.emplace_back(row, other, 1.0 / 16.0);
    };
    couple(i > 0, row - 1);
    couple(i + 1 < side, row + 1);
    couple(j > 0, row - side);
    couple(j + 1 < side, row + side);
  }
  const Sparse A = pattern_of(n, n, laplace), S = pattern_of(n, n, shift);
  QuasiProblem problem;
  problem.map = boxed(n, -infinite, infinite);
  set_grouped(
      {A, w - A * z, {}},
      [](Index, double) {
        return Point{0.0, 0.0};
      },
      problem.map);
  problem.map.solutions = {z};
  problem.map.kind = Kind::regular;
  usual_starts(problem.map);

  const VectorXd base = z - gap - S * z;
  problem.pattern_c = S;
  problem.c = [base, S](const VectorIn& u, VectorOut c) {
    c = base;
    for (Index j = 0; j < S.cols(); ++j)
      for (Sparse::InnerIterator entry(S, j); entry; ++entry) c[entry.row()] += entry.value() * u[j];
  };
  problem.c_by_z = [S](const VectorIn&, VectorOut values) {
    values = Eigen::Map<const VectorXd>(S.valuePtr(), S.nonZeros());
  };
  problem.project = [](VectorOut y) { y = y.cwiseMax(0.0); };
  problem.g = [c = problem.c](const VectorIn& y, const VectorIn& u, VectorOut g) {
    c(u, g);
    g = y - g;
  };
  Sparse identity(n, n);
  identity.setIdentity();
  problem.pattern_y = identity;
  problem.pattern_z = -S;
  problem.g_by_y = constant(problem.pattern_y);
  problem.g_by_z = constant(problem.pattern_z);
  return problem;
}

MadeQuasi quasi_of(const Spec& spec) {
  if (spec.family == "harker") return harker(spec);
  if (spec.family == "moved_box") return moved_box(spec);
  if (spec.family == "moved_discs") return moved_discs(spec);
  if (spec.family == "yielding") return yielding_obstacle(spec);
  return {};
}

}  // namespace
}  // namespace nonlinear

std::vector<std::string> quasi_names() {
  return {"harker:2",         "moved_box:20:1",     "moved_box:1000:2",    "moved_box:10000:3",
          "moved_discs:20:1", "moved_discs:1000:2", "moved_discs:10000:3", "yielding:100",
          "yielding:2500",    "yielding:10000"};
}

std::optional<QuasiProblem> make_quasi(const std::string& name) {
  const std::optional<Spec> spec = read_spec(name);
  if (!spec) return {};
  auto problem = nonlinear::quasi_of(*spec);
  if (problem) problem->map.name = name;
  return problem;
}

}  // namespace nsds::test
