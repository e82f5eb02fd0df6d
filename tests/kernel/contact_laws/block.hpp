// A block at rest on a plane, with the coordinates N, T1 and, in space, T2 of one contact, under a load.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <nsds/kernel.hpp>
#include <utility>

#include "nsds/kernel/modeling/laws/anisotropic_friction.hpp"
#include "nsds/kernel/modeling/laws/cohesion.hpp"
#include "nsds/kernel/modeling/laws/tresca_friction.hpp"

namespace nsds::test {

constexpr double g = 9.81;

struct Block {
  using Load = std::function<Vector(double)>;

  /// load: the force [N] along the rows of the law, at time t; v0: (rows).
  template <class Law>
  Block(const Law& law, double mass, Load load, const Vector& v0, double T = 1.0)
      : model(std::make_unique<Model>(0.0, T)), m(mass) {
    const Index n = law.blockSize();
    body = &model->add<LagrangianLinearTIDS>(Vector::Zero(n), v0, Matrix(mass * Matrix::Identity(n, n)));
    body->setFExt([load = std::move(load)](double t, VectorRef f) { f = load(t); });
    contact = &model->link(law, LagrangianLinearTIR(Matrix(Matrix::Identity(n, n))), *body);
  }

  template <class... Problem>
  TimeStepping& simulate(TimeDiscretisation grid, Problem&&... problem) {
    simulation = std::make_unique<TimeStepping>(*model, std::move(grid), MoreauJeanOSI(0.5),
                                                std::forward<Problem>(problem)...);
    simulation->initialize();
    return *simulation;
  }
  void step() {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  Vector v() const { return body->v(); }
  Vector force() const { return contact->lambda() * simulation->forcesPerMultiplier(); }

  std::unique_ptr<Model> model;
  double m;
  LagrangianLinearTIDS* body = nullptr;
  Interaction* contact = nullptr;
  std::unique_ptr<TimeStepping> simulation;
};

/// The weight of a block on a plane of slope alpha, downhill at the angle phi from T1.
inline Block::Load onASlope(double mass, double alpha, double phi, Index rows) {
  Vector f(rows);
  f[0] = -mass * g * std::cos(alpha);
  f[1] = mass * g * std::sin(alpha) * (rows == 2 ? 1.0 : std::cos(phi));
  if (rows == 3) f[2] = mass * g * std::sin(alpha) * std::sin(phi);
  return [f](double) { return f; };
}

}  // namespace nsds::test
