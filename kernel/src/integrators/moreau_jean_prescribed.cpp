// Prescribed velocities: their rows and columns are taken out of the iteration matrices, so that W^-1 H^T is
// zero there, and what the motion takes is read off the equation of motion at the end of the step.
#include <algorithm>
#include <cmath>

#include "integrators/moreau_jean.hpp"
#include "modeling/checks.hpp"

namespace nsds {

/// Keeps the columns of the prescribed velocities, and makes their rows and columns those of the identity.
void MoreauJeanOSI::Implementation::condensePrescribed(const System& s, Eigen::Ref<Matrix> W) {
  double* column = prescribedColumns.data() + s.prescribedFirst;
  for (const auto& prescribed : s.ds->prescribed()) {
    std::copy_n(W.col(prescribed.first).data(), s.n, column);
    column += s.n;
  }
  for (const auto& prescribed : s.ds->prescribed()) {
    W.row(prescribed.first).setZero();
    W.col(prescribed.first).setZero();
    W(prescribed.first, prescribed.first) = 1.0;
  }
}

void MoreauJeanOSI::Implementation::condensePrescribed(const System& s, SystemMatrix& W) {
  double* column = prescribedColumns.data() + s.prescribedFirst;
  for (const auto& prescribed : s.ds->prescribed()) {
    W.copyColumn(prescribed.first, column);
    column += s.n;
  }
  for (const auto& prescribed : s.ds->prescribed()) W.hold(prescribed.first);
}

/// Turns the right-hand side of W (v_free - v) = rhs into that of the condensed matrix.
void MoreauJeanOSI::Implementation::imposePrescribed(const System& s, const double* v, double* rhs) const {
  const double* column = prescribedColumns.data() + s.prescribedFirst;
  for (const auto& [dof, velocity] : s.ds->prescribed()) {
    axpy(s.n, v[dof] - prescribedAt(*s.ds, dof, velocity), column, rhs);
    column += s.n;
  }
  for (const auto& [dof, velocity] : s.ds->prescribed())
    rhs[dof] = prescribedAt(*s.ds, dof, velocity) - v[dof];
}

double MoreauJeanOSI::Implementation::prescribedAt(const MechanicalDS& ds, Index dof,
                                                   const PrescribedVelocity& velocity) const {
  const double value = velocity(step.t1);
  if (std::isfinite(value)) return value;
  throw Error(fmt::format("{}: the velocity prescribed for degree of freedom {} is {} at t = {}", ds.name(),
                          dof, value, step.t1));
}

/// The residual of the equation of motion at the prescribed degrees of freedom: the impulse that makes them
/// move as they are told.
void MoreauJeanOSI::Implementation::evaluateReactions() {
  for (const System& s : stepped(systems)) {
    if (s.ds->prescribed().empty()) continue;
    equationDefect(s);
    Vector& reaction = s.ds->mutableReaction();
    reaction.setZero();
    for (const auto& prescribed : s.ds->prescribed())
      reaction[prescribed.first] = correction[static_cast<std::size_t>(prescribed.first)];
  }
}

}  // namespace nsds
