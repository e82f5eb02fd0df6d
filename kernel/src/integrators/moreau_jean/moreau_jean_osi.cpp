// The scheme of Moreau and Jean, in the order in which a step calls it; formulas are in its header.
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"

#include <algorithm>

#include "integrators/moreau_jean/implementation.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// Multipliers of both signs, or a law for the output, have no gap to wait for; nor are relations of another
/// integrator for this one to judge.
bool isAlwaysActive(const StepContact& contact) {
  const AdmissibleSet set = contact.law->admissibleSet();
  const bool bothSigns = std::holds_alternative<FreeSet>(set) || std::holds_alternative<BoxSet>(set) ||
                         std::holds_alternative<MixedSet>(set) || std::holds_alternative<PolyhedronSet>(set);
  return contact.relation == nullptr || bothSigns || contact.compliant;
}

void checkSystems(const CompiledModel& model) {
  for (std::size_t s = 0; s < model.systems.size(); ++s) {
    check::that(model.systems[s].mechanical != nullptr,
                "MoreauJeanOSI does not integrate {}, which is not a mechanical system; EulerMoreauOSI takes "
                "first-order ones, MixedOrderOSI both",
                model.nsds->systems()[s]->name());
  }
}

}  // namespace

MoreauJeanOSI::Implementation::Implementation(double theta_, Evaluation evaluation, Activation activation_)
    : theta(theta_), point(model, theta_, evaluation), activation(std::move(activation_)) {
  model.layout.feedthrough = true;
  check::that(theta >= 0.0 && theta <= 1.0, "MoreauJeanOSI: theta = {} is not in [0, 1]", theta);
}

MoreauJeanOSI::MoreauJeanOSI(double theta) : MoreauJeanOSI(theta, Activation{}) {}
MoreauJeanOSI::MoreauJeanOSI(double theta, Activation activation)
    : MoreauJeanOSI(theta, Evaluation::ends, std::move(activation)) {}
MoreauJeanOSI::MoreauJeanOSI(double theta, Evaluation evaluation, Activation activation)
    : implementation_(std::make_unique<Implementation>(theta, evaluation, std::move(activation))) {}
MoreauJeanOSI::~MoreauJeanOSI() = default;
MoreauJeanOSI::MoreauJeanOSI(MoreauJeanOSI&&) noexcept = default;
MoreauJeanOSI& MoreauJeanOSI::operator=(MoreauJeanOSI&&) noexcept = default;

std::string MoreauJeanOSI::description() const {
  const char* const where =
      evaluation() == Evaluation::middle ? ", M, F and H between the ends of a step" : "";
  return fmt::format("{} with theta = {}{}", name(), theta(), where);
}

std::unique_ptr<OneStepIntegrator> MoreauJeanOSI::clone() const {
  return std::make_unique<MoreauJeanOSI>(theta(), evaluation(), activation());
}

/// A mass matrix that is taken at the end of the step costs an order, and so do impulses along the H of one end, or of no end.
int MoreauJeanOSI::smoothOrder(const IndexSet& active) const {
  if (theta() != 0.5) return 1;
  const std::vector<StepContact>& contacts = implementation_->contacts.list;
  const bool central = std::all_of(active.begin(), active.end(), [&](const UnitaryRelation& relation) {
    return contacts[static_cast<std::size_t>(relation.interactionIndex)].centred;
  });
  if (!central) return 1;
  if (evaluation() == Evaluation::middle) return 2;
  const std::vector<PlacedSystem>& systems = implementation_->model.systems;
  const bool constant = std::all_of(systems.begin(), systems.end(), [](const PlacedSystem& s) {
    return s.mechanical == nullptr || s.mechanical->constantMass();
  });
  return constant ? 2 : 1;
}

double MoreauJeanOSI::theta() const {
  return implementation_->theta;
}

Evaluation MoreauJeanOSI::evaluation() const {
  return implementation_->point.evaluation();
}

const Activation& MoreauJeanOSI::activation() const {
  return implementation_->activation.settings();
}

bool MoreauJeanOSI::keepMatrices(bool keep) {
  implementation_->model.layout.matrices = keep;
  return true;
}

void MoreauJeanOSI::leaveImpacts(bool left) {
  implementation_->freeOutput.leaveImpacts(left);
}

bool MoreauJeanOSI::linear() const {
  return implementation_->linear;
}

bool MoreauJeanOSI::constantOperator() const {
  return implementation_->contacts.constantOperators;
}

const CondensedOperator& MoreauJeanOSI::condensed() const {
  return implementation_->model.condensed;
}

void MoreauJeanOSI::compile(Model& model, double h) {
  Implementation& s = *implementation_;
  const double t = model.nsds().time();
  s.step = {t, t + h, h};
  const Scales& scales = model.scales();
  s.model.compile(model.nsds());
  if (!s.shared) checkSystems(s.model);

  // Systems come first: what stays of a contact follows from what stays of its systems.
  s.point.compile();
  s.forces.compile(t);
  s.freeVelocities.compile(h);
  s.displacements.compile();
  s.balance.compile(scales);

  s.contacts.compile(s.model, s.theta, s.point.evaluation(), s.shared);
  s.linear = s.freeVelocities.linear() && s.contacts.frozen;
  s.outputs.compile(t, h);
  s.impulses.compile(h, scales.velocity());
  s.freeOutput.compile();
  std::vector<std::uint8_t> always;
  for (const StepContact& contact : s.contacts.list) always.push_back(isAlwaysActive(contact) ? 1 : 0);
  s.activation.compile(scales, h, std::move(always), model.nsds().flat().rows());
  s.missing.tellOfMechanics(s.model);
}

void MoreauJeanOSI::evaluateState() {
  implementation_->forces.evaluateState(implementation_->model.nsds->time());
  implementation_->outputs.evaluateState();
}

void MoreauJeanOSI::beginStep(const StepInterval& step) {
  Implementation& s = *implementation_;
  s.step = step;
  s.forces.setCurrent(false);
  // Predict q_k + h v_k where the step needs it: as the first Newton iterate, and for rule P.
  if (linear() && s.activation.settings().prediction == Prediction::N) return;
  s.displacements.move(s.model.nsds->flat().startVelocity(), step.h, 0.0, s.model.nsds->flat().position());
}

void MoreauJeanOSI::activate(const IndexSet& all, const IndexSet& last, IndexSet& active) {
  Implementation& s = *implementation_;
  FlatVectors& flat = s.model.nsds->flat();
  const double* gap = flat.output();
  const double* rate = flat.startRate();
  if (s.activation.settings().prediction == Prediction::P) {
    s.outputs.predict(s.step.t1, flat.position(), flat.startVelocity());
    gap = s.outputs.predictedGap();
    rate = s.outputs.predictedRate();
  }
  s.activation.select(gap, rate, flat.output(), all, last, active);
}

void MoreauJeanOSI::linearise(const IndexSet& active) {
  Implementation& s = *implementation_;
  if (double* const middle = s.impulses.middle()) {
    const double late = 0.5 * s.step.h * s.theta;
    s.displacements.move(s.model.nsds->flat().velocity(), late, 0.5 * s.step.h - late, middle);
  }
  if (!linear() && !s.forces.current()) s.point.place();
  s.freeVelocities.evaluate(s.step, s.forces);
  s.impulses.linearise(active, s.step, s.outputs);
  s.model.condensed.lawPoint.h = s.step.h;
}

void MoreauJeanOSI::freeOutput(const IndexSet& active, double* w) {
  Implementation& s = *implementation_;
  const bool predicted = s.activation.settings().prediction == Prediction::P;
  const double* const before = predicted ? s.outputs.predictedRate() : s.model.nsds->flat().startRate();
  s.freeOutput.evaluate(active, s.impulses.lawRatesBefore(active, before), w);
}

void MoreauJeanOSI::update(const IndexSet& active, const double* lambda) {
  Implementation& s = *implementation_;
  NonSmoothDynamicalSystem& nsds = *s.model.nsds;
  clear(nsds.flat().dofs(), nsds.flat().input());
  if (!active.empty()) s.impulses.addImpulses(active, lambda);
  scatterMultipliers(active, lambda, nsds.flat().rows(), nsds.flat().multiplier());
  s.model.checkVelocities();
  const double late = s.step.h * s.theta;
  s.displacements.move(nsds.flat().velocity(), late, s.step.h - late, nsds.flat().position());
  if (!linear()) s.impulses.predictRates(active);
  evaluateDisplaced();
  s.forces.setCurrent(false);
}

void MoreauJeanOSI::evaluateDisplaced() {
  Implementation& s = *implementation_;
  NonSmoothDynamicalSystem& nsds = *s.model.nsds;
  s.outputs.evaluate(s.step.t1, nsds.flat().position(), nsds.flat().velocity(), nsds.flat().output(),
                     nsds.flat().rate());
}

/// The larger of the defect of the equations of motion, relative to the momentum scale, and of the change of
/// U by the change of H since the linearisation, relative to the velocity scale.
double MoreauJeanOSI::residual(const IndexSet& active) {
  Implementation& s = *implementation_;
  s.point.place();
  double momentum = 0.0;
  for (const std::size_t index : s.freeVelocities.nonlinear()) {
    const PlacedSystem& system = s.model.systems[index];
    s.forces.evaluateStateDependent(system, s.point.at(s.step));
    momentum = std::max(momentum, s.balance.defect(system, s.step, s.point.at(s.step).q));
  }
  s.forces.setCurrent(true);
  return std::max(momentum, s.impulses.rateChange(active, s.step));
}

void MoreauJeanOSI::endStep(const IndexSet& active) {
  Implementation& s = *implementation_;
  if (!linear() && !s.forces.current()) s.point.place();
  s.forces.refresh(s.point.at(s.step));
  if (s.freeVelocities.anyPrescribed()) s.balance.evaluateReactions(s.step, s.point.at(s.step).q);
  // The force vector is that of the state, wherever the step has evaluated F.
  if (s.point.betweenEnds()) s.forces.evaluateState(s.step.t1);
  NonSmoothDynamicalSystem& nsds = *s.model.nsds;
  if (nsds.flat().lawStates() > 0)
    advanceLawStates(nsds, active, 2, s.step.h, s.impulses.lawRatesAfter(active, nsds.flat().rate()));
}

}  // namespace nsds
