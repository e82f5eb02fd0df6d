// The families of box_families.hpp that discretise a field on a rectangle by finite differences.
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "support/box_build.hpp"

namespace nsds::test {
namespace {

using Field = std::function<double(double x, double y)>;

// s x s inner points of a rectangle, numbered along x first.
struct Grid {
  int side;
  double left, bottom, hx, hy;

  Grid(int n, double x0, double x1, double y0, double y1)
      : side(static_cast<int>(std::sqrt(n + 0.5))),
        left(x0),
        bottom(y0),
        hx((x1 - x0) / (side + 1)),
        hy((y1 - y0) / (side + 1)) {}

  int size() const { return side * side; }
  int at(int i, int j) const { return j * side + i; }
  double x(double i) const { return left + (i + 1.0) * hx; }  // a half is the middle between two points
  double y(double j) const { return bottom + (j + 1.0) * hy; }

  template <class Visit>
  void each(Visit&& visit) const {
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) visit(i, j);
  }
};

// The form hx hy (-div k grad u) at every inner point, u = boundary outside: entries and what the boundary
// adds to q.
void add_diffusion(const Grid& grid, const Field& k, const Field& boundary, Triplets& entries,
                   BoxProblem& problem) {
  grid.each([&](int i, int j) {
    const int row = grid.at(i, j);
    const auto neighbour = [&](int di, int dj, double weight) {
      const int p = i + di, r = j + dj;
      const double conductance = weight * k(grid.x(i + 0.5 * di), grid.y(j + 0.5 * dj));
      entries.emplace_back(row, row, conductance);
      if (p < 0 || r < 0 || p == grid.side || r == grid.side) {
        problem.q[row] -= conductance * boundary(grid.x(p), grid.y(r));
      } else {
        entries.emplace_back(row, grid.at(p, r), -conductance);
      }
    };
    neighbour(-1, 0, grid.hy / grid.hx);
    neighbour(1, 0, grid.hy / grid.hx);
    neighbour(0, -1, grid.hx / grid.hy);
    neighbour(0, 1, grid.hx / grid.hy);
  });
}

double one(double, double) {
  return 1.0;
}
double zero(double, double) {
  return 0.0;
}

// -laplace u = load where u is free. Symmetric positive definite: one solution for any boxes.
void start_membrane(const Grid& grid, double load, const Field& boundary, BoxProblem& problem) {
  start_box(grid.size(), problem);
  Triplets entries;
  add_diffusion(grid, one, boundary, entries, problem);
  problem.q.array() -= grid.hx * grid.hy * load;
  set_sparse(entries, problem);
  problem.symmetric = true;
  problem.unique = true;
}

// Unknown z = u - psi, so that the bound is 0.
void lift(const Eigen::VectorXd& psi, BoxProblem& problem) {
  problem.q += problem.sparse * psi;
}

// Over the ball of radius 1, u = 0 at r = 2: u leaves the ball at r0, where
//   sqrt(1 - r0^2) = -r0^2 ln(r0/2) / sqrt(1 - r0^2),  so  r0^2 (1 - ln(r0/2)) = 1.
double over_ball(double x, double y) {
  constexpr double r0 = 0.6979651482;
  const double r = std::hypot(x, y);
  return r <= r0 ? std::sqrt(1.0 - r * r) : -r0 * r0 * std::log(0.5 * r) / std::sqrt(1.0 - r0 * r0);
}

double on_plane(double x, double y) {
  const double r = std::hypot(x, y);
  return r <= 1.0 ? 0.0 : 0.5 * r * r - std::log(r) - 0.5;
}

void make_obstacle_a(int n, BoxProblem& problem) {
  const Grid grid(n, 0.0, 1.0, 0.0, 1.0);
  start_membrane(grid, 1.0, zero, problem);
  Eigen::VectorXd psi(grid.size());
  grid.each(
      [&](int i, int j) { psi[grid.at(i, j)] = std::sin(3.2 * grid.x(i)) * std::sin(3.3 * grid.y(j)); });
  lift(psi, problem);
}

void make_ball(int n, BoxProblem& problem) {
  const Grid grid(n, -2.0, 2.0, -2.0, 2.0);
  start_membrane(grid, 0.0, over_ball, problem);
  Eigen::VectorXd psi = Eigen::VectorXd::Zero(grid.size());
  grid.each([&](int i, int j) {
    const double r = std::hypot(grid.x(i), grid.y(j));
    if (r < 1.0) {
      psi[grid.at(i, j)] = std::sqrt(1.0 - r * r);
    } else {
      free_row(grid.at(i, j), problem);
    }
  });
  lift(psi, problem);
}

}  // namespace

void make_obstacle(int n, double kind, BoxProblem& problem) {
  if (kind == 1.0) {
    make_obstacle_a(n, problem);
  } else if (kind == 2.0) {
    make_ball(n, problem);
  } else if (kind == 3.0) {
    start_membrane(Grid(n, -1.5, 1.5, -1.5, 1.5), -2.0, on_plane, problem);
  } else {
    throw std::invalid_argument("obstacle: the kind is 1, 2 or 3");
  }
}

// Film thickness 1 + e cos x; -div (thickness^3 grad p) = e sin x, p >= 0 (no tension: cavitation), on
// (0, 2 pi) x (0, 20).
void make_bearing(int n, double eccentricity, BoxProblem& problem) {
  if (!(eccentricity > 0.0 && eccentricity < 1.0))
    throw std::invalid_argument("bearing: the eccentricity is between 0 and 1");
  const Grid grid(n, 0.0, 2.0 * std::numbers::pi, 0.0, 20.0);
  start_box(grid.size(), problem);
  Triplets entries;
  const auto cubed = [&](double x, double) { return std::pow(1.0 + eccentricity * std::cos(x), 3); };
  add_diffusion(grid, cubed, zero, entries, problem);
  grid.each([&](int i, int j) {
    problem.q[grid.at(i, j)] -= grid.hx * grid.hy * eccentricity * std::sin(grid.x(i));
  });
  set_sparse(entries, problem);
  problem.symmetric = true;
  problem.unique = true;
}

void make_twosided(int n, double, BoxProblem& problem) {
  const Grid grid(n, 0.0, 1.0, 0.0, 1.0);
  start_membrane(grid, 1.0, zero, problem);
  grid.each([&](int i, int j) {
    const double wave = std::sin(9.2 * grid.x(i)) * std::sin(9.3 * grid.y(j));
    problem.lower[grid.at(i, j)] = wave * wave * wave;
    problem.upper[grid.at(i, j)] = wave * wave + 0.02;
  });
}

void make_torsion(int n, double angle, BoxProblem& problem) {
  const Grid grid(n, 0.0, 1.0, 0.0, 1.0);
  start_membrane(grid, angle, zero, problem);
  grid.each([&](int i, int j) {
    const double x = grid.x(i), y = grid.y(j);
    const double distance = std::min(std::min(x, 1.0 - x), std::min(y, 1.0 - y));
    problem.lower[grid.at(i, j)] = -distance;
    problem.upper[grid.at(i, j)] = distance;
  });
}

}  // namespace nsds::test
