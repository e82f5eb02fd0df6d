// Nonsmooth generalised-alpha: the scheme of Chung and Hulbert with contacts and joints at the levels of positions, velocities and
// accelerations. With ā and λ̄ the means that the scheme carries,
//
//   (1 − α_m) ā_{k+1} + α_m ā_k = (1 − α_f) a_{k+1} + α_f a_k,   λ̄ likewise from λ,
//
// and W = Hᵀ, M, F at the end of the step,
//
//   "acceleration":   M a = F + W λ,   0 ≤ the acceleration of the gap ⟂ λ_N ≥ 0 where a contact has an impulse;
//   "time_stepping":  v_{k+1} = v_k + h ((1 − γ) ā_k + γ ā_{k+1}) + M⁻¹W Λ, the law between U_{k+1} + shift(U_k) and
//                     P = Λ + h ((1 − γ) λ̄_k + γ λ̄_{k+1}) where a contact has closed, else P = 0;
//   "position":       q_{k+1} = q_k displaced by h v_k + h² ((½ − β) ā_k + β ā_{k+1}) + M⁻¹W κ,
//                     0 ≤ g ⟂ κ + h² ((½ − β) λ̄_k + β λ̄_{k+1}) ≥ 0;   along tangents κ = h/2 Λ.
//
// With these sums as unknowns the three problems are those of one mass matrix each, and depend on each other by the forces and by
// κ along tangents alone: a Newton iterate goes through all of them. κ may open the contact that it comes from, so that there is no
// solution: a contact that has opened in two iterates of a step counts as closed in it. Joints hold at all levels. Multipliers of the
// model are P, impulses. ā, a, λ̄, λ, the forces and the length of the last step are saved with the state; they begin anew, as those of a
// motion without multipliers, where the state or the structure is changed between steps. Where an operator is set they stay, and a and
// ā jump as the forces do.
//
// The scheme is of order two in smooth motion, of order one through impacts and where the direction of a slip turns, and stable for linear systems of any
// stiffness; ρ∞ is the share that a step leaves of infinitely fast vibrations. α_m, γ and β follow the length of the last step as a share of
// that of the present one, so that steps of different lengths are of order two as well; equal steps have the coefficients of Chung and Hulbert.
// References: Chung, Hulbert (1993), J. Appl. Mech. 60; Capobianco, Harsch, Eugster, Leine (2021), A nonsmooth
// generalized-alpha method for mechanical systems with frictional contact, Int. J. Numer. Meth. Engng. 122.
#pragma once

#include <memory>

#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

/// Takes Lagrangian systems and rigid bodies, joints, contacts whose gap is a function of the coordinates (curvatures that are not
/// given are differentiated), and laws whose sets are orthants, equalities or Coulomb's cones. compile() refuses by name, InvalidArgument:
/// systems of first order, prescribed velocities, compliant relations, relations for rates alone, contacts that a detector finds,
/// other laws.
class NSDS_KERNEL_API NonsmoothGeneralizedAlphaOSI final : public OneStepIntegrator {
 public:
  /// rhoInfinity in [0, 1]. Errors: InvalidArgument.
  explicit NonsmoothGeneralizedAlphaOSI(double rhoInfinity = 0.8);
  ~NonsmoothGeneralizedAlphaOSI() override;
  NonsmoothGeneralizedAlphaOSI(NonsmoothGeneralizedAlphaOSI&&) noexcept;
  NonsmoothGeneralizedAlphaOSI& operator=(NonsmoothGeneralizedAlphaOSI&&) noexcept;

  double rhoInfinity() const;

  std::string name() const override { return "NonsmoothGeneralizedAlphaOSI"; }
  int smoothOrder(const IndexSet&) const override { return 2; }
  std::string description() const override;
  void compile(Model& model, double h) override;
  void evaluateState() override;
  void beginStep(const StepInterval& step) override;
  std::span<const std::string_view> levels() const override;
  bool normalsAlone(std::size_t level) const override { return level == 0; }
  void enterLevel(std::size_t level) override;
  bool coupledLevels() const override { return true; }
  const double* startMultipliers() const override;
  void activate(const IndexSet& all, const IndexSet& last, IndexSet& active) override;
  bool linear() const override { return false; }
  bool constantOperator() const override { return false; }
  void linearise(const IndexSet& active) override;
  const CondensedOperator& condensed() const override;
  void freeOutput(const IndexSet& active, double* w) override;
  void update(const IndexSet& active, const double* lambda) override;
  double residual(const IndexSet& active) override;
  void endStep(const IndexSet& active) override;
  bool hasMemory() const override { return true; }
  std::span<double> memory() override;
  void beginMemory() override;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds
