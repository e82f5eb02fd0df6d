// Impacts of time stepping that obey an impact law: once a step the law gives the impulses of the active contacts, which are
// part of what the one-step problem begins with.
#include <algorithm>
#include <utility>

#include "modeling/checks.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

namespace {

/// Contacts that approach more slowly have no impact: part of the velocity scale.
constexpr double stillVelocity = 1e-10;

}  // namespace

void TimeStepping::setImpactLaw(std::unique_ptr<const ImpactLaw> law) {
  Implementation& d = *impl_;
  check::that(d.phase == StepPhase::between, "setImpactLaw() cannot be called in the middle of a step");
  ContactImpact impacts;
  impacts.setLaw(std::move(law));
  impacts.checkLaws(d.nsds.interactions(), "TimeStepping");
  check::that(!impacts.on() || dynamic_cast<const MoreauJeanOSI*>(d.integrator.get()) != nullptr,
              "TimeStepping with an impact law needs steps of MoreauJeanOSI, not of {}",
              d.integrator->name());
  d.impact.law = std::move(impacts);
  d.taken.operators = ~d.nsds.changes().operators;  // has the next step compile the integrator
}

const ImpactReport& TimeStepping::impactReport() const {
  return impl_->impact.law.report();
}

/// Tells the integrator, before it is compiled, whether restitution is its own.
// NOLINTNEXTLINE(readability-make-member-function-const): it changes the integrator
void TimeStepping::Implementation::leaveImpacts() {
  impact.law.checkLaws(nsds.interactions(), "TimeStepping");
  if (auto* const scheme = dynamic_cast<MoreauJeanOSI*>(integrator.get()))
    scheme->leaveImpacts(impact.law.on());
}

/// Adds the velocities of the impact to the free output of the active rows.
void TimeStepping::Implementation::addImpact() {
  const IndexSet& active = owner.active_;
  if (!impact.asked) {
    check::that(
        projector == nullptr || !projector->combined(),
        "a combined projection repeats steps with other contacts, and does not go with an impact law");
    const double threshold =
        std::max(dynamic_cast<const MoreauJeanOSI&>(*integrator).activation().restitutionThreshold,
                 stillVelocity * owner.model_.scales().velocity());
    const double* const before = nsds.flat().startRate();
    impact.takesPlace = std::any_of(active.begin(), active.end(), [&](const UnitaryRelation& relation) {
      return std::holds_alternative<OrthantSet>(relation.interaction->law().admissibleSet()) &&
             std::any_of(before + relation.row, before + relation.row + relation.rows,
                         [threshold](double U) { return U < -threshold; });
    });
    std::size_t rows = 0;
    for (const UnitaryRelation& relation : active) rows += static_cast<std::size_t>(relation.rows);
    impact.P.assign(rows, 0.0);
    if (impact.takesPlace)
      impact.law.solve(nsds.time(), integrator->condensed(), active, before, impact.P.data());
    impact.asked = true;
  }
  if (impact.takesPlace)
    ContactImpact::addVelocities(integrator->condensed(), active, impact.P.data(), problem.freeOutput());
}

}  // namespace nsds
