// Schemes with a projection of positions, and the two-step scheme at position level.
#include <cmath>
#include <nsds/kernel.hpp>

#include "reference/cases.hpp"

namespace nsds::test {

Activation within(double gamma, double gap) {
  Activation activation;
  activation.rule = [=](const ActivationInput& input) { return input.y + gamma * input.h * input.u <= gap; };
  return activation;
}

PositionProjection identityMetric(Model& model, double tolerance, int iterations) {
  PositionProjection projection;
  projection.tolerance = tolerance / model.scales().length;
  projection.maxIterations = iterations;
  projection.metric = ProjectionMetric::identity;
  projection.set = ProjectionSet::active;  // as the peer does where it says nothing else
  projection.solver = Solver("auto").set("tolerance", 1e-12);
  return projection;
}

namespace {

constexpr double R = 0.1;
constexpr double g = 9.81;
constexpr double e = 0.9;

LagrangianLinearTIDS& addBall(Model& model, double height, double inertia) {
  auto& ball = model.add<LagrangianLinearTIDS>(Vector{{height, 0.0, 0.0}}, Vector::Zero(3),
                                               Matrix(Vector{{1.0, 1.0, inertia}}.asDiagonal()));
  ball.setFExt(Vector{{-g, 0.0, 0.0}});
  return ball;
}

/// t, q_0, v_0, p_0, lambda, displacement, lambda0.
Rows projectedBall(const PositionProjection& options, const Activation& activation) {
  Model model(0.0, 10.0);
  auto& ball = addBall(model, 1.0, 0.4 * R * R);
  auto& ground = model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}), ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.005), MoreauJeanOSI(0.5, activation),
                          LCP(tight()));
  simulation.setProjection(options);
  simulation.initialize();
  Rows rows;
  const auto record = [&](const Simulation& s) {
    const double displaced = simulation.projectionMultiplier(ground)[0];
    rows.push_back(
        {s.time(), ball.q()[0], ball.v()[0], ball.p()[0], ground.lambda()[0], displaced, displaced});
  };
  record(simulation);
  simulation.run(record);
  return rows;
}

/// Ten beads of the column with a projection.
Rows projectedColumn(ProjectionMode mode, ProjectionSet set) {
  constexpr std::size_t beads = 10;
  const double near = 0.02;
  Model model(0.0, 2.0);
  std::vector<LagrangianLinearTIDS*> column;
  for (std::size_t i = 0; i < beads; ++i)
    column.push_back(&addBall(model, 1.0 + 0.25 * static_cast<double>(i), 0.6 * R * R));
  std::vector<Interaction*> links(beads, nullptr);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.0005), MoreauJeanOSI(0.5, within(0.5, 1e-7)),
                          LCP(tight()));
  PositionProjection projection = identityMetric(model, 1e-8, 10);
  projection.mode = mode;
  projection.set = set;
  simulation.setProjection(projection);
  simulation.initialize();

  Rows rows;
  const auto record = [&] {
    std::vector<double> row(41, 0.0);
    row[0] = simulation.time();
    for (std::size_t i = 0; i < beads; ++i) {
      row[1 + 2 * i] = column[i]->q()[0];
      row[2 + 2 * i] = column[i]->v()[0];
    }
    rows.push_back(std::move(row));
  };
  record();
  while (simulation.hasNextEvent()) {
    if (links[0] == nullptr && std::abs(column[0]->q()[0] - R) < near) {
      links[0] =
          &model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}, -R), *column[0]);
    }
    for (std::size_t i = 1; i < beads; ++i) {
      if (links[i] != nullptr || std::abs(column[i]->q()[0] - column[i - 1]->q()[0] - 2.0 * R) >= near)
        continue;
      links[i] = &model.link(NewtonImpactNSL(e),
                             LagrangianLinearTIR(Matrix{{-1.0, 0.0, 0.0, 1.0, 0.0, 0.0}}, -2.0 * R),
                             *column[i - 1], *column[i]);
    }
    simulation.computeOneStep();
    simulation.nextStep();
    record();
  }
  return rows;
}

}  // namespace

Rows bouncingBallProjected() {
  Model scales(0.0, 10.0);
  addBall(scales, 1.0, 0.4 * R * R);
  return projectedBall(identityMetric(scales, 1e-8, 20), within(0.5, 1e-7));
}

Rows bouncingBallCombined() {
  Model scales(0.0, 10.0);
  addBall(scales, 1.0, 0.4 * R * R);
  PositionProjection projection = identityMetric(scales, 1e-10, 4);
  projection.mode = ProjectionMode::combined;
  return projectedBall(projection, {.restingGap = 0.0});
}

Rows columnOfBeadsProjected() {
  return projectedColumn(ProjectionMode::direct, ProjectionSet::active);
}
Rows columnOfBeadsProjectedOnAll() {
  return projectedColumn(ProjectionMode::direct, ProjectionSet::all);
}
Rows columnOfBeadsCombined() {
  return projectedColumn(ProjectionMode::combined, ProjectionSet::active);
}

/// By forces at acceleration level. At last the ball hops by a fraction of the step, so that it has a force at the ends of steps and
/// an impact in each, none at the starts. t, q_0, v_0, p of the impact, its multiplier, force at the end, its multiplier.
Rows bouncingBallD1Minus() {
  const double h = 5e-4;
  Model model(0.0, 10.0);
  auto& ball = addBall(model, 1.0, 0.4 * R * R);
  auto& ground = model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}), ball);
  const double speed = 1e-8;  // what counts as at rest
  TimeStepping simulation(
      model, TimeDiscretisation(0.0, h),
      D1MinusOSI({.level = D1MinusLevel::acceleration, .atRest = speed / model.scales().velocity()}),
      LCP(tight()));
  Rows rows;
  const auto& scheme = dynamic_cast<const D1MinusOSI&>(simulation.integrator());
  simulation.initialize();
  rows.push_back({0.0, ball.q()[0], ball.v()[0], 0.0, 0.0, 0.0, 0.0});
  simulation.run([&](const Simulation& s) {
    const double impact = scheme.impactImpulse(ground)[0];
    const double force = 2.0 / h * (ground.lambda()[0] - impact);
    rows.push_back({s.time(), ball.q()[0], ball.v()[0], impact, impact, force, force});
  });
  return rows;
}

/// The reference starts a step late: its state at t = 0 is that after the first step of length h with v0 = 0.
/// Its velocity is that across two steps, its multiplier an impulse times h. t, q_0, v_0, p_0, lambda.
Rows bouncingBallSchatzmanPaoli() {
  const double h = 0.005;
  Model model(0.0, 10.0);
  auto& ball = addBall(model, 1.0, 0.4 * R * R);
  auto& ground = model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}), ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), SchatzmanPaoliOSI(0.5), LCP(tight()));
  Rows rows;
  double before = 0.0;
  const auto record = [&](const Simulation& s) {
    rows.push_back(
        {s.time(), ball.q()[0], 0.5 * (before + ball.v()[0]), h * ball.p()[0], h * ground.lambda()[0]});
    before = ball.v()[0];
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

}  // namespace nsds::test
