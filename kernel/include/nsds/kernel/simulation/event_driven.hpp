// Event-driven simulation: smooth motion is integrated from event to event with the accuracy of the smooth
// integrator. Its systems are all mechanical, or all of first order.
//
// At an event of mechanical systems impacts are solved on velocities and the contacts that stay closed are found on
// accelerations. Multipliers are forces [N]; the impulses of impacts are read apart, by impulse().
//
//   I0  all unitary relations
//   I1  closed: joints, and contacts whose gap is zero
//   I2  those of I1 whose relative velocity is zero too; they carry forces, or are open on the acceleration
//
// An event-driven step leads to the next event. computeOneStep() ends just before it, nextStep() just after
// it. An event is a sampling instant of the time discretisation, an impact, a contact that opens, a user's
// event. Where impacts accumulate, steps of Moreau and Jean's scheme take the place of events until the
// contacts of the sequence are at rest, or no impact follows for as long as its last interval (hybrid mode).
//
// Of events at one instant, a state event of the user comes before what the physics finds (impact, opening, friction,
// switching, release), and a sampling instant before a time event of the user. A sample shows the state after the events that
// are located before it. Where an event falls on a sample up to rounding either may come first, an ulp apart or at one time:
// what has happened is told by event(), and by what comes next.
//
// Laws of mechanical systems: equalities, Newton's impact law, and Coulomb's friction with it between planar contacts, whose rows
// are normal and tangent: sliding ones keep their normal row, sticking ones both.
//
// First-order systems M x' = f + r have rows whose multipliers lie in intervals: complementarity, relays, equalities, mixed
// rows. A multiplier is at a bound, and its output on one side of zero, or it is between, and its output is zero: the state
// slides on a surface, on which it is kept. Events are outputs that reach zero and multipliers that reach bounds; which rows
// go on how is decided for all of them together, by their outputs or, where multipliers do not act on those at once, by the
// first derivatives (relative degree 0 and 1, which may differ from row to row and from mode to mode). Relays of higher
// degree may switch and not slide. Where several motions go on, from a surface that repels, or none, an error says so. A
// state whose outputs no multiplier makes admissible jumps, as in time stepping (setJumps). Functions of time are smooth
// between the time events of the user, and may jump there. Where switches accumulate, steps of EulerMoreauOSI take the place
// of events until the end that was predicted. impulse() is that of the last jump, I1 and I2 are the relations with rows
// between.
//
// Contacts of shapes (setInteractionManager) have gaps between two features each, corner, edge or face, from event to event. Where other
// features become the nearest ones, or shapes come near, there is an event: the rows are found anew, an impact follows where a new
// one is closed and closes further, and integration starts again. Within a step rows never change. Such events are looked for by
// samples; features that change again and again in next to no time are held for a moment (heldFeatures).
//
// Refused by name: singular M, laws with coupled rows, sets that vary, a memory or a shift, degrees from 2 on, models with systems of both
// orders.
//
// Haddouni et al. 2017, Multibody Syst. Dyn., section 2.3; Acary, Brogliato 2008, Numerical Methods for
// Nonsmooth Dynamical Systems, chapter 8.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "nsds/kernel/contact/gap_manager.hpp"
#include "nsds/kernel/impacts/impact_law.hpp"
#include "nsds/kernel/integrators/smooth_integrator.hpp"
#include "nsds/kernel/simulation/event_sequence.hpp"
#include "nsds/kernel/simulation/jump_record.hpp"
#include "nsds/kernel/simulation/simulation.hpp"

namespace nsds {

/// The response to impacts that accumulate: a ball that bounces infinitely often in a finite time.
enum class AccumulationResponse : std::uint8_t {
  capture,  ///< the rest is left to short steps of Moreau and Jean's scheme, until the contacts are at rest
  stop,     ///< throw AccumulationError
};

/// The response to a sliding contact that no force can keep closed, and that cannot open: Painleve's paradox.
enum class ParadoxResponse : std::uint8_t {
  strike,  ///< an impact without collision: an impulse stops the slip, if there is one within the cone
  stop,    ///< throw ParadoxError
};

/// Thresholds are relative to the scales of the model.
struct EventOptions {
  /// Relative to the length: a contact is closed below; of first order: relative to the terms of an output, which is zero
  /// below.
  double gapThreshold = 1e-10;
  double velocityThreshold = 1e-10;  ///< relative to length / time: |U| below is zero
  /// Relative to mass length / time²: forces below are zero; of first order: relative to the terms that decide a row.
  double forceThreshold = 1e-10;
  /// Five intervals between impacts of the same contacts, or switches of the same rows, that shrink geometrically, the last one shorter than
  /// this part of the time scale, are an accumulation.
  double accumulationInterval = 1e-6;
  AccumulationResponse accumulation = AccumulationResponse::capture;
  /// Step of event-capturing [s], at most; 0: a fiftieth of the interval that is to follow, of first order of the last one.
  double captureStep = 0.0;
  ParadoxResponse paradox = ParadoxResponse::strike;
  std::int64_t maxEventsBetweenSamples = 100'000;
};

/// Impacts or switches follow each other faster and faster; the message names the contact or row and the predicted end.
class NSDS_KERNEL_API AccumulationError : public Error {
 public:
  AccumulationError(const std::string& message, double end);
  AccumulationError(const AccumulationError&) = default;
  ~AccumulationError() override;
  /// The predicted end of the sequence [s].
  double end() const { return end_; }

 private:
  double end_;
};

/// Painleve's paradox: with the friction of a sliding contact there is no acceleration that neither
/// penetrates nor pulls. The message names the contact.
class NSDS_KERNEL_API ParadoxError : public Error {
 public:
  using Error::Error;
  ParadoxError(const ParadoxError&) = default;
  ~ParadoxError() override;
};

class NSDS_KERNEL_API EventDriven final : public Simulation, public EventSequence {
 public:
  /// sampling: instants at which the state is shown to observers; they do not limit the integrator's steps.
  template <class Integrator>
  requires std::derived_from<std::decay_t<Integrator>, SmoothIntegrator> EventDriven(
      Model& model, TimeDiscretisation sampling, Integrator&& integrator)
      : EventDriven(model, std::move(sampling),
                    std::make_unique<std::decay_t<Integrator>>(std::forward<Integrator>(integrator))) {}
  EventDriven(Model& model, TimeDiscretisation sampling, std::unique_ptr<SmoothIntegrator> integrator);
  ~EventDriven() override;

  /// Errors: InvalidArgument naming the option.
  void setEventOptions(const EventOptions& options);
  const EventOptions& eventOptions() const;
  SmoothIntegrator& integrator();
  /// Impacts obey this law from the next one on, in place of the laws that contacts are linked with; all closed contacts take
  /// part, and joints hold. Accumulations that are captured obey those laws still. Errors: InvalidArgument, here or at the next
  /// initialize() or step, naming a contact with friction, one whose law does not fit, or systems of first order.
  template <class Law>
  requires std::derived_from<Law, ImpactLaw>
  void setImpactLaw(Law law) { setImpactLaw(std::make_unique<Law>(std::move(law))); }
  /// Null: the contacts' own laws again.
  void setImpactLaw(std::unique_ptr<const ImpactLaw> law);
  /// The energy of the last impact that an impact law has solved.
  const ImpactReport& impactReport() const;
  /// Has the manager make contacts at events, for mechanical systems. It must outlive the simulation.
  void setInteractionManager(GapManager& manager);
  /// Null if there is none.
  const InteractionManager* interactionManager() const;
  /// How often features that changed again and again were held for 1e-6 of the time scale.
  std::int64_t heldFeatures() const;
  /// The problems "impact", which event-capturing solves too, under the name "time_stepping", and
  /// "acceleration": change their solvers here. First-order systems have the first alone, for event-capturing. Errors:
  /// Error before initialize().
  OneStepNSProblem& impactProblem();
  OneStepNSProblem& accelerationProblem();

  /// Lets initialize(), and the first step after the user has moved something, project joints that do not hold, in
  /// positions or velocities, instead of refusing them. Gaps are not projected: negative ones are refused.
  void projectInitialState();
  /// What projectInitialState() has changed.
  const ConsistencyReport& consistencyReport() const;

  /// At t [s] an event takes place, before which the integrator ends a step: a load that changes. action: may
  /// change states, loads and laws; may be empty. Errors: InvalidArgument if t is past.
  void addTimeEvent(double t, std::function<void(EventDriven&)> action = {});
  /// What becomes of states of first-order systems whose outputs no multiplier makes admissible, at the start and after the
  /// user has set something: a jump (default) or an error. Errors: InvalidArgument on JumpRule::accept.
  void setJumps(JumpRule rule);
  const JumpRecord& jumpRecord() const;
  /// An event takes place where `function` changes sign from positive to negative. It may depend on the time
  /// and on what the accessors of the model show.
  void addStateEvent(std::function<double(double t)> function, std::function<void(EventDriven&)> action = {});

  EventKind event() const override;
  std::span<Interaction* const> eventInteractions() const override;
  std::int64_t events() const override;
  /// True while impacts that accumulate are left to event-capturing.
  bool capturing() const;
  /// Where the infinitely many impacts, or switches, of the last event `accumulation` come to their end [s]: the limit of
  /// their instants, as the last of them that were located, which shrink geometrically, tell it. The event itself takes place
  /// at the end of the step of event-capturing that finds all at rest. Infinity before there was such an event.
  double accumulationEnd() const;
  /// Impulse of the last impact or jump, or of all that were captured: (rows) [N s]; zero for those that took no
  /// part.
  VectorView impulse(const Interaction& interaction) const;
  /// v' of a mechanical system [m/s², rad/s²], of what moves it at the present instant: before an event between
  /// computeOneStep() and nextStep(), after it from nextStep() on. (n). One solve for the accelerations of the whole model.
  /// Errors: InvalidArgument if the system is not mechanical or of another model; Error where there is no acceleration: before initialize(), while
  /// capturing(), before an impact at t0 and where the user has changed something, until the next event.
  Vector acceleration(const DynamicalSystem& system) const;
  /// 1: multipliers are forces.
  double forcesPerMultiplier() const override { return 1.0; }
  /// The index set of level 0, 1 or 2.
  const IndexSet& indexSet(int level) const override;
  /// I_r and I_t: the contacts with friction in I2 that stick or roll, and those that slide or begin to. Empty for first-order systems.
  IndexSet stickingContacts() const;
  IndexSet slidingContacts() const;

  /// Finds the forces of contacts and joints, unless the first event is an impact. Errors: InvalidArgument
  /// naming a system, relation or law that is not for this simulation, a negative gap or a joint that does
  /// not hold.
  void initialize() override;
  /// Goes to the next event, short of its consequences: velocities are those before an impact. Errors:
  /// StepSizeError; SolverError and NewtonError while capturing; Error from operators; the state is then that
  /// before.
  void computeOneStep() override;
  /// Applies the consequences of the event: velocities after the impact, contacts that open. Errors:
  /// SolverError, also where a check function rejects or stops, AccumulationError, ParadoxError, Error after
  /// too many events between two samples. The state is then that before the event, and nextStep() may be
  /// called again.
  void nextStep() override;

  std::string stateName() const override { return "event driven"; }
  std::string stateDescription() const override;
  std::vector<std::byte> saveState() const override;
  void checkRestorable(std::span<const std::byte> bytes, bool interactions) const override;
  void remakeInteractions(std::span<const std::byte> bytes) override;
  void restoreState(std::span<const std::byte> bytes, bool operatorsSet) override;

 private:
  struct Implementation;
  std::int64_t progress() const override;
  double problemTime() const override { return time(); }

  std::unique_ptr<Implementation> impl_;
};

}  // namespace nsds
