// Empirical orders of splitting with the method of Runge, Kutta and Fehlberg for the smooth flow.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "command/study/lecture.hpp"

namespace nsds::command::lecture {

namespace {

constexpr std::array kSteps{3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4};

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
  for (const double h : kSteps) {
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

}  // namespace

StudyResult splittingBall() {
  return splittingOrders(ball());
}
StudyResult splittingOscillator() {
  return splittingOrders(oscillator());
}

}  // namespace nsds::command::lecture
