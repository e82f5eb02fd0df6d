#include "nsds/theory/first_order/piecewise_systems.hpp"

#include <cmath>
#include <memory>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

using Cells = std::vector<PiecewiseContinuousSystem::Cell>;

/// The row of a cell that x violates most, or is nearest to.
Index nearestRow(const HalfSpaces& region, VectorConstRef x) {
  Index row = 0;
  (region.H * x - region.k).maxCoeff(&row);
  return row;
}

double depth(const HalfSpaces& region, VectorConstRef x) {
  return (region.H * x - region.k).maxCoeff();
}

Index deepest(const Cells& cells, VectorConstRef x) {
  Index best = 0;
  for (std::size_t i = 1; i < cells.size(); ++i)
    if (depth(cells[i].region, x) < depth(cells[static_cast<std::size_t>(best)].region, x))
      best = static_cast<Index>(i);
  return best;
}

Cells withUnitRows(Cells cells) {
  for (auto& cell : cells) {
    const Vector norms = cell.region.H.rowwise().norm();
    cell.region.H = norms.cwiseInverse().asDiagonal() * cell.region.H;
    cell.region.k = cell.region.k.cwiseQuotient(norms);
  }
  return cells;
}

Cells checked(Cells cells) {
  check::that(cells.size() >= 2, "PiecewiseContinuousSystem: {} cells, two or more expected", cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    check::that(static_cast<bool>(cells[i].f), "PiecewiseContinuousSystem: f of cell {} is empty", i);
    check::that(static_cast<bool>(cells[i].jacobian) == static_cast<bool>(cells[0].jacobian),
                "PiecewiseContinuousSystem: cell {} and cell 0 differ in whether a Jacobian is given", i);
    check::that(cells[i].region.k.size() > 0, "PiecewiseContinuousSystem: cell {} has no rows", i);
  }
  return cells;
}

PartitionReport checkedPartition(const Cells& cells, const HalfSpaces& domain) {
  std::vector<HalfSpaces> regions;
  for (const auto& cell : cells) regions.push_back(cell.region);
  PartitionReport report = checkPartition(regions, domain);
  check::that(report.answer() != Answer::no, "PiecewiseContinuousSystem: {}", report.message);
  return report;
}

}  // namespace

PiecewiseContinuousSystem::PiecewiseContinuousSystem(std::vector<Cell> cells, const HalfSpaces& domain)
    : cells_(checked(std::move(cells))), partition_(checkedPartition(cells_, domain)) {
  cells_ = withUnitRows(std::move(cells_));
}

ContinuityReport PiecewiseContinuousSystem::continuity(double t) const {
  return checkContinuity(partition_.facets, [&](Index i, VectorConstRef x) {
    Vector value = Vector::Zero(states());
    cells_[static_cast<std::size_t>(i)].f(t, x, value);
    return value;
  });
}

Index PiecewiseContinuousSystem::cellAt(VectorConstRef x) const {
  check::size("PiecewiseContinuousSystem", "x", x.size(), states());
  return deepest(cells_, x);
}

FilippovInclusion toFilippov(const PiecewiseContinuousSystem& system) {
  std::vector<FilippovInclusion::Cell> stewart;
  for (const auto& cell : system.cells_) {
    const HalfSpaces& region = cell.region;
    stewart.push_back({[region](VectorConstRef x) { return depth(region, x); },
                       [region](VectorConstRef x, VectorRef gradient) {
                         gradient = region.H.row(nearestRow(region, x)).transpose();
                       },
                       cell.f, cell.jacobian});
  }
  return {system.states(), std::move(stewart)};
}

FirstOrderParts PiecewiseContinuousSystem::addTo(Model& model, VectorConstRef x0) const {
  return toFilippov(*this).addTo(model, x0);
}

FirstOrderDS& PiecewiseContinuousSystem::addContinuousTo(Model& model, VectorConstRef x0) const {
  check::size("PiecewiseContinuousSystem", "x0", x0.size(), states());
  const ContinuityReport report = continuity(model.t0());
  check::that(report.answer != Answer::no, "PiecewiseContinuousSystem: the field is not continuous: {}",
              report.message);
  const auto cells = std::make_shared<const Cells>(cells_);
  const auto f = [cells](double t, VectorConstRef x, VectorRef value) {
    (*cells)[static_cast<std::size_t>(deepest(*cells, x))].f(t, x, value);
  };
  FirstOrderNonLinearDS::Jacobian jacobian;
  if (cells_[0].jacobian) {
    jacobian = [cells](double t, VectorConstRef x, MatrixRef value) {
      (*cells)[static_cast<std::size_t>(deepest(*cells, x))].jacobian(t, x, value);
    };
  }
  return model.add<FirstOrderNonLinearDS>(x0, f, jacobian);
}

namespace {

std::vector<PiecewiseContinuousSystem::Cell> affineCells(
    const std::vector<PiecewiseAffineSystem::Cell>& cells) {
  std::vector<PiecewiseContinuousSystem::Cell> made;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& [region, A, a] = cells[i];
    const Index n = cells[0].region.H.cols();
    check::shape("PiecewiseAffineSystem", fmt::format("A of cell {}", i), A, n, n);
    check::size("PiecewiseAffineSystem", fmt::format("a of cell {}", i), a.size(), n);
    check::finite("PiecewiseAffineSystem", fmt::format("A of cell {}", i), A);
    check::finite("PiecewiseAffineSystem", fmt::format("a of cell {}", i), a);
    made.push_back({region, [A = A, a = a](double, VectorConstRef x, VectorRef value) { value = A * x + a; },
                    [A = A](double, VectorConstRef, MatrixRef value) { value = A; }});
  }
  return made;
}

}  // namespace

PiecewiseAffineSystem::PiecewiseAffineSystem(const std::vector<Cell>& cells, const HalfSpaces& domain)
    : cells_(cells), system_(affineCells(cells), domain), continuity_(system_.continuity()) {}

PiecewiseAffineSystem::Parts PiecewiseAffineSystem::addTo(Model& model, VectorConstRef x0) const {
  if (continuity_.answer == Answer::yes) return {system_.addContinuousTo(model, x0), nullptr};
  const FirstOrderParts parts = system_.addTo(model, x0);
  return {parts.system, &parts.interaction};
}

FilippovInclusion toFilippov(const PiecewiseAffineSystem& system) {
  return toFilippov(system.system_);
}

TwoCellSystem toTwoCells(const PiecewiseAffineSystem& system) {
  const auto& cells = system.cells_;
  check::that(cells.size() == 2 && cells[0].region.k.size() == 1 && cells[1].region.k.size() == 1,
              "toTwoCells: {} cells are not the two sides of a hyperplane", cells.size());
  // The partition has been checked: what is outside the first cell is the second.
  const HalfSpaces& first = cells[0].region;
  return {first.H.row(0).transpose(), first.k[0], {cells[0].A, cells[0].a}, {cells[1].A, cells[1].a}};
}

}  // namespace nsds
