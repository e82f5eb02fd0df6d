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

/// y and u: (rows of the contact) out, where H is not constant.
void MoreauJeanOSI::Implementation::evaluateOutput(std::size_t contact, const double* q, const double* v,
                                                   double* y, double* u) {
  const CondensedInteraction& record = condensed.interactions[contact];
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
    const CondensedInteraction& record = condensed.interactions[c];
    if (!contacts[c].linear) {
      evaluateOutput(c, q, v, y + record.row, u + record.row);
      continue;
    }
    // q and v of Lagrangian systems are indexed alike, so that H applies to both.
    for (std::int32_t row = record.row; row < record.row + record.rows; ++row) {
      double output = 0.0;
      double rate = 0.0;
      for (const FlatRows::Entry& entry : flat[row]) {
        output += entry.left * q[entry.dof];
        rate += entry.left * v[entry.dof];
      }
      y[row] = output + offset[static_cast<std::size_t>(row)];
      u[row] = rate;
    }
  }
}

}  // namespace nsds
