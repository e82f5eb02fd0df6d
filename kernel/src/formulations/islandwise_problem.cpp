#include "nsds/kernel/formulations/islandwise_problem.hpp"

#include "formulations/islandwise.hpp"
#include "formulations/law_table.hpp"

namespace nsds {

IslandwiseProblem::IslandwiseProblem(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
IslandwiseProblem::~IslandwiseProblem() = default;
IslandwiseProblem::IslandwiseProblem(IslandwiseProblem&&) noexcept = default;
IslandwiseProblem& IslandwiseProblem::operator=(IslandwiseProblem&&) noexcept = default;

std::string IslandwiseProblem::name() const {
  return implementation_->name();
}
void IslandwiseProblem::checkLaw(const Interaction& interaction) const {
  requireLaw(implementation_->name(), interaction);
}
const Solver& IslandwiseProblem::solver() const {
  return implementation_->solver();
}
void IslandwiseProblem::setSolver(const Solver& solver) {
  implementation_->setSolver(solver);
}
SolverOutcome IslandwiseProblem::solve(const CondensedOperator& condensed, const IndexSet& active,
                                       ProblemChange change, const double* w, double* lambda) {
  return implementation_->solve(condensed, active, change, w, lambda);
}
ProblemCopy IslandwiseProblem::copyProblem() const {
  return implementation_->copyProblem();
}
void IslandwiseProblem::clearWorkspaces() {
  implementation_->clearWorkspaces();
}

}  // namespace nsds
