#include "simulation/time_stepping/step_problem.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "compiled_model/condensation.hpp"
#include "nsds/kernel/formulations/choice.hpp"

namespace nsds {

void StepProblem::choose(const NonSmoothDynamicalSystem& nsds) {
  if (chosenByLaws_) {
    const std::string_view name = chooseFormulation(nsds.interactions());
    if (formulation_ == nullptr || formulation_->name() != name) {
      formulation_ = makeFormulation(name);
      if (!nsds.interactions().empty())
        nsds.log(LogLevel::info, fmt::format("the one-step problem of the laws present is {}", name));
    }
  }
  formulation_->checkLaws(nsds.interactions());
}

void StepProblem::chooseForNormals(const NonSmoothDynamicalSystem& nsds) {
  const auto interactions = nsds.interactions();
  const bool equalities = std::any_of(interactions.begin(), interactions.end(), [](const auto& interaction) {
    return std::holds_alternative<FreeSet>(interaction->law().admissibleSet());
  });
  const char* const name = equalities ? "MLCP" : "LCP";
  if (formulation_ == nullptr || formulation_->name() != name) formulation_ = makeFormulation(name);
}

void StepProblem::resize(std::size_t relations, Index rows) {
  lastActive_.clear();
  lastActive_.reserve(relations);
  freeOutput_.assign(static_cast<std::size_t>(rows), 0.0);
  lambda_.assign(static_cast<std::size_t>(rows), 0.0);
}

void StepProblem::begin(OneStepIntegrator& integrator, const IndexSet& active) {
  integrator.freeOutput(active, freeOutput_.data());
  if (active == lastActive_) return;
  setStructureChanged();
  lastActive_ = active;
}

SolverOutcome StepProblem::solve(const CondensedOperator& condensed, const IndexSet& active,
                                 const double* multipliers) {
  gatherMultipliers(active, multipliers, lambda_.data());
  const SolverOutcome outcome =
      formulation_->solve(condensed, active, change_, freeOutput_.data(), lambda_.data());
  change_ = ProblemChange::vectors;
  return outcome;
}

}  // namespace nsds
