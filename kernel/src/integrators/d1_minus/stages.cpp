// What each of the three levels of a step takes into account, and what it leaves.
#include <algorithm>
#include <cmath>

#include "integrators/d1_minus/implementation.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr double roundingOfRates = 1e-11;  // of the velocity scale: a solver that is exact leaves 1e-13 or so

}  // namespace

void D1MinusOSI::Implementation::compile(Model& model, double h) {
  NonSmoothDynamicalSystem& nsds = model.nsds();
  const Scales& scales = model.scales();
  step = {nsds.time(), nsds.time() + h, h};
  closed = options.closed * scales.length;
  atRest = rules.atRest = options.atRest * scales.velocity();
  negligible = roundingOfRates * scales.velocity();
  end.compile(nsds);
  relations.compile("D1MinusOSI", end.model());
  for (std::size_t c = 0; accelerates() && c < relations.list.size(); ++c) {
    const MechanicalRelation& relation = *relations.list[c].relation;
    check::that(
        !relation.frozenJacobian() || relation.constantJacobian(),
        "D1MinusOSI at acceleration level needs the gap of {} as a function of the coordinates; contacts "
        "that a detector finds are taken at velocity level",
        nsds.interactions()[c]->name());
  }
  end.compileOperators();
  first.compile(nsds, scales, h);
  if (accelerates()) curvature.compile(scales);
  shift.compile(end.model());
  for (auto* x : {&tilde, &before}) x->assign(static_cast<std::size_t>(nsds.flat().dofs()), 0.0);
  for (auto* x : {&endImpulses, &impact, &rateBefore, &gamma})
    x->assign(static_cast<std::size_t>(nsds.flat().rows()), 0.0);
  missing.tellOfMechanics(end.model());
}

// Forces at the start

/// Contacts have forces that are closed and at rest. A contact that approaches is to have an impact: at velocity level a force
/// would take its velocity without restitution. At acceleration level gaps and rates drift on curved surfaces, with the order of
/// the scheme; a contact that was pressed in the last step rests though it has drifted.
bool D1MinusOSI::Implementation::rests(const UnitaryRelation& relation) {
  const bool touches = flat().startOutput()[relation.row] <= closed;
  const double rate = flat().startRate()[relation.row];
  if (!accelerates()) return touches && std::abs(rate) <= atRest;
  return first.drifts(relation) || (touches && rate <= atRest);
}

void D1MinusOSI::Implementation::activateStart(const IndexSet& all, IndexSet& active) {
  selectRelations(relations, all, active, [&](const UnitaryRelation& relation) { return rests(relation); });
  first.activate(active);
}

// Forces at the end

/// v⁻ without forces of contacts and joints at the end.
void D1MinusOSI::Implementation::beginEnd() {
  const double* const half = first.velocity();
  for (std::size_t i = 0; i < tilde.size(); ++i) tilde[i] = 2.0 * half[i] - flat().startVelocity()[i];
  end.accelerate(step, tilde.data(), half, nullptr, before.data());
  std::copy_n(first.multipliers(), endImpulses.size(), endImpulses.begin());
}

/// Contacts that have closed in the step have no force. Those that are pressed at the start are so at the end, however far
/// their gap has drifted. One that opens, but so slowly that it would approach again before the step ends, comes to rest at
/// velocity level: its bounce is shorter than a step.
void D1MinusOSI::Implementation::activateEnd(const IndexSet& all, IndexSet& active) {
  const double* const gap = flat().startOutput();
  const double* const rate = flat().startRate();
  selectRelations(relations, all, active, [&](const UnitaryRelation& relation) {
    const std::int32_t row = relation.row;
    if (pressedAtStart(row)) return true;
    if (first.gaps()[row] > closed || gap[row] > closed) return false;
    if (!accelerates()) return rate[row] >= -atRest;
    end.ratesOf(relation, tilde.data(), rateBefore.data() + row);
    return rateBefore[static_cast<std::size_t>(row)] <= atRest;
  });
  if (!accelerates()) return;
  forEachInteraction(active, [&](std::size_t c) {
    if (!relations.list[c].unilateral) return;
    curvature.evaluate(static_cast<std::int32_t>(c), step.t1, flat().position(), tilde.data(),
                       gamma.data() + end.condensed().interactions[c].row);
  });
  first.takeDriftBack(active, gamma.data());
}

/// U⁻ of joints, along tangents, and at velocity level along normals; at acceleration level h/2 times the acceleration of the
/// gap, in H (v⁻ − v½) + h/2 γ.
void D1MinusOSI::Implementation::freeEnd(const IndexSet& active, double* w) {
  for (const UnitaryRelation& relation : active) {
    end.ratesOf(relation, before.data(), w);
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      if (!accelerates() || !relations.list[c].unilateral || !relations.holdsForPositions(relation, r))
        continue;
      const CondensedInteraction& record = end.condensed().interactions[c];
      const std::int32_t row = relation.rowInInteraction + r;
      w[r] = dotLeft(end.condensed(), record, row, before.data()) -
             dotLeft(end.condensed(), record, row, first.velocity()) +
             0.5 * step.h * gamma[static_cast<std::size_t>(relation.row + r)];
    }
    w += relation.rows;
  }
}

void D1MinusOSI::Implementation::updateEnd(const IndexSet& active, const double* lambda) {
  addRight(end.condensed(), active, lambda, before.data());
  scatterMultipliers(active, lambda, flat().rows(), endImpulses.data());
}

// The impact at the end

void D1MinusOSI::Implementation::beginImpact() {
  std::copy(before.begin(), before.end(), flat().velocity());
  end.rates(before.data(), rateBefore.data());
  if (options.restitutionThreshold == 0.0) return;
  for (std::size_t c = 0; c < relations.list.size(); ++c) {
    if (relations.list[c].unilateral) forgetSlowApproach(end.condensed().interactions[c], relations.list[c]);
  }
}

/// Contacts that are too slow are not restituted along the normal.
void D1MinusOSI::Implementation::forgetSlowApproach(const CondensedInteraction& record,
                                                    const SchemeRelation& relation) {
  const auto block = static_cast<std::int32_t>(relation.law->blockSize());
  for (std::int32_t r = 0; r < record.rows; ++r) {
    double& rate = rateBefore[static_cast<std::size_t>(record.row + r)];
    const bool normal = !relation.friction || r % block == 0;
    if (normal && std::abs(rate) < options.restitutionThreshold) rate = 0.0;
  }
}

void D1MinusOSI::Implementation::activateImpact(const IndexSet& all, IndexSet& active) const {
  selectRelations(relations, all, active, [&](const UnitaryRelation& relation) {
    return first.gaps()[relation.row] <= closed || pressedAtStart(relation.row) ||
           endImpulses[static_cast<std::size_t>(relation.row)] > 0.0;
  });
}

/// Forces at the end have made the rates of joints zero. What rounding has left of them is noise, by which redundant rows would
/// contradict each other.
void D1MinusOSI::Implementation::dropRounding(const UnitaryRelation& relation, double* w) const {
  for (std::int32_t r = 0; r < relation.rows; ++r) {
    if (std::abs(w[r]) <= negligible) w[r] = 0.0;
  }
}

void D1MinusOSI::Implementation::freeImpact(const IndexSet& active, double* w) {
  for (const UnitaryRelation& relation : active) {
    end.ratesOf(relation, flat().velocity(), w);
    if (!relations.list[static_cast<std::size_t>(relation.interactionIndex)].unilateral)
      dropRounding(relation, w);
    shift.add(relation, rateBefore.data() + relation.row, w);
    w += relation.rows;
  }
}

/// v_{k+1}, and the impulses of the whole step.
void D1MinusOSI::Implementation::updateImpact(const IndexSet& active, const double* lambda) {
  FlatVectors& vectors = flat();
  addRight(end.condensed(), active, lambda, vectors.velocity());
  end.model().checkVelocities();
  scatterMultipliers(active, lambda, vectors.rows(), impact.data());
  for (std::size_t i = 0; i < impact.size(); ++i) vectors.multiplier()[i] = impact[i] + endImpulses[i];
  std::copy_n(first.impulse(), vectors.dofs(), vectors.input());
  end.addImpulse(1.0, vectors.multiplier(), vectors.input());
  for (std::size_t i = 0; i < impact.size(); ++i) vectors.multiplier()[i] += first.multipliers()[i];
  std::copy_n(first.gaps(), vectors.rows(), vectors.output());
  end.rates(vectors.velocity(), vectors.rate());
}

}  // namespace nsds
