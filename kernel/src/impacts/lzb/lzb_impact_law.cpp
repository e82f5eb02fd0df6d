#include "nsds/kernel/impacts/lzb_impact_law.hpp"

#include <algorithm>

#include "impacts/lzb/contact_springs.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/laws/multiple_impact.hpp"

namespace nsds {

LZBImpactLaw::LZBImpactLaw(const LZBOptions& options) : ImpactLaw("LZBImpactLaw"), options_(options) {
  const auto small = [](const char* what, double value) {
    check::that(value >= 1e-15 && value <= 1e-2, "LZBImpactLaw: {} = {} is not in [1e-15, 1e-2]", what,
                value);
  };
  small("tolerance", options.tolerance);
  small("zeroVelocity", options.zeroVelocity);
  check::that(std::isfinite(options.impulseStep) && options.impulseStep >= 0.0,
              "LZBImpactLaw: impulseStep = {} is negative or not finite", options.impulseStep);
  check::that(options.steps == MicroSteps::located || options.impulseStep > 0.0,
              "LZBImpactLaw: fixed micro-steps need an impulseStep > 0");
  check::that(std::isfinite(options.zeroEnergy) && options.zeroEnergy >= 0.0,
              "LZBImpactLaw: zeroEnergy = {} is negative or not finite", options.zeroEnergy);
  check::that(options.maxMicroSteps >= 1, "LZBImpactLaw: {} micro-steps are too few", options.maxMicroSteps);
}

void LZBImpactLaw::doCheckContact(const NonSmoothLaw& law, std::string_view contact) const {
  check::that(dynamic_cast<const MultipleImpactNSL*>(&law) != nullptr,
              "{}: LZBImpactLaw takes contacts linked with MultipleImpactNSL, which has a stiffness, not {}",
              contact, law.name());
}

void LZBImpactLaw::doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport& report) const {
  report.dissipated = 0.0;
  const double fastest = problem.uMinus.size() == 0 ? 0.0 : -problem.uMinus.minCoeff();
  if (!(fastest > 0.0)) return;
  SpringImpact impact{problem.W, problem.uMinus, {}, fastest, options_};
  for (std::size_t i = 0; i < problem.laws.size(); ++i) {
    doCheckContact(*problem.laws[i], fmt::format("contact {}", i));
    const auto& law = dynamic_cast<const MultipleImpactNSL&>(*problem.laws[i]);
    impact.springs.push_back({law.e(), law.stiffness(), law.exponent()});
  }
  const Vector diagonal = problem.W.diagonal();
  const double largest = diagonal.maxCoeff();
  for (Index i = 0; i < diagonal.size(); ++i) {
    const bool stuck = !(diagonal[i] > 1e-14 * largest);
    if (stuck && problem.uMinus[i] < -options_.zeroVelocity * fastest)
      throw Error(fmt::format("LZBImpactLaw: contact {} approaches with {} m/s, and no impulse stops it", i,
                              -problem.uMinus[i]));
  }
  options_.steps == MicroSteps::fixed ? integrateFixed(impact, impulses, report)
                                      : integrateLocated(impact, impulses, report);
}

void countMicroStep(const LZBOptions& options, ImpactReport& report) {
  if (++report.microSteps > options.maxMicroSteps)
    throw Error(
        fmt::format("LZBImpactLaw: the impact is not over after {} micro-steps; allow more "
                    "(maxMicroSteps), or longer ones (impulseStep, tolerance)",
                    options.maxMicroSteps));
}

}  // namespace nsds
