#include "nsds/theory/boundary_values/impact_flow.hpp"

#include <algorithm>
#include <utility>

#include "boundary_values/saltation.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/integrators/dormand_prince.hpp"
#include "nsds/kernel/modeling/laws/impact.hpp"
#include "nsds/kernel/simulation/event_driven.hpp"

namespace nsds {

namespace {

constexpr const char* flowOwner = "ImpactingSystem";

Vector stateOf(const LagrangianDS& ds) {
  Vector state(2 * ds.dimension());
  state << ds.q(), ds.v();
  return state;
}

const NewtonImpactNSL& impactLawOf(const Interaction& contact) {
  const auto* const law = dynamic_cast<const NewtonImpactNSL*>(&contact.law());
  check::that(law != nullptr && contact.rows() == 1,
              "{}: {} has the law {} over {} rows; contacts have one row, and NewtonImpactNSL", flowOwner,
              contact.name(), contact.law().name(), contact.rows());
  return *law;
}

const MechanicalRelation& mechanicalRelationOf(const Interaction& contact) {
  const auto* const relation = dynamic_cast<const MechanicalRelation*>(&contact.relation());
  check::that(relation != nullptr, "{}: the relation of {} is not mechanical", flowOwner, contact.name());
  return *relation;
}

void checkModel(const Model& model, const LagrangianDS& ds, Index n) {
  check::that(model.nsds().systems().size() == 1, "{}: the model has {} systems, 1 expected", flowOwner,
              model.nsds().systems().size());
  check::that(ds.dimension() == n, "{}: the system has {} degrees of freedom, {} expected", flowOwner,
              ds.dimension(), n);
  for (const auto& contact : model.nsds().interactions()) {
    static_cast<void>(impactLawOf(*contact));
    static_cast<void>(mechanicalRelationOf(*contact));
  }
}

/// Contacts that stay closed push, or may: variations do not leave them.
bool isAtRest(const EventDriven& simulation, ImpactFlow& flow) {
  if (simulation.indexSet(2).empty()) return false;
  flow.irregular = fmt::format("a contact is closed from t = {} on", simulation.time());
  return true;
}

/// Runs from event to event and notes the impacts; what else happens makes the flow irregular, and ends it.
void runToEnd(EventDriven& simulation, const LagrangianDS& ds, ImpactFlow& flow) {
  const auto& contacts = simulation.model().nsds().interactions();
  if (isAtRest(simulation, flow)) return;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::sampling) {
      simulation.nextStep();
      continue;
    }
    if (simulation.event() != EventKind::impact) {
      flow.irregular = fmt::format("an event that is no impact takes place at t = {}", simulation.time());
      return;
    }
    FlowImpact impact{simulation.time(), 0, ds.q(), ds.v(), {}};
    simulation.nextStep();
    // Contacts that are met at once are told by their impulses.
    const auto struck = [&](const auto& contact) { return simulation.impulse(*contact)[0] > 0.0; };
    const auto contact = std::find_if(contacts.begin(), contacts.end(), struck);
    if (std::count_if(contacts.begin(), contacts.end(), struck) != 1) {
      flow.irregular = fmt::format("several contacts are met at once at t = {}", impact.time);
      return;
    }
    impact.contact = static_cast<Index>(contact - contacts.begin());
    impact.vAfter = ds.v();
    flow.impacts.push_back(std::move(impact));
    if (isAtRest(simulation, flow)) return;
  }
}

Matrix derivativeOf(const ImpactFlow& flow, const Model& model, const LagrangianDS& ds, double t0, double t1,
                    VectorConstRef start, const SmoothOptions& options) {
  Variation variation(ds, options);
  Vector state = start;
  double from = t0;
  for (const FlowImpact& impact : flow.impacts) {
    const Interaction& contact = *model.nsds().interactions()[static_cast<std::size_t>(impact.contact)];
    variation.fly(from, impact.time, state);
    variation.strike(impact, mechanicalRelationOf(contact), impactLawOf(contact).e());
    state << impact.q, impact.vAfter;
    from = impact.time;
  }
  variation.fly(from, t1, state);
  return variation.matrix();
}

}  // namespace

ImpactingSystem::ImpactingSystem(Index n, Build build, const SmoothOptions& options)
    : n_(n), build_(std::move(build)), options_(options) {
  check::that(n >= 1, "{}: {} degrees of freedom", flowOwner, n);
  check::that(static_cast<bool>(build_), "{}: the function that builds the model is empty", flowOwner);
  static_cast<void>(Dopri5(options));  // which refuses options out of range
}

SmoothOptions ImpactingSystem::precise() {
  SmoothOptions options;
  options.relativeTolerance = 1e-12;
  options.absoluteTolerance = 1e-13;
  return options;
}

ImpactFlow ImpactingSystem::flow(double t0, double t1, VectorConstRef state, bool derivative) const {
  check::size(flowOwner, "the state", state.size(), 2 * n_);
  check::finite(flowOwner, "the state", state);
  Model model(t0, t1);
  const LagrangianDS& ds = build_(model, state.head(n_), state.tail(n_));
  checkModel(model, ds, n_);
  EventDriven simulation(model, TimeDiscretisation(t0, t1 - t0), Dopri5(options_));
  EventOptions events;
  events.accumulation = AccumulationResponse::stop;
  simulation.setEventOptions(events);
  ImpactFlow flow;
  try {
    simulation.initialize();
    runToEnd(simulation, ds, flow);
  } catch (const AccumulationError& error) {
    flow.irregular = error.what();
  }
  flow.state = stateOf(ds);
  if (derivative && flow.regular()) flow.derivative = derivativeOf(flow, model, ds, t0, t1, state, options_);
  return flow;
}

}  // namespace nsds
