// Systems of one degree of freedom that hit a stop, with exact solutions: what adaptive stepping is measured by.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <nsds/kernel.hpp>
#include <numbers>
#include <vector>

namespace nsds::test {

/// A system, its end of time and its exact position.
struct Academic {
  const char* name;
  double T;
  std::function<LagrangianDS&(Model&)> build;
  std::function<double(double)> exact;
};

/// q'' = -2 on q >= 0 from (1, 0), e = 1/2: impacts accumulate at t = 3.
Academic ball();
/// q'' = -q on q >= 0 from (1, 0), e = 0.7: q = e^k |cos t|, k = floor(t/pi + 1/2).
Academic oscillator();
/// q'' = -(q + 0.2) on q >= 0 from (1, 0), e = 0.7: impacts accumulate at t = 16.612340496, then it rests.
Academic pressedOscillator();

struct AdaptiveRun {
  double error = 0.0;  // L1 of the position over the samples
  double computed = 0.0;
  StepControlReport report;
};
/// Runs with samples that are `spacing` apart.
AdaptiveRun runAdaptively(const Academic& problem, const StepControl& control, double spacing = 1e-2);
/// The mean over eight first steps, so that impacts lie differently in the steps.
AdaptiveRun meanOverPhases(const Academic& problem, StepControl control);
/// A control whose tolerances are all `tolerance`, of scales 1.
StepControl uniformControl(double tolerance);
/// The L1 error of steps of length h, mean over eight lengths within a tenth of it, and how many steps that took.
AdaptiveRun runWithFixedSteps(const Academic& problem, double h);

}  // namespace nsds::test
