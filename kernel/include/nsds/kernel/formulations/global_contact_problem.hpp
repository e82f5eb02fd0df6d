// This is the base of the formulations of contacts and equalities in global form: the change dv of the velocities by the
// multipliers stays among the unknowns, and the Delassus matrix is not formed (unless the solver finds that cheaper):
//
//   M dv = H r + Gᵀ λ,   u = Hᵀ dv + w_free,   G dv + w_free = 0,   a law of contact between u and r,
//
// M the iteration matrices of the systems that an active relation touches. Made for many contacts on few
// bodies, and for redundant joints and contacts together. Reference: Cadoux (2009), thesis, Universite Joseph
// Fourier.
#pragma once

#include <memory>

#include "nsds/kernel/formulations/one_step_ns_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API GlobalContactProblem : public OneStepNSProblem {
 public:
  ~GlobalContactProblem() override;

  std::string name() const final;
  void checkLaw(const Interaction& interaction) const final;
  /// Errors: as checkLaw, and if contacts differ in dimension.
  void checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) const final;
  const Solver& solver() const final;
  void setSolver(const Solver& solver) final;
  bool needsMatrices() const final { return true; }
  SolverOutcome solve(const CondensedOperator& condensed, const IndexSet& active, ProblemChange change,
                      const double* w, double* lambda) final;
  ProblemCopy copyProblem() const final;
  void clearWorkspaces() final;

 protected:
  class Implementation;
  explicit GlobalContactProblem(std::unique_ptr<Implementation> implementation);
  GlobalContactProblem(GlobalContactProblem&&) noexcept;
  GlobalContactProblem& operator=(GlobalContactProblem&&) noexcept;

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds
