#include "simulation/time_stepping/step_problem.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "compiled_model/condensation.hpp"
#include "nsds/kernel/formulations/choice.hpp"

namespace nsds {

namespace {

/// Tells whether a solver is asked to judge by rows, which meant something before all classes judged by one contract.
bool asksForRows(const Solver& solver) {
  return std::any_of(solver.options().begin(), solver.options().end(), [](const auto& option) {
    const auto* const text = std::get_if<std::string>(&option.second);
    return option.first == "residual" && text != nullptr && *text == "rows";
  });
}

}  // namespace

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
  if (!toldOfRows_ && asksForRows(formulation_->solver())) {
    toldOfRows_ = true;
    nsds.log(LogLevel::warning,
             fmt::format(
                 "the option residual = rows of solver \"{}\" means nothing any more: it is the contract, by "
                 "which all solvers judge unless they are told another residual",
                 formulation_->solver().name()));
  }
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
