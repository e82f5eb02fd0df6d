#include "simulation/event_driven/contacts/contact_problem.hpp"

#include <algorithm>
#include <cmath>

#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

constexpr double problemTolerance = 1e-12;

/// Holds a flag up while it lives.
class Flag {
 public:
  explicit Flag(bool& flag) : flag_(flag) { flag_ = true; }
  ~Flag() { flag_ = false; }
  Flag(const Flag&) = delete;
  Flag& operator=(const Flag&) = delete;

 private:
  bool& flag_;
};

}  // namespace

void SolveLoop::solve(OneStepNSProblem& problem, std::string_view name, const CondensedOperator& operators,
                      const IndexSet& set, ProblemChange change, const double* w, double* lambda) {
  for (int attempt = 0;; ++attempt) {
    SolverOutcome outcome = problem.solve(operators, set, change, w, lambda);
    const Flag checking(checking_);
    switch (judge_(problem, name, attempt, outcome)) {
      case SolverAction::retry:
        break;
      case SolverAction::accept:
        return;
      default:
        throw SolverError(outcome, problem.copyProblem(), attempt);
    }
  }
}

void ContactProblem::choose(std::string_view formulation) {
  if (given_ || (formulation_ != nullptr && formulation_->name() == formulation)) return;
  formulation_ = makeFormulation(formulation);
  formulation_->setSolver(Solver(formulation_->solver().name()).set("tolerance", problemTolerance));
}

OneStepNSProblem& ContactProblem::formulation() const {
  if (formulation_ == nullptr)
    throw Error("the problems are chosen by initialize(), from the laws; call that first");
  return *formulation_;
}

void ContactProblem::solve(std::string_view name, const CondensedOperator& operators, const IndexSet& set,
                           const double* w, double* lambda) {
  const ProblemChange change = set == last_ ? ProblemChange::values : ProblemChange::structure;
  last_ = set;
  loop_.solve(*formulation_, name, operators, set, change, w, lambda);
}

void dropRounding(const IndexSet& set, double rounding, double* w) {
  std::size_t rows = 0;
  double most = 0.0;
  for (const UnitaryRelation& relation : set) rows += static_cast<std::size_t>(relation.rows);
  for (std::size_t at = 0; at < rows; ++at) most = std::max(most, std::abs(w[at]));
  std::size_t at = 0;
  for (const UnitaryRelation& relation : set) {
    const bool joint = !isUnilateral(relation.interaction->law());
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      if (joint && std::abs(w[at]) <= std::max(rounding, 1e-12 * most)) w[at] = 0.0;
    }
  }
}

}  // namespace nsds
