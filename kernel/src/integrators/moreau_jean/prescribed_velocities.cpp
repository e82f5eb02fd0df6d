#include "integrators/moreau_jean/prescribed_velocities.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

double prescribedAt(const MechanicalDS& ds, Index dof, const PrescribedVelocity& velocity, double t) {
  const double value = velocity(t);
  if (std::isfinite(value)) return value;
  throw Error(fmt::format("{}: the velocity prescribed for degree of freedom {} is {} at t = {}", ds.name(),
                          dof, value, t));
}

}  // namespace

void PrescribedVelocities::compile(CompiledModel& model) {
  first_.clear();
  std::int32_t size = 0;
  for (const PlacedSystem& system : model.systems) {
    first_.push_back(size);
    if (system.mechanical == nullptr) continue;
    for (const auto& prescribed : system.mechanical->prescribed()) {
      model.condensed.held[static_cast<std::size_t>(system.dof + prescribed.first)] = 1;
      size += system.n;
    }
  }
  columns_.assign(static_cast<std::size_t>(size), 0.0);
}

void PrescribedVelocities::condense(const CompiledModel& model, std::size_t system, Eigen::Ref<Matrix> W) {
  const PlacedSystem& s = model.systems[system];
  double* column = columns_.data() + first_[system];
  for (const auto& prescribed : s.mechanical->prescribed()) {
    std::copy_n(W.col(prescribed.first).data(), s.n, column);
    column += s.n;
  }
  for (const auto& prescribed : s.mechanical->prescribed()) {
    W.row(prescribed.first).setZero();
    W.col(prescribed.first).setZero();
    W(prescribed.first, prescribed.first) = 1.0;
  }
}

void PrescribedVelocities::condense(const CompiledModel& model, std::size_t system, SystemMatrix& W) {
  const PlacedSystem& s = model.systems[system];
  double* column = columns_.data() + first_[system];
  for (const auto& prescribed : s.mechanical->prescribed()) {
    W.copyColumn(prescribed.first, column);
    column += s.n;
  }
  for (const auto& prescribed : s.mechanical->prescribed()) W.hold(prescribed.first);
}

void PrescribedVelocities::impose(const CompiledModel& model, std::size_t system, double t, const double* v,
                                  double* rhs) const {
  const PlacedSystem& s = model.systems[system];
  const double* column = columns_.data() + first_[system];
  for (const auto& [dof, velocity] : s.mechanical->prescribed()) {
    axpy(s.n, v[dof] - prescribedAt(*s.mechanical, dof, velocity, t), column, rhs);
    column += s.n;
  }
  for (const auto& [dof, velocity] : s.mechanical->prescribed())
    rhs[dof] = prescribedAt(*s.mechanical, dof, velocity, t) - v[dof];
}

}  // namespace nsds
