// First-order systems under relays and normal cones.
#include <nsds/kernel.hpp>
#include <numbers>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

/// A system x' = A x + B lambda under a law on y = C x, the formulation chosen by the law.
struct Loop {
  template <class Law>
  Loop(const Law& law, const Vector& x0, const Matrix& A, const Matrix& B, const Matrix& C, double T)
      : model(0.0, T),
        system(model.add<FirstOrderLinearDS>(x0, A)),
        interaction(model.link(law, FirstOrderLinearTIR(C, B), system)) {}

  /// One row of `columns` for the initial state and one after every step. firstLambda: what stands for the
  /// multipliers in the initial row.
  template <class Columns, class Integrator = EulerMoreauOSI>
  Rows run(double h, const Vector& firstLambda, const Columns& columns,
           Integrator integrator = EulerMoreauOSI(0.5), double tolerance = 1e-12) {
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), std::move(integrator));
    simulation.initialize();
    simulation.nonSmoothProblem().setSolver(Solver("auto").set("tolerance", tolerance));
    Rows rows;
    const auto record = [&](const Simulation& s) {
      const Vector lambda = rows.empty() ? firstLambda : Vector(interaction.lambda());
      rows.push_back(columns(s.time(), Vector(system.x()), lambda, Vector(interaction.y())));
    };
    record(simulation);
    simulation.run(record);
    return rows;
  }

  Model model;
  FirstOrderLinearDS& system;
  Interaction& interaction;
};

/// t, x, lambda, y.
std::vector<double> all(double t, const Vector& x, const Vector& lambda, const Vector& y) {
  std::vector<double> row{t};
  for (const Vector& part : {x, lambda, y}) row.insert(row.end(), part.begin(), part.end());
  return row;
}

}  // namespace

/// A mass on a spring, rubbing: t, x, lambda, y, 0, 0, x', 0. The first x' is that after one step.
Rows frictionOscillator() {
  Loop loop(RelayNSL(), Vector{{12.0, 6.0}}, Matrix{{0.0, 1.0}, {-1.0, 0.0}}, Matrix{{0.0}, {1.0}},
            Matrix{{0.0, 1.0}}, 100.0);
  Rows rows =
      loop.run(0.01, Vector::Zero(1), [](double t, const Vector& x, const Vector& lambda, const Vector& y) {
        return std::vector<double>{t, x[0], x[1], lambda[0], y[0], 0.0, 0.0, x[1], -x[0] + lambda[0], 0.0};
      });
  rows[0][4] = 0.0;  // recorded before there is an output
  for (const std::size_t column : {7U, 8U}) rows[0][column] = rows[1][column];
  return rows;
}

/// x' = 2 lambda.
Rows simpleRelay() {
  Loop loop(RelayNSL(), Vector{{1.0, -1.0}}, Matrix::Zero(2, 2), 2.0 * Matrix::Identity(2, 2),
            Matrix::Identity(2, 2), 0.8);
  return loop.run(1e-3, Vector::Zero(2), all);
}

/// Spirals in sliding along the axes.
Rows filippov() {
  Loop loop(RelayNSL(), Vector{{3.0, 3.0}}, Matrix::Zero(2, 2), Matrix{{2.0, -52.0}, {52.0, 2.0}},
            Matrix::Identity(2, 2), 2.0);
  return loop.run(1e-3, Vector{{-1.0, -1.0}}, all);
}

/// t, x, lambda, y, 0.
Rows relayOscillator() {
  Loop loop(RelayNSL(), Vector{{0.0, 3.0 * std::numbers::sqrt2 / (2.0 * std::numbers::pi), 0.0}},
            Matrix{{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, -3.0, -2.0}}, Matrix{{0.0}, {0.0}, {1.0}},
            Matrix{{1.0, 0.0, 0.0}}, 100.0);
  return loop.run(0.01, Vector::Zero(1),
                  [](double t, const Vector& x, const Vector& lambda, const Vector& y) {
                    return std::vector<double>{t, x[0], x[1], x[2], lambda[0], y[0], 0.0};
                  });
}

/// x' = lambda, whose inputs are held over steps: t, x, lambda.
Rows heldRelay() {
  Loop loop(RelayNSL(), Vector{{1.0, -1.0}}, Matrix::Zero(2, 2), Matrix::Identity(2, 2),
            Matrix::Identity(2, 2), 10.0);
  return loop.run(
      0.1, Vector::Zero(2),
      [](double t, const Vector& x, const Vector& lambda, const Vector&) {
        return std::vector<double>{t, x[0], x[1], lambda[0], lambda[1]};
      },
      ZeroOrderHoldOSI());
}

/// A double integrator under two relays, held over steps: t, x, B lambda, lambda.
Rows heldTwisting() {
  const Matrix B{{0.0, 0.0}, {2.0, 1.0}};
  Loop loop(RelayNSL(), Vector{{1.0, 1.0}}, Matrix{{0.0, 1.0}, {0.0, 0.0}}, B, Matrix::Identity(2, 2), 10.0);
  return loop.run(
      1e-3, Vector::Zero(2),
      [&](double t, const Vector& x, const Vector& lambda, const Vector&) {
        const Vector r = B * lambda;
        return std::vector<double>{t, x[0], x[1], r[0], r[1], lambda[0], lambda[1]};
      },
      ZeroOrderHoldOSI(), 1e-14);
}

/// An oscillator by exact steps: t, x.
Rows exactOscillator() {
  Model model(0.0, 10.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0, 0.0}}, Matrix{{0.0, 1.0}, {-1.0, 0.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), ZeroOrderHoldOSI());
  Rows rows;
  const auto record = [&](const Simulation& s) { rows.push_back({s.time(), x.x()[0], x.x()[1]}); };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

/// The twisting controller of a double integrator: t, x, lambda, which is not unique.
Rows twisting() {
  const double h = 0.1;
  const Matrix H{{1.0, 0.0}, {-0.5 * h, 1.0}, {-1.0, 0.0}, {0.5 * h, -1.0}};
  Loop loop(NormalConeNSL(H, Vector::Constant(4, -1.0)), Vector{{10.0, 10.0}}, Matrix{{0.0, 1.0}, {0.0, 0.0}},
            Matrix{{0.0, 0.0}, {10.0, 3.0}}, Matrix::Identity(2, 2), 20.0);
  return loop.run(h, Vector{{-1.0, -1.0}},
                  [](double t, const Vector& x, const Vector& lambda, const Vector&) {
                    return std::vector<double>{t, x[0], x[1], lambda[0], lambda[1]};
                  });
}

}  // namespace nsds::test
