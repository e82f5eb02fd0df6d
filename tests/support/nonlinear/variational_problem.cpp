// The families of variational_problem.hpp. Each map is M z + q + c_i atan z_i with M strongly monotone.
#include "support/nonlinear/variational_problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "support/draws.hpp"
#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test {
namespace nonlinear {
namespace {

using Cone = VariationalProblem::Cone;
using MadeVariational = std::optional<VariationalProblem>;

// Symmetric couplings of each row to two others with their sum and 1/2 on the diagonal, and a skew part.
Sparse strongly_monotone(Draws& draws, Index n) {
  Triplets entries;
  for (Index i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 0.5);
    for (int k = 0; k < 2; ++k) {
      const Index j = i + draws.integer(1, 10);
      const double coupling = draws.uniform(0.1, 1.0), skew = draws.uniform(-1.0, 1.0);
      if (j >= n) continue;
      entries.emplace_back(i, i, coupling);
      entries.emplace_back(j, j, coupling);
      entries.emplace_back(i, j, skew - coupling);
      entries.emplace_back(j, i, -skew - coupling);
    }
  }
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  return M;
}

// F(z) = w at the planted solution z.
void set_planted_map(Draws& draws, const VectorXd& z, const VectorXd& w, NonlinearProblem& map) {
  const Index n = z.size();
  VectorXd c(n);
  for (double& entry : c) entry = draws.uniform(0.0, 2.0);
  const auto phi = [c](Index i, double s) { return Point{c[i] * std::atan(s), c[i] / (1.0 + s * s)}; };
  Grouped grouped{strongly_monotone(draws, n), VectorXd::Zero(n), singles(n)};
  plant(z, w, phi, grouped);
  set_grouped(grouped, phi, map);
  map.solutions = {z};
  map.kind = Kind::regular;
  usual_starts(map);
  map.monotone_feasible = true;
  map.uniformly_p = true;
}

VariationalProblem without_rows(Index n, double lower) {
  VariationalProblem problem{
      boxed(n, lower, infinite), Sparse(0, n), Sparse(0, n), VectorXd(0), VectorXd(0), {}, {}};
  return problem;
}

// z ≥ 0, Σ z = 1; half of the unknowns are 0.
VariationalProblem simplex(Index n, Draws& draws) {
  VariationalProblem problem = without_rows(n, 0.0);
  problem.C = Eigen::MatrixXd::Ones(1, n).sparseView();
  problem.d = VectorXd::Ones(1);
  VectorXd z(n), w(n);
  for (Index i = 0; i < n; ++i) {
    const bool pressed = i > 0 && draws.uniform(0.0, 1.0) < 0.5;
    z[i] = pressed ? 0.0 : draws.uniform(0.5, 1.5);
    w[i] = 3.0 + (pressed ? draws.uniform(0.5, 2.0) : 0.0);
  }
  z /= z.sum();
  set_planted_map(draws, z, w, problem.map);
  return problem;
}

// n/2 inequalities and n/8 equalities of four entries, z ≥ 0. A third of the inequalities is active, with
// multipliers in (1/2, 2); fewer rows are active than unknowns are positive.
VariationalProblem polyhedron(Index n, Draws& draws) {
  VariationalProblem problem = without_rows(n, 0.0);
  VectorXd z(n), w = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i) {
    const bool pressed = draws.uniform(0.0, 1.0) < 0.25;
    z[i] = pressed ? 0.0 : draws.uniform(0.5, 1.5);
    if (pressed) w[i] = draws.uniform(0.5, 2.0);
  }
  const auto rows = [&](Index count) {
    Triplets entries;
    for (Index r = 0; r < count; ++r)
      for (int k = 0; k < 4; ++k)
        entries.emplace_back(r, draws.integer(0, static_cast<int>(n) - 1), draws.normal());
    Sparse matrix(count, n);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
  };
  problem.A = rows(n / 2);
  problem.C = rows(n / 8);
  problem.b = problem.A * z;
  problem.d = problem.C * z;
  VectorXd lambda = VectorXd::Zero(n / 2), mu(n / 8);
  for (Index r = 0; r < n / 2; ++r) {
    if (draws.uniform(0.0, 1.0) < 1.0 / 3.0) {
      lambda[r] = draws.uniform(0.5, 2.0);
    } else {
      problem.b[r] -= draws.uniform(0.5, 2.0);
    }
  }
  for (double& entry : mu) entry = draws.normal();
  w += problem.A.transpose() * lambda + problem.C.transpose() * mu;
  set_planted_map(draws, z, w, problem.map);
  return problem;
}

void project_on(const Cone& cone, VectorOut z) {
  if (cone.kind == Cone::Kind::line) return;
  if (cone.kind == Cone::Kind::half_line) {
    z = z.cwiseMax(0.0);
    return;
  }
  const double t = z[0], length = z.tail(z.size() - 1).norm();
  if (length <= cone.mu * t) return;
  if (cone.mu * length <= -t) {
    z.setZero();
    return;
  }
  const double next = (t + cone.mu * length) / (1.0 + cone.mu * cone.mu);
  z[0] = next;
  z.tail(z.size() - 1) *= cone.mu * next / length;
}

// Lorentz cones of the sizes 2 to 6, half-lines and lines; a third of the cones has z inside with w = 0, a
// third z = 0 with w inside the dual, a third both on the boundaries.
VariationalProblem product(Index n, Draws& draws) {
  VariationalProblem problem = without_rows(n, -infinite);
  VectorXd z = VectorXd::Zero(n), w = VectorXd::Zero(n);
  for (Index first = 0; first < n;) {
    const Index size = std::min<Index>(draws.integer(1, 6), n - first);
    const int where = draws.integer(0, 2);
    const double mu = draws.uniform(0.3, 1.5), s = draws.uniform(0.5, 2.0), t = draws.uniform(0.5, 2.0);
    if (size == 1) {
      problem.cones.push_back({where == 0 ? Cone::Kind::line : Cone::Kind::half_line, 1, 1.0});
      (where == 2 ? w : z)[first] = t;
    } else {
      problem.cones.push_back({Cone::Kind::lorentz, size, mu});
      VectorXd e(size - 1);
      for (double& entry : e) entry = draws.normal();
      e.normalize();
      const double share = where == 1 ? 1.0 : 0.5;
      if (where < 2) z.segment(first, size) << t, share * mu * t * e;
      if (where > 0) w.segment(first, size) << s * mu, -share * s * e;
      if (where == 2) w[first] *= 1.5;
    }
    first += size;
  }
  problem.project = [cones = problem.cones](VectorOut y) {
    Index first = 0;
    for (const Cone& cone : cones) {
      project_on(cone, y.segment(first, cone.size));
      first += cone.size;
    }
  };
  set_planted_map(draws, z, w, problem.map);
  return problem;
}

// |z| ≤ 1, known by its projector alone; the solution is on the sphere.
VariationalProblem ball(Index n, Draws& draws) {
  VariationalProblem problem = without_rows(n, -infinite);
  VectorXd z(n);
  for (double& entry : z) entry = draws.normal();
  z.normalize();
  problem.project = [](VectorOut y) { y /= std::max(1.0, y.norm()); };
  set_planted_map(draws, z, -2.0 * z, problem.map);
  return problem;
}

// F = (z_2, -z_1) on [-1, 1]²: projections along -F circle around the solution 0.
VariationalProblem rotation() {
  VariationalProblem problem = without_rows(2, -1.0);
  problem.map.upper.setOnes();
  set_dense(
      [](const auto* z, auto* F) {
        F[0] = z[1];
        F[1] = -z[0];
        return true;
      },
      problem.map);
  problem.map.solutions = {VectorXd::Zero(2)};
  problem.map.kind = Kind::regular;
  problem.map.starts = {vector_of({1.0, 0.0}), VectorXd::Ones(2), vector_of({-0.5, 1.0})};
  problem.map.monotone_feasible = true;
  problem.project = [](VectorOut y) { y = y.cwiseMax(-1.0).cwiseMin(1.0); };
  return problem;
}

MadeVariational variational_of(const Spec& spec) {
  if (spec.family == "rotation")
    return spec.size == 2 && !spec.third ? MadeVariational(rotation()) : MadeVariational();
  if (spec.size < 8 || spec.size > 100000 || !spec.third || *spec.third != std::floor(*spec.third)) return {};
  Draws draws(static_cast<std::uint64_t>(*spec.third));
  if (spec.family == "simplex") return simplex(spec.size, draws);
  if (spec.family == "polyhedron") return polyhedron(spec.size, draws);
  if (spec.family == "product") return product(spec.size, draws);
  if (spec.family == "ball") return ball(spec.size, draws);
  return {};
}

}  // namespace
}  // namespace nonlinear

std::vector<std::string> variational_names() {
  return {"rotation:2",       "simplex:20:1",      "simplex:1000:2", "polyhedron:40:1",
          "polyhedron:400:2", "polyhedron:4000:3", "product:30:1",   "product:300:2",
          "product:3000:3",   "product:30000:4",   "ball:20:1",      "ball:1000:2"};
}

std::optional<VariationalProblem> make_variational(const std::string& name) {
  const std::optional<Spec> spec = read_spec(name);
  if (!spec) return {};
  auto problem = nonlinear::variational_of(*spec);
  if (problem) problem->map.name = name;
  return problem;
}

}  // namespace nsds::test
