// Fields on the unit square between obstacles, by finite differences on s x s inner points, s = [sqrt n], with
// the value 0 on the boundary: A u = -Δ_h u, whose least eigenvalue is close to 2 π².
#include <cmath>
#include <numbers>

#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test::nonlinear {
namespace {

using std::sqrt;

struct Grid {
  Index side;

  explicit Grid(int n) : side(static_cast<Index>(std::sqrt(n + 0.5))) {}
  Index size() const { return side * side; }
  double h() const { return 1.0 / static_cast<double>(side + 1); }
  double at(Index i) const { return static_cast<double>(i + 1) * h(); }

  // (value of each point (x, y))
  template <class Value>
  VectorXd field(Value value) const {
    VectorXd u(size());
    for (Index j = 0; j < side; ++j)
      for (Index i = 0; i < side; ++i) u[j * side + i] = value(at(i), at(j));
    return u;
  }
};

// Entries of -Δ_h in the first rows.
Triplets laplacian(const Grid& grid) {
  Triplets entries;
  const Index s = grid.side;
  const double weight = 1.0 / (grid.h() * grid.h());
  for (Index row = 0; row < grid.size(); ++row) {
    const Index i = row % s, j = row / s;
    entries.emplace_back(row, row, 4.0 * weight);
    if (i > 0) entries.emplace_back(row, row - 1, -weight);
    if (i + 1 < s) entries.emplace_back(row, row + 1, -weight);
    if (j > 0) entries.emplace_back(row, row - s, -weight);
    if (j + 1 < s) entries.emplace_back(row, row + s, -weight);
  }
  return entries;
}

Grouped membrane(const Grid& grid, const VectorXd& load) {
  const Index n = grid.size();
  const Triplets entries = laplacian(grid);
  Sparse A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return {A, -load, {}};
}

bool has_grid(const Spec& spec) {
  const Index side = Grid(spec.size).side;
  return side >= 3 && side <= 400 && side * side == spec.size;
}

void mark_strongly_monotone(NonlinearProblem& problem) {
  problem.monotone_feasible = true;
  problem.uniformly_p = true;
}

// Kind 1: -Δu ⟂ load 1 over sin 3.2x sin 3.3y; 2: the same load between two obstacles [Moré, Toraldo 1991, A
// and B]; 3: -Δu + 10 u³ and the load 50 sin 2πx sin 2πy with |u| ≤ 0.2 + x y.
Made make_obstacle(const Spec& spec) {
  const double kind = spec.third.value_or(0.0);
  if (!has_grid(spec) || (kind != 1.0 && kind != 2.0 && kind != 3.0)) return {};
  const Grid grid(spec.size);
  const Index n = grid.size();
  NonlinearProblem problem = boxed(n, -infinite, infinite);
  Grouped map = membrane(grid, VectorXd::Ones(n));
  if (kind == 1.0) {
    problem.lower = grid.field([](double x, double y) { return std::sin(3.2 * x) * std::sin(3.3 * y); });
  } else if (kind == 2.0) {
    const auto wave = [](double x, double y) { return std::sin(9.2 * x) * std::sin(9.3 * y); };
    problem.lower = grid.field([&](double x, double y) { return std::pow(wave(x, y), 3); });
    problem.upper = grid.field([&](double x, double y) { return std::pow(wave(x, y), 2) + 0.02; });
  } else {
    problem.upper = grid.field([](double x, double y) { return 0.2 + x * y; });
    problem.lower = -problem.upper;
    const double turn = 2.0 * std::numbers::pi;
    map.q = grid.field([&](double x, double y) { return -50.0 * std::sin(turn * x) * std::sin(turn * y); });
    map.groups = singles(n);
  }
  set_grouped(
      map,
      [](Index, double u) {
        return Point{10.0 * u * u * u, 30.0 * u * u};
      },
      problem);
  usual_starts(problem);
  mark_strongly_monotone(problem);
  return problem;
}

// -Δu + u + u³ ⟂ load over an obstacle p, which u touches in a disc: with ρ = r² - 0.09, r from the centre,
// u = p + 20 max(ρ, 0)² and F = 50 max(-ρ, 0); the load follows.
Made make_semilinear(const Spec& spec) {
  if (!has_grid(spec) || spec.third) return {};
  const Grid grid(spec.size);
  const VectorXd rho =
      grid.field([](double x, double y) { return std::pow(x - 0.5, 2) + std::pow(y - 0.5, 2) - 0.09; });
  NonlinearProblem problem = boxed(grid.size(), 0.0, infinite);
  const double turn = 3.0 * std::numbers::pi;
  problem.lower =
      grid.field([&](double x, double y) { return 0.5 * std::sin(turn * x) * std::sin(turn * y) - 0.2; });
  const VectorXd u = problem.lower + 20.0 * rho.cwiseMax(0.0).cwiseAbs2();
  Grouped map = membrane(grid, VectorXd::Zero(grid.size()));
  map.groups = singles(grid.size());
  const auto phi = [](Index, double s) { return Point{s + s * s * s, 1.0 + 3.0 * s * s}; };
  plant(u, 50.0 * (-rho).cwiseMax(0.0), phi, map);
  set_grouped(map, phi, problem);
  problem.solutions = {u};
  problem.kind = Kind::regular;
  usual_starts(problem);
  mark_strongly_monotone(problem);
  return problem;
}

// Bratu's problem -Δu = λ exp u between 0 and an obstacle. Kind 1: λ = 6, u ≤ 1/2, where the derivative
// A - λ exp u is positive definite; 2: λ = 6, u ≤ 4, where it is not and there are several solutions; 3: λ = 10,
// u ≤ 1: no solution without the obstacle.
Made make_bratu(const Spec& spec) {
  const double kind = spec.third.value_or(0.0);
  if (!has_grid(spec) || (kind != 1.0 && kind != 2.0 && kind != 3.0)) return {};
  const Grid grid(spec.size);
  NonlinearProblem problem = boxed(grid.size(), 0.0, kind == 1.0 ? 0.5 : kind == 2.0 ? 4.0 : 1.0);
  Grouped map = membrane(grid, VectorXd::Zero(grid.size()));
  map.groups = singles(grid.size());
  const double lambda = kind == 3.0 ? 10.0 : 6.0;
  set_grouped(
      map,
      [lambda](Index, double u) {
        const double source = lambda * std::exp(u);
        return Point{-source, -source, u < 600.0};
      },
      problem);
  usual_starts(problem);
  if (kind == 1.0) mark_strongly_monotone(problem);
  return problem;
}

// A drop of the volume 0.1 under a plate at 0.15 + x/10: -Δu = p with u ≥ 0, the pressure p is free.
// F = (A u - p, Σ u - 0.1 / h²).
Made make_drop(const Spec& spec) {
  if (!has_grid(spec) || spec.third) return {};
  const Grid grid(spec.size);
  const Index n = grid.size();
  Triplets entries = laplacian(grid);
  for (Index i = 0; i < n; ++i) {
    entries.emplace_back(i, n, -1.0);
    entries.emplace_back(n, i, 1.0);
  }
  Grouped map{Sparse(n + 1, n + 1), VectorXd::Zero(n + 1), {}};
  map.M.setFromTriplets(entries.begin(), entries.end());
  map.q[n] = -0.1 / (grid.h() * grid.h());
  NonlinearProblem problem = boxed(n + 1, 0.0, infinite);
  problem.lower[n] = -infinite;
  problem.upper.head(n) = grid.field([](double x, double) { return 0.15 + 0.1 * x; });
  set_grouped(
      map,
      [](Index, double) {
        return Point{0.0, 0.0};
      },
      problem);
  usual_starts(problem);
  problem.monotone_feasible = true;
  return problem;
}

// Area of the triangles that each cell of the grid is cut into, with the side h and the values u at three
// corners: ½ sqrt(1 + a² + b²) for the slopes a and b along x and y. F is its gradient over h².
struct Film {
  Index side;
  double h;

  // Value at a point of the grid, 0 on the boundary.
  template <class Unknown>
  auto value(Index i, Index j, const Unknown& u) const {
    using T = decltype(u(0));
    return i < 0 || j < 0 || i >= side || j >= side ? T(0.0) : T(u(j * side + i));
  }

  template <class Unknown>
  auto operator()(Index row, const Unknown& u) const {
    using T = decltype(u(row));
    const Index i = row % side, j = row / side;
    T sum = 0.0;
    // a and b are the slopes of a triangle, da and db how often u_ij / h is in them.
    const auto triangle = [&](const T& a, const T& b, double da, double db) {
      sum += 0.5 / h * (da * a + db * b) / sqrt(1.0 + a * a + b * b);
    };
    const auto slope = [&](Index i0, Index j0, Index i1, Index j1) {
      return T((value(i1, j1, u) - value(i0, j0, u)) / h);
    };
    triangle(slope(i, j, i + 1, j), slope(i, j, i, j + 1), -1.0, -1.0);
    triangle(slope(i - 1, j, i, j), slope(i - 1, j, i - 1, j + 1), 1.0, 0.0);
    triangle(slope(i, j - 1, i + 1, j - 1), slope(i, j - 1, i, j), 0.0, 1.0);
    triangle(slope(i - 1, j, i, j), slope(i, j - 1, i, j), 1.0, 1.0);
    triangle(slope(i, j, i + 1, j), slope(i + 1, j - 1, i + 1, j), -1.0, 0.0);
    triangle(slope(i - 1, j + 1, i, j + 1), slope(i, j, i, j + 1), 0.0, -1.0);
    return T(sum);
  }
};

// A film of soap over the obstacle 0.7 - 6 r², r from the centre.
Made make_film(const Spec& spec) {
  if (!has_grid(spec) || spec.third) return {};
  const Grid grid(spec.size);
  const Film film{grid.side, grid.h()};
  std::vector<std::vector<Index>> columns(static_cast<std::size_t>(grid.size()));
  for (Index row = 0; row < grid.size(); ++row)
    for (const auto& [di, dj] :
         {std::pair<Index, Index>{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}) {
      const Index i = row % grid.side + di, j = row / grid.side + dj;
      if (i >= 0 && j >= 0 && i < grid.side && j < grid.side)
        columns[static_cast<std::size_t>(row)].push_back(j * grid.side + i);
    }
  NonlinearProblem problem = boxed(grid.size(), 0.0, infinite);
  problem.lower = grid.field(
      [](double x, double y) { return 0.7 - 6.0 * (std::pow(x - 0.5, 2) + std::pow(y - 0.5, 2)); });
  set_rows(
      columns, film, [](const VectorIn&) { return true; }, problem);
  usual_starts(problem);
  problem.monotone_feasible = true;
  return problem;
}

}  // namespace

std::vector<Family> field_families() {
  return {{"obstacle", make_obstacle},
          {"semilinear", make_semilinear},
          {"bratu", make_bratu},
          {"drop", make_drop},
          {"film", make_film}};
}

}  // namespace nsds::test::nonlinear
