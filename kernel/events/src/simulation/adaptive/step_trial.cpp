// One step that is tried: the results of 1, 2, … substeps from the same state, and what they say of the error.
#include <algorithm>
#include <cmath>
#include <limits>

#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "simulation/adaptive/steps.hpp"

namespace nsds {

namespace {

/// The most that an observed order can be, for which an error is divided by 2^p - 1.
constexpr double highestObserved = 2.0;

double divisor(int order) {
  return order == 0 ? 0.5 : std::ldexp(1.0, order) - 1.0;
}

}  // namespace

void AdaptiveTimeStepping::Steps::store(StepEndState& to) const {
  to.values = nsds.flat().values();
  to.active = owner.active_;
  to.damped = stepping.damped;
  if (stepping.integrator->hasMemory()) to.memory = stepping.memory.saved(*stepping.integrator);
}

void AdaptiveTimeStepping::Steps::restore(const StepEndState& from) {
  nsds.flat().values() = from.values;
  owner.active_ = from.active;
  if (stepping.integrator->hasMemory()) stepping.memory.restore(from.memory);
  if (stepping.damped == from.damped) return;
  stepping.damped = from.damped;
  stepping.integrator->damp(from.damped);
  stepping.taken.step = 0.0;
}

/// Takes the model back to the begin of the step.
void AdaptiveTimeStepping::Steps::takeBack() {
  restore(start);
  owner.stayAt(start.values[0]);
}

/// Makes `count` equal steps, of h together, which lead to the instant `to`. False if a check function has rejected one, or stopped.
bool AdaptiveTimeStepping::Steps::substeps(double to, double h, int count) {
  const double length = h / count;
  for (int i = 1; i <= count; ++i) {
    const double next = i == count ? to : start.values[0] + i * length;
    stepping.aim = {true, next, length};
    owner.TimeStepping::computeOneStep();
    owner.TimeStepping::nextStep();
    ++selection.report.computed;
    if (nsds.time() != next) return false;
    substepMarks.take(owner.model_, owner.all_);
    const bool known = i > 1 || trialMarks.size() == substepMarks.marks().size();
    if (substepMarks.hit() || (known && trialMarks != substepMarks.marks())) trialSmooth = false;
    trialMarks = substepMarks.marks();
    if (2 * i == count) middle = nsds.flat().values();
    takeGaps();
  }
  return true;
}

/// The outputs at the end of the last substep; where positions are projected, the deepest of all substeps before they were.
void AdaptiveTimeStepping::Steps::takeGaps() {
  const std::vector<double>& unprojected = stepping.unprojected;
  if (unprojected.empty()) {
    gaps.assign(nsds.flat().output(), nsds.flat().output() + nsds.flat().rows());
  } else if (gaps.empty()) {
    gaps = unprojected;
  } else {
    std::transform(gaps.begin(), gaps.end(), unprojected.begin(), gaps.begin(),
                   [](double a, double b) { return std::min(a, b); });
  }
}

bool AdaptiveTimeStepping::Steps::attempt(double to, double h, StepEstimate& made) {
  if (makeTrials(to, h, made)) return true;
  made.error = std::numeric_limits<double>::infinity();  // a check function has rejected a step
  return !owner.stopped_;
}

/// Leaves the model at the result that is kept if the step is accepted. False if a check function has rejected a step.
bool AdaptiveTimeStepping::Steps::makeTrials(double to, double h, StepEstimate& made) {
  const bool observes = control().order == ErrorOrder::observed;
  const int columns = control().extrapolation;
  const int trials = observes ? 3 : std::max(columns, 2);
  trialSmooth = true;
  tried = 0;
  for (int i = 1; i <= trials; ++i) {
    const int count = observes ? 1 << (i - 1) : i;
    if (i > 2 && !observes && !trialSmooth) break;
    if (i > 1) takeBack();
    trialMarks.clear();
    gaps.clear();
    if (state.marked != 0) trialMarks = marks;
    if (!substeps(to, h, count)) return false;
    results[static_cast<std::size_t>(tried++)] = nsds.flat().values();
  }
  if (observes) {
    made = observedEstimate();
  } else {
    made = estimate(columns > 1 && trialSmooth);
  }
  return true;
}

/// What the results of one step and of two tell, or of more where extrapolation has found an event in them; the order is given, or follows from what contacts did.
StepEstimate AdaptiveTimeStepping::Steps::estimate(bool extrapolated) {
  StepEstimate made;
  made.smooth = trialSmooth;
  if (extrapolated) {
    made.order = columnOrder(trialOrder()) * (control().extrapolation - 1);
    made.error = extrapolate();
  } else {
    made.order = control().order == ErrorOrder::indicator ? trialOrder() : static_cast<int>(control().order);
    made.error = error.difference(control(), 1.0 / divisor(made.order), result(tried), result(tried - 1),
                                  start.values);
  }
  if (!trialSmooth) made.error = std::max(made.error, error.bend(control(), start.values, middle, result(2)));
  made.violation = error.violation(control(), outputsIn(start.values, nsds.flat()), gaps);
  return made;
}

/// The order is read off the results of one step, of two and of four.
StepEstimate AdaptiveTimeStepping::Steps::observedEstimate() {
  StepEstimate made;
  made.smooth = trialSmooth;
  const double first = error.difference(control(), 1.0, result(2), result(1), start.values);
  const double second = error.difference(control(), 1.0, result(3), result(2), start.values);
  const double observed = second > 0.0 ? std::log2(first / second) : highestObserved;
  made.order = static_cast<int>(std::lround(std::clamp(observed, 0.0, highestObserved)));
  made.error = second / divisor(made.order);
  if (!trialSmooth) made.error = std::max(made.error, error.bend(control(), start.values, middle, result(3)));
  made.violation = error.violation(control(), outputsIn(start.values, nsds.flat()), gaps);
  return made;
}

/// The order of the step that was tried. Friction of contacts whose slip may turn is of order one in every scheme.
int AdaptiveTimeStepping::Steps::trialOrder() const {
  if (!trialSmooth) return 0;
  const int order = stepping.integrator->smoothOrder(owner.active_);
  return substepMarks.slipMayTurn() ? std::min(order, 1) : order;
}

/// Each column of the table of extrapolation raises the order by this, where the first column is of the order given.
int AdaptiveTimeStepping::Steps::columnOrder(int order) const {
  return order == 2 && stepping.integrator->symmetric() ? 2 : 1;
}

/// Extrapolates positions and velocities by the table of Aitken and Neville,
///   T_{j,k+1} = T_{j,k} + (T_{j,k} - T_{j-1,k}) / ((n_j / n_{j-k})^s - 1),  n_j = j,
/// and returns the error of the last column but one. The rest of the model follows from them.
double AdaptiveTimeStepping::Steps::extrapolate() {
  FlatVectors& flat = nsds.flat();
  const auto positions = static_cast<std::size_t>(flat.position() - flat.values().data());
  const auto velocities = static_cast<std::size_t>(flat.velocity() - flat.values().data());
  const int columns = control().extrapolation;
  const int power = columnOrder(trialOrder());
  const auto improve = [&](int j, int k) {
    const double quotient = static_cast<double>(j) / static_cast<double>(j - k);
    const double factor = 1.0 / (std::pow(quotient, power) - 1.0);
    std::vector<double>& better = result(j);
    const std::vector<double>& coarse = result(j - 1);
    const auto range = [&](std::size_t from, Index size) {
      for (std::size_t i = from; i < from + static_cast<std::size_t>(size); ++i)
        better[i] += factor * (better[i] - coarse[i]);
    };
    range(positions, flat.positions());
    range(velocities, flat.dofs());
  };
  const std::vector<double>& last = result(columns);
  for (int k = 1; k < columns; ++k) {
    if (k == columns - 1) lastButOne = last;
    for (int j = columns; j > k; --j) improve(j, k);
  }
  flat.values() = last;
  for (const auto& system : nsds.systems()) {
    const auto* const mechanical = dynamic_cast<const MechanicalDS*>(system.get());
    if (mechanical == nullptr || mechanical->plainCoordinates()) continue;
    mechanical->normalise(
        Eigen::Map<Vector>(flat.position() + nsds.placement(*system).position, system->positionSize()));
  }
  stepping.integrator->evaluateState();
  return error.difference(control(), 1.0, last, lastButOne, start.values);
}

}  // namespace nsds
