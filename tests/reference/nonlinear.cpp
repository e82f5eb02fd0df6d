// First-order systems under nonlinear relations: gene networks with step functions, an optimal control, an ideal switch.
#include <cmath>
#include <nsds/kernel.hpp>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

const Matrix decay = Vector{{-4.5, -1.5}}.asDiagonal();

/// A network of two genes, whose relation is of type 2: t, x, lambda, x'. The first x' is that after one step.
Rows network(const NonSmoothLaw& law, const FirstOrderType2R& relation) {
  Model model(0.0, 3.0);
  auto& genes = model.add<FirstOrderLinearDS>(Vector{{1.0, 6.0}}, decay);
  const auto& relay = static_cast<const RelayNSL&>(law);
  const Interaction& steps = model.link(relay, relation, genes);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-3), EulerMoreauOSI(0.5),
                          Relay(Solver("auto").set("tolerance", 1e-13)));
  simulation.setNewtonOptions({.tolerance = 1e-13});
  Rows rows;
  const auto record = [&](const Simulation& s) {
    const Vector rate = decay * genes.x() + genes.r();
    rows.push_back({s.time(), genes.x()[0], genes.x()[1]});
    rows.back().insert(rows.back().end(), steps.lambda().begin(), steps.lambda().end());
    rows.back().insert(rows.back().end(), rate.begin(), rate.end());
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  for (const std::size_t column : {7U, 8U}) rows[0][column] = rows[1][column];
  return rows;
}

}  // namespace

Rows stepSystem() {
  const auto h = [](VectorConstRef x, VectorConstRef, VectorRef y) {
    y << 4.0 - x[0], 4.0 - x[1], 8.0 - x[0], 8.0 - x[1];
  };
  const auto g = [](VectorConstRef l, VectorRef r) {
    r << 40.0 * (1.0 - l[2]) * l[1], 40.0 * l[0] * (1.0 - l[3]);
  };
  const auto CD = [](VectorConstRef, VectorConstRef, MatrixRef C, MatrixRef) {
    C << -1.0, 0.0, 0.0, -1.0, -1.0, 0.0, 0.0, -1.0;
  };
  const auto B = [](VectorConstRef l, MatrixRef value) {
    value << 0.0, 40.0 * (1.0 - l[2]), -40.0 * l[1], 0.0, 40.0 * (1.0 - l[3]), 0.0, 0.0, -40.0 * l[0];
  };
  return network(RelayNSL(0.0, 1.0), FirstOrderType2R(4, h, g, CD, B));
}

Rows signSystem() {
  const auto h = [](VectorConstRef x, VectorConstRef, VectorRef y) {
    y << x[0] - 4.0, x[1] - 4.0, x[0] - 8.0, x[1] - 8.0;
  };
  const auto g = [](VectorConstRef l, VectorRef r) {
    r << 10.0 * (1.0 + l[2]) * (1.0 - l[1]), 10.0 * (1.0 - l[0]) * (1.0 + l[3]);
  };
  const auto CD = [](VectorConstRef, VectorConstRef, MatrixRef C, MatrixRef) {
    C << 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0;
  };
  const auto B = [](VectorConstRef l, MatrixRef value) {
    value << 0.0, -10.0 * (1.0 + l[2]), 10.0 * (1.0 - l[1]), 0.0,  //
        -10.0 * (1.0 + l[3]), 0.0, 0.0, 10.0 * (1.0 - l[0]);
  };
  return network(RelayNSL(-1.0, 1.0), FirstOrderType2R(4, h, g, CD, B));
}

/// States and adjoints of an optimal control: t, x, lambda, y.
Rows optimalControl() {
  Model model(0.0, 10.0);
  auto& system = model.add<FirstOrderNonLinearDS>(
      Vector{{3.4999939172, -2.2788416237, 1.1935988302, -0.6365413023}},
      [](double, VectorConstRef x, VectorRef f) {
        f << 0.5 * x[1] + 0.5, -0.5 * x[0] - x[1], -(x[0] - 2.0) + 0.5 * x[3],
            -(x[1] + 1.0) - 0.5 * x[2] + x[3];
      },
      [](double, VectorConstRef, MatrixRef A) {
        A << 0.0, 0.5, 0.0, 0.0,   //
            -0.5, -1.0, 0.0, 0.0,  //
            -1.0, 0.0, 0.0, 0.5,   //
            0.0, -1.0, -0.5, 1.0;
      });
  const auto h = [](double, VectorConstRef x, VectorConstRef l, VectorRef y) {
    y << l[1] + (1.0 - x[1]) * x[2] + x[0] * x[3], 2.0 - l[0];
  };
  const auto g = [](double, VectorConstRef x, VectorConstRef l, VectorRef r) {
    const double u = l[0] - 1.0;
    r << 0.5 * (1.0 - x[1]) * u, 0.5 * x[0] * u, -0.5 * x[3] * u, 0.5 * x[2] * u;
  };
  const auto CD = [](double, VectorConstRef x, VectorConstRef, MatrixRef C, MatrixRef D) {
    C.row(0) << x[3], -x[2], 1.0 - x[1], x[0];
    D << 0.0, 1.0, -1.0, 0.0;
  };
  const auto KB = [](double, VectorConstRef x, VectorConstRef l, MatrixRef K, MatrixRef B) {
    const double u = l[0] - 1.0;
    K(0, 1) = -0.5 * u;
    K(1, 0) = 0.5 * u;
    K(2, 3) = -0.5 * u;
    K(3, 2) = 0.5 * u;
    B.col(0) << 0.5 * (1.0 - x[1]), 0.5 * x[0], -0.5 * x[3], 0.5 * x[2];
  };
  const Interaction& switches =
      model.link(ComplementarityConditionNSL(), FirstOrderNonLinearR(2, h, g, CD, KB), system);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 2e-3), EulerMoreauOSI(0.5), LCP(tight()));
  simulation.setNewtonOptions({.tolerance = 1e-12});
  Rows rows;
  const auto record = [&](const Simulation& s) {
    rows.push_back({s.time()});
    for (const Vector& part : {Vector(system.x()), Vector(switches.lambda()), Vector(switches.y())})
      rows.back().insert(rows.back().end(), part.begin(), part.end());
  };
  simulation.initialize();
  record(simulation);
  std::fill(rows[0].begin() + 5, rows[0].end(), 0.0);  // recorded before there is an output
  simulation.run(record);
  return rows;
}

/// The current in the coil of a converter with two ideal switches, whose nine algebraic unknowns are the multipliers: k, x.
Rows idealSwitch() {
  constexpr double h = 1e-7;
  constexpr double L = 200e-6;
  constexpr double period = 20e-6;
  constexpr double R = 1.0;
  constexpr double R1 = 1e-3;
  constexpr double R2 = 1e3;
  constexpr double A = 100.0;
  Model model(0.0, 2000.0 * h);
  auto& coil = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  const auto output = [](double t, VectorConstRef x, VectorConstRef l, VectorRef y) {
    // At the instants where it jumps the source has the value from before.
    const double phase = t / period;
    const double E = 7.5 - 10.0 * (phase - std::ceil(phase - 1e-6) + 1.0);
    y << l[4] - E, x[0] - l[3] / R, l[2] - 20.0 + l[0] * (l[6] + R1), l[2] + l[1] * (l[8] + R1),
        x[0] - l[0] - l[1], R2 - l[6] - R1, A * (l[4] - l[3]) + l[5], R2 - l[8] - R1, -l[2] + l[7];
  };
  const auto input = [](double, VectorConstRef, VectorConstRef l, VectorRef r) { r[0] = (l[2] - l[3]) / L; };
  const auto CD = [](double, VectorConstRef, VectorConstRef l, MatrixRef C, MatrixRef D) {
    C(1, 0) = C(4, 0) = 1.0;
    D(0, 4) = 1.0;
    D(1, 3) = -1.0 / R;
    D(2, 2) = D(3, 2) = 1.0;
    D(2, 0) = l[6] + R1;
    D(2, 6) = l[0];
    D(3, 1) = l[8] + R1;
    D(3, 8) = l[1];
    D(4, 0) = D(4, 1) = -1.0;
    D(5, 6) = -1.0;
    D(6, 4) = A;
    D(6, 3) = -A;
    D(6, 5) = 1.0;
    D(7, 8) = -1.0;
    D(8, 2) = -1.0;
    D(8, 7) = 1.0;
  };
  const auto KB = [](double, VectorConstRef, VectorConstRef, MatrixRef, MatrixRef B) {
    B(0, 2) = 1.0 / L;
    B(0, 3) = -1.0 / L;
  };
  model.link(MixedComplementarityNSL(5, 4), FirstOrderNonLinearR(9, output, input, CD, KB), coil);
  // A step may have several solutions. The pivoting of Lemke takes the branch of the reference.
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(0.5), MLCP(Solver("lemke")));
  Rows rows;
  simulation.run([&](const Simulation& s) { rows.push_back({static_cast<double>(s.step()), coil.x()[0]}); });
  return rows;
}

}  // namespace nsds::test
