#include "nsds/kernel/simulation/time_stepping.hpp"

#include <variant>

#include "nsds/kernel/formulations/choice.hpp"
#include "nsds/kernel/formulations/solver.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"
#include "nsds/kernel/integrators/schatzman_paoli_osi.hpp"
#include "scene/building/simulations.hpp"

namespace nsds::io::scene {

namespace {

Activation activationOf(const Node& scheme) {
  return {.gamma = scheme["gamma"].number(),
          .prediction = scheme["prediction"].is("P") ? Prediction::P : Prediction::N,
          .restingGap = scheme["resting_gap"].number(),
          .approachingOnly = scheme["approaching_only"].boolean(),
          .velocityThreshold = scheme["velocity_threshold"].number(),
          .restitutionThreshold = scheme["restitution_threshold"].number()};
}

std::unique_ptr<OneStepIntegrator> schemeOf(const Node& integrator) {
  if (!integrator.given()) return std::make_unique<MoreauJeanOSI>();
  const Node scheme = integrator.choice();
  return scheme.guard([&]() -> std::unique_ptr<OneStepIntegrator> {
    const double theta = scheme["theta"].number();
    if (scheme.name() == "schatzman_paoli") return std::make_unique<SchatzmanPaoliOSI>(theta);
    return std::make_unique<MoreauJeanOSI>(theta, activationOf(scheme));
  });
}

Solver solverOf(const Node& solver) {
  Solver result(solver["name"].text());
  for (const Node& option : solver["options"].members()) {
    const auto set = [&](const auto& value) { result.set(option.name(), value); };
    std::visit(set, option.scalar());
  }
  return result;
}

std::unique_ptr<OneStepNSProblem> problemOf(const Node& formulation) {
  auto problem = makeFormulation(formulation["name"].text());
  const Node solver = formulation["solver"];
  if (solver.given()) solver.guard([&] { problem->setSolver(solverOf(solver)); });
  return problem;
}

NewtonOptions newtonOf(const Node& newton) {
  return {.tolerance = newton["tolerance"].number(),
          .maxIterations = static_cast<int>(newton["max_iterations"].integer()),
          .throwOnFailure = newton["throw_on_failure"].boolean()};
}

PositionProjection projectionOf(const Node& projection) {
  return {.tolerance = projection["tolerance"].number(),
          .maxIterations = static_cast<int>(projection["max_iterations"].integer()),
          .set = projection["set"].is("all") ? ProjectionSet::all : ProjectionSet::active,
          .metric = projection["metric"].is("mass") ? ProjectionMetric::mass : ProjectionMetric::identity,
          .mode = projection["mode"].is("direct") ? ProjectionMode::direct : ProjectionMode::combined,
          .throwOnFailure = projection["throw_on_failure"].boolean()};
}

}  // namespace

std::unique_ptr<Simulation> timeStepping(const Node& stepping, Parts& parts) {
  const TimeDiscretisation instants(parts.model->t0(), stepping["step"].number());
  auto integrator = schemeOf(stepping["integrator"]);
  const Node formulation = stepping["formulation"];
  auto simulation = formulation.given()
                        ? std::make_unique<TimeStepping>(*parts.model, instants, std::move(integrator),
                                                         problemOf(formulation))
                        : std::make_unique<TimeStepping>(*parts.model, instants, std::move(integrator));
  if (const Node newton = stepping["newton"]; newton.given())
    newton.guard([&] { simulation->setNewtonOptions(newtonOf(newton)); });
  if (const Node projection = stepping["projection"]; projection.given())
    projection.guard([&] { simulation->setProjection(projectionOf(projection)); });
  if (stepping["accept_initial_state"].boolean()) simulation->acceptInitialState();
  if (parts.contacts) simulation->setInteractionManager(*parts.contacts);
  return simulation;
}

}  // namespace nsds::io::scene
