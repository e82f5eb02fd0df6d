// What an event does to switches, from top to bottom, and the motion between events.
#include "simulation/event_driven/switches/switch_physics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "simulation/relations.hpp"

namespace nsds {

SwitchPhysics::SwitchPhysics(Model& model, SmoothIntegrator& integrator, SolveLoop& loop, Thresholds& zero)
    : model_(model),
      nsds_(model.nsds()),
      integrator_(integrator),
      zero_(zero),
      modes_(nsds_, systems_, rows_, zero),
      search_(nsds_, integrator, motion_, sliding_, rows_),
      capture_(model, loop) {}

// An event

/// Rows that took part, and those between, have outputs of zero; which multipliers go on at a bound and which between is
/// one problem for all. The motion then starts from the surface that the outputs of the latter are zero on.
void SwitchPhysics::process(EventKind reached, const Event& event) {
  const double t = nsds_.time();
  Vector x = VectorView(nsds_.flat().position(), systems_.states());
  std::vector<unsigned char> isZero(course_.states.size(), 0);
  for (std::size_t i = 0; i < isZero.size(); ++i) isZero[i] = course_.states[i] == RowState::between ? 1 : 0;
  for (const std::size_t member : event.members) isZero[member] = 1;
  const RowStates before = course_.states;
  const bool took = !event.members.empty();  // else this is a start
  if (took) std::fill(course_.impulses.begin(), course_.impulses.end(), 0.0);
  if (capturing() && reached == EventKind::accumulation) {
    for (std::size_t i = 0; i < isZero.size(); ++i) isZero[i] = before[i] == RowState::between ? 1 : 0;
    endSequence();
  }
  if (leaveSurface(isZero)) {
    jump();
    x = VectorView(nsds_.flat().position(), systems_.states());
  }
  Vector lambda = VectorView(nsds_.flat().multiplier(), systems_.rows());
  modes_.decide(t, x, isZero, course_.states, lambda);
  course_.lambda = lambda;
  if (took && reached != EventKind::accumulation) countSwitches(before);
  start();
}

/// Outputs that should be zero and are not, by more than integration leaves, have jumped: they count as they are. True if
/// there are such.
bool SwitchPhysics::leaveSurface(std::vector<unsigned char>& isZero) const {
  const double* const y = nsds_.flat().output();
  bool left = false;
  for (std::size_t i = 0; i < isZero.size(); ++i) {
    if (isZero[i] == 0 || std::abs(y[i]) <= allowedDrift * sizes_[static_cast<Index>(i)] + leastDrift())
      continue;
    isZero[i] = 0;
    left = true;
  }
  return left;
}

/// Starts the integrator at the state of the model, which is taken to the surface.
void SwitchPhysics::start() {
  const double t = nsds_.time();
  Vector x = VectorView(nsds_.flat().position(), systems_.states());
  sliding_.begin(course_.states, t, x, course_.lambda);
  sliding_.project(t, x);
  slidingSet_ = rows_.sliding(course_.states);
  show(t, x);
  beginMotion(t, x);
}

/// Counts the rows that changed their states, and leaves those that accumulate to event-capturing.
void SwitchPhysics::countSwitches(const RowStates& before) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (course_.states[i] == before[i]) continue;
    ImpactHistory& history = course_.switches[i];
    history.add(nsds_.time());
    const auto end = history.end(zero_.accumulationInterval());
    if (end && !capturing()) beginSequence(i, *end);
  }
}

// The motion between events

/// A state that has drifted off its surface by more than integration is asked for begins anew on it.
void SwitchPhysics::step(double end) {
  if (sliding_.onSurface() && integrator_.endTime() > integrator_.beginTime()) {
    const SmoothOptions& options = integrator_.options();
    const double t = integrator_.endTime();
    Vector x;
    search_.stateAt(t, x);
    const Vector before = x;
    if (!toSurface(t, x))
      throw Error(fmt::format(
          "{}: the output that is kept at zero is not at t = {}: a function of time jumps there; let an "
          "event of the user take place at that instant (addTimeEvent)",
          slidingSet_.front().interaction->name(), t));
    const Vector allowed =
        10.0 * (options.absoluteTolerance + options.relativeTolerance * x.cwiseAbs().array());
    if (((x - before).cwiseAbs().array() > allowed.array()).any()) beginMotion(t, x);
  }
  integrator_.step(end);
}

/// Takes a state to the surface, unless it is further off than integration leaves it, which is then false.
bool SwitchPhysics::toSurface(double t, Vector& x) {
  Vector projected = x;
  sliding_.project(t, projected);
  const double known = allowedDrift * modes_.stateSizes(x).maxCoeff() + leastDrift();
  if ((projected - x).cwiseAbs().maxCoeff() > known) return false;
  x = projected;
  return true;
}

/// Integration leaves this of states and outputs that are zero.
double SwitchPhysics::leastDrift() const {
  return 1e3 * integrator_.options().absoluteTolerance;
}

/// The motion begins at a state.
void SwitchPhysics::beginMotion(double t, const Vector& x) {
  course_.begin = x;
  course_.beginTime = t;
  motion_.setOrigin(x);
  const Vector zero = Vector::Zero(x.size());
  integrator_.start(motion_, t, zero, zero);
}

void SwitchPhysics::findFirst(Event& found) {
  search_.findFirst(course_.states, sizes_, found);
}

void SwitchPhysics::moveModelTo(double t) {
  Vector x;
  search_.stateAt(t, x);
  toSurface(t, x);
  show(t, std::move(x));
}

/// Writes a state and what follows from it to the numbers of the model.
void SwitchPhysics::show(double t, Vector x) {
  FlatVectors& flat = nsds_.flat();
  Vector lambda;
  FirstOrderPoint point;
  sliding_.solve(t, x, lambda, point);
  flat.time() = t;
  std::copy_n(x.data(), x.size(), flat.position());
  std::copy_n(point.y.data(), point.y.size(), flat.output());
  std::copy_n(lambda.data(), lambda.size(), flat.multiplier());
  Vector values(systems_.states());
  systems_.inputs(t, x, lambda, values);
  std::copy_n(values.data(), values.size(), flat.input());
  systems_.forces(t, x, values);
  std::copy_n(values.data(), values.size(), flat.force());
  sizes_ = modes_.outputSizes(x, lambda, point);
}

OneStepNSProblem& SwitchPhysics::accelerationProblem() {
  throw Error(
      "first-order systems have no problem of accelerations; which multipliers switch is no formulation's "
      "problem");
}

// What the user changed

void SwitchPhysics::compile(bool structure) {
  all_ = allRelations(nsds_);
  systems_.compile(model_);
  rows_.compile(nsds_, all_);
  if (structure) {
    const auto rows = static_cast<std::size_t>(rows_.size());
    course_.states.assign(rows, RowState::unknown);
    course_.switches.assign(rows, {});
    slidingSet_.clear();
  }
  if (!nsds_.interactions().empty()) capture_.choose();
  course_.impulses.assign(static_cast<std::size_t>(rows_.size()), 0.0);
  course_.lambda.setZero(rows_.size());
}

/// What was set or changed is decided anew, after the jump that it may demand.
void SwitchPhysics::takeUpState() {
  if (capturing()) endSequence();
  course_.states.assign(course_.states.size(), RowState::unknown);
  if (!nsds_.interactions().empty()) jump();
}

void SwitchPhysics::jump() {
  EulerMoreauOSI scheme(1.0);
  scheme.compile(model_, 1e-3 * zero_.scales.time);
  scheme.evaluateState();
  const double t = nsds_.time();
  const std::int64_t before = jumps_.record().count;
  check::that(jumps_.at(t, systems_.window().inside(t), model_, scheme) != Jumps::Outcome::leftToTheStep,
              "the outputs at t = {} may demand a jump of the state that is not known, which the log tells "
              "of; set a state "
              "whose outputs are admissible",
              t);
  if (jumps_.record().count == before) return;
  nsds_.log(LogLevel::info, fmt::format("the state of first-order systems jumps at t = {}", t));
  const Vector& impulse = jumps_.record().impulse;
  course_.impulses.assign(impulse.begin(), impulse.end());
}

void SwitchPhysics::forget() {
  course_ = {};
}

}  // namespace nsds
