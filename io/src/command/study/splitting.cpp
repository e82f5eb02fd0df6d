// Empirical orders of splitting with the method of Runge, Kutta and Fehlberg for the smooth flow.
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <limits>
#include <nsds/theory/accuracy/norms.hpp>
#include <nsds/theory/accuracy/work_precision.hpp>

#include "command/study/lecture.hpp"

namespace nsds::command::lecture {

namespace {

constexpr std::array kSplittingSteps{3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4};

double runSplitting(const Problem& problem, SplittingComposition composition, double h) {
  return meanOverPhases(kPhases, [&](double phase) {
    Model model(phase * h, problem.T);
    const LagrangianLinearTIDS& mass = problem.exact.addTo(model).mass;
    model.setScales({1.0, 1.0, 1.0});
    SplittingTimeStepping simulation(model, TimeDiscretisation(phase * h, h), Rkf45(),
                                     {.composition = composition});
    GridNorm position;
    simulation.run([&](const Simulation& s) {
      position.add(s.lastTimeStep(), mass.q()[0] - problem.exact.at(s.time()).q);
    });
    return position.value();
  });
}

/// Impacts come late by a part of the step, whatever the order of the flow is, and of the composition.
StudyResult splittingOrders(const Problem& problem) {
  StudyResult made;
  made.options.kind = "orders";
  made.table = io::Trajectory({{"h", "s"}, {"Lie", "m s"}, {"Strang", "m s"}});
  for (const double h : kSplittingSteps) {
    const double row[] = {h, runSplitting(problem, SplittingComposition::lie, h),
                          runSplitting(problem, SplittingComposition::strang, h)};
    made.table.append(row);
  }
  const auto orderOf = [&](const char* name) {
    return fitOrder(made.table.column("h"), made.table.column(name), {0.0, 3e-2}).order;
  };
  const double lie = orderOf("Lie"), strang = orderOf("Strang");
  made.sentence = fmt::format(
      "Impacts leave order one, whatever the flow and the composition: Lie {:.2f}, Strang {:.2f}.", lie,
      strang);
  made.holds = std::abs(lie - 1.0) <= 0.2 && std::abs(strang - 1.0) <= 0.2;
  return made;
}

/// Samples of steps that are as long as a tolerance allows; mean over eight first steps.
WorkPrecisionPoint runControlled(const Problem& problem, double tolerance) {
  constexpr double spacing = 0.5;
  StepControl control;
  control.relativeTolerance = control.absoluteTolerance = control.violationTolerance = tolerance;
  WorkPrecisionPoint made{tolerance, 0.0, 0.0};
  made.error = meanOverPhases(kPhases, [&](double phase) {
    control.firstStep = 1e-3 * (1.0 + phase);
    Model model(0.0, problem.T);
    const LagrangianLinearTIDS& mass = problem.exact.addTo(model).mass;
    model.setScales({1.0, 1.0, 1.0});
    SplittingTimeStepping simulation(model, TimeDiscretisation(0.0, spacing), Rkf45());
    simulation.setStepControl(control);
    GridNorm position;
    simulation.run(
        [&](const Simulation& s) { position.add(spacing, mass.q()[0] - problem.exact.at(s.time()).q); });
    made.work += static_cast<double>(simulation.stepControlReport().computed) / static_cast<double>(kPhases);
    return position.value();
  });
  return made;
}

}  // namespace

/// Steps are long in flight, as the order of the flow allows, and short at impacts.
StudyResult controlledSplitting() {
  const Problem problem = oscillator();
  StudyResult made;
  made.options.kind = "work-precision";
  made.table = io::Trajectory({{"fixed.work", "steps"},
                               {"fixed.error", "m s"},
                               {"adaptive.work", "steps"},
                               {"adaptive.error", "m s"}});
  WorkPrecision fixed, adaptive;
  double tolerance = 1e-2, before = std::numeric_limits<double>::infinity();
  made.holds = true;
  for (const double h : kSplittingSteps) {
    fixed.add({h, problem.T / h, runSplitting(problem, SplittingComposition::lie, h)});
    adaptive.add(runControlled(problem, tolerance));
    const double error = adaptive.points().back().error;
    made.holds = made.holds && error <= 2.0 * before;
    before = error;
    tolerance *= 0.1;
    const double row[] = {fixed.points().back().work, fixed.points().back().error,
                          adaptive.points().back().work, error};
    made.table.append(row);
  }
  const WorkPrecisionPoint& last = fixed.points().back();
  const double fewer = last.work / adaptive.workFor(last.error);
  made.holds = made.holds && fewer >= 20.0;
  made.sentence = fmt::format(
      "The error falls with the tolerance over five decades, to {:.1e} m s at 1e-7; {:.0f} times fewer steps "
      "than "
      "fixed ones at {:.1e} m s.",
      before, fewer, last.error);
  return made;
}

StudyResult splittingBall() {
  return splittingOrders(ball());
}
StudyResult splittingOscillator() {
  return splittingOrders(oscillator());
}

}  // namespace nsds::command::lecture
