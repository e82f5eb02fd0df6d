// Small models that several tests step: each owns a Model and its TimeStepping, ready to run.
#pragma once

#include <memory>
#include <nsds/kernel.hpp>
#include <utility>
#include <vector>

namespace nsds::test {

struct Trial {
  Trial(double t0, double T) : model(std::make_unique<Model>(t0, T)) {}
  Trial(Trial&&) = default;
  Trial& operator=(Trial&&) = delete;  // member by member it would destroy the model before its simulation
  ~Trial() = default;
  template <class Integrator>
  void simulate(double h, Integrator&& integrator, const Solver& solver = Solver("lemke")) {
    simulation = std::make_unique<TimeStepping>(*model, TimeDiscretisation(model->t0(), h),
                                                std::forward<Integrator>(integrator), LCP(solver));
    simulation->initialize();
  }
  /// With the formulation given, or with the one that the laws choose.
  template <class Integrator, class... Problem>
  void simulateWith(double h, Integrator&& integrator, Problem&&... problem) {
    simulation = std::make_unique<TimeStepping>(*model, TimeDiscretisation(model->t0(), h),
                                                std::forward<Integrator>(integrator),
                                                std::forward<Problem>(problem)...);
    simulation->setJumps(jumps);
    simulation->initialize();
  }
  void step() {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  void steps(int count) {
    for (int k = 0; k < count; ++k) step();
  }
  void finish() {
    while (simulation->hasNextEvent()) step();
  }
  const std::vector<double>& values() const { return model->nsds().flat().values(); }

  JumpRule jumps = JumpRule::jump;
  std::unique_ptr<Model> model;
  std::unique_ptr<TimeStepping> simulation;  // after the model: it goes first
};

/// What one unit of length, time and mass is counted as.
struct Units {
  double length = 1.0;
  double time = 1.0;
  double mass = 1.0;
};

/// A ball of mass m at height q, under its weight (g = 10 m/s^2), with ground at 0 and restitution e.
LagrangianLinearTIDS& addBall(Model& model, double q, double v = 0.0, double m = 1.0,
                              const Units& units = {});
Interaction& linkGround(Model& model, LagrangianLinearTIDS& ball, double e);

/// Five beads above one another fall on the ground (h = 1e-3, T = 1, e = 1/2): several contacts close at
/// once.
Trial beads(const Units& units = {}, double t0 = 0.0);
/// A double pendulum, T = 3, that comes to rest on stops at the vertical; Jacobians of forces by finite
/// differences.
Trial doublePendulum();
/// An LC oscillator with a bridge of four ideal diodes and a resistor, 300 steps over half a period.
Trial diodeBridge();
/// Two balls above one another and one apart, whose restitution wears with every impulse.
Trial wearingBalls();

}  // namespace nsds::test
