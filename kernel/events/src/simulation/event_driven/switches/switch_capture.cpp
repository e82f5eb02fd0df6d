#include "simulation/event_driven/switches/switch_capture.hpp"

#include <algorithm>

#include "nsds/kernel/formulations/choice.hpp"
#include "nsds/kernel/simulation/failures.hpp"

namespace nsds {

void SwitchCapture::choose() {
  problem_.choose(chooseFormulation(model_.nsds().interactions()));
}

void SwitchCapture::prepare(double h) {
  NonSmoothDynamicalSystem& nsds = model_.nsds();
  problem_.forgetSet();
  scheme_ = std::make_unique<EulerMoreauOSI>(1.0);
  scheme_->compile(model_, h);
  scheme_->evaluateState();
  active_.clear();
  w_.assign(static_cast<std::size_t>(nsds.flat().rows()), 0.0);
  lambda_.assign(static_cast<std::size_t>(nsds.flat().rows()), 0.0);
}

void SwitchCapture::step(double end, double h, const IndexSet& all, std::int64_t number) {
  constexpr double tolerance = 1e-12;
  constexpr int most = 30;  // iterates
  NonSmoothDynamicalSystem& nsds = model_.nsds();
  nsds.flat().keepStart();
  before_.swap(active_);
  scheme_->beginStep({nsds.time(), end, h});
  scheme_->activate(all, before_, active_);
  for (int iteration = 1;; ++iteration) {
    scheme_->linearise(active_);
    scheme_->freeOutput(active_, w_.data());
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    problem_.solve("time_stepping", scheme_->condensed(), active_, w_.data(), lambda_.data());
    scheme_->update(active_, lambda_.data());
    if (scheme_->linear()) break;
    const double residual = scheme_->residual(active_);
    if (residual <= tolerance) break;
    if (iteration == most) throw NewtonError(nsds.time(), number, iteration, residual, tolerance);
  }
  scheme_->endStep(active_);
  nsds.flat().time() = end;
}

}  // namespace nsds
