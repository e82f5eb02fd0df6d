#include "nsds/kernel/simulation/event_driven.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

AccumulationError::AccumulationError(const std::string& message, double end) : Error(message), end_(end) {}
AccumulationError::~AccumulationError() = default;
ParadoxError::~ParadoxError() = default;

EventDriven::EventDriven(Model& model, TimeDiscretisation sampling,
                         std::unique_ptr<SmoothIntegrator> integrator)
    : Simulation(model, std::move(sampling)) {
  check::that(integrator != nullptr, "EventDriven needs a smooth integrator");
  impl_ = std::make_unique<Implementation>(*this, std::move(integrator));
}

EventDriven::Implementation::Implementation(EventDriven& simulation, std::unique_ptr<SmoothIntegrator> smooth)
    : owner(simulation),
      nsds(simulation.model_.nsds()),
      integrator(std::move(smooth)),
      loop(std::bind_front(&EventDriven::judge, &simulation)),
      contacts(simulation.model_, *integrator, loop, zero),
      switches(simulation.model_, *integrator, loop, zero) {}

EventDriven::~EventDriven() {
  if (impl_->stepped) impl_->nsds.setInStep(false);
}

void EventDriven::setEventOptions(const EventOptions& options) {
  const auto positive = [](double x, const char* what) {
    check::that(std::isfinite(x) && x > 0.0, "the {} {} of event-driven simulation is not positive", what, x);
  };
  positive(options.gapThreshold, "gap threshold");
  positive(options.velocityThreshold, "velocity threshold");
  positive(options.forceThreshold, "force threshold");
  positive(options.accumulationInterval, "interval of accumulations");
  check::that(std::isfinite(options.captureStep) && options.captureStep >= 0.0,
              "the capture step {} of event-driven simulation is negative or not finite",
              options.captureStep);
  constexpr double rounding = 10.0 * std::numeric_limits<double>::epsilon();
  check::that(std::min({options.gapThreshold, options.velocityThreshold, options.forceThreshold}) >= rounding,
              "a threshold of event-driven simulation is below round-off, {}: events would be noise",
              rounding);
  check::that(options.maxEventsBetweenSamples >= 1, "{} events between samples are too few",
              options.maxEventsBetweenSamples);
  impl_->zero.options = options;
}

const EventOptions& EventDriven::eventOptions() const {
  return impl_->zero.options;
}
SmoothIntegrator& EventDriven::integrator() {
  return *impl_->integrator;
}
void EventDriven::setImpactLaw(std::unique_ptr<const ImpactLaw> law) {
  ContactImpact impacts;
  impacts.setLaw(std::move(law));
  impacts.checkLaws(impl_->nsds.interactions(), "event-driven simulation");
  check::that(!impacts.on() || impl_->physics == &impl_->contacts,
              "event-driven simulation of first-order systems has no impacts, and no impact law");
  impl_->contacts.impactLaw() = std::move(impacts);
}
const ImpactReport& EventDriven::impactReport() const {
  return impl_->contacts.impactLaw().report();
}
void EventDriven::projectInitialState() {
  impl_->contacts.projectStart();
}
void EventDriven::setJumps(JumpRule rule) {
  check::that(rule != JumpRule::accept,
              "event-driven simulation has no step that could accept a state that has to jump; choose "
              "JumpRule::jump or "
              "JumpRule::refuse");
  impl_->switches.setJumps(rule);
}
const JumpRecord& EventDriven::jumpRecord() const {
  return impl_->switches.jumpRecord();
}
const ConsistencyReport& EventDriven::consistencyReport() const {
  return impl_->contacts.startReport();
}
void EventDriven::setInteractionManager(GapManager& manager) {
  impl_->gaps.set(manager);
  impl_->changes.markPending();
}
const InteractionManager* EventDriven::interactionManager() const {
  return impl_->gaps.manager();
}
std::int64_t EventDriven::heldFeatures() const {
  return impl_->gaps.course().held;
}
IndexSet EventDriven::stickingContacts() const {
  return impl_->physics->frictionSet(false);
}
IndexSet EventDriven::slidingContacts() const {
  return impl_->physics->frictionSet(true);
}
EventKind EventDriven::event() const {
  return impl_->state.reached;
}
std::span<Interaction* const> EventDriven::eventInteractions() const {
  return impl_->state.participants;
}
std::int64_t EventDriven::events() const {
  return impl_->state.events;
}
double EventDriven::accumulationEnd() const {
  return impl_->state.accumulationEnd;
}
bool EventDriven::capturing() const {
  return impl_->physics->capturing();
}
std::int64_t EventDriven::progress() const {
  return step() + impl_->state.events;
}

OneStepNSProblem& EventDriven::impactProblem() {
  return impl_->physics->impactProblem();
}

OneStepNSProblem& EventDriven::accelerationProblem() {
  return impl_->physics->accelerationProblem();
}

Vector EventDriven::acceleration(const DynamicalSystem& system) const {
  Implementation& d = *impl_;
  check::that(d.nsds.findSystem(system.id()) == &system, "{} does not belong to this model", system.name());
  check::that(system.order() == 2, "{} is of first order, and has no acceleration", system.name());
  if (capturing())
    throw Error(fmt::format("{} has no acceleration at t = {}, where impacts that accumulate are captured",
                            system.name(), time()));
  const bool changed =
      d.nsds.structureChanged() || d.changes.operatorsDiffer(d.nsds) || d.changes.statesDiffer(d.nsds);
  if (!d.integrating || changed)
    throw Error(fmt::format(
        "{} has no acceleration at t = {}: the simulation has not begun there, or something was changed; "
        "go on to the next event first",
        system.name(), time()));
  return d.contacts.acceleration().segment(d.nsds.placement(system).dof, system.dimension());
}

VectorView EventDriven::impulse(const Interaction& interaction) const {
  const Index row = model_.nsds().row(interaction);
  const std::vector<double>& impulses = impl_->physics->impulses();
  if (row + interaction.rows() > std::ssize(impulses))
    throw Error(interaction.name() + " is not known to the simulation yet; call initialize() first");
  return {impulses.data() + row, interaction.rows()};
}

const IndexSet& EventDriven::indexSet(int level) const {
  check::that(level >= 0 && level <= 2, "there is no index set of level {}; there are 0, 1 and 2", level);
  return level == 0 ? all_ : impl_->physics->indexSet(level);
}

void EventDriven::addTimeEvent(double t, std::function<void(EventDriven&)> action) {
  check::that(std::isfinite(t) && t > time(), "a time event at t = {} is not after the present, {}", t,
              time());
  impl_->users.addTimeEvent(t, std::move(action), impl_->state.user);
  impl_->integrating = false;  // the integrator may be beyond it already
}

void EventDriven::addStateEvent(std::function<double(double)> function,
                                std::function<void(EventDriven&)> action) {
  check::that(static_cast<bool>(function), "the function of a state event is empty");
  const double now = function(time());
  impl_->users.addStateEvent(std::move(function), std::move(action), now, impl_->state.user);
  impl_->integrating = false;
}

void EventDriven::initialize() {
  Implementation& d = *impl_;
  if (d.stepped) throw Error("initialize() cannot be called between computeOneStep() and nextStep()");
  d.takeUpChanges();
  if (d.integrating || d.physics->capturing()) return;
  if (d.physics->isBeforeEvent()) return;
  d.backUp();
  try {
    d.begin();
  } catch (...) {
    d.returnToBackup();
    throw;
  }
}

}  // namespace nsds
