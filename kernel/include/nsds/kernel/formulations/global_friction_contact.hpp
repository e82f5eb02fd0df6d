// Contacts with Coulomb friction and equalities in global form: the change dv of the velocities by the
// multipliers stays among the unknowns, and the Delassus matrix is not formed (unless the solver finds that
// cheaper):
//
//   M dv = H r + Gᵀ λ,   u = Hᵀ dv + w_free,   G dv + w_free = 0,
//   K*_mu ∋ u + (μ |u_T|, 0)  ⟂  r in K_mu,
//
// M the iteration matrices of the systems that an active relation touches. Made for many contacts on few
// bodies, and for redundant joints and contacts together. Reference: Cadoux (2009), thesis, Universite Joseph
// Fourier.
#pragma once

#include <memory>

#include "nsds/kernel/formulations/one_step_ns_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API GlobalFrictionContact final : public OneStepNSProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  GlobalFrictionContact();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit GlobalFrictionContact(const Solver& solver);
  ~GlobalFrictionContact() override;
  GlobalFrictionContact(GlobalFrictionContact&&) noexcept;
  GlobalFrictionContact& operator=(GlobalFrictionContact&&) noexcept;

  std::string name() const override { return "GlobalFrictionContact"; }
  void checkLaw(const Interaction& interaction) const override;
  void checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) const override;
  const Solver& solver() const override;
  void setSolver(const Solver& solver) override;
  bool needsMatrices() const override { return true; }
  SolverOutcome solve(const CondensedOperator& condensed, const IndexSet& active, ProblemChange change,
                      const double* w, double* lambda) override;
  ProblemCopy copyProblem() const override;
  void clearWorkspaces() override;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds
