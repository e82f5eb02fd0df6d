// The manual loop on a ball that falls from height 1 onto the ground and carries another one, with a solver
// that fails at first: one sweep of projected Gauss-Seidel does not solve two contacts that act on each
// other. The check function changes the solver and has the problem solved again.
#include <cmath>
#include <cstdio>
#include <nsds/kernel.hpp>
#include <string>

using namespace nsds;

namespace {

// The time of the first impact of a ball that falls from height 1 with g = 2, by the library of events: 1.
double firstImpact() {
  Model model(0.0, 1.5);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  ball.setFExt([](double, VectorRef f) { f << -2.0; });
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix::Identity(1, 1), Vector::Zero(1)), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 1.5), Dopri5());
  simulation.initialize();
  simulation.computeOneStep();
  return simulation.time();
}

}  // namespace

int main() {
  const double t0 = 0, T = 3.5, h = 1e-3, theta = 0.5, e = 0.5, m = 1, g = 2;

  Model model(t0, T);
  Vector q0 = Vector::Constant(1, 1.0), v0 = Vector::Zero(1);
  Matrix mass = Matrix::Constant(1, 1, m), H = Matrix::Identity(1, 1);
  auto& ball = model.add<LagrangianLinearTIDS>(q0, v0, mass);
  auto& rider = model.add<LagrangianLinearTIDS>(2.0 * q0, v0, mass);
  for (auto* body : {&ball, &rider}) body->setFExt([&](double, VectorRef f) { f << -m * g; });
  model.link(NewtonImpactNSL(e), LagrangianLinearTIR(H, Vector::Zero(1)), ball);
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -q0), ball, rider);

  Solver weak("pgs");
  weak.set("max_iterations", 1).set("tolerance", 1e-12);
  TimeStepping simulation(model, TimeDiscretisation(t0, h), MoreauJeanOSI(theta), LCP(weak));

  int retries = 0;
  simulation.setCheckSolverFunction([&](const SolverOutcome& outcome) {
    if (outcome.status == SolverStatus::ok) return SolverAction::accept;
    ++retries;
    simulation.nonSmoothProblem().setSolver(Solver("lemke").set("tolerance", 1e-12));
    return SolverAction::retry;
  });

  simulation.initialize();
  while (simulation.hasNextEvent()) {
    simulation.computeFreeStep();
    simulation.computeOneStepNS();
    simulation.update();
    simulation.nextStep();
  }

  // The rider stays on the ball, for their impact keeps no velocity apart. The ball flies 1, then 1, 1/2,
  // 1/4, ...: the impacts accumulate at t = 3. From there on the ball is at rest.
  const double q = ball.q()[0];
  std::printf("q(%g) = %g, %d retries\n", T, q, retries);
  const double impact = firstImpact();
  std::printf("first impact at %.9g\n", impact);
  return std::abs(q) < 10 * h && retries > 0 && std::abs(impact - 1.0) < 1e-8 ? 0 : 1;
}
