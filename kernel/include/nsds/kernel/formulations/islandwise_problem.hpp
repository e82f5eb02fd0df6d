// This is the base of all formulations over the Delassus matrix:
//
//   w = W λ + w_free,   W in block rows per island (systems that share no active relation do not see
//   each other), islands by union-find, rows in the order of stable ids,
//
// one problem of numerics an island, warm started from the last multipliers. A row that is an island of its
// own is solved in closed form where its set is an interval. A matrix that did not change is not analysed
// again.
#pragma once

#include <memory>
#include <string>

#include "nsds/kernel/formulations/one_step_ns_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API IslandwiseProblem : public OneStepNSProblem {
 public:
  ~IslandwiseProblem() override;

  std::string name() const final;
  void checkLaw(const Interaction& interaction) const final;
  const Solver& solver() const final;
  void setSolver(const Solver& solver) final;
  SolverOutcome solve(const CondensedOperator& condensed, const IndexSet& active, ProblemChange change,
                      const double* w, double* lambda) final;
  ProblemCopy copyProblem() const final;
  void clearWorkspaces() final;

 protected:
  class Implementation;
  explicit IslandwiseProblem(std::unique_ptr<Implementation> implementation);
  IslandwiseProblem(IslandwiseProblem&&) noexcept;
  IslandwiseProblem& operator=(IslandwiseProblem&&) noexcept;

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds
