#include "nsds/theory/first_order/filippov_inclusion.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "analysis/partition/convex_program.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

constexpr std::size_t mostSurfaces = 10;  // 1024 cells

void checkState(Index states, VectorConstRef x) {
  check::size("FilippovInclusion", "x", x.size(), states);
  check::finite("FilippovInclusion", "x", x);
}

using FilippovCells = std::vector<FilippovInclusion::Cell>;

const FilippovInclusion::Cell& cellOf(const FilippovCells& cells, Index i) {
  return cells[static_cast<std::size_t>(i)];
}

/// y = (g(x) - μ e, eᵀθ - 1), r = Σ θ_i f_i(t, x), λ = (θ, μ).
FirstOrderNonLinearR hullRelation(Index n, FilippovCells all) {
  const auto cells = std::make_shared<const FilippovCells>(std::move(all));
  const Index m = std::ssize(*cells);
  const auto output = [cells, m](double, VectorConstRef x, VectorConstRef lambda, VectorRef y) {
    for (Index i = 0; i < m; ++i) y[i] = cellOf(*cells, i).g(x) - lambda[m];
    y[m] = lambda.head(m).sum() - 1.0;
  };
  const auto input = [cells, n, m](double t, VectorConstRef x, VectorConstRef lambda, VectorRef r) {
    Vector f = Vector::Zero(n);
    for (Index i = 0; i < m; ++i) {
      if (lambda[i] == 0.0) continue;
      f.setZero();
      cellOf(*cells, i).f(t, x, f);
      r += lambda[i] * f;
    }
  };
  if (!cells->front().jacobian) return {m + 1, output, input};
  const auto outputJacobians = [cells, n, m](double, VectorConstRef x, VectorConstRef, MatrixRef C,
                                             MatrixRef D) {
    Vector gradient = Vector::Zero(n);
    for (Index i = 0; i < m; ++i) {
      gradient.setZero();
      cellOf(*cells, i).gradient(x, gradient);
      C.row(i) = gradient.transpose();
      D(i, m) = -1.0;
      D(m, i) = 1.0;
    }
  };
  const auto inputJacobians = [cells, n, m](double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K,
                                            MatrixRef B) {
    Matrix J = Matrix::Zero(n, n);
    for (Index i = 0; i < m; ++i) {
      cellOf(*cells, i).f(t, x, B.col(i));
      if (lambda[i] == 0.0) continue;
      J.setZero();
      cellOf(*cells, i).jacobian(t, x, J);
      K += lambda[i] * J;
    }
  };
  return {m + 1, output, input, outputJacobians, inputJacobians};
}

}  // namespace

FilippovInclusion::FilippovInclusion(Index states, std::vector<Cell> cells)
    : states_(states), cells_(std::move(cells)) {
  check::that(states >= 1, "FilippovInclusion: {} states", states);
  check::that(cells_.size() >= 2, "FilippovInclusion: {} cells, two or more expected", cells_.size());
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = cells_[i];
    check::that(cell.g && cell.gradient && cell.f, "FilippovInclusion: a function of cell {} is empty", i);
    check::that(static_cast<bool>(cell.jacobian) == static_cast<bool>(cells_[0].jacobian),
                "FilippovInclusion: cell {} and cell 0 differ in whether a Jacobian is given", i);
  }
}

FilippovInclusion FilippovInclusion::ofSigns(Index states, const std::vector<Surface>& surfaces,
                                             const std::vector<Field>& fields,
                                             const std::vector<FieldJacobian>& jacobians) {
  check::that(!surfaces.empty() && surfaces.size() <= mostSurfaces,
              "FilippovInclusion: {} surfaces, from 1 to {} expected", surfaces.size(), mostSurfaces);
  const std::size_t count = std::size_t{1} << surfaces.size();
  check::that(fields.size() == count, "FilippovInclusion: {} fields for {} surfaces, {} expected",
              fields.size(), surfaces.size(), count);
  check::that(jacobians.empty() || jacobians.size() == count, "FilippovInclusion: {} Jacobians for {} fields",
              jacobians.size(), count);
  for (std::size_t j = 0; j < surfaces.size(); ++j)
    check::that(surfaces[j].psi && surfaces[j].gradient,
                "FilippovInclusion: a function of surface {} is empty", j);
  std::vector<Cell> cells;
  for (std::size_t s = 0; s < count; ++s) {
    const auto sign = [s](std::size_t j) { return (s >> j & 1U) != 0 ? 1.0 : -1.0; };
    Cell cell;
    cell.g = [surfaces, sign](VectorConstRef x) {
      double value = 0.0;
      for (std::size_t j = 0; j < surfaces.size(); ++j) value -= sign(j) * surfaces[j].psi(x);
      return value;
    };
    cell.gradient = [surfaces, sign](VectorConstRef x, VectorRef gradient) {
      Vector part = Vector::Zero(gradient.size());
      for (std::size_t j = 0; j < surfaces.size(); ++j) {
        part.setZero();
        surfaces[j].gradient(x, part);
        gradient -= sign(j) * part;
      }
    };
    cell.f = fields[s];
    if (!jacobians.empty()) cell.jacobian = jacobians[s];
    cells.push_back(std::move(cell));
  }
  return {states, std::move(cells)};
}

Vector FilippovInclusion::values(VectorConstRef x) const {
  Vector g(cells());
  for (Index i = 0; i < g.size(); ++i) g[i] = cells_[static_cast<std::size_t>(i)].g(x);
  check::finite("FilippovInclusion", "g", g);
  return g;
}

std::vector<Index> FilippovInclusion::cellsAt(VectorConstRef x, double tolerance) const {
  checkState(states_, x);
  check::that(tolerance >= 0.0, "FilippovInclusion: the tolerance is {}, not negative expected", tolerance);
  const Vector g = values(x);
  std::vector<Index> found;
  for (Index i = 0; i < g.size(); ++i)
    if (g[i] <= g.minCoeff() + tolerance) found.push_back(i);
  return found;
}

SurfaceMotion FilippovInclusion::motionAt(double t, VectorConstRef x, Index first, Index second,
                                          double zero) const {
  checkState(states_, x);
  check::that(first >= 0 && first < cells() && second >= 0 && second < cells() && first != second,
              "FilippovInclusion: cells {} and {} of {}", first, second, cells());
  const Cell& before = cells_[static_cast<std::size_t>(first)];
  const Cell& behind = cells_[static_cast<std::size_t>(second)];
  Vector normal = Vector::Zero(states_), other = normal, f = normal, fBehind = normal;
  before.gradient(x, normal);
  behind.gradient(x, other);
  before.f(t, x, f);
  behind.f(t, x, fBehind);
  normal -= other;  // g_first - g_second grows out of the first cell into the second
  return surfaceMotion(normal.dot(f), normal.dot(fBehind), zero);
}

FilippovInclusion::Velocities FilippovInclusion::slidingVelocities(double t, VectorConstRef x,
                                                                   VectorConstRef direction,
                                                                   double tolerance) const {
  check::size("FilippovInclusion", "direction", direction.size(), states_);
  const std::vector<Index> at = cellsAt(x, tolerance);
  const Index k = std::ssize(at);
  Matrix F = Matrix::Zero(states_, k), gradients = F;
  for (Index i = 0; i < k; ++i) {
    const Cell& cell = cells_[static_cast<std::size_t>(at[static_cast<std::size_t>(i)])];
    Vector value = Vector::Zero(states_);
    cell.f(t, x, value);
    F.col(i) = value;
    value.setZero();
    cell.gradient(x, value);
    gradients.col(i) = value;
  }
  // Weights: eᵀθ = 1, and g_i - g_0 does not change.
  ConvexProgram program{.c = Vector::Zero(k)};
  program.C = Matrix::Ones(k, k);
  program.d = Vector::Unit(k, 0);
  for (Index i = 1; i < k; ++i) program.C.row(i) = (gradients.col(i) - gradients.col(0)).transpose() * F;
  program.lower = Vector::Zero(k);
  Velocities result{true, 0.0, 0.0, {}, {}};
  for (const double sign : {1.0, -1.0}) {
    program.c = sign * F.transpose() * direction;
    const ProgramSolution solution = solveProgram(program);
    if (solution.status == ProgramStatus::infeasible) return {false, 0.0, 0.0, {}, {}};
    if (solution.status != ProgramStatus::solved)
      throw Error("FilippovInclusion: the linear program for velocities on surfaces was not solved");
    (sign > 0.0 ? result.leastVelocity : result.mostVelocity) = F * solution.z;
  }
  result.least = direction.dot(result.leastVelocity);
  result.most = direction.dot(result.mostVelocity);
  return result;
}

FirstOrderParts FilippovInclusion::addTo(Model& model, VectorConstRef x0) const {
  checkState(states_, x0);
  auto& system = model.add<FirstOrderLinearDS>(x0, Matrix(Matrix::Zero(states_, states_)));
  Vector lower = Vector::Zero(cells() + 1);
  lower[cells()] = -infinity;
  const Vector upper = Vector::Constant(cells() + 1, infinity);
  Interaction& interaction =
      model.link(MixedComplementarityNSL(lower, upper), hullRelation(states_, cells_), system);
  return {system, interaction};
}

}  // namespace nsds
