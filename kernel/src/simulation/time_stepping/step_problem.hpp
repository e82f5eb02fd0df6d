// The one-step problem over the active relations of a step, and how much of the last one still holds.
#pragma once

#include <memory>
#include <vector>

#include "nsds/kernel/formulations/one_step_ns_problem.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

class StepProblem {
 public:
  /// formulation: null if the laws are to choose it.
  explicit StepProblem(std::unique_ptr<OneStepNSProblem> formulation)
      : formulation_(std::move(formulation)), chosenByLaws_(formulation_ == nullptr) {}

  /// Null until the laws have chosen it.
  OneStepNSProblem* formulation() const { return formulation_.get(); }
  /// Chooses the formulation if that is left to the laws; a change is logged. Errors: InvalidArgument on a law
  /// that it does not take.
  void choose(const NonSmoothDynamicalSystem& nsds);
  /// Chooses the formulation of a problem that has of contacts the normal rows alone.
  void chooseForNormals(const NonSmoothDynamicalSystem& nsds);
  /// Makes room for all rows of a model whose structure has changed.
  void resize(std::size_t relations, Index rows);
  /// Tells that numbers of the condensed operator have changed since the last solve, or its structure.
  void setOperatorChanged() {
    if (change_ == ProblemChange::vectors) change_ = ProblemChange::values;
  }
  void setStructureChanged() { change_ = ProblemChange::structure; }
  /// Takes the free output of the active relations from the integrator.
  void begin(OneStepIntegrator& integrator, const IndexSet& active);
  /// Solves, starting from the multipliers of the model: (rows).
  SolverOutcome solve(const CondensedOperator& condensed, const IndexSet& active, const double* multipliers);
  /// The free output that begin() took, which the solver is given: over the active rows one after the other.
  double* freeOutput() { return freeOutput_.data(); }
  /// Adds to the solution, over the active rows.
  void addMultipliers(const std::vector<double>& more) {
    for (std::size_t i = 0; i < more.size(); ++i) lambda_[i] += more[i];
  }
  /// The solution, over the active rows one after the other.
  const double* lambda() const { return lambda_.data(); }

 private:
  std::unique_ptr<OneStepNSProblem> formulation_;
  bool chosenByLaws_;
  bool toldOfRows_ = false;
  ProblemChange change_ = ProblemChange::structure;
  IndexSet lastActive_;  // of the last problem that the formulation was given
  std::vector<double> freeOutput_;
  std::vector<double> lambda_;
};

}  // namespace nsds
