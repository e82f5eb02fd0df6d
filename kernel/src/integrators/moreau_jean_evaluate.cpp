// Forces, outputs and Jacobians at given states.
#include <algorithm>
#include <cmath>

#include "integrators/moreau_jean.hpp"
#include "linalg/prefetch.hpp"

namespace nsds {

/// What stands on the right-hand side at the present state and is averaged over the step: F_ext of steady
/// systems, whose K q and C v the scheme treats itself; F without the gyroscopic moment of bodies, which is
/// taken at the mean velocity; F of the others. That of the start of the step is among what was kept then.
void MoreauJeanOSI::Implementation::evaluateForce(const System& s, double t) const {
  const auto to = view(nsds->force() + s.dof, s.n);
  if (s.steady) {
    s.ds->fExt(t, to);
    return;
  }
  const auto q = view(static_cast<const double*>(nsds->position()) + s.position, s.positions);
  const auto v = view(static_cast<const double*>(nsds->velocity()) + s.dof, s.n);
  if (s.body != nullptr) {
    s.body->wrench(t, q, v, to);
  } else {
    s.ds->force(t, q, v, to);
  }
}

/// Evaluates the forces of the systems in a list, and asks for the memory of those to come.
void MoreauJeanOSI::Implementation::evaluateForces(const std::vector<std::size_t>& list, double t) const {
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (k + prefetchDistance < list.size()) prefetch<384>(systems[list[k + prefetchDistance]].ds);
    evaluateForce(systems[list[k]], t);
  }
}

/// The stacked coordinates of a contact's systems: a look into q for one system, a copy for several.
Eigen::Map<const Vector> MoreauJeanOSI::Implementation::gather(std::size_t contact, const double* q) {
  const CondensedInteraction& record = condensed.interactions[contact];
  const TermRange terms = termsOf(condensed, record);
  if (record.terms == 1) {
    const System& system = systems[static_cast<std::size_t>(terms.first->system)];
    return view(q + system.position, system.positions);
  }
  double* to = gathered.data();
  for (const CondensedTerm& term : terms) {
    const System& system = systems[static_cast<std::size_t>(term.system)];
    to = std::copy_n(q + system.position, system.positions, to);
  }
  return view(static_cast<const double*>(gathered.data()), to - gathered.data());
}

/// H: (rows x width), column-major, in scratch memory.
const double* MoreauJeanOSI::Implementation::evaluateJacobian(std::size_t contact, double t,
                                                              const double* q) {
  const CondensedInteraction& record = condensed.interactions[contact];
  Index width = 0;
  for (const CondensedTerm& term : termsOf(condensed, record)) width += term.size;
  contacts[contact].relation->jacobian(t, gather(contact, q),
                                       Eigen::Map<Matrix>(jacobian.data(), record.rows, width));
  return jacobian.data();
}

/// Asks for the memory of the relation of a contact that is evaluated soon.
void MoreauJeanOSI::Implementation::expectRelation(std::size_t contact) const {
  if (contact < contacts.size() && !contacts[contact].affine) prefetch<384>(contacts[contact].relation);
}

/// Keeps H of a contact that does not follow q.
void MoreauJeanOSI::Implementation::keepJacobian(std::size_t contact) {
  storeLeft(condensed, condensed.interactions[contact],
            evaluateJacobian(contact, nsds->time(), nsds->position()), 1.0);
}

/// y and u: (rows of the model) out, those of the contact.
void MoreauJeanOSI::Implementation::evaluateOutput(std::size_t contact, double t, const double* q,
                                                   const double* v, double* y, double* u) {
  const CondensedInteraction& record = condensed.interactions[contact];
  if (contacts[contact].affine) {
    for (std::int32_t row = record.row; row < record.row + record.rows; ++row) {
      double output = 0.0;
      double rate = 0.0;
      for (const FlatRows::Entry& entry : flat[row]) {
        output += entry.left * q[entry.position];
        rate += entry.left * v[entry.dof];
      }
      y[row] = output + offset[static_cast<std::size_t>(row)];
      u[row] = rate;
    }
  } else {
    evaluateRelation(contact, t, q, v, y + record.row, u + record.row);
  }
  if (contacts[contact].compliant) addCompliance(contact, y);
}

/// y and u: (rows of the contact) out, where y is not H q + b.
void MoreauJeanOSI::Implementation::evaluateRelation(std::size_t contact, double t, const double* q,
                                                     const double* v, double* y, double* u) {
  const CondensedInteraction& record = condensed.interactions[contact];
  const MechanicalRelation& relation = *contacts[contact].relation;
  const auto stacked = gather(contact, q);
  relation.output(t, stacked, view(y, record.rows));
  if (relation.rheonomous()) {
    relation.timeDerivative(t, stacked, view(u, record.rows));
  } else {
    std::fill_n(u, record.rows, 0.0);
  }
  if (contacts[contact].frozen) {
    for (std::int32_t r = 0; r < record.rows; ++r) u[r] += dotLeft(condensed, record, r, v);
    return;
  }
  const double* H = evaluateJacobian(contact, t, q);
  for (const CondensedTerm& term : termsOf(condensed, record)) {
    for (std::int32_t j = 0; j < term.size; ++j, H += record.rows) axpy(record.rows, v[term.dof + j], H, u);
  }
}

/// y += D f, f = lambda / h.
void MoreauJeanOSI::Implementation::addCompliance(std::size_t contact, double* y) const {
  const CondensedInteraction& record = condensed.interactions[contact];
  const Matrix& D = contacts[contact].relation->compliance();
  for (std::int32_t r = 0; r < record.rows; ++r) {
    for (std::int32_t j = 0; j < record.rows; ++j)
      y[record.row + r] += D(r, j) * nsds->multiplier()[record.row + j] / step.h;
  }
}

/// Evaluates outputs where some of the relations have to be asked for theirs.
void MoreauJeanOSI::Implementation::evaluateContacts(double t, const double* q, const double* v, double* y,
                                                     double* u) {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    expectRelation(c + prefetchDistance);
    if (contacts[c].relation != nullptr) evaluateOutput(c, t, q, v, y, u);
  }
}

/// M (v - v_k) + h Gamma(v_theta) + h C v_theta + h K q_theta - h theta F - h (1 - theta) F_k - p of a system
/// at the present iterate, in `correction`; of nonlinear systems the sizes of the terms of each row in
/// `magnitude`.
void MoreauJeanOSI::Implementation::equationDefect(const System& s) {
  const double h = step.h;
  double* const defect = correction.data();
  double* const size = magnitude.data();
  const auto subtract = [&](std::int32_t i, double term) {
    defect[i] -= term;
    size[i] += std::abs(term);
  };
  for (std::int32_t i = 0; i < s.n; ++i) {
    defect[i] = size[i] = 0.0;
    subtract(i, h * (1.0 - theta) * nsds->startForce()[s.dof + i]);
    subtract(i, h * theta * nsds->force()[s.dof + i]);
    subtract(i, nsds->input()[s.dof + i]);
  }
  if (s.linear != nullptr) {
    addLinearInertia(s);
  } else {
    addInertia(s);
  }
  if (s.body == nullptr || s.body->spherical()) return;
  const double* const v = nsds->velocity() + s.dof;
  const double* const start = nsds->startVelocity() + s.dof;
  double mean[3];
  double gyroscopic[3] = {};
  for (std::int32_t i = 0; i < 3; ++i) mean[i] = theta * v[3 + i] + (1.0 - theta) * start[3 + i];
  s.body->gyroscopicMoment(view(static_cast<const double*>(mean), 3), view(gyroscopic, 3));
  for (std::int32_t i = 0; i < 3; ++i) subtract(3 + i, -h * gyroscopic[i]);
}

/// M(q) (v - v_k) onto the defect.
void MoreauJeanOSI::Implementation::addInertia(const System& s) {
  if (massScratch.rows() < s.n) massScratch.setZero(s.n, s.n);  // of a steady body with prescribed velocities
  auto mass = massScratch.topLeftCorner(s.n, s.n);
  s.ds->mass(view(static_cast<const double*>(nsds->position()) + s.position, s.positions), mass);
  const double* const v = nsds->velocity() + s.dof;
  const double* const start = nsds->startVelocity() + s.dof;
  for (std::int32_t j = 0; j < s.n; ++j) {
    for (std::int32_t i = 0; i < s.n; ++i) {
      correction[static_cast<std::size_t>(i)] += mass(i, j) * (v[j] - start[j]);
      magnitude[static_cast<std::size_t>(i)] += std::abs(mass(i, j)) * (std::abs(v[j]) + std::abs(start[j]));
    }
  }
}

/// M (v - v_k) + h C v_theta + h K q_theta onto the defect.
void MoreauJeanOSI::Implementation::addLinearInertia(const System& s) {
  const Eigen::Map<const Vector> v = view(static_cast<const double*>(nsds->velocity()) + s.dof, s.n);
  const Eigen::Map<const Vector> start = view(nsds->startVelocity() + s.dof, s.n);
  Eigen::Map<Vector> change = view(displacement.data(), s.n);
  change = v - start;
  s.linear->massMatrix().multiplyAdd(1.0, change.data(), correction.data());
  change = theta * v + (1.0 - theta) * start;
  s.linear->damping().multiplyAdd(step.h, change.data(), correction.data());
  change = view(nsds->startPosition() + s.position, s.n) + step.h * theta * change;
  s.linear->stiffness().multiplyAdd(step.h, change.data(), correction.data());
}

}  // namespace nsds
