#include "integrators/moreau_jean/contact_outputs.hpp"

#include <algorithm>

#include "linalg/prefetch.hpp"

namespace nsds {

void ContactOutputs::compile(double t, double h) {
  h_ = h;
  for (auto* rows : {&offset_, &predictedGap_, &predictedRate_})
    rows->assign(static_cast<std::size_t>(model_.nsds->flat().rows()), 0.0);
  for (std::size_t c = 0; c < contacts_.list.size(); ++c) {
    const StepContact& contact = contacts_.list[c];
    if (contact.relation == nullptr || !contact.frozen) continue;
    model_.keepJacobian(c, t, model_.nsds->flat().position());
    if (!contact.affine) continue;
    const CondensedInteraction& record = model_.condensed.interactions[c];
    std::int32_t width = 0;
    for (const CondensedTerm& term : termsOf(model_.condensed, record)) width += term.size;
    const Vector origin = Vector::Zero(width);
    contact.relation->output(t, origin, view(offset_.data() + record.row, record.rows));
  }
}

void ContactOutputs::evaluateState() {
  NonSmoothDynamicalSystem& nsds = *model_.nsds;
  // This goes contact by contact, because their relations lie far apart in memory.
  for (std::size_t c = 0; c < contacts_.list.size(); ++c) {
    expect(c + prefetchDistance);
    const StepContact& contact = contacts_.list[c];
    if (contact.relation == nullptr) continue;
    if (contact.frozen && !contact.constantJacobian)
      model_.keepJacobian(c, nsds.time(), nsds.flat().position());
    evaluate(c, nsds.time(), nsds.flat().position(), nsds.flat().velocity(), nsds.flat().output(),
             nsds.flat().rate());
  }
}

void ContactOutputs::evaluate(double t, const double* q, const double* v, double* y, double* u) {
  if (contacts_.flatOutputs) {
    model_.flat.outputs(q, v, offset_.data(), y, u);
    return;
  }
  for (std::size_t c = 0; c < contacts_.list.size(); ++c) {
    expect(c + prefetchDistance);
    if (contacts_.list[c].relation != nullptr) evaluate(c, t, q, v, y, u);
  }
}

/// Asks for the memory of the relation of a contact that is evaluated soon.
void ContactOutputs::expect(std::size_t contact) const {
  if (contact < contacts_.list.size() && !contacts_.list[contact].affine)
    prefetch<384>(contacts_.list[contact].relation);
}

/// y and u: (rows of the model) out, those of one contact.
void ContactOutputs::evaluate(std::size_t contact, double t, const double* q, const double* v, double* y,
                              double* u) {
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  if (contacts_.list[contact].affine) {
    for (std::int32_t row = record.row; row < record.row + record.rows; ++row) {
      double output = 0.0;
      double rate = 0.0;
      for (const FlatRows::Entry& entry : model_.flat[row]) {
        output += entry.left * q[entry.position];
        rate += entry.left * v[entry.dof];
      }
      y[row] = output + offset(row);
      u[row] = rate;
    }
  } else {
    evaluateRelation(contact, t, q, v, y + record.row, u + record.row);
  }
  if (contacts_.list[contact].compliant) addCompliance(contact, y);
}

/// y and u: (rows of the contact) out, where y is not H q + b.
void ContactOutputs::evaluateRelation(std::size_t contact, double t, const double* q, const double* v,
                                      double* y, double* u) {
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  const MechanicalRelation& relation = *contacts_.list[contact].relation;
  const auto stacked = model_.stack(contact, q);
  relation.output(t, stacked, view(y, record.rows));
  if (relation.rheonomous()) {
    relation.timeDerivative(t, stacked, view(u, record.rows));
  } else {
    std::fill_n(u, record.rows, 0.0);
  }
  if (contacts_.list[contact].frozen) {
    for (std::int32_t r = 0; r < record.rows; ++r) u[r] += dotLeft(model_.condensed, record, r, v);
    return;
  }
  const double* H = model_.jacobian(contact, t, q);
  for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
    for (std::int32_t j = 0; j < term.size; ++j, H += record.rows) axpy(record.rows, v[term.dof + j], H, u);
  }
}

/// y += D f, f = λ / h.
void ContactOutputs::addCompliance(std::size_t contact, double* y) const {
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  const Matrix& D = contacts_.list[contact].relation->compliance();
  for (std::int32_t r = 0; r < record.rows; ++r) {
    for (std::int32_t j = 0; j < record.rows; ++j)
      y[record.row + r] += D(r, j) * model_.nsds->flat().multiplier()[record.row + j] / h_;
  }
}

}  // namespace nsds
