#include "nsds/kernel/simulation/event_driven.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "modeling/checks.hpp"
#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/event_driven/impl.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {
constexpr double never = std::numeric_limits<double>::infinity();
constexpr double problemTolerance = 1e-12;
}  // namespace

AccumulationError::AccumulationError(const std::string& message, double end) : Error(message), end_(end) {}
AccumulationError::~AccumulationError() = default;
ParadoxError::~ParadoxError() = default;

EventDriven::EventDriven(Model& model, TimeDiscretisation sampling,
                         std::unique_ptr<SmoothIntegrator> integrator)
    : Simulation(model, std::move(sampling)) {
  check::that(integrator != nullptr, "EventDriven needs a smooth integrator");
  impl_ = std::make_unique<Impl>(*this, std::move(integrator));
}

EventDriven::~EventDriven() = default;

void EventDriven::setEventOptions(const EventOptions& options) {
  const auto positive = [](double x, const char* what) {
    check::that(std::isfinite(x) && x > 0.0, "the {} {} of event-driven simulation is not positive", what, x);
  };
  positive(options.gapThreshold, "gap threshold");
  positive(options.velocityThreshold, "velocity threshold");
  positive(options.forceThreshold, "force threshold");
  positive(options.accumulationInterval, "interval of accumulations");
  constexpr double rounding = 10.0 * std::numeric_limits<double>::epsilon();
  check::that(std::min({options.gapThreshold, options.velocityThreshold, options.forceThreshold}) >= rounding,
              "a threshold of event-driven simulation is below round-off, {}: events would be noise",
              rounding);
  check::that(options.maxEventsBetweenSamples >= 1, "{} events between samples are too few",
              options.maxEventsBetweenSamples);
  impl_->options = options;
}

const EventOptions& EventDriven::eventOptions() const {
  return impl_->options;
}
SmoothIntegrator& EventDriven::integrator() {
  return *impl_->smooth;
}
void EventDriven::projectInitialState() {
  impl_->projects = true;
}
const ConsistencyReport& EventDriven::consistencyReport() const {
  return impl_->consistency;
}
EventKind EventDriven::event() const {
  return impl_->kind;
}
std::span<Interaction* const> EventDriven::eventInteractions() const {
  return impl_->participants;
}
std::int64_t EventDriven::events() const {
  return impl_->events;
}
std::int64_t EventDriven::progress() const {
  return step() + impl_->events;
}

OneStepNSProblem& EventDriven::impactProblem() {
  if (impl_->impact == nullptr)
    throw Error("the problems are chosen by initialize(), from the laws; call that first");
  return *impl_->impact;
}

OneStepNSProblem& EventDriven::accelerationProblem() {
  if (impl_->acceleration == nullptr)
    throw Error("the problems are chosen by initialize(), from the laws; call that first");
  return *impl_->acceleration;
}

VectorView EventDriven::impulse(const Interaction& interaction) const {
  const Index row = model_.nsds().row(interaction);
  if (row + interaction.rows() > static_cast<Index>(impl_->impulses.size()))
    throw Error(interaction.name() + " is not known to the simulation yet; call initialize() first");
  return {impl_->impulses.data() + row, interaction.rows()};
}

const IndexSet& EventDriven::indexSet(int level) const {
  check::that(level >= 0 && level <= 2, "there is no index set of level {}; there are 0, 1 and 2", level);
  return level == 0 ? all_ : level == 1 ? impl_->closed : impl_->atRest;
}

void EventDriven::addTimeEvent(double t, std::function<void(EventDriven&)> action) {
  check::that(std::isfinite(t) && t > time(), "a time event at t = {} is not after the present, {}", t,
              time());
  auto& events = impl_->timeEvents;
  const auto at =
      std::upper_bound(events.begin(), events.end(), t,
                       [](double time, const Impl::TimeEvent& event) { return time < event.time; });
  events.insert(at, {t, std::move(action)});
  impl_->started = false;  // the integrator may be beyond it already
}

void EventDriven::addStateEvent(std::function<double(double)> function,
                                std::function<void(EventDriven&)> action) {
  check::that(static_cast<bool>(function), "the function of a state event is empty");
  impl_->stateEvents.push_back({std::move(function), std::move(action)});
  impl_->stateValues.push_back(0.0);
  impl_->started = false;
}

void EventDriven::initialize() {
  if (impl_->stepped) throw Error("initialize() cannot be called between computeOneStep() and nextStep()");
  impl_->refresh();
  if (!impl_->started && !impl_->approaching()) impl_->restart();
}

void EventDriven::computeOneStep() {
  Impl& d = *impl_;
  if (d.stepped) throw Error("computeOneStep() must be followed by nextStep()");
  if (!hasNextEvent()) {
    const char* reason = stopped() ? "the check function stopped the simulation" : "there is no event left";
    throw Error(fmt::format("{} at t = {}", reason, time()));
  }
  d.refresh();
  if (!d.started && d.approaching()) {
    // A start, or a change by the user, that is an impact.
    d.kind = EventKind::impact;
    d.eventContacts.clear();
    d.participants.clear();
  } else {
    if (!d.started) d.restart();
    d.advanceTo(nextTime());
  }
  d.stepped = true;
}

void EventDriven::nextStep() {
  Impl& d = *impl_;
  if (!d.stepped) throw Error("nextStep() must be called after computeOneStep()");
  if (d.kind == EventKind::sampling) {
    moveOn();
    ++statistics_.steps;
    d.eventsSinceSample = 0;
    d.stepped = false;
    return;
  }
  if (++d.eventsSinceSample > d.options.maxEventsBetweenSamples) {
    throw Error(fmt::format(
        "{} events between two samples, at t = {}, the last of {}: contacts chatter, or events accumulate "
        "without a pattern; step through this by TimeStepping, or raise the thresholds",
        d.options.maxEventsBetweenSamples, time(),
        d.participants.empty() ? "the user" : d.participants.front()->name()));
  }
  if (d.kind == EventKind::user) {
    d.runUserEvent();
  } else {
    d.restart();
  }
  ++d.events;
  d.stepped = false;
}

// Structure

void EventDriven::Impl::runUserEvent() {
  std::function<void(EventDriven&)> action;
  if (userEvent < stateEvents.size()) {
    action = stateEvents[userEvent].action;
    stateValues[userEvent] = 0.0;  // it has to become positive before it can fall again
  } else {
    action = std::move(timeEvents.front().action);
    timeEvents.erase(timeEvents.begin());
  }
  eventTime = never;
  started = false;
  if (action) action(owner);
}

void EventDriven::Impl::refresh() {
  if (nsds.time() != owner.expectedTime()) {
    throw Error(fmt::format(
        "the model is at t = {}, this simulation at {}: another simulation has moved the model; start from a "
        "state taken by this one",
        nsds.time(), owner.expectedTime()));
  }
  if (nsds.structureChanged()) nsds.applyChanges(nsds.time());
  const bool operators =
      compiledStructure != nsds.structureVersion() || compiledOperators != nsds.changes().operators;
  if (operators) compile();
  if (operators || seenStates != nsds.changes().states) {
    seenStates = nsds.changes().states;
    started = false;
    evaluateOutputs();
    if (!initialized) checkStart();
  }
  initialized = true;
}

void EventDriven::Impl::checkLaws() {
  for (const auto& interaction : nsds.interactions()) {
    const AdmissibleSet set = interaction->law().admissibleSet();
    const bool planarFriction =
        std::holds_alternative<CoulombSet>(set) && interaction->law().blockSize() == 2;
    check::that(
        std::holds_alternative<OrthantSet>(set) || std::holds_alternative<FreeSet>(set) || planarFriction,
        "{}: event-driven simulation takes equalities and impact laws, with friction between planar "
        "contacts, not {}; TimeStepping takes all laws",
        interaction->name(), interaction->law().name());
  }
}

void EventDriven::Impl::chooseProblems() {
  const auto choose = [](std::unique_ptr<OneStepNSProblem>& problem, std::string_view name) {
    if (problem != nullptr && problem->name() == name) return;
    problem = makeFormulation(name);
    problem->setSolver(Solver(problem->solver().name()).set("tolerance", problemTolerance));
  };
  const std::string_view name = chooseFormulation(nsds.interactions());
  const bool friction =
      std::any_of(nsds.interactions().begin(), nsds.interactions().end(), [](const auto& interaction) {
        return std::holds_alternative<CoulombSet>(interaction->law().admissibleSet());
      });
  choose(impact, name);
  // Sliding contacts have a normal row alone, sticking ones two.
  choose(acceleration, friction ? "GenericMechanical" : name);
}

void EventDriven::Impl::compile() {
  checkLaws();
  scales = model.scales();
  motion.compile(model);
  if (compiledStructure != nsds.structureVersion()) {
    const bool interactions = !nsds.interactions().empty();
    if (interactions) chooseProblems();
    owner.all_ = allRelations(nsds);
    std::vector<Contact> before;
    before.swap(contacts);
    for (const UnitaryRelation& relation : owner.all_) {
      const bool joint = !isUnilateral(relation.interaction->law());
      Contact contact{relation, joint ? ContactState::joint : ContactState::open};
      const AdmissibleSet set = relation.interaction->law().admissibleSet();
      if (const auto* coulomb = std::get_if<CoulombSet>(&set)) contact.mu = coulomb->mu;
      for (const Contact& known : before) {
        if (known.relation.id == relation.id &&
            known.relation.rowInInteraction == relation.rowInInteraction) {
          contact.state = known.state;
          contact.slip = known.slip;
        }
      }
      contacts.push_back(contact);
    }
    histories.assign(contacts.size(), {});
  }
  // Masses that joints alone determine may be singular; impacts need every mass.
  contactless = std::all_of(contacts.begin(), contacts.end(),
                            [](const Contact& contact) { return contact.state == ContactState::joint; });
  if (!contactless) condensed.compile(nsds, true);
  impactSet.clear();
  accelerationSet.clear();
  const auto rows = static_cast<std::size_t>(nsds.rows());
  for (auto* x : {&w, &lambda, &gamma, &after, &impulses}) x->assign(rows, 0.0);
  for (Vector* x : {&q, &trialQ, &shownQ}) x->setZero(nsds.positions());
  for (Vector* x : {&v, &a, &trialV, &trialA, &shownV}) x->setZero(nsds.dofs());
  compiledStructure = nsds.structureVersion();
  compiledOperators = nsds.changes().operators;
}

/// Negative gaps and joints that do not hold are refused, or joints projected.
void EventDriven::Impl::checkStart() {
  std::vector<KeptRow> joints;
  const double speed =
      std::max(scales.velocity(), VectorView(nsds.velocity(), nsds.dofs()).cwiseAbs().maxCoeff());
  for (const Contact& contact : contacts) {
    const UnitaryRelation& relation = contact.relation;
    const double gap = nsds.output()[relation.row];
    if (contact.state != ContactState::joint) {
      check::that(
          gap >= -gapTolerance(),
          "{}: the gap is {} at t = {}; event-driven simulation cannot begin with a penetration, move "
          "the system",
          relation.interaction->name(), gap, nsds.time());
      continue;
    }
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const double defect = nsds.output()[relation.row + r];
      const double rate = nsds.rate()[relation.row + r];
      check::that(projects || std::abs(defect) <= 1e-8 * scales.length,
                  "{}: row {} of the joint is off by {} at t = {}; correct the positions, or call "
                  "projectInitialState()",
                  relation.interaction->name(), r, defect, nsds.time());
      check::that(projects || std::abs(rate) <= 1e-8 * speed,
                  "{}: row {} of the joint moves at {} at t = {}; correct the velocities, or call "
                  "projectInitialState()",
                  relation.interaction->name(), r, rate, nsds.time());
      joints.push_back({relation.interactionIndex, relation.rowInInteraction + r});
    }
  }
  if (!projects || joints.empty()) return;
  motion.keep(joints);
  q = VectorView(nsds.position(), nsds.positions());
  v = VectorView(nsds.velocity(), nsds.dofs());
  consistency = smooth->makeConsistent(motion, nsds.time(), q, v, 1e-14 * scales.length, 0.0);
  std::copy_n(q.data(), nsds.positions(), nsds.position());
  std::copy_n(v.data(), nsds.dofs(), nsds.velocity());
  evaluateOutputs();
}

void EventDriven::Impl::restart() {
  evaluateOutputs();
  processContacts();
  q = VectorView(nsds.position(), nsds.positions());
  v = VectorView(nsds.velocity(), nsds.dofs());
  const double t = nsds.time();
  if (motion.constraints() != 0) {
    smooth->makeConsistent(motion, t, q, v);
    std::copy_n(q.data(), nsds.positions(), nsds.position());
    std::copy_n(v.data(), nsds.dofs(), nsds.velocity());
  }
  smooth->start(motion, t, q, v);
  lambdaKept = smooth->multipliers();
  evaluateOutputs();
  writeForces();
  eventTime = never;
  eventContacts.clear();
  trialTime = std::numeric_limits<double>::quiet_NaN();
  started = true;
  for (std::size_t i = 0; i < stateEvents.size(); ++i) stateValues[i] = stateEvents[i].function(t);
}

// State

namespace {

/// What a state keeps beside the model's numbers and those of the integrator.
struct Saved {
  std::int64_t step;
  std::int64_t events;
  std::int64_t eventsSinceSample;
  std::uint64_t fresh;  // the integrator runs from this state, with the present operators
  double eventTime;
  std::int64_t eventKind;
  std::uint64_t contacts, kept, stateEvents, numbers;
};

class Writer {
 public:
  template <class T>
  void write(const T* from, std::size_t count) {
    const auto* bytes = reinterpret_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + count * sizeof(T));
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  explicit Reader(const std::vector<std::byte>& bytes) : from_(bytes.data()) {}
  template <class T>
  void read(T* to, std::size_t count) {
    std::memcpy(to, from_, count * sizeof(T));
    from_ += count * sizeof(T);
  }

 private:
  const std::byte* from_;
};

}  // namespace

std::vector<std::byte> EventDriven::saveState() const {
  const Impl& d = *impl_;
  if (d.stepped) throw Error("the state is defined between steps; finish the step with nextStep()");
  const bool fresh = d.started && d.seenStates == model_.nsds().changes().states &&
                     d.compiledOperators == model_.nsds().changes().operators;
  const std::vector<double> numbers = fresh ? d.smooth->saveState() : std::vector<double>{};
  const Saved saved{step(),
                    d.events,
                    d.eventsSinceSample,
                    fresh ? 1U : 0U,
                    d.eventTime,
                    static_cast<std::int64_t>(d.eventKind),
                    d.contacts.size(),
                    d.eventContacts.size(),
                    d.stateValues.size(),
                    numbers.size()};
  Writer writer;
  writer.write(&saved, 1);
  for (const Impl::Contact& contact : d.contacts) {
    writer.write(&contact.state, 1);
    writer.write(&contact.slip, 1);
  }
  writer.write(d.histories.data(), d.histories.size());
  writer.write(d.eventContacts.data(), d.eventContacts.size());
  writer.write(d.stateValues.data(), d.stateValues.size());
  writer.write(numbers.data(), numbers.size());
  return writer.take();
}

void EventDriven::checkRestorable() const {
  if (impl_->solving) {
    throw Error("setState() cannot be called from a check function; stop, and set the state then");
  }
}

void EventDriven::restoreState(const std::vector<std::byte>& bytes) {
  Impl& d = *impl_;
  Reader reader(bytes);
  Saved saved{};
  reader.read(&saved, 1);
  d.stepped = false;
  d.started = false;
  d.events = saved.events;
  d.eventsSinceSample = saved.eventsSinceSample;
  moveTo(saved.step);
  stayAt(model_.nsds().time());
  if (d.compiledStructure != model_.nsds().structureVersion() ||
      d.compiledOperators != model_.nsds().changes().operators)
    d.compile();
  for (Impl::Contact& contact : d.contacts) {
    reader.read(&contact.state, 1);
    reader.read(&contact.slip, 1);
  }
  reader.read(d.histories.data(), d.histories.size());
  d.eventContacts.resize(saved.kept);
  reader.read(d.eventContacts.data(), saved.kept);
  d.stateValues.resize(saved.stateEvents);
  reader.read(d.stateValues.data(), saved.stateEvents);
  if (saved.fresh == 0) return;
  std::vector<double> numbers(saved.numbers);
  reader.read(numbers.data(), saved.numbers);
  d.keepPressed();
  d.smooth->restoreState(d.motion, numbers);
  d.eventTime = saved.eventTime;
  d.eventKind = static_cast<EventKind>(saved.eventKind);
  d.trialTime = std::numeric_limits<double>::quiet_NaN();
  d.seenStates = model_.nsds().changes().states;
  d.initialized = d.started = true;
}

}  // namespace nsds
