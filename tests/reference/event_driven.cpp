// Event-driven: balls and a column that fall onto the ground, a pendulum on a rope, a block that falls on its
// corners. A sampling instant gives one row; any other event one with the state before and one with that
// after it.
#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

constexpr double g = 9.81;
constexpr SmoothOptions accurate{.relativeTolerance = 1e-13, .absoluteTolerance = 1e-13};

/// before(): at an instant, before its consequences; after(event): behind them, false at sampling instants.
template <class Before, class After>
void throughEvents(EventDriven& simulation, Before&& before, After&& after) {
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    const bool sampling = simulation.event() == EventKind::sampling;
    before();
    simulation.nextStep();
    after(!sampling);
  }
}

Matrix massOfBall() {
  const double R = 0.1;
  return Vector{{1.0, 1.0, 0.6 * R * R}}.asDiagonal();
}

/// t, q_0, v_0, impulse of the event, force; and, but in rows before an event, both again. mass: of the
/// system, a matrix or a function.
template <class System, class Mass>
Rows fallingBall(const Mass& mass, double height, double velocity, double e) {
  Model model(0.0, 8.5);
  auto& ball = model.add<System>(Vector{{height, 0.0, 0.0}}, Vector{{velocity, 0.0, 0.0}}, mass);
  ball.setFExt(Vector{{-g, 0.0, 0.0}});
  Interaction& ground = model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.005), Dopri5(accurate));
  simulation.initialize();
  Rows rows;
  std::vector<double> state;
  throughEvents(
      simulation,
      [&] {
        state = {simulation.time(), ball.q()[0], ball.v()[0]};
      },
      [&](bool event) {
        const double impulse = event ? simulation.impulse(ground)[0] : 0.0;
        const double force = ground.lambda()[0];
        // The state before an event comes with what the event brings about.
        if (event) rows.push_back({state[0], state[1], state[2], impulse, force, 0.0, 0.0});
        rows.push_back({simulation.time(), ball.q()[0], ball.v()[0], impulse, force, impulse, force});
      });
  return rows;
}

}  // namespace

Rows bouncingBallByEvents() {
  return fallingBall<LagrangianLinearTIDS>(massOfBall(), 1.0, 0.0, 0.9);
}

/// It touches the ground and moves into it at the start.
Rows bouncingBallFromImpact() {
  return fallingBall<LagrangianLinearTIDS>(massOfBall(), 0.0, -1.0, 0.9);
}

namespace {

/// The rows of a plastic impact: t, q_0, v_0, impulse, force.
Rows ofPlasticImpact(Rows rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].resize(5);
    const bool before = i + 1 < rows.size() && rows[i][0] == rows[i + 1][0];
    if (before) rows[i][3] = rows[i][4] = 0.0;
  }
  return rows;
}

}  // namespace

Rows ballThatStaysDown() {
  return ofPlasticImpact(fallingBall<LagrangianLinearTIDS>(massOfBall(), 1.0, 0.0, 0.0));
}

/// As a system whose mass is a function of its coordinates.
Rows nonlinearBallThatStaysDown() {
  const auto mass = [](VectorConstRef, MatrixRef M) { M = massOfBall(); };
  return ofPlasticImpact(fallingBall<LagrangianDS>(mass, 1.0, 0.0, 0.0));
}

/// t, q_0 ... q_9, v_0 ... v_9: ten beads that touch each other bounce as one block. A row before every
/// event, and one more before every impact.
Rows columnOfBeadsByEvents() {
  constexpr Index beads = 10;
  const double R = 0.005;
  const double m = 4.0 / 3.0 * 3.14159265 * R * R * R * 7780.0;
  Model model(0.0, 0.5);
  std::vector<LagrangianLinearTIDS*> column;
  double q0 = 0.055;
  for (Index i = 0; i < beads; ++i, q0 += 2.0 * R) {
    column.push_back(&model.add<LagrangianLinearTIDS>(Vector::Constant(1, q0), Vector::Zero(1),
                                                      Matrix::Constant(1, 1, m)));
    column.back()->setFExt(Vector::Constant(1, -m * g));
  }
  const NewtonImpactNSL elastic(1.0);
  model.link(elastic, LagrangianLinearTIR(Matrix::Ones(1, 1), -R), *column[0]);
  for (std::size_t i = 1; i < column.size(); ++i)
    model.link(elastic, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -2.0 * R), *column[i - 1], *column[i]);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.001), Dopri5(accurate));
  Rows rows;
  const auto record = [&] {
    std::vector<double> row{simulation.time()};
    for (const auto* bead : column) row.push_back(bead->q()[0]);
    for (const auto* bead : column) row.push_back(bead->v()[0]);
    rows.push_back(std::move(row));
  };
  simulation.initialize();
  // That the gaps between the beads are closed at the start is an event in the reference.
  record();
  record();
  record();
  std::vector<double> state;
  throughEvents(
      simulation,
      [&] {
        if (simulation.event() != EventKind::sampling) record();
      },
      [&](bool) { record(); });
  return rows;
}

namespace {

/// A bob of mass 1 on a taut rope of length 1, released at 60 degrees; y points downwards. The contact is
/// 1 - |q|^2 >= 0, its force half the tension.
struct RopePendulum {
  explicit RopePendulum(double T) : model(0.0, T) {
    const double angle = std::numbers::pi / 3.0;
    bob = &model.add<LagrangianLinearTIDS>(Vector{{std::sin(angle), std::cos(angle)}}, Vector::Zero(2),
                                           Matrix::Identity(2, 2));
    bob->setFExt(weight);
    rope = &model.link(NewtonImpactNSL(0.9),
                       LagrangianScleronomousR(
                           1, [](VectorConstRef q, VectorRef y) { y[0] = 1.0 - q.squaredNorm(); },
                           [](VectorConstRef q, MatrixRef H) { H << -2.0 * q[0], -2.0 * q[1]; })
                           .setCurvature([](VectorConstRef, VectorConstRef v, VectorRef gamma) {
                             gamma[0] = -2.0 * v.squaredNorm();
                           }),
                       *bob);
  }
  Model model;
  const Vector weight{{0.0, g}};
  LagrangianLinearTIDS* bob;
  Interaction* rope;
};

}  // namespace

/// t, x, y, v, a, gap, its rate, force.
Rows ropePendulum() {
  RopePendulum m(10.0);
  EventDriven simulation(m.model, TimeDiscretisation(0.0, 0.01), Mdop5(accurate));
  Rows rows;
  const auto record = [&](const Simulation& s) {
    const Vector a = m.weight + m.bob->p();
    rows.push_back({s.time(), m.bob->q()[0], m.bob->q()[1], m.bob->v()[0], m.bob->v()[1], a[0], a[1],
                    m.rope->y()[0], m.rope->velocity()[0], m.rope->lambda()[0]});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

/// The same columns by generalised-alpha on the constraint of the position, rho = 0.99. The reference begins
/// every step with the auxiliary acceleration a_n = v'_n. Its first row is the start without the rope's
/// force.
Rows ropePendulumByGeneralizedAlpha() {
  constexpr double h = 1e-3;
  GeneralizedAlphaOptions options;
  options.rhoInfinity = 0.99;
  options.formulation = GeneralizedAlphaOptions::Formulation::index3;
  options.fixedStep = h;
  options.relativeTolerance = options.absoluteTolerance = 1e-10;
  options.positionViolation = 1e-14;
  // Sums, whose differences are exact: integrator's steps end at sampling instants.
  std::vector<double> instants{0.0};
  while (instants.size() <= 10000) instants.push_back(instants.back() + h);
  RopePendulum m(instants.back());
  EventDriven simulation(m.model, TimeDiscretisation(instants), GeneralizedAlpha(options));
  auto& alpha = dynamic_cast<GeneralizedAlpha&>(simulation.integrator());
  const Vector zero = Vector::Zero(2);
  Rows rows;
  const auto record = [&](double force) {
    const Vector& q = alpha.q();
    const Vector& v = alpha.v();
    const Vector a = m.weight - 2.0 * force * q;
    rows.push_back(
        {alpha.endTime(), q[0], q[1], v[0], v[1], a[0], a[1], 1.0 - q.squaredNorm(), -2.0 * q.dot(v), force});
  };
  simulation.initialize();
  record(0.0);
  record(m.rope->lambda()[0]);
  alpha.setAccelerations(alpha.acceleration(), zero);
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    record(alpha.schemeMultipliers()[0]);
    alpha.setAccelerations(alpha.schemeAcceleration(), zero);
  }
  if (alpha.statistics().steps + 2 != static_cast<std::int64_t>(rows.size()))
    throw Error("steps and rows do not agree");
  return rows;
}

/// t, q, v, six zeros: a block without friction. The reference integrates its impact over the impulse, in
/// steps of 5e-5 N s, to the end of the step in which the restitution is complete.
Rows fallingBlock() {
  const double inertia = (0.5 * 0.5 + 1.0) / 12.0, step = 5e-5;
  const double angle = std::numbers::pi / 3.0;
  const double c = std::cos(angle), s = std::sin(angle);
  Model model(0.0, 2.0);
  const Vector mass{{1.0, 1.0, inertia}};
  auto& block = model.add<LagrangianLinearTIDS>(Vector{{0.5 * c - 0.25 * s, 0.5 * s + 0.25 * c, angle}},
                                                Vector::Zero(3), Matrix(mass.asDiagonal()));
  block.setFExt(Vector{{0.0, -g, 0.0}});
  // The corners are those of a smaller block than the one the inertia belongs to.
  std::vector<Interaction*> corners;
  for (const double side : {-1.0, 1.0}) {
    corners.push_back(&model.link(NewtonImpactNSL(0.8),
                                  LagrangianScleronomousR(
                                      1,
                                      [side](VectorConstRef q, VectorRef y) {
                                        y[0] = q[1] + side * 0.1 * std::sin(q[2]) - 0.05 * std::cos(q[2]);
                                      },
                                      [side](VectorConstRef q, MatrixRef H) {
                                        H << 0.0, 1.0, side * 0.1 * std::cos(q[2]) + 0.05 * std::sin(q[2]);
                                      }),
                                  block));
  }
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.01), Dopri5(accurate));
  Rows rows;
  const auto row = [&] {
    const auto q = block.q();
    const auto v = block.v();
    std::vector<double> values(13, 0.0);
    values[0] = simulation.time();
    std::copy_n(q.data(), 3, values.begin() + 1);
    std::copy_n(v.data(), 3, values.begin() + 4);
    return values;
  };
  simulation.initialize();
  rows.push_back(row());
  std::vector<double> before;
  throughEvents(
      simulation, [&] { before = row(); },
      [&](bool event) {
        if (event) {
          double P = 0.0;
          for (const Interaction* corner : corners) P += simulation.impulse(*corner)[0];
          const Vector change = block.v() - Vector{{before[4], before[5], before[6]}};
          block.setV(Vector{{before[4], before[5], before[6]}} + std::ceil(P / step) * step / P * change);
          rows.push_back(before);
        }
        rows.push_back(row());
      });
  return rows;
}

}  // namespace nsds::test
