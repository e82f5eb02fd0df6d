#include "nsds/kernel/simulation/event_driven.hpp"

#include "nsds/kernel/integrators/dormand_prince.hpp"
#include "nsds/kernel/integrators/generalized_alpha.hpp"
#include "nsds/kernel/integrators/half_explicit.hpp"
#include "nsds/kernel/integrators/partitioned.hpp"
#include "scene/building/simulations.hpp"

namespace nsds::io::scene {

namespace {

void setSmooth(const Node& method, SmoothOptions& options) {
  options.relativeTolerance = method["relative_tolerance"].number();
  options.absoluteTolerance = method["absolute_tolerance"].number();
  options.initialStep = method["initial_step"].number();
  if (method["max_step"].given()) options.maxStep = method["max_step"].number();
  options.fixedStep = method["fixed_step"].number();
  options.maxSteps = method["max_steps"].integer();
  options.positionViolation = method["position_violation"].number();
  options.velocityViolation = method["velocity_violation"].number();
  options.metric = method["metric"].is("mass") ? CorrectionMetric::mass : CorrectionMetric::identity;
}

std::unique_ptr<SmoothIntegrator> alphaOf(const Node& method) {
  GeneralizedAlphaOptions options;
  setSmooth(method, options);
  options.rhoInfinity = method["rho_infinity"].number();
  using Formulation = GeneralizedAlphaOptions::Formulation;
  const Node formulation = method["formulation"];
  options.formulation = formulation.is("index3")   ? Formulation::index3
                        : formulation.is("index2") ? Formulation::index2
                                                   : Formulation::stabilisedIndex2;
  options.newtonTolerance = method["newton_tolerance"].number();
  options.maxIterations = static_cast<int>(method["max_iterations"].integer());
  return std::make_unique<GeneralizedAlpha>(options);
}

std::unique_ptr<SmoothIntegrator> smoothIntegratorOf(const Node& integrator) {
  if (!integrator.given()) return std::make_unique<Dopri5>();
  const Node method = integrator.choice();
  return method.guard([&]() -> std::unique_ptr<SmoothIntegrator> {
    const std::string name = method.name();
    if (name == "generalized_alpha") return alphaOf(method);
    SmoothOptions options;
    setSmooth(method, options);
    if (name == "dopri5") return std::make_unique<Dopri5>(options);
    if (name == "mdop5") return std::make_unique<Mdop5>(options);
    if (name == "hem5") return std::make_unique<Hem5>(options);
    if (name == "bh3") return std::make_unique<Bh3>(options);
    if (name == "bh5") return std::make_unique<Bh5>(options);
    return std::make_unique<Phem56>(options);
  });
}

EventOptions optionsOf(const Node& events) {
  EventOptions options;
  options.gapThreshold = events["gap_threshold"].number();
  options.velocityThreshold = events["velocity_threshold"].number();
  options.forceThreshold = events["force_threshold"].number();
  options.accumulationInterval = events["accumulation_interval"].number();
  options.accumulation =
      events["accumulation"].is("capture") ? AccumulationResponse::capture : AccumulationResponse::stop;
  options.captureStep = events["capture_step"].number();
  options.paradox = events["paradox"].is("strike") ? ParadoxResponse::strike : ParadoxResponse::stop;
  options.maxEventsBetweenSamples = events["max_events_between_samples"].integer();
  return options;
}

}  // namespace

std::unique_ptr<Simulation> eventDriven(const Node& events, Parts& parts) {
  const TimeDiscretisation sampling(parts.model->t0(), events["sampling"].number());
  auto simulation =
      std::make_unique<EventDriven>(*parts.model, sampling, smoothIntegratorOf(events["integrator"]));
  simulation->setEventOptions(optionsOf(events));
  if (parts.contacts) simulation->setInteractionManager(*parts.contacts);
  if (events["project_initial_state"].boolean()) simulation->projectInitialState();
  return simulation;
}

}  // namespace nsds::io::scene
