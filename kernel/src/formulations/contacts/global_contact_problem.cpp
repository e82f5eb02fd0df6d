#include "nsds/kernel/formulations/global_contact_problem.hpp"

#include <fmt/core.h>

#include "formulations/contacts/global_contact.hpp"
#include "formulations/contacts/one_dimension.hpp"
#include "formulations/law_table.hpp"

namespace nsds {

GlobalContactProblem::GlobalContactProblem(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
GlobalContactProblem::~GlobalContactProblem() = default;
GlobalContactProblem::GlobalContactProblem(GlobalContactProblem&&) noexcept = default;
GlobalContactProblem& GlobalContactProblem::operator=(GlobalContactProblem&&) noexcept = default;

std::string GlobalContactProblem::name() const {
  return implementation_->name();
}

void GlobalContactProblem::checkLaw(const Interaction& interaction) const {
  requireLaw(implementation_->name(), interaction);
  const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction.relation());
  if (relation == nullptr || relation->compliance().size() == 0) return;
  throw InvalidArgument(fmt::format("the formulation {} takes rigid relations; {} of {} is compliant",
                                    implementation_->name(), relation->name(), interaction.name()));
}

void GlobalContactProblem::checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) const {
  for (const auto& interaction : interactions) checkLaw(*interaction);
  requireOneDimension(implementation_->name(), interactions,
                      [this](const AdmissibleSet& set) { return implementation_->isContact(set); });
}

const Solver& GlobalContactProblem::solver() const {
  return implementation_->solver();
}
void GlobalContactProblem::setSolver(const Solver& solver) {
  implementation_->setSolver(solver);
}
SolverOutcome GlobalContactProblem::solve(const CondensedOperator& condensed, const IndexSet& active,
                                          ProblemChange change, const double* w, double* lambda) {
  return implementation_->solve(condensed, active, change, w, lambda);
}
ProblemCopy GlobalContactProblem::copyProblem() const {
  return implementation_->copyProblem();
}
void GlobalContactProblem::clearWorkspaces() {
  implementation_->clearWorkspaces();
}

}  // namespace nsds
