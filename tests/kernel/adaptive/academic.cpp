#include "kernel/adaptive/academic.hpp"

namespace nsds::test {
namespace {

constexpr double never = 1e-13;  // flights with less speed are too short to be seen

LagrangianDS& addPoint(Model& model, double stiffness, double load, double e) {
  model.setScales({1.0, 1.0, 1.0});
  auto& point = model.add<LagrangianDS>(Vector::Constant(1, 1.0), Vector::Zero(1), Matrix::Identity(1, 1));
  point.setFInt(
      [=](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = stiffness * q[0] + load; },
      [=](double, VectorConstRef, VectorConstRef, MatrixRef dq) { dq(0, 0) = stiffness; },
      [](double, VectorConstRef, VectorConstRef, MatrixRef dv) { dv.setZero(); });
  model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix::Identity(1, 1)), point);
  return point;
}

}  // namespace

Academic ball() {
  const auto exact = [](double t) {
    double begin = -1.0, v = 2.0;  // the first arch is the second half of one that began at -1
    while (t > begin + v && v > never) {
      begin += v;
      v *= 0.5;
    }
    return v > never ? (t - begin) * (v - (t - begin)) : 0.0;
  };
  return {"ball", 4.0, [](Model& m) -> LagrangianDS& { return addPoint(m, 0.0, 2.0, 0.5); }, exact};
}

Academic oscillator() {
  const auto exact = [](double t) {
    return std::pow(0.7, std::floor(t / std::numbers::pi + 0.5)) * std::abs(std::cos(t));
  };
  return {"oscillator", 10.0, [](Model& m) -> LagrangianDS& { return addPoint(m, 1.0, 0.0, 0.7); }, exact};
}

Academic pressedOscillator() {
  constexpr double d = 0.2, e = 0.7;
  const auto exact = [](double t) {
    double begin = std::acos(d / (1.0 + d));
    if (t < begin) return (1.0 + d) * std::cos(t) - d;
    double v = e * (1.0 + d) * std::sin(begin);
    for (double flight = 2.0 * std::atan(v / d); t > begin + flight && v > never;
         flight = 2.0 * std::atan(v / d)) {
      begin += flight;
      v *= e;
    }
    return v > never ? d * (std::cos(t - begin) - 1.0) + v * std::sin(t - begin) : 0.0;
  };
  return {"oscillator that comes to rest", 18.0,
          [](Model& m) -> LagrangianDS& { return addPoint(m, 1.0, d, e); }, exact};
}

StepControl uniformControl(double tolerance) {
  StepControl control;
  control.relativeTolerance = control.absoluteTolerance = control.violationTolerance = tolerance;
  control.firstStep = 1e-3;
  return control;
}

AdaptiveRun runAdaptively(const Academic& problem, const StepControl& control, double spacing) {
  Model model(0.0, problem.T);
  const LagrangianDS& point = problem.build(model);
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, spacing), MoreauJeanOSI(0.5), LCP(),
                                  control);
  AdaptiveRun run;
  simulation.run(
      [&](const Simulation& s) { run.error += spacing * std::abs(point.q()[0] - problem.exact(s.time())); });
  run.report = simulation.stepControlReport();
  run.computed = static_cast<double>(run.report.computed);
  return run;
}

AdaptiveRun meanOverPhases(const Academic& problem, StepControl control) {
  AdaptiveRun mean;
  for (int phase = 0; phase < 8; ++phase) {
    control.firstStep = 1e-3 * (1.0 + phase / 8.0);
    const AdaptiveRun run = runAdaptively(problem, control);
    mean.error += run.error / 8.0;
    mean.computed += run.computed / 8.0;
  }
  return mean;
}

AdaptiveRun runWithFixedSteps(const Academic& problem, double h) {
  AdaptiveRun mean;
  for (int phase = 0; phase < 8; ++phase) {
    const double step = h * (1.0 + 0.0125 * phase);
    Model model(0.0, problem.T);
    const LagrangianDS& point = problem.build(model);
    TimeStepping simulation(model, TimeDiscretisation(0.0, step), MoreauJeanOSI(0.5), LCP());
    simulation.run([&](const Simulation& s) {
      mean.error += s.lastTimeStep() * std::abs(point.q()[0] - problem.exact(s.time())) / 8.0;
    });
    mean.computed += static_cast<double>(simulation.statistics().steps) / 8.0;
  }
  return mean;
}

}  // namespace nsds::test
