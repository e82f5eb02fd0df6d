// What EventDriven is made of: the motion between events, the contacts and their states, the problems solved
// at events.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "formulations/force_sharing.hpp"
#include "integrators/position_operator.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"
#include "nsds/kernel/simulation/event_driven.hpp"
#include "simulation/event_driven/falling_root.hpp"
#include "simulation/event_driven/model_motion.hpp"

namespace nsds {

/// Of a unitary relation: I1 = joint, resting and pressed; pressed contacts and joints are kept by the
/// integrator.
enum class ContactState : std::uint8_t {
  joint,    ///< an equality, kept
  open,     ///< gap > 0, or about to open
  resting,  ///< closed and at rest, without force: others carry the load, or it is undecided
  pressed,  ///< closed and at rest with a force, kept
};

struct EventDriven::Implementation {
  static constexpr double drift = 1e-6;  // of lengths and velocities, by integrators that do not project
  static constexpr double never = std::numeric_limits<double>::infinity();
  static constexpr std::string_view impactName = "impact";

  struct Contact {
    UnitaryRelation relation;
    ContactState state = ContactState::open;
    double mu = 0.0;           // of friction; 0: none
    double slip = 0.0;         // of a pressed contact with friction: the sign of U_T, 0 if it sticks
    double force = 0.0;        // normal, as the problem of accelerations found it
    Index row = -1;            // its first among the kept ones
    bool accumulates = false;  // of the sequence that is captured
    bool shared = false;       // forces are not unique
    bool joint() const { return state == ContactState::joint; }
    bool sticks() const { return state == ContactState::pressed && mu != 0.0 && slip == 0.0; }
    std::int32_t keptRows() const { return joint() || sticks() ? relation.rows : 1; }
    /// What the force along the tangent is of the normal one while it slides.
    double tangentRatio() const { return -mu * slip; }
  };
  /// The last impacts of a contact, for accumulations.
  struct History {
    std::array<double, 6> times{};
    int count = 0;
    bool full() const { return count == static_cast<int>(times.size()); }
    double lastInterval() const { return times.back() - times[times.size() - 2]; }
    /// Where the intervals lead, if they shrink geometrically, the last one below the shortest.
    std::optional<double> end(double shortest) const;
  };
  /// Event-capturing through the end of impacts that accumulate.
  struct Capture {
    double begin = 0.0;
    double end = 0.0;         // of the sequence, predicted
    double interval = 0.0;    // its last before; 0: no sequence is captured
    double step = 0.0;        // at most
    double slow = 0.0;        // normal velocities below are not restituted
    double lastImpact = 0.0;  // restituted
    bool on() const { return interval > 0.0; }
  };
  struct TimeEvent {
    double time;
    std::function<void(EventDriven&)> action;
  };
  struct StateEvent {
    std::function<double(double)> function;
    std::function<void(EventDriven&)> action;
    bool armed = false;
  };
  /// What a step or an event that fails gives back.
  struct Backup {
    std::uint64_t structure = 0;
    std::vector<double> values;  // the model's numbers
    std::vector<Contact> contacts;
    std::vector<History> histories;
    std::vector<double> impulses;
    std::vector<unsigned char> armed;  // beside stateEvents
    Capture sequence;
    std::size_t nextTimeEvent = 0;
    EventKind kind = EventKind::sampling;
    std::vector<Interaction*> participants;
    double lastEvent = 0.0;
    int repetitions = 0;
  };

  Implementation(EventDriven& simulation, std::unique_ptr<SmoothIntegrator> integrator)
      : owner(simulation),
        model(simulation.model_),
        nsds(simulation.model_.nsds()),
        smooth(std::move(integrator)) {}

  // Around steps and events (event_driven.cpp)
  void backUp();
  void returnToBackup();
  void startAnew();
  void runUserEvent();
  void refuseRepetition();

  // Structure (compile.cpp)
  void refresh();
  void compile();
  void checkLaws();
  void chooseProblems();
  bool takeUpLaws();
  void takeUpChanges();
  void checkStart();
  void restart();  ///< classify the contacts at the present state, and start the integrator there

  // Between events (search.cpp)
  void search();  ///< the first event of the integrator's step
  ValueAndSlope gapAt(const Contact& contact, double t);
  double forceAt(const Contact& contact, double t);
  void forcesAt(double t);
  double slipAt(const Contact& contact, double t);
  double gripAt(const Contact& contact, double t);
  void place(double t);  ///< interpolated state and time into trialQ, trialV
  void advanceTo(double target);
  bool approachEvent(double target);
  void searchGaps();
  void searchForces();
  void searchStateEvent(std::size_t event, double end);
  double searchEnd() const;
  bool comesFirst(double t, EventKind what);
  double stateEventAt(std::size_t i, double t);

  // Forces that are not unique (sharing.cpp)
  void findShared();
  void setCones();
  double shareAt(double t);
  void shareForces();

  // Through accumulations (capture.cpp)
  void beginCapture(double interval, double end);
  void capture(double target);
  void captureUntil(double target);
  void prepareCapture(double h);
  void captureStep(double end, double h);
  void solveCaptured();
  void keepCaptured();
  bool captured() const;
  bool stateEventWhileCapturing();
  void showMeanForces(double h);
  void endCapture();
  double penetrationLeft() const;

  // At an event (process.cpp, impact.cpp, accelerations.cpp, paradox.cpp, outputs.cpp)
  void evaluateOutputs();
  bool approaching();
  void processContacts();
  void classifyClosed();
  void processRest(bool impacts);
  void classifyRest(bool impacts);
  void solveImpact();
  void applyImpulses(const IndexSet& set);
  void rememberImpacts();
  void bringToRest(const std::vector<std::size_t>& some);
  void endHops();
  void solveAccelerations();
  void tilt();
  bool resolveParadox();
  std::pair<double, double> besideJoints(const Contact& contact);
  void strike(Contact& contact);
  void dropRounding(const IndexSet& set, double rounding);
  void accelerationsAt(double t, VectorConstRef positions, VectorConstRef velocities);
  void decideUndetermined();
  void reduceToIndependent();
  void keepPressed();
  Contact& contactOf(const UnitaryRelation& relation);
  bool isOfEvent(std::size_t contact) const;
  void writeForces();
  SolverAction judged(const OneStepNSProblem& problem, std::string_view name, int attempt,
                      SolverOutcome& outcome);
  void solve(OneStepNSProblem& problem, std::string_view name, const CondensedOperator& operators,
             const IndexSet& set, IndexSet& last);
  /// The state of the model to what is kept, where it is further off than the limits.
  ConsistencyReport makeConsistent(double positionLimit, double velocityLimit);

  /// Puts a state into the model, with forces of contacts and outputs.
  void show(double t, VectorConstRef q, VectorConstRef v);

  VectorView position() const { return {nsds.position(), nsds.positions()}; }
  VectorView velocity() const { return {nsds.velocity(), nsds.dofs()}; }
  double timeOfUserEvent() const {
    return nextTimeEvent < timeEvents.size() ? timeEvents[nextTimeEvent].time : never;
  }
  double speed() const;  ///< what velocities are compared with
  double gapTolerance() const { return options.gapThreshold * scales.length; }
  double velocityTolerance() const { return options.velocityThreshold * scales.velocity(); }
  double forceTolerance() const { return options.forceThreshold * scales.momentum() / scales.time; }
  /// A gap's rounding.
  double gapRounding() const { return 16.0 * std::numeric_limits<double>::epsilon() * scales.length; }

  EventDriven& owner;
  Model& model;
  NonSmoothDynamicalSystem& nsds;
  std::unique_ptr<SmoothIntegrator> smooth;
  EventOptions options;
  Scales scales{1.0, 1.0, 1.0};
  MechanicalModel mechanics;
  ConstraintRows constraintRows;  // joints and pressed contacts, which the integrator keeps
  ModelMotion motion{mechanics, constraintRows};
  PositionOperator condensed;
  std::unique_ptr<OneStepNSProblem> impact;
  std::unique_ptr<OneStepNSProblem> acceleration;
  bool projects = false;
  ConsistencyReport consistency;

  std::vector<Contact> contacts;
  std::vector<History> histories;         // beside contacts
  std::vector<std::size_t> keptContacts;  // of each kept row
  IndexSet closed;                        // I1
  IndexSet atRest;                        // I2
  IndexSet impactSet, accelerationSet;    // of the last problem solved

  Capture sequence;
  std::unique_ptr<MoreauJeanOSI> captureScheme;
  IndexSet captureSet, lastCaptureSet;

  std::vector<TimeEvent> timeEvents;  // in the order of time, those that took place included
  std::size_t nextTimeEvent = 0;
  std::vector<StateEvent> stateEvents;
  Backup backup;

  ForceSharing sharing;
  Matrix directions;         // of the kept rows
  bool shares = false;       // some of the kept contacts share
  bool contactless = false;  // nothing but joints
  bool initialized = false;
  bool started = false;    // the integrator runs from a state of this simulation
  bool disturbed = false;  // a user's event may have changed what contacts see
  bool searched = false;   // the step of the integrator, for events
  bool solving = false;    // a check function may be running
  bool stepped = false;    // computeOneStep() waits for nextStep()
  std::uint64_t compiledStructure = 0;
  std::uint64_t compiledOperators = 0;
  std::uint64_t seenStates = 0;
  EventKind kind = EventKind::sampling;     // that the last computeOneStep() led to
  double eventTime = never;                 // the first event in the integrator's step
  EventKind eventKind = EventKind::impact;  // of that
  std::vector<std::size_t> userEvents;      // state events that take place; none: a time event does
  std::vector<std::size_t> eventContacts;
  std::vector<Interaction*> participants;
  std::int64_t events = 0;
  std::int64_t eventsSinceSample = 0;
  double lastEvent = std::numeric_limits<double>::quiet_NaN();
  int repetitions = 0;  // of events at one instant that changed nothing

  Vector q, v, a;  // work: a state and its acceleration
  Vector trialQ, trialV, trialA;
  Vector shownQ, shownV;
  Vector lambdaKept;  // over kept rows
  std::vector<double> w, lambda, gamma;
  std::vector<double> after;     // accelerations of the gaps with forces
  std::vector<double> impulses;  // (rows) of the last impact
  double trialTime = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace nsds
