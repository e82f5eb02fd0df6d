// The engine of EventDriven asks these questions of whatever moves between events: contacts of mechanical systems, or
// switches of first-order ones. The engine knows time, the events of the user, rollback and saved states; the physics knows
// the integrator's motion, which events it leads to and what they do.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "modeling/byte_stream.hpp"
#include "nsds/kernel/formulations/one_step_ns_problem.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "simulation/event_driven/between_events/event.hpp"

namespace nsds {

class EventPhysics {
 public:
  EventPhysics() = default;
  EventPhysics(const EventPhysics&) = delete;
  EventPhysics& operator=(const EventPhysics&) = delete;
  virtual ~EventPhysics() = default;

  // What the user changed

  /// Events of the user take place at these instants, and none between: functions of time may jump there.
  virtual void setSmoothFrom(double /*from*/, double /*to*/) {}
  /// Compiles the model. structure: systems or interactions differ from those of the last time. Errors: InvalidArgument
  /// naming what is not for event-driven simulation.
  virtual void compile(bool structure) = 0;
  /// Takes the coefficients that the laws have now; true if one changed.
  virtual bool takeLaws() = 0;
  /// Takes up states that the user has set. Errors: InvalidArgument where simulation cannot begin.
  virtual void takeUpState() = 0;
  /// States that were taken up hold from now on but for what integration leaves.
  virtual void begin() {}
  /// To be called before a manager makes and removes contacts at an event.
  virtual void noteContacts() {}
  /// Takes up contacts whose interactions have ids above `newest`, which a manager has just made at an event: those that are closed
  /// become members of it. Errors: Error naming one that overlaps.
  virtual void takeNewContacts(std::uint64_t /*newest*/, Event& /*event*/) {}
  /// The contacts of I2 with friction that slide, or stick.
  virtual IndexSet frictionSet(bool /*slides*/) const { return {}; }
  /// Takes no notice any more of what it knew of the model before the structure changed.
  virtual void forget() = 0;

  // The way to an event

  /// True if the state that was given is one before an event, which then takes place at once.
  virtual bool isBeforeEvent() const = 0;
  /// Finds the first event in the integrator's step.
  virtual void findFirst(Event& found) = 0;
  /// Returns what a function says while the accessors of the model show the state at t, within the step.
  virtual double valueAt(double t, const std::function<double(double)>& function) = 0;
  /// Has the integrator end its step at an event, but not before `earliest`. Returns the time of the event, corrected to
  /// the accuracy of the method.
  virtual double approach(const Event& event, double earliest) = 0;
  /// Takes a step of the integrator that does not pass `end`.
  virtual void step(double end) = 0;
  /// Takes the model to a state within the integrator's step, or to the end of it, which is t.
  virtual void moveModelTo(double t) = 0;
  virtual void moveModelToEnd(double t) = 0;
  /// True if events are looked for by samples, so that steps must not grow past what they do.
  virtual bool sampled() const = 0;
  /// The interaction of a member of an event.
  virtual Interaction* participant(std::size_t member) const = 0;

  // Its consequences

  /// What the event that was reached does; the integrator then starts from the state after it. Errors: SolverError, and
  /// named errors where there is no motion to go on with.
  virtual void process(EventKind reached, const Event& event) = 0;
  /// True if the last event() changed no contact or switch.
  virtual bool changedNothing() const = 0;

  // Event-capturing

  virtual bool capturing() const = 0;
  /// The longest step of it, and the time after which it ends in any case.
  virtual double captureStep() const = 0;
  virtual double latestEnd() const = 0;
  /// Where the sequence that is captured ends, as its last intervals tell.
  virtual double predictedEnd() const = 0;
  /// Prepares steps of length h from the present state.
  virtual void prepareCapture(double h) = 0;
  /// Takes the model a step further; true if what accumulated is over. number: of the simulation's step, for messages.
  virtual bool takeCaptureStep(double end, double h, std::int64_t number) = 0;
  /// To be called after steps of length h, before events go on or the user looks.
  virtual void showCaptured(double h) = 0;
  /// Adds what accumulated to an event.
  virtual void addCaptured(Event& event) const = 0;

  // What the user sees

  virtual OneStepNSProblem& impactProblem() = 0;
  virtual OneStepNSProblem& accelerationProblem() = 0;
  virtual const IndexSet& indexSet(int level) const = 0;
  /// (rows) of the last event, or of all that was captured.
  virtual const std::vector<double>& impulses() const = 0;

  // Rollback and saved states

  virtual void backUp() = 0;
  virtual void returnToBackup() = 0;
  /// known: the model has the structure that was compiled. Other contacts or switches are not written.
  virtual void write(ByteWriter& to, bool known) const = 0;
  /// Errors: InvalidArgument if the bytes do not fit the model.
  virtual void read(ByteReader& from) = 0;
  /// Lets the integrator go on from numbers that it saved.
  virtual void restoreIntegrator(const std::vector<double>& numbers) = 0;
  /// Members of events are below this.
  virtual std::size_t members() const = 0;
};

}  // namespace nsds
