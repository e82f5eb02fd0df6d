// Forces, outputs and Jacobians at given states.
#include <algorithm>

#include "integrators/moreau_jean.hpp"

namespace nsds {

/// F of nonlinear systems at the present state; F_ext of linear ones, whose K q and C v the scheme treats
/// itself.
void MoreauJeanOSI::Implementation::evaluateForces(double t, double* force) {
  for (const System& s : systems) {
    if (s.linear != nullptr) {
      s.ds->fExt(t, view(force + s.dof, s.n));
    } else {
      s.ds->force(t, view(nsds->position() + s.position, s.n), view(nsds->velocity() + s.dof, s.n),
                  view(force + s.dof, s.n));
    }
  }
}

/// The stacked coordinates of a contact's systems: a look into q for one system, a copy for several.
const double* MoreauJeanOSI::Implementation::gather(std::size_t contact, const double* q) {
  const CondensedInteraction& record = condensed.interactions[contact];
  const TermRange terms = termsOf(condensed, record);
  if (record.terms == 1) return q + systems[static_cast<std::size_t>(terms.first->system)].position;
  double* to = gathered.data();
  for (const CondensedTerm& term : terms) {
    to = std::copy_n(q + systems[static_cast<std::size_t>(term.system)].position, term.size, to);
  }
  return gathered.data();
}

namespace {

Index widthOf(const CondensedOperator& condensed, const CondensedInteraction& record) {
  Index width = 0;
  for (const CondensedTerm& term : termsOf(condensed, record)) width += term.size;
  return width;
}

}  // namespace

/// H: (rows x width), column-major, in scratch memory.
const double* MoreauJeanOSI::Implementation::evaluateJacobian(std::size_t contact, const double* q) {
  const CondensedInteraction& record = condensed.interactions[contact];
  const Index width = widthOf(condensed, record);
  contacts[contact].relation->jacobian(view(gather(contact, q), width),
                                       Eigen::Map<Matrix>(jacobian.data(), record.rows, width));
  return jacobian.data();
}

/// y and u: (rows of the contact) out.
void MoreauJeanOSI::Implementation::evaluateOutput(std::size_t contact, const double* q, const double* v,
                                                   double* y, double* u) {
  const CondensedInteraction& record = condensed.interactions[contact];
  if (contacts[contact].linear) {
    // q and v of Lagrangian systems are indexed alike, so that H applies to both.
    for (std::int32_t r = 0; r < record.rows; ++r) {
      y[r] = leftDot(condensed, record, r, q) + offset[static_cast<std::size_t>(record.row + r)];
      u[r] = leftDot(condensed, record, r, v);
    }
    return;
  }
  contacts[contact].relation->output(view(gather(contact, q), widthOf(condensed, record)),
                                     view(y, record.rows));
  const double* H = evaluateJacobian(contact, q);
  std::fill_n(u, record.rows, 0.0);
  for (const CondensedTerm& term : termsOf(condensed, record)) {
    for (std::int32_t j = 0; j < term.size; ++j, H += record.rows) axpy(record.rows, v[term.dof + j], H, u);
  }
}

void MoreauJeanOSI::Implementation::evaluateOutputs(const double* q, const double* v, double* y, double* u) {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const std::int32_t row = condensed.interactions[c].row;
    evaluateOutput(c, q, v, y + row, u + row);
  }
}

bool MoreauJeanOSI::Implementation::isActive(const Contact& contact, double y, double u) const {
  if (contact.alwaysActive) return true;
  if (activation.rule) return activation.rule({y, u, step.h});
  if (y + activation.gamma * step.h * u > activation.gapThreshold * scales.length) return false;
  return !activation.approachingOnly || u <= activation.velocityThreshold * scales.velocity();
}

}  // namespace nsds
