#include "command/study/lecture.hpp"

#include <cmath>
#include <limits>
#include <nsds/theory/accuracy/norms.hpp>

namespace nsds::command {

namespace {

std::vector<StudyFigure> figures() {
  return {
      {"01-academic-problems", "Academic problems with exact solutions", lecture::academicProblems},
      {"02-exact-ball", "Exact solution, bouncing ball", lecture::exactBall},
      {"03-exact-oscillator", "Exact solution, impacting oscillator", lecture::exactOscillator},
      {"04-moreau-ball", "Orders of Moreau's scheme, ball", lecture::moreauOrdersBall},
      {"05-moreau-oscillator", "Orders of Moreau's scheme, oscillator", lecture::moreauOrdersOscillator},
      {"06-schatzman-ball", "Orders of Schatzman and Paoli's scheme, ball", lecture::schatzmanOrdersBall},
      {"07-schatzman-oscillator", "Orders of Schatzman and Paoli's scheme, oscillator",
       lecture::schatzmanOrdersOscillator},
      {"08-order-0-ball", "Adaptive steps, order 0, ball", lecture::orderZeroBall},
      {"09-order-0-oscillator", "Adaptive steps, order 0, oscillator", lecture::orderZeroOscillator},
      {"10-order-1-ball", "Adaptive steps, order 1, ball", lecture::orderOneBall},
      {"11-order-1-oscillator", "Adaptive steps, order 1, oscillator", lecture::orderOneOscillator},
      {"12-order-2-ball", "Adaptive steps, order 2, ball", lecture::orderTwoBall},
      {"13-order-2-oscillator", "Adaptive steps, order 2, oscillator", lecture::orderTwoOscillator},
      {"14-order-0-violation-ball", "Adaptive steps, order 0 and violations, ball",
       lecture::orderZeroViolationBall},
      {"15-order-0-violation-oscillator", "Adaptive steps, order 0 and violations, oscillator",
       lecture::orderZeroViolationOscillator},
      {"16-order-1-violation-ball", "Adaptive steps, order 1 and violations, ball",
       lecture::orderOneViolationBall},
      {"17-order-1-violation-oscillator", "Adaptive steps, order 1 and violations, oscillator",
       lecture::orderOneViolationOscillator},
      {"18-variable-order-ball", "Adaptive steps, variable order, ball", lecture::variableOrderBall},
      {"19-variable-order-oscillator", "Adaptive steps, variable order, oscillator",
       lecture::variableOrderOscillator},
      {"20-implicit-oscillator", "Any order, implicit Runge-Kutta methods, oscillator",
       lecture::implicitOscillator},
      {"21-half-explicit-oscillator", "Any order, half-explicit Runge-Kutta methods, oscillator",
       lecture::halfExplicitOscillator},
      {"22-implicit-ball", "Any order, implicit Runge-Kutta methods, ball", lecture::implicitBall},
      {"23-half-explicit-ball", "Any order, half-explicit Runge-Kutta methods, ball",
       lecture::halfExplicitBall},
      {"24-splitting-ball", "Orders of splitting, RKF45, ball", lecture::splittingBall},
      {"25-splitting-oscillator", "Orders of splitting, RKF45, oscillator", lecture::splittingOscillator},
      {"26-adaptive-splitting", "Adaptive steps of splitting, RKF45, oscillator",
       lecture::controlledSplitting},
  };
}

}  // namespace

Study lectureStudy() {
  return {"lecture", "Time integration of nonsmooth mechanics: the figures of a lecture",
          "The figures of V. Acary, Numerical methods for time integration of nonsmooth mechanical systems "
          "(2010), computed anew by "
          "`nsds study lecture`. Work is counted in steps of the scheme, of schemes of any order in "
          "evaluations of forces; errors are means over eight phases "
          "of the impacts in the "
          "steps.",
          figures()};
}

namespace lecture {

Problem ball() {
  return {"ball", 4.0, ImpactingMass::bouncingBall()};
}
Problem oscillator() {
  return {"oscillator", 10.0, ImpactingMass::impactingOscillator()};
}

Delivered runFixed(const Problem& problem, const OneStepIntegrator& scheme, double h) {
  Delivered mean;
  const auto share = 1.0 / static_cast<double>(kPhases);
  mean.position = meanOverPhases(kPhases, [&](double phase) {
    Model model(phase * h, problem.T);
    const LagrangianLinearTIDS& mass = problem.exact.addTo(model).mass;
    TimeStepping simulation(model, TimeDiscretisation(phase * h, h), scheme.clone());
    GridNorm position, velocity;
    simulation.run([&](const Simulation& s) {
      const ImpactingMassState exact = problem.exact.at(s.time());
      position.add(s.lastTimeStep(), mass.q()[0] - exact.q);
      velocity.add(s.lastTimeStep(), mass.v()[0] - exact.vRight);
    });
    mean.velocity += share * velocity.value();
    mean.work += share * static_cast<double>(simulation.statistics().steps);
    return position.value();
  });
  return mean;
}

Delivered runAdaptive(const Problem& problem, ErrorOrder order, double tolerance, bool violations) {
  StepControl control;
  control.relativeTolerance = control.absoluteTolerance = control.violationTolerance = tolerance;
  if (!violations) control.violationTolerance = std::numeric_limits<double>::infinity();
  control.order = order;
  Delivered mean;
  mean.position = meanOverPhases(kPhases, [&](double phase) {
    control.firstStep = 1e-3 * (1.0 + phase);
    const double spacing = 1e-2;
    Model model(0.0, problem.T);
    const LagrangianLinearTIDS& mass = problem.exact.addTo(model).mass;
    model.setScales({1.0, 1.0, 1.0});
    AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, spacing), MoreauJeanOSI(0.5), control);
    GridNorm position;
    simulation.run(
        [&](const Simulation& s) { position.add(spacing, mass.q()[0] - problem.exact.at(s.time()).q); });
    mean.work += static_cast<double>(simulation.stepControlReport().computed) / static_cast<double>(kPhases);
    return position.value();
  });
  return mean;
}

}  // namespace lecture
}  // namespace nsds::command
