#include "integrators/moreau_jean/step_contacts.hpp"

#include "modeling/checks.hpp"

namespace nsds {

namespace {

void checkCompliance(const Interaction& interaction, double theta, bool affine) {
  check::that(theta > 0.0, "{}: a compliant relation needs an implicit step, theta > 0", interaction.name());
  check::that(affine, "{}: a compliant relation has the output y = H q + b + D f", interaction.name());
  check::that(!interaction.law().needsVelocity(),
              "{}: the law of a compliant relation holds for its output; {} speaks of impact velocities",
              interaction.name(), interaction.law().name());
}

}  // namespace

void StepContacts::compile(CompiledModel& model, double theta, Evaluation evaluation, bool shared) {
  *this = {};
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const Interaction& interaction = *model.nsds->interactions()[c];
    const MechanicalRelation* const relation = model.relations[c].mechanical;
    check::that(relation != nullptr || shared, "MoreauJeanOSI does not take the relation {} of {}",
                interaction.relation().name(), interaction.name());
    StepContact& contact = list.emplace_back();
    contact.relation = relation;
    contact.law = &interaction.law();
    contact.lawState = model.nsds->lawState(interaction);
    if (relation == nullptr) {
      flatOutputs = false;
    } else {
      compileContact(model, c, theta, evaluation);
    }
  }
}

void StepContacts::compileContact(CompiledModel& model, std::size_t index, double theta,
                                  Evaluation evaluation) {
  StepContact& contact = list[index];
  const MechanicalRelation& relation = *contact.relation;
  CondensedInteraction& record = model.condensed.interactions[index];

  // What stays follows from the relation and from its systems together.
  contact.constantJacobian = contact.constantOperator = relation.constantJacobian();
  contact.affine = relation.constantJacobian() && !relation.rheonomous();
  bool diagonal = true;  // iteration matrices, and for good
  std::int32_t width = 0;
  for (const CondensedTerm& term : termsOf(model.condensed, record)) {
    const auto s = static_cast<std::size_t>(term.system);
    const MechanicalDS& system = *model.systems[s].mechanical;
    contact.affine = contact.affine && system.plainCoordinates();
    contact.constantOperator = contact.constantOperator && model.systems[s].linear != nullptr;
    diagonal = diagonal && model.systems[s].linear != nullptr && model.matrices.isDiagonal(s);
    width += term.size;
  }
  contact.compliant = relation.compliance().size() != 0;
  if (contact.compliant) checkCompliance(*model.nsds->interactions()[index], theta, contact.affine);
  contact.frozen = relation.constantJacobian() || relation.frozenJacobian();
  // An equality between the ends would leave O(h) of the velocity across the constraint; it holds at the end.
  const bool between = evaluation == Evaluation::middle && !contact.frozen;
  const bool equality = std::holds_alternative<FreeSet>(contact.law->admissibleSet());
  const bool atEnd = relation.centralImpulses() || (between && equality);
  contact.betweenEnds = between && !atEnd;
  // Formulations that ask for the matrices make the operator themselves, with one H for both sides.
  const bool central = atEnd && !contact.frozen && !model.layout.matrices;
  if (central) {
    contact.direction = directions;
    directions += record.rows * width;
  }
  contact.centred = contact.affine || central;
  record.symmetric = diagonal && !central && !contact.compliant;

  // One contact decides for all of them where it is the exception.
  frozen = frozen && contact.frozen;
  constantOperators = constantOperators && contact.constantOperator;
  flatOutputs = flatOutputs && contact.affine && !contact.compliant;
  betweenEnds = betweenEnds || contact.betweenEnds;
  shiftsOutput = shiftsOutput || relation.rheonomous() || contact.compliant;
}

}  // namespace nsds
