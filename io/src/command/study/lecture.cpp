#include "command/study/lecture.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace nsds::command {

namespace {

constexpr std::array kFigures{
    StudyFigure{"01-academic-problems", "Academic problems with exact solutions", lecture::academicProblems},
    StudyFigure{"02-exact-ball", "Exact solution, bouncing ball", lecture::exactBall},
    StudyFigure{"03-exact-oscillator", "Exact solution, impacting oscillator", lecture::exactOscillator},
    StudyFigure{"04-moreau-ball", "Orders of Moreau's scheme, ball", lecture::moreauOrdersBall},
    StudyFigure{"05-moreau-oscillator", "Orders of Moreau's scheme, oscillator",
                lecture::moreauOrdersOscillator},
    StudyFigure{"06-schatzman-ball", "Orders of Schatzman and Paoli's scheme, ball",
                lecture::schatzmanOrdersBall},
    StudyFigure{"07-schatzman-oscillator", "Orders of Schatzman and Paoli's scheme, oscillator",
                lecture::schatzmanOrdersOscillator},
    StudyFigure{"08-order-0-ball", "Adaptive steps, order 0, ball", lecture::orderZeroBall},
    StudyFigure{"09-order-0-oscillator", "Adaptive steps, order 0, oscillator", lecture::orderZeroOscillator},
    StudyFigure{"10-order-1-ball", "Adaptive steps, order 1, ball", lecture::orderOneBall},
    StudyFigure{"11-order-1-oscillator", "Adaptive steps, order 1, oscillator", lecture::orderOneOscillator},
    StudyFigure{"12-order-2-ball", "Adaptive steps, order 2, ball", lecture::orderTwoBall},
    StudyFigure{"13-order-2-oscillator", "Adaptive steps, order 2, oscillator", lecture::orderTwoOscillator},
    StudyFigure{"14-order-0-violation-ball", "Adaptive steps, order 0 and violations, ball",
                lecture::orderZeroViolationBall},
    StudyFigure{"15-order-0-violation-oscillator", "Adaptive steps, order 0 and violations, oscillator",
                lecture::orderZeroViolationOscillator},
    StudyFigure{"16-order-1-violation-ball", "Adaptive steps, order 1 and violations, ball",
                lecture::orderOneViolationBall},
    StudyFigure{"17-order-1-violation-oscillator", "Adaptive steps, order 1 and violations, oscillator",
                lecture::orderOneViolationOscillator},
    StudyFigure{"18-variable-order-ball", "Adaptive steps, variable order, ball", lecture::variableOrderBall},
    StudyFigure{"19-variable-order-oscillator", "Adaptive steps, variable order, oscillator",
                lecture::variableOrderOscillator},
    StudyFigure{"20-implicit-oscillator", "Any order, implicit Runge-Kutta methods, oscillator",
                lecture::implicitOscillator},
    StudyFigure{"21-half-explicit-oscillator", "Any order, half-explicit Runge-Kutta methods, oscillator",
                lecture::halfExplicitOscillator},
    StudyFigure{"22-implicit-ball", "Any order, implicit Runge-Kutta methods, ball", lecture::implicitBall},
    StudyFigure{"23-half-explicit-ball", "Any order, half-explicit Runge-Kutta methods, ball",
                lecture::halfExplicitBall},
    StudyFigure{"24-splitting-ball", "Orders of splitting, RKF45, ball", lecture::splittingBall},
    StudyFigure{"25-splitting-oscillator", "Orders of splitting, RKF45, oscillator",
                lecture::splittingOscillator},
    StudyFigure{"26-adaptive-splitting", "Adaptive steps of splitting, RKF45, oscillator",
                lecture::controlledSplitting},
};

}  // namespace

std::span<const StudyFigure> lectureFigures() {
  return kFigures;
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
