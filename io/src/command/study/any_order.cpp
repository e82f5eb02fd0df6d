// Precision and work of time stepping of any order, by implicit and by half-explicit Runge-Kutta methods.
#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <nsds/theory/accuracy/norms.hpp>
#include <string>
#include <vector>

#include "command/study/lecture.hpp"

namespace nsds::command::lecture {

namespace {

struct AnyOrderMethod {
  const char* name;
  std::unique_ptr<SmoothIntegrator> (*make)();
  double coarsest;  // step of the grid [s]
};

template <class Integrator>
std::unique_ptr<SmoothIntegrator> make() {
  return std::make_unique<Integrator>();
}

const std::vector<AnyOrderMethod>& implicitMethods() {
  static const std::vector<AnyOrderMethod> methods{{"Gauss 2", make<Gauss2>, 0.1},
                                                   {"Radau IIA 3", make<RadauIIA3>, 0.2},
                                                   {"Gauss 4", make<Gauss4>, 0.4},
                                                   {"Radau IIA 5", make<RadauIIA5>, 0.6}};
  return methods;
}
const std::vector<AnyOrderMethod>& halfExplicitMethods() {
  static const std::vector<AnyOrderMethod> methods{
      {"BH3", make<Bh3>, 0.2}, {"BH5", make<Bh5>, 0.4}, {"HEM5", make<Hem5>, 0.6}};
  return methods;
}

/// Evaluations of forces and the L1 error, as means over eight phases.
Delivered runAnyOrder(const Problem& problem, const AnyOrderMethod& method, double h) {
  Delivered mean;
  mean.position = meanOverPhases(kPhases, [&](double phase) {
    Model model(phase * h, problem.T);
    const LagrangianLinearTIDS& mass = problem.exact.addTo(model).mass;
    model.setScales({1.0, 1.0, 1.0});
    AnyOrderTimeStepping simulation(model, TimeDiscretisation(phase * h, h), method.make(), nullptr, {});
    GridNorm position;
    simulation.run([&](const Simulation& s) {
      position.add(s.lastTimeStep(), mass.q()[0] - problem.exact.at(s.time()).q);
    });
    mean.work += static_cast<double>(simulation.integrator().statistics().forceEvaluations) /
                 static_cast<double>(kPhases);
    return position.value();
  });
  return mean;
}

constexpr int kGrids = 5;

/// The order of each method is at least `least` above its own, and at most `most`.
StudyResult ordersOf(const Problem& problem, const std::vector<AnyOrderMethod>& methods, double least,
                     double most) {
  StudyResult made;
  made.options.kind = "work-precision";
  std::vector<io::Column> columns;
  for (const AnyOrderMethod& method : methods) {
    columns.push_back({std::string(method.name) + ".evaluations", "1"});
    columns.push_back({std::string(method.name) + ".error", "m s"});
  }
  made.table = io::Trajectory(std::move(columns));
  std::vector<std::vector<double>> rows(kGrids), steps(methods.size()), errors(methods.size());
  for (std::size_t m = 0; m < methods.size(); ++m) {
    for (int grid = 0; grid < kGrids; ++grid) {
      const double h = std::ldexp(methods[m].coarsest, -grid);
      const Delivered run = runAnyOrder(problem, methods[m], h);
      steps[m].push_back(h);
      errors[m].push_back(run.position);
      rows[static_cast<std::size_t>(grid)].push_back(run.work);
      rows[static_cast<std::size_t>(grid)].push_back(run.position);
    }
  }
  for (const std::vector<double>& row : rows) made.table.append(row);
  made.holds = true;
  std::string orders;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const int p = methods[m].make()->order();
    const OrderFit fit = fitOrder(steps[m], errors[m], {1e-12, 1e-3});
    orders += fmt::format("{}{} {:.2f}", m == 0 ? "" : ", ", methods[m].name, fit.order);
    made.holds = made.holds && fit.order >= p + least && fit.order <= p + most;
  }
  made.sentence = fmt::format("Orders through impacts: {}.", orders);
  return made;
}

/// The order of the method, through impacts for ever.
StudyResult onOscillator(const std::vector<AnyOrderMethod>& methods) {
  return ordersOf(oscillator(), methods, -0.3, 0.5);
}
/// One more: the methods are exact in free fall, and the brackets of events alone are left.
StudyResult onBall(const std::vector<AnyOrderMethod>& methods) {
  return ordersOf(ball(), methods, 0.8, 3.0);
}

}  // namespace

StudyResult implicitOscillator() {
  return onOscillator(implicitMethods());
}
StudyResult halfExplicitOscillator() {
  return onOscillator(halfExplicitMethods());
}
StudyResult implicitBall() {
  return onBall(implicitMethods());
}
StudyResult halfExplicitBall() {
  return onBall(halfExplicitMethods());
}

}  // namespace nsds::command::lecture
