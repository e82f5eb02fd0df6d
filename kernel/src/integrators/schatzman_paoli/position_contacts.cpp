#include "integrators/schatzman_paoli/position_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr double outputRounding = 16.0 * epsilon;  // of the terms of an output, a dozen or so

}  // namespace

void PositionContacts::compile(const Scales& scales, const std::vector<double>& restitution) {
  scales_ = scales;
  list_.clear();
  entryOf_.assign(contacts_.list.size(), -1);
  std::int32_t size = 0;
  Index coordinates = 0;
  Index largest = 0;
  for (std::size_t c = 0; c < contacts_.list.size(); ++c) {
    if (contacts_.list[c].affine) continue;
    const CondensedInteraction& record = model_.condensed.interactions[c];
    const auto first = restitution.begin() + record.row;
    check::that(std::all_of(first, first + record.rows, [&](double e) { return e == *first; }),
                "SchatzmanPaoliOSI takes one restitution for all rows of a relation that is not linear; the "
                "law {} has "
                "several",
                contacts_.list[c].law->name());
    Entry entry{c, 0, size, -1, *first};
    Index stacked = 0;
    for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
      const PlacedSystem& system = model_.systems[static_cast<std::size_t>(term.system)];
      entry.width += term.size;
      stacked += system.positions;
      largest = std::max<Index>(largest, system.n);
    }
    coordinates = std::max(coordinates, stacked);
    size += record.rows * entry.width;
    if (std::holds_alternative<FreeSet>(contacts_.list[c].law->admissibleSet())) {
      entry.direction = size;
      size += record.rows * entry.width;
    }
    entryOf_[c] = static_cast<std::int32_t>(list_.size());
    list_.push_back(entry);
  }
  jacobians_.assign(static_cast<std::size_t>(size), 0.0);
  const std::size_t rows = list_.empty() ? 0U : restitution.size();
  for (auto* vector : {&output_, &offset_}) vector->assign(rows, 0.0);
  point_.assign(static_cast<std::size_t>(coordinates), 0.0);
  displacement_.setZero(largest);
  beginStep();
}

/// q_e of the systems of a contact, stacked.
VectorView PositionContacts::pointOf(const Entry& entry, double h) {
  const FlatVectors& flat = model_.nsds->flat();
  const double* const v = model_.nsds->flat().velocity();
  const double late = h / (1.0 + entry.e);
  const double early = -entry.e * late;
  double* to = point_.data();
  for (const CondensedTerm& term : termsOf(model_.condensed, model_.condensed.interactions[entry.contact])) {
    const PlacedSystem& s = model_.systems[static_cast<std::size_t>(term.system)];
    for (std::int32_t i = 0; i < s.n; ++i)
      displacement_[i] = late * v[s.dof + i] + early * flat.startVelocity()[s.dof + i];
    s.mechanical->displace(view(flat.startPosition() + s.position, s.positions), displacement_.head(s.n),
                           view(to, s.positions));
    to += s.positions;
  }
  return {point_.data(), to - point_.data()};
}

void PositionContacts::evaluate(const StepInterval& step) {
  if (current_) return;
  for (const Entry& entry : list_) {
    const CondensedInteraction& record = model_.condensed.interactions[entry.contact];
    const MechanicalRelation& relation = *contacts_.list[entry.contact].relation;
    const double t = step.t0 + step.h * (1.0 - entry.e) / (1.0 + entry.e);
    const VectorView point = pointOf(entry, step.h);
    relation.output(t, point, view(output_.data() + record.row, record.rows));
    relation.jacobian(t, point,
                      Eigen::Map<Matrix>(jacobians_.data() + entry.jacobian, record.rows, entry.width));
  }
  current_ = true;
}

/// H of q_k of the equalities.
void PositionContacts::evaluateStart(const StepInterval& step) {
  for (const Entry& entry : list_) {
    if (entry.direction < 0) continue;
    const CondensedInteraction& record = model_.condensed.interactions[entry.contact];
    const double* const H = model_.jacobian(entry.contact, step.t0, model_.nsds->flat().startPosition());
    std::copy_n(H, record.rows * entry.width, jacobians_.data() + entry.direction);
  }
  atStart_ = true;
}

void PositionContacts::linearise(const StepInterval& step) {
  if (!atStart_) evaluateStart(step);
  evaluate(step);
  const double* const v = model_.nsds->flat().velocity();
  for (const Entry& entry : list_) {
    const CondensedInteraction& record = model_.condensed.interactions[entry.contact];
    storeLeft(model_.condensed, record, jacobians_.data() + entry.jacobian, 1.0);
    for (std::int32_t r = 0; r < record.rows; ++r) {
      const auto row = static_cast<std::size_t>(record.row + r);
      offset_[row] = (1.0 + entry.e) / step.h * output_[row] - dotLeft(model_.condensed, record, r, v);
    }
  }
}

void PositionContacts::condense() {
  for (const Entry& entry : list_) {
    if (entry.direction < 0) {
      model_.condense(entry.contact);
      continue;
    }
    const CondensedInteraction& record = model_.condensed.interactions[entry.contact];
    const double* H = jacobians_.data() + entry.direction;
    for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
      double* const right = model_.condensed.pool.data() + term.right;
      for (std::int32_t j = 0; j < term.size; ++j, H += record.rows) {
        for (std::int32_t r = 0; r < record.rows; ++r) right[r * term.size + j] = H[r];
      }
      model_.solveRight(record, term);
    }
  }
}

double PositionContacts::output(const UnitaryRelation& relation, std::int32_t row, const double* v) const {
  const CondensedInteraction& record =
      model_.condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
  return dotLeft(model_.condensed, record, relation.rowInInteraction + row, v) +
         offset_[static_cast<std::size_t>(relation.row + row)];
}

void PositionContacts::addImpulses(const UnitaryRelation& relation, const double* lambda) const {
  const auto contact = static_cast<std::size_t>(relation.interactionIndex);
  const Entry& entry = list_[static_cast<std::size_t>(entryOf_[contact])];
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  const double* H = jacobians_.data() + (entry.direction < 0 ? entry.jacobian : entry.direction);
  FlatVectors& flat = model_.nsds->flat();
  for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.rowInInteraction + r;
      axpy(term.size, lambda[r], rightOf(model_.condensed, term, row), flat.velocity() + term.dof);
      for (std::int32_t j = 0; j < term.size; ++j)
        flat.input()[term.dof + j] += lambda[r] * H[std::ptrdiff_t{j} * record.rows + row];
    }
    H += std::ptrdiff_t{record.rows} * term.size;
  }
}

double PositionContacts::residual(const StepInterval& step) {
  if (list_.empty()) return 0.0;
  evaluate(step);
  double worst = 0.0;
  for (const Entry& entry : list_) {
    worst = std::max(worst, outputDefect(entry, step.h));
    if (entry.direction < 0) worst = std::max(worst, impulseDefect(entry));
  }
  return worst;
}

/// What the linearisation has missed of w. A contact that is open, with no impulse, is solved whatever its output is.
double PositionContacts::outputDefect(const Entry& entry, double h) const {
  const CondensedInteraction& record = model_.condensed.interactions[entry.contact];
  const double* const v = model_.nsds->flat().velocity();
  const double factor = (1.0 + entry.e) / h;
  double worst = 0.0;
  for (std::int32_t r = 0; r < record.rows; ++r) {
    const auto row = static_cast<std::size_t>(record.row + r);
    const double w = factor * output_[row];
    if (entry.direction < 0 && w >= 0.0 && model_.nsds->flat().multiplier()[row] == 0.0) continue;
    const double missed = std::abs(w - dotLeft(model_.condensed, record, r, v) - offset_[row]);
    if (missed <= factor * outputRounding * scales_.length) continue;
    worst = std::max(worst, missed);
  }
  return worst / scales_.velocity();
}

/// The largest entry of (H - H_linearised)ᵀ λ; those of moments are divided by the length scale.
double PositionContacts::impulseDefect(const Entry& entry) const {
  const CondensedInteraction& record = model_.condensed.interactions[entry.contact];
  const double* const lambda = model_.nsds->flat().multiplier() + record.row;
  const double* H = jacobians_.data() + entry.jacobian;
  double worst = 0.0;
  for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
    const MechanicalDS& system = *model_.systems[static_cast<std::size_t>(term.system)].mechanical;
    for (std::int32_t j = 0; j < term.size; ++j, H += record.rows) {
      double change = 0.0;
      for (std::int32_t r = 0; r < record.rows; ++r)
        change += (H[r] - leftOf(model_.condensed, term, r)[j]) * lambda[r];
      worst = std::max(worst, std::abs(change) * system.typicalSize(j, scales_.length) / scales_.length);
    }
  }
  return worst / scales_.momentum();
}

}  // namespace nsds
