#include "integrators/second_order/scheme_relations.hpp"

#include "modeling/checks.hpp"

namespace nsds {

namespace {

void checkSchemeSystems(std::string_view scheme, const CompiledModel& model) {
  for (std::size_t s = 0; s < model.systems.size(); ++s) {
    const MechanicalDS* const system = model.systems[s].mechanical;
    check::that(
        system != nullptr,
        "{} does not integrate {}, which is not a mechanical system; EulerMoreauOSI takes first-order ones",
        scheme, model.nsds->systems()[s]->name());
    check::that(
        system->prescribed().empty(),
        "{} does not prescribe velocities, as {} has them; MoreauJeanOSI does, or a rheonomous relation "
        "with an equality",
        scheme, system->name());
  }
}

}  // namespace

void SchemeRelations::compile(std::string_view scheme, const CompiledModel& model) {
  *this = {};
  checkSchemeSystems(scheme, model);
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const Interaction& interaction = *model.nsds->interactions()[c];
    const MechanicalRelation* const relation = model.relations[c].mechanical;
    check::that(relation != nullptr, "{} does not take the relation {} of {}", scheme,
                interaction.relation().name(), interaction.name());
    check::that(relation->compliance().size() == 0, "{} takes rigid relations; that of {} is compliant",
                scheme, interaction.name());
    SchemeRelation& entry = list.emplace_back();
    entry.relation = relation;
    entry.law = &interaction.law();
    entry.lawState = model.nsds->lawState(interaction);
    const AdmissibleSet set = entry.law->admissibleSet();
    entry.friction = std::holds_alternative<CoulombSet>(set);
    entry.unilateral = entry.friction || std::holds_alternative<OrthantSet>(set);
    entry.velocityAlone = relation->holdsForVelocityAlone();
    check::that(!entry.unilateral || entry.friction || entry.law->blockSize() == 1,
                "{} takes contacts of one row; blocks of the law {} of {} have {}", scheme, entry.law->name(),
                interaction.name(), entry.law->blockSize());
    check::that(
        entry.unilateral || std::holds_alternative<FreeSet>(set),
        "{} takes contacts, with friction or without, and equalities; the law {} of {} is another one",
        scheme, entry.law->name(), interaction.name());
    entry.constantOperator = relation->constantJacobian();
    for (const CondensedTerm& term : termsOf(model.condensed, model.condensed.interactions[c])) {
      const PlacedSystem& system = model.systems[static_cast<std::size_t>(term.system)];
      entry.constantOperator = entry.constantOperator && system.linear != nullptr;
      affine = affine && system.mechanical->plainCoordinates();
    }
    constantOperators = constantOperators && entry.constantOperator;
    affine = affine && relation->constantJacobian() && !relation->rheonomous();
  }
}

}  // namespace nsds
