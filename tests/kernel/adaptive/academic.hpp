// Runs of a mass over a floor, whose motion is known, by adaptive and by fixed steps.
#pragma once

#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>

namespace nsds::test {

struct Academic {
  const char* name;
  double T;
  ImpactingMass exact;
};

Academic ball();               ///< impacts accumulate at t = 3
Academic oscillator();         ///< with impacts for ever
Academic pressedOscillator();  ///< impacts accumulate at t = 16.6, then it rests

struct AdaptiveRun {
  double error = 0.0;  // L1 of the position over the samples
  double computed = 0.0;
  StepControlReport report;
};
/// Runs with samples that are `spacing` apart.
AdaptiveRun runAdaptively(const Academic& problem, const StepControl& control, double spacing = 1e-2);
/// The mean over eight first steps, so that impacts lie differently in the steps.
AdaptiveRun meanOverFirstSteps(const Academic& problem, StepControl control);
/// A control whose tolerances are all `tolerance`, of scales 1.
StepControl uniformControl(double tolerance);
/// The L1 error of steps of length h, mean over eight lengths within a tenth of it, and how many steps that took.
AdaptiveRun runWithFixedSteps(const Academic& problem, double h);

}  // namespace nsds::test
