// The scheme in the order in which a step calls it; formulas are in its header.
#include "nsds/kernel/integrators/rattle_osi.hpp"

#include <algorithm>
#include <array>

#include "integrators/missing_jacobians.hpp"
#include "integrators/second_order/closing.hpp"
#include "integrators/second_order/end_of_step.hpp"
#include "integrators/second_order/half_step.hpp"
#include "integrators/second_order/law_shift.hpp"

namespace nsds {

namespace {

constexpr std::array<std::string_view, 2> rattleLevels{"position", "time_stepping"};

}  // namespace

struct RattleOSI::Implementation {
  void addVelocities(const IndexSet& active, const double* lambda);

  bool positions = true;  // the present level
  StepInterval step{0.0, 0.0, 0.0};
  double closed = 0.0;  // [m]
  SchemeRelations relations;
  HalfStepRules rules;
  HalfStep first{relations, rules};
  EndOfStep end{relations};
  LawShift shift{relations};
  MissingJacobians missing;
};

/// v += M⁻¹Hᵀ P, and p = H(q_k)ᵀ P1 + H(q_{k+1})ᵀ (P − P1).
void RattleOSI::Implementation::addVelocities(const IndexSet& active, const double* lambda) {
  FlatVectors& flat = end.model().nsds->flat();
  addRight(end.condensed(), active, lambda, flat.velocity());
  end.model().checkVelocities();
  scatterMultipliers(active, lambda, flat.rows(), flat.multiplier());
  std::copy_n(first.impulse(), flat.dofs(), flat.input());
  end.addImpulse(-1.0, first.multipliers(), flat.input());
  end.addImpulse(1.0, flat.multiplier(), flat.input());
}

RattleOSI::RattleOSI() : implementation_(std::make_unique<Implementation>()) {}
RattleOSI::~RattleOSI() = default;
RattleOSI::RattleOSI(RattleOSI&&) noexcept = default;
RattleOSI& RattleOSI::operator=(RattleOSI&&) noexcept = default;

std::span<const std::string_view> RattleOSI::levels() const {
  return rattleLevels;
}

void RattleOSI::enterLevel(std::size_t level) {
  implementation_->positions = level == 0;
}

const double* RattleOSI::startMultipliers() const {
  return implementation_->first.multipliers();
}

bool RattleOSI::linear() const {
  return !implementation_->positions || implementation_->first.linear();
}

bool RattleOSI::constantOperator() const {
  const Implementation& s = *implementation_;
  return s.positions ? s.first.constantOperator() : s.relations.constantOperators;
}

const CondensedOperator& RattleOSI::condensed() const {
  return implementation_->positions ? implementation_->first.condensed() : implementation_->end.condensed();
}

void RattleOSI::compile(Model& model, double h) {
  Implementation& s = *implementation_;
  NonSmoothDynamicalSystem& nsds = model.nsds();
  const Scales& scales = model.scales();
  s.step = {nsds.time(), nsds.time() + h, h};
  s.end.compile(nsds);
  s.relations.compile(name(), s.end.model());
  s.end.compileOperators();
  s.first.compile(nsds, scales, h);
  s.shift.compile(s.end.model());
  s.closed = closedGap(scales, h);
  s.missing.tellOfMechanics(s.end.model());
}

void RattleOSI::evaluateState() {
  implementation_->end.evaluateState();
}

void RattleOSI::beginStep(const StepInterval& step) {
  implementation_->step = step;
  implementation_->first.begin(step);
}

/// At position level nothing is left out: an impact may push a body that no force moves. At velocity level contacts take part
/// that have closed.
void RattleOSI::activate(const IndexSet& all, const IndexSet&, IndexSet& active) {
  const Implementation& s = *implementation_;
  if (s.positions) {
    active = all;
    return;
  }
  selectRelations(s.relations, all, active, [&](const UnitaryRelation& relation) {
    return s.first.multipliers()[relation.row] > 0.0 || s.first.gaps()[relation.row] <= s.closed;
  });
}

void RattleOSI::linearise(const IndexSet& active) {
  Implementation& s = *implementation_;
  if (s.positions) {
    s.first.linearise(active);
    return;
  }
  // v½ + M⁻¹ (h/2 F(t_{k+1}, q_{k+1}, v½) − Hᵀ P1), to which P is to be added
  double* const v = s.end.model().nsds->flat().velocity();
  s.end.accelerate(s.step, s.first.velocity(), s.first.velocity(), s.first.multipliers(), v);
  s.end.condense(active);
}

void RattleOSI::freeOutput(const IndexSet& active, double* w) {
  Implementation& s = *implementation_;
  if (s.positions) {
    s.first.freeOutput(active, w);
    return;
  }
  FlatVectors& flat = s.end.model().nsds->flat();
  for (const UnitaryRelation& relation : active) {
    s.end.ratesOf(relation, flat.velocity(), w);
    s.shift.add(relation, flat.startRate() + relation.row, w);
    w += relation.rows;
  }
}

void RattleOSI::update(const IndexSet& active, const double* lambda) {
  Implementation& s = *implementation_;
  if (s.positions) {
    s.first.update(active, lambda);
    return;
  }
  s.addVelocities(active, lambda);
  FlatVectors& flat = s.end.model().nsds->flat();
  std::copy_n(s.first.gaps(), flat.rows(), flat.output());
  s.end.rates(flat.velocity(), flat.rate());
}

double RattleOSI::residual(const IndexSet&) {
  return implementation_->positions ? implementation_->first.residual() : 0.0;
}

void RattleOSI::endStep(const IndexSet& active) {
  Implementation& s = *implementation_;
  s.end.evaluateForces(s.step.t1);
  NonSmoothDynamicalSystem& nsds = *s.end.model().nsds;
  if (nsds.flat().lawStates() > 0) advanceLawStates(nsds, active, 2, s.step.h, nsds.flat().rate());
}

}  // namespace nsds
