// Orders of convergence of the Moreau-Jean scheme, against exact solutions, over five decades of the step.
//
// Impacts make every scheme without event location one of order one: where the velocity jumps within a step
// it errs by O(h), seen in the L1 norm of the position. Where the acceleration alone jumps, from slip to
// stick, and in smooth motion the order is the two of theta = 1/2. `nsds plot orders.csv --kind orders`
// draws the errors.
//
//   oscillator   x'' = -x, x >= 0, e = 0.7: arches of half a period, each e times as high as the last
//   stick-slip   a block on a rough floor slides to a stop, sticks, and is pulled away by a growing force
//   collision    two balls, masses 1 and 3, e = 0.5, in free flight
//   top          a free asymmetric body about its unstable axis, against Dormand and Prince at 1e-12
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>
#include <nsds/theory/accuracy/norms.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

namespace {

const Matrix one = Matrix::Identity(1, 1);

Vector scalar(double x) {
  return Vector::Constant(1, x);
}

/// The L1 norm of position() - exact(t).
double error(Model& model, double h, const std::function<double()>& position,
             const std::function<double(double)>& exact) {
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
  GridNorm norm;
  simulation.run([&](const Simulation& s) { norm.add(h, position() - exact(s.time())); });
  return norm.value();
}

double oscillator(double h) {
  const ImpactingMass exact = ImpactingMass::impactingOscillator();
  Model model(0.0, 8.0);
  const LagrangianLinearTIDS& ball = exact.addTo(model).mass;
  return error(
      model, h, [&] { return ball.q()[0]; }, [&](double t) { return exact.at(t).q; });
}

double stickSlip(double h) {
  const double g = 9.81, mu = 0.4, v0 = 2.0, slope = 3.0;
  Model model(0.0, 3.0);
  auto& block =
      model.add<LagrangianLinearTIDS>(Vector::Zero(2), Vector{{v0, 0.0}}, Matrix(Matrix::Identity(2, 2)));
  const double stop = v0 / (mu * g), away = mu * g / slope;
  block.setFExt([=](double t, VectorRef force) { force << (t > stop ? slope * t : 0.0), -g; });
  model.link(NewtonImpactFrictionNSL(0.0, 0.0, mu, 2), LagrangianLinearTIR(Matrix{{0.0, 1.0}, {1.0, 0.0}}),
             block);
  return error(
      model, h, [&] { return block.q()[0]; },
      [=](double t) {
        const double sliding = std::min(t, stop);
        const double pulled = std::max(t - away, 0.0);
        return v0 * sliding - 0.5 * mu * g * sliding * sliding + slope * std::pow(pulled, 3) / 6.0;
      });
}

double collisionFrom(double gap, double h) {
  const double e = 0.5, m = 3.0, u = 1.0;
  Model model(0.0, 2.0);
  auto& first = model.add<LagrangianLinearTIDS>(scalar(0.0), scalar(u), one);
  auto& second = model.add<LagrangianLinearTIDS>(scalar(gap), scalar(0.0), Matrix(m * one));
  model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}), first, second);
  return error(
      model, h, [&] { return first.q()[0]; },
      [=](double t) { return t < gap / u ? u * t : gap + (1.0 - e * m) / (1.0 + m) * u * (t - gap / u); });
}

/// One impact alone errs by where in a step it falls: the mean over many.
double collision(double h) {
  return meanOverPhases(16, [&](double phase) { return collisionFrom(0.7 + 0.2192 * phase, h); });
}

/// The angular velocity at the end.
Vector topBy(const std::function<void(Model&)>& run) {
  Model model(0.0, 4.0);
  auto& top = model.add<NewtonEulerDS>(Vector{{0, 0, 0, 1, 0, 0, 0}}, Vector{{0, 0, 0, 0.05, 2.0, 0.1}}, 1.0,
                                       Matrix(Vector{{1.0, 2.0, 3.0}}.asDiagonal()));
  run(model);
  return top.v().tail(3);
}

double top(double h) {
  static const Vector exact = topBy([](Model& model) {
    SmoothOptions options;
    options.relativeTolerance = options.absoluteTolerance = 1e-12;
    EventDriven(model, TimeDiscretisation(0.0, 4.0), Dopri5(options)).run();
  });
  const Vector end = topBy([h](Model& model) {
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
    simulation.setNewtonOptions({.tolerance = 1e-14});
    simulation.run();
  });
  return (end - exact).norm();
}

struct Problem {
  const char* name;
  double (*error)(double h);
  double order;
  double tolerance;
  double leastStep;  // below, the error drowns in rounding or in Newton's tolerance
};

}  // namespace

int simulate(const io::Parameters& parameters) {
  parameters.refuseRunOptions();
  const std::vector<Problem> problems{{"oscillator", oscillator, 1.0, 0.2, 0.0},
                                      {"stick-slip", stickSlip, 2.0, 0.2, 2e-6},
                                      {"collision", collision, 1.0, 0.2, 0.0},
                                      {"top", top, 2.0, 0.1, 2e-4}};
  std::vector<double> steps;
  // Two steps a decade, of no simple ratio to the instants of impacts.
  for (double k = 1.0; k <= 1.0 + parameters["decades"] + 1e-9; k += 0.5)
    steps.push_back(0.97 * std::pow(10.0, -k));

  io::Trajectory table(
      {{"h", "s"}, {"oscillator", "1"}, {"stick-slip", "1"}, {"collision", "1"}, {"top", "1"}});
  for (const double h : steps) {
    std::vector<double> row{h};
    for (const Problem& problem : problems)
      row.push_back(h > problem.leastStep ? problem.error(h) : std::nan(""));
    table.append(row);
  }
  bool correct = true;
  for (const Problem& problem : problems) {
    const std::vector<double> errors = table.column(problem.name);
    const double observed = fitOrder(steps, errors).order;
    const auto visible = static_cast<std::size_t>(
        std::count_if(errors.begin(), errors.end(), [](double error) { return !std::isnan(error); }));
    std::printf("%-11s order %.3f, theory %g, error %.1e at h = %.1e\n", problem.name, observed,
                problem.order, errors[visible - 1], steps[visible - 1]);
    correct = correct && std::abs(observed - problem.order) < problem.tolerance;
  }
  save(table, parameters);
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "Orders of convergence against exact solutions.",
                    {{"decades", 5.0, "", "of the step, from 0.1 downwards", 2.0, 5.0, true}}, simulate);
}
