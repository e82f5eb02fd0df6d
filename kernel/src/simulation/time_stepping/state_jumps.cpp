// Jumps of first-order systems in time stepping: when they are looked for, and the damped step that follows.
#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

namespace {

/// How far beside a declared jump functions of time are taken [s]: more than rounding, and next to nothing of a step.
double aside(double t, double h) {
  return std::max(1e-9 * h, 64.0 * epsilon * std::abs(t));
}

}  // namespace

void TimeStepping::setJumps(JumpRule rule) {
  impl_->jumps.setRule(rule);
}

void TimeStepping::declareJump(double t) {
  impl_->jumps.declare(t);
  impl_->seeWhatStepsAskFor();
  bool isInstant = impl_->jumps.declaredAt(time());
  // Steps with an aim end where jumps are declared.
  isInstant = isInstant || (impl_->aim.on && t >= time() && t <= model_.T());
  for (std::int64_t k = step(); k < steps() && !isInstant; ++k)
    isInstant = impl_->jumps.declaredAt(discretisation().instant(k + 1));
  if (isInstant) return;
  impl_->jumps.withdraw();
  throw InvalidArgument(
      fmt::format("a jump at t = {} was declared, where no step ends; choose steps that end there", t));
}

const JumpRecord& TimeStepping::jumpRecord() const {
  return impl_->jumps.record();
}

Vector TimeStepping::jumpImpulse(const Interaction& interaction) const {
  const Vector& impulse = jumpRecord().impulse;
  const Index row = impl_->nsds.row(interaction);
  return row + interaction.rows() <= impulse.size() ? Vector(impulse.segment(row, interaction.rows()))
                                                    : Vector(Vector::Zero(interaction.rows()));
}

/// A step ends before a jump that is declared at its end, and begins after one that is declared there.
StepInterval TimeStepping::Implementation::besideJumps(StepInterval interval) const {
  const double h = interval.h;
  if (jumps.declaredAt(interval.t0)) interval.t0 += aside(interval.t0, h);
  if (jumps.declaredAt(interval.t1)) interval.t1 -= aside(interval.t1, h);
  return interval;
}

/// Lets the state jump if it has to. Functions of time are taken after a jump that is declared, and evaluated there again.
/// changed: the multipliers do not belong to the state.
void TimeStepping::Implementation::jump(bool declared, bool changed) {
  const double t = nsds.time();
  const double after = declared ? t + aside(t, taken.step) : t;
  taken.stale = true;  // a start that is refused is looked at again
  const Jumps::Outcome outcome = jumps.at(t, after, owner.model_, *integrator);
  const bool unknown = integrator->readsMultipliers() && (declared || changed);
  if ((outcome != Jumps::Outcome::none || unknown) && !damped && integrator->damp(true)) {
    damped = true;
    compile(taken.step);
  }
  if (outcome == Jumps::Outcome::none && !declared) {
    taken.stale = false;
    return;
  }
  try {
    nsds.flat().time() = after;
    evaluateState();
  } catch (...) {
    nsds.flat().time() = t;
    throw;
  }
  nsds.flat().time() = t;
  if (outcome == Jumps::Outcome::jumped)
    nsds.log(LogLevel::info, fmt::format("the state of first-order systems jumps at t = {}", t));
}

void TimeStepping::Implementation::endDamping() {
  damped = false;
  integrator->damp(false);
  taken.step = 0.0;  // compiled again before the next step
}

}  // namespace nsds
