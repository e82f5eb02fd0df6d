#include "kernel/adaptive/academic.hpp"

#include <cmath>

namespace nsds::test {

Academic ball() {
  return {"ball", 4.0, ImpactingMass::bouncingBall()};
}
Academic oscillator() {
  return {"oscillator", 10.0, ImpactingMass::impactingOscillator()};
}
Academic pressedOscillator() {
  return {"oscillator that comes to rest", 18.0, ImpactingMass::accumulatingOscillator()};
}

StepControl uniformControl(double tolerance) {
  StepControl control;
  control.relativeTolerance = control.absoluteTolerance = control.violationTolerance = tolerance;
  control.firstStep = 1e-3;
  return control;
}

AdaptiveRun runAdaptively(const Academic& problem, const StepControl& control, double spacing) {
  Model model(0.0, problem.T);
  model.setScales({1.0, 1.0, 1.0});
  const LagrangianLinearTIDS& mass = problem.exact.addTo(model).mass;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, spacing), MoreauJeanOSI(0.5), LCP(),
                                  control);
  AdaptiveRun run;
  simulation.run([&](const Simulation& s) {
    run.error += spacing * std::abs(mass.q()[0] - problem.exact.at(s.time()).q);
  });
  run.report = simulation.stepControlReport();
  run.computed = static_cast<double>(run.report.computed);
  return run;
}

AdaptiveRun meanOverFirstSteps(const Academic& problem, StepControl control) {
  AdaptiveRun mean;
  mean.error = meanOverPhases(8, [&](double phase) {
    control.firstStep = 1e-3 * (1.0 + phase);
    const AdaptiveRun run = runAdaptively(problem, control);
    mean.computed += run.computed / 8.0;
    return run.error;
  });
  return mean;
}

AdaptiveRun runWithFixedSteps(const Academic& problem, double h) {
  AdaptiveRun mean;
  mean.error = meanOverPhases(8, [&](double phase) {
    double error = 0.0;
    Model model(0.0, problem.T);
    model.setScales({1.0, 1.0, 1.0});
    const LagrangianLinearTIDS& mass = problem.exact.addTo(model).mass;
    TimeStepping simulation(model, TimeDiscretisation(0.0, h * (1.0 + 0.1 * phase)), MoreauJeanOSI(0.5),
                            LCP());
    simulation.run([&](const Simulation& s) {
      error += s.lastTimeStep() * std::abs(mass.q()[0] - problem.exact.at(s.time()).q);
    });
    mean.computed += static_cast<double>(simulation.statistics().steps) / 8.0;
    return error;
  });
  return mean;
}

}  // namespace nsds::test
