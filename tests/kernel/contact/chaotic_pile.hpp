// Balls between springs in a shaken column: many impacts with friction, external forces, stiffness, damping.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <vector>

#include "support/draws.hpp"

namespace nsds::test {

/// Steps the column and expects the discrete energy identity to close to rounding in every step.
inline void expectClosedBalance(int steps) {
  const double h = 1e-3;
  Model model(0.0, h * steps);
  Draws draws(7);
  std::vector<LagrangianLinearTIDS*> balls;
  const Matrix stiffness = Vector{{0.0, 3.0, 0.0}}.asDiagonal();
  const Matrix damping = Vector{{0.0, 0.1, 0.0}}.asDiagonal();
  for (int k = 0; k < 8; ++k) {
    balls.push_back(&model.add<LagrangianLinearTIDS>(
        Vector{{0.2 + 0.3 * k, draws.uniform(-0.1, 0.1), 0.0}},
        Vector{{draws.uniform(-1, 1), draws.uniform(-1, 1), draws.uniform(-9, 9)}},
        Matrix(Vector{{1.0 + 0.1 * k, 1.0 + 0.1 * k, 0.004}}.asDiagonal()), stiffness, damping));
    // The shaking along the column is what keeps it from coming to rest.
    balls.back()->setFExt([k](double t, VectorRef f) {
      f << -10.0 + 25.0 * std::sin(6.0 * t + k), 2.0 * std::sin(7.0 * t + k), 0.0;
    });
  }
  // Normal along x, tangent along y with the lever of the radius 0.1.
  const NewtonImpactFrictionNSL law(0.6, 0.2, 0.3, 2);
  model.link(law, LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}, {0.0, 1.0, -0.1}}, Vector{{-0.1, 0.0}}),
             *balls[0]);
  for (std::size_t k = 1; k < balls.size(); ++k) {
    model.link(law,
               LagrangianLinearTIR(Matrix{{-1.0, 0.0, 0.0, 1.0, 0.0, 0.0}, {0.0, -1.0, -0.1, 0.0, 1.0, -0.1}},
                                   Vector{{-0.2, 0.0}}),
               *balls[k - 1], *balls[k]);
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-10)));
  EnergyBalance balance;
  simulation.run(balance);
  testing::Test::RecordProperty("worst_defect", std::to_string(balance.worstDefect()));
  EXPECT_LE(balance.worstDefect(), 1e-12);
  EXPECT_LT(balance.now().normal, -1e-3 * steps);  // it went on hitting
  double energy = 0.0;
  for (const auto* ball : balls) energy += ball->kineticEnergy() + ball->potentialEnergy();
  EXPECT_NEAR(balance.now().kinetic + balance.now().elastic, energy, 1e-12 * std::max(1.0, energy));
}

}  // namespace nsds::test
