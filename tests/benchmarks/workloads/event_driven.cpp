// The ball from height 1 onto z >= 0, e = 0.9, from event to event: a step leads to the next sampling instant
// or impact.
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

Run build_event_driven(const Settings& settings) {
  Run run;
  // Until the next impact behind the steps that are measured.
  run.model = std::make_unique<Model>(0.0, settings.h * static_cast<double>(settings.steps) + 1.0);
  LagrangianLinearTIDS& ball = add_body(*run.model, 1.0);
  run.model->link(NewtonImpactNSL(0.9), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}), ball);
  auto simulation = std::make_unique<EventDriven>(*run.model, TimeDiscretisation(0.0, settings.h), Dopri5());
  simulation->initialize();
  const Solver solver = Solver(settings.solver).set("tolerance", settings.tolerance);
  simulation->impactProblem().setSolver(solver);
  simulation->accelerationProblem().setSolver(solver);
  run.simulation = std::move(simulation);
  run.check = [&ball] { return ball.q()[0]; };
  return run;
}

}  // namespace nsds::bench
