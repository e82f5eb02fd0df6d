// Balls and columns of balls of radius R with moment of inertia 2/5 m R^2, falling along q_0 onto the ground.
#include <cmath>
#include <nsds/kernel.hpp>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

constexpr double R = 0.1;
constexpr double m = 1.0;
constexpr double g = 9.81;
constexpr double e = 0.9;

LagrangianLinearTIDS& addBall(Model& model, double height, double inertia) {
  auto& ball = model.add<LagrangianLinearTIDS>(Vector{{height, 0.0, 0.0}}, Vector::Zero(3),
                                               Matrix(Vector{{m, m, inertia}}.asDiagonal()));
  ball.setFExt(Vector{{-m * g, 0.0, 0.0}});
  return ball;
}

Interaction& linkToGround(Model& model, LagrangianLinearTIDS& ball, double radius) {
  return model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}, -radius), ball);
}

/// The ground is linked before step number `groundAt`; t, q_0, v_0, p_0, lambda.
Rows fallingBall(std::int64_t groundAt) {
  const double h = 0.005;
  const double T = 10.0;
  Model model(0.0, T);
  auto& ball = addBall(model, 1.0, 0.4 * m * R * R);
  Interaction* ground = nullptr;
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5, {.restingGap = 0.0}),
                          LCP(tight()));

  Rows rows;
  const auto record = [&] {
    rows.push_back({simulation.time(), ball.q()[0], ball.v()[0], ball.p()[0],
                    ground == nullptr ? 0.0 : ground->lambda()[0]});
  };
  if (groundAt == 0) ground = &linkToGround(model, ball, 0.0);
  simulation.initialize();
  record();
  while (simulation.hasNextEvent()) {
    if (ground == nullptr && simulation.step() == groundAt) ground = &linkToGround(model, ball, 0.0);
    simulation.computeFreeStep();
    simulation.computeOneStepNS();
    simulation.update();
    simulation.nextStep();
    record();
  }
  return rows;
}

}  // namespace

Rows bouncingBall() {
  return fallingBall(0);
}

/// The ball is 3.9 m below the ground when the ground appears at t = 1.
Rows bouncingBallWithLateGround() {
  return fallingBall(200);
}

/// Ten beads; a pair is linked when its gap is seen below 2 cm before a step, and stays so.
Rows columnOfBeads() {
  constexpr std::size_t beads = 10;
  const double near = 0.02;
  Model model(0.0, 2.0);
  std::vector<LagrangianLinearTIDS*> column;
  for (std::size_t i = 0; i < beads; ++i)
    column.push_back(&addBall(model, 1.0 + 0.25 * static_cast<double>(i), 0.6 * m * R * R));
  std::vector<Interaction*> links(beads, nullptr);  // links[0] to the ground, links[i] between i - 1 and i
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.0005), MoreauJeanOSI(0.5, {.restingGap = 0.0}),
                          LCP(tight()));

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
  const auto detect = [&] {
    if (links[0] == nullptr && std::abs(column[0]->q()[0] - R) < near)
      links[0] = &linkToGround(model, *column[0], R);
    for (std::size_t i = 1; i < beads; ++i) {
      if (links[i] != nullptr || std::abs(column[i]->q()[0] - column[i - 1]->q()[0] - 2.0 * R) >= near)
        continue;
      links[i] = &model.link(NewtonImpactNSL(e),
                             LagrangianLinearTIR(Matrix{{-1.0, 0.0, 0.0, 1.0, 0.0, 0.0}}, -2.0 * R),
                             *column[i - 1], *column[i]);
    }
  };
  simulation.initialize();
  record();
  while (simulation.hasNextEvent()) {
    detect();
    simulation.computeOneStep();
    simulation.nextStep();
    record();
  }
  return rows;
}

}  // namespace nsds::test
