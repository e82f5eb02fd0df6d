// The linear complementarity formulation: laws on the orthant.
//
//   w = W lambda + w_free,  0 <= w _|_ lambda >= 0,   W in block rows per island (systems that share no
//   active relation do not see each other), islands by union-find, rows in the order of stable ids.
#pragma once

#include <memory>

#include "nsds/kernel/formulations/one_step_ns_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API LCP final : public OneStepNSProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  LCP();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit LCP(const Solver& solver);
  ~LCP() override;
  LCP(LCP&&) noexcept;
  LCP& operator=(LCP&&) noexcept;

  std::string name() const override { return "LCP"; }
  void checkLaw(const Interaction& interaction) const override;
  const Solver& solver() const override;
  void setSolver(const Solver& solver) override;
  SolverOutcome solve(const CondensedOperator& condensed, const IndexSet& active, ProblemChange change,
                      const double* w, double* lambda) override;
  ProblemCopy copyProblem() const override;
  void clearWorkspaces() override;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds
