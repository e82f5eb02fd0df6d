#include "simulation/event_driven/contact_physics/capture_scheme.hpp"

#include <algorithm>
#include <cmath>

#include "nsds/kernel/simulation/failures.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"

namespace nsds {

namespace {

// Steps of this part of the flight ahead find the end of an accumulation within about 4 % of the time that is
// left (docs/decisions/0026).
constexpr double stepsPerFlight = 50.0;
constexpr double newtonTolerance = 1e-12;
constexpr int maxNewton = 20;

}  // namespace

CaptureSequence beginSequence(double now, double interval, double end, double fastest,
                              const Thresholds& zero) {
  const double left = (end - now) / interval;
  const double flight = interval * left / (1.0 + left);
  const double step = zero.options.captureStep > 0.0 ? zero.options.captureStep : flight / stepsPerFlight;
  return {now, end, interval, step, 2.0 * step * fastest / flight, now};
}

void CaptureScheme::prepare(double h, const CaptureSequence& sequence, const ContactStates& contacts) {
  Activation activation;
  activation.restitutionThreshold = sequence.slow;
  activation.rule = [still = zero_.velocity(), touching = zero_.gap()](const ActivationInput& contact) {
    if (contact.u > still) return false;
    return contact.wasActive ? contact.y <= touching : contact.y + 0.5 * contact.h * contact.u <= 0.0;
  };
  scheme_ = std::make_unique<MoreauJeanOSI>(0.5, activation);
  scheme_->compile(model_, h);
  scheme_->evaluateState();
  impact_.forgetSet();
  active_.clear();
  for (const Contact& contact : contacts) {
    if (contact.state != ContactState::open) active_.push_back(contact.relation);
  }
  w_.assign(static_cast<std::size_t>(model_.nsds().flat().rows()), 0.0);
  P_.assign(static_cast<std::size_t>(model_.nsds().flat().rows()), 0.0);
}

void CaptureScheme::step(double end, double h, const IndexSet& all, std::int64_t number) {
  NonSmoothDynamicalSystem& nsds = model_.nsds();
  nsds.flat().keepStart();
  before_.swap(active_);
  scheme_->beginStep({nsds.time(), end, h});
  scheme_->activate(all, before_, active_);
  // Newton's method, relative to the speed at the begin
  const double tolerance =
      newtonTolerance * std::max(1.0, zero_.speed(velocityOf(nsds)) / zero_.scales.velocity());
  for (int iteration = 1;; ++iteration) {
    scheme_->linearise(active_);
    solve();
    scheme_->update(active_, P_.data());
    if (scheme_->linear()) break;
    const double residual = scheme_->residual(active_);
    if (residual <= tolerance) break;
    if (iteration == maxNewton) throw NewtonError(nsds.time(), number, iteration, residual, tolerance);
  }
  scheme_->endStep(active_);
  nsds.flat().time() = end;
}

void CaptureScheme::solve() {
  if (active_.empty()) return;
  scheme_->freeOutput(active_, w_.data());
  std::fill(P_.begin(), P_.end(), 0.0);
  dropRounding(active_, 1e-15 * zero_.speed(velocityOf(model_.nsds())), w_.data());
  impact_.solve("time_stepping", scheme_->condensed(), active_, w_.data(), P_.data());
}

}  // namespace nsds
