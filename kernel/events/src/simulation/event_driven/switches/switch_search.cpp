#include "simulation/event_driven/switches/switch_search.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "simulation/event_driven/between_events/sampled_falling_root.hpp"

namespace nsds {

void SwitchSearch::stateAt(double t, Vector& x) {
  q_.resize(motion_.dofs());
  x.resize(motion_.dofs());
  integrator_.interpolate(t, q_, x);
  x += motion_.origin();
}

const SwitchSearch::Sample& SwitchSearch::at(double t) {
  const auto [sample, isNew] = samples_.try_emplace(t);
  if (!isNew) return sample->second;
  try {
    stateAt(t, x_);
    sliding_.solve(t, x_, sample->second.lambda, point_);
    sample->second.y = point_.y;
  } catch (...) {
    samples_.erase(sample);
    throw;
  }
  return sample->second;
}

double SwitchSearch::value(Index row, RowState state, Condition condition, double t) {
  const Sample& sample = at(t);
  if (condition == Condition::output) return state == RowState::lower ? sample.y[row] : -sample.y[row];
  return condition == Condition::lower ? sample.lambda[row] - rows_.lower()[row]
                                       : rows_.upper()[row] - sample.lambda[row];
}

namespace {

/// Where a value that begins at zero has risen from it, or the begin if it does not rise: samples would take a rise and a
/// fall between two of them for a fall.
template <class Function>
double behindZero(const Function& function, double begin, double end, double tolerance) {
  constexpr int shortest = 45;  // 2^-45 of the step is about its rounding
  constexpr int longest = 4;
  if (function(begin) > tolerance) return begin;
  for (int k = shortest; k >= longest; --k) {
    const double t = begin + std::ldexp(end - begin, -k);
    const double value = function(t);
    if (value > tolerance) return t;
    if (value < -tolerance) return begin;
  }
  return begin;
}

}  // namespace

void SwitchSearch::findFirst(const RowStates& states, const Vector& sizes, Event& found) {
  samples_.clear();
  const double begin = integrator_.beginTime();
  if (!(integrator_.endTime() > begin)) return;
  const Vector atEnd = at(integrator_.endTime()).lambda.cwiseAbs();
  const auto look = [&](Index row, Condition condition, double rounding, EventKind kind) {
    const RowState state = states[static_cast<std::size_t>(row)];
    const auto distance = [&](double t) { return value(row, state, condition, t); };
    // What rounding left of the last switch is no event.
    const double tolerance = rounding + std::max(0.0, -distance(begin));
    const double end = std::min(integrator_.endTime(), found.time);
    const double from = behindZero(distance, begin, end, tolerance);
    const auto t = firstFallingRootBySamples(distance, from, end, tolerance);
    if (t && found.admits(*t, kind)) found.members.push_back(static_cast<std::size_t>(row));
  };
  for (Index row = 0; row < rows_.size(); ++row) {
    const double lower = rows_.lower()[row];
    const double upper = rows_.upper()[row];
    if (states[static_cast<std::size_t>(row)] != RowState::between) {
      if (lower < upper) look(row, Condition::output, 64.0 * epsilon * sizes[row], EventKind::switching);
      continue;
    }
    double size = atEnd[row];
    for (const double bound : {lower, upper})
      if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
    const double rounding = 1e-13 * size;
    if (std::isfinite(lower)) look(row, Condition::lower, rounding, EventKind::release);
    if (std::isfinite(upper)) look(row, Condition::upper, rounding, EventKind::release);
  }
}

/// The condition of a member of an event that is nearest to zero.
double SwitchSearch::memberValue(std::size_t row, const RowStates& states, double t) {
  const auto i = static_cast<Index>(row);
  if (states[row] != RowState::between) return value(i, states[row], Condition::output, t);
  const double lower = value(i, states[row], Condition::lower, t);
  const double upper = value(i, states[row], Condition::upper, t);
  return std::abs(lower) < std::abs(upper) ? lower : upper;
}

double SwitchSearch::approach(const Event& event, const RowStates& states, double earliest) {
  constexpr int corrections = 3;
  const double begin = std::max(integrator_.beginTime(), earliest);
  const double stepEnd = integrator_.endTime();
  double t = std::max(event.time, begin);
  bool corrects = event.kind != EventKind::user && t > begin;
  // The slope is that of the dense output, behind the event or before it.
  double slope = 0.0;
  samples_.clear();
  if (corrects) {
    const double beside = std::max(begin, t - 1e-3 * (stepEnd - begin));
    const double before = memberValue(event.members.front(), states, beside);
    const double now = memberValue(event.members.front(), states, t);
    slope = (now - before) / (t - beside);
    // A value that jumps through zero has its instant already.
    corrects = std::abs(now) <= 1e-6 * std::abs(now - before);
  }
  for (int i = 0;; ++i) {
    integrator_.shorten(t);
    samples_.clear();
    if (!corrects || t <= begin || i == corrections) return t;
    const double correction = memberValue(event.members.front(), states, t) / slope;
    const double next = std::clamp(t - correction, begin, stepEnd);
    if (!std::isfinite(correction) || std::abs(next - t) <= epsilon * std::max(1.0, std::abs(t)) ||
        std::abs(correction) > 1e-2 * (stepEnd - begin))
      return t;
    t = next;
  }
}

double SwitchSearch::valueAt(double t, const std::function<double(double)>& function) {
  FlatVectors& flat = nsds_.flat();
  const Vector kept = VectorView(flat.position(), flat.positions());
  const double time = flat.time();
  Vector x;
  stateAt(t, x);
  std::copy_n(x.data(), x.size(), flat.position());
  flat.time() = t;
  const double value = function(t);  // should it throw, the step gives the state back
  std::copy_n(kept.data(), kept.size(), flat.position());
  flat.time() = time;
  return value;
}

}  // namespace nsds
