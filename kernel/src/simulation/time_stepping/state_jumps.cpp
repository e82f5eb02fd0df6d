// Jumps of first-order systems in time stepping: when they are looked for, and the damped step that follows.
#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

namespace {

constexpr double aside = 1e-9;  // of a step: how far beside a declared jump functions of time are taken

}  // namespace

void TimeStepping::setJumps(JumpRule rule) {
  impl_->jumps.setRule(rule);
}

void TimeStepping::declareJump(double t) {
  bool isInstant = std::abs(t - time()) <= 0.01 * timeStep();
  for (std::int64_t k = step(); k < steps() && !isInstant; ++k)
    isInstant = std::abs(discretisation().instant(k + 1) - t) <= 0.01 * discretisation().step(k);
  check::that(isInstant, "a jump at t = {} was declared, where no step ends; choose steps that end there", t);
  impl_->jumps.declare(t);
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

/// The step to be made; its end is before a jump that is declared there.
StepInterval TimeStepping::Implementation::interval() const {
  const double h = taken.step;
  StepInterval interval{owner.time(), owner.nextTime(), h};
  if (jumps.declaredAt(owner.time(), 0.01 * h)) interval.t0 += aside * h;
  if (jumps.declaredAt(owner.nextTime(), 0.01 * h)) interval.t1 -= aside * h;
  return interval;
}

/// Takes functions of time after a declared jump, and lets the state jump if it has to.
void TimeStepping::Implementation::jump(bool declared) {
  const double t = nsds.time();
  const double after = declared ? t + aside * taken.step : t;
  const bool jumped = jumps.at(t, after, owner.model_, *integrator);
  if (!jumped && !declared) return;
  if (jumped && !damped && integrator->damp(true)) {
    damped = true;
    compile(taken.step);
  }
  nsds.flat().time() = after;
  evaluateState();
  nsds.flat().time() = t;
}

void TimeStepping::Implementation::endDamping() {
  if (!std::exchange(damped, false)) return;
  integrator->damp(false);
  taken.step = 0.0;  // compiled again before the next step
}

}  // namespace nsds
