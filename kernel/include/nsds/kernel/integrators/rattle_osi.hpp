// Nonsmooth RATTLE: positions at the end of a step do not penetrate, velocities there obey the impact law, constraints hold at
// both levels. With P1 and P2 the impulses at the ends of a step,
//
//   M(q_k) (v½ − v_k) = h/2 F(t_k, q_k, v½) + H(q_k)ᵀ P1,        q_{k+1} = q_k displaced by h v½,
//   M(q_{k+1}) (v_{k+1} − v½) = h/2 F(t_{k+1}, q_{k+1}, v½) + H(q_{k+1})ᵀ P2,
//
//   "position":       0 ≤ g(q_{k+1}) ⟂ P1_N ≥ 0,  friction between P1 and the slip H_T(q_k) v½;   joints: g(q_{k+1}) = 0;
//   "time_stepping":  where a contact has closed, the law between U_{k+1} + shift(U_k) and P = P1 + P2, else P = 0;
//                     joints: U_{k+1} = 0.
//
// Multipliers of the model are P, impulses. Without impacts the scheme is symmetric and of order two, for constant M and
// forces of a potential symplectic: energies of smooth motion stay bounded. Through impacts, and where the direction of a slip turns, it is of
// order one: friction acts against the slip at the end of the step for all of it. Positions are explicit in
// the forces, as in the scheme of Störmer and Verlet: with stiffness it is stable for h ω < 2; damping is taken implicitly.
// Friction, restitution and redundant constraints are those of time stepping at velocity level. A step of a linear model takes two
// one-step problems; in others "position" is solved in each of its Newton iterates, "time_stepping" once.
//
// References: Andersen (1983), J. Comput. Phys. 52; Breuling, Capobianco, Eugster, Leine (2021), A nonsmooth RATTLE algorithm
// for mechanical systems with frictional unilateral constraints, Nonlinear Analysis: Hybrid Systems 42.
#pragma once

#include <memory>

#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

/// Takes Lagrangian systems and rigid bodies, joints, contacts of any rigid relation, and laws whose sets are orthants,
/// equalities or Coulomb's cones; the state of a law advances with P. compile() refuses by name, InvalidArgument: systems of first order, prescribed
/// velocities, compliant relations, other laws.
class NSDS_KERNEL_API RattleOSI final : public OneStepIntegrator {
 public:
  RattleOSI();
  ~RattleOSI() override;
  RattleOSI(RattleOSI&&) noexcept;
  RattleOSI& operator=(RattleOSI&&) noexcept;

  std::string name() const override { return "RattleOSI"; }
  std::unique_ptr<OneStepIntegrator> clone() const override { return std::make_unique<RattleOSI>(); }
  int smoothOrder(const IndexSet&) const override { return 2; }
  bool symmetric() const override { return true; }
  void compile(Model& model, double h) override;
  void evaluateState() override;
  void beginStep(const StepInterval& step) override;
  std::span<const std::string_view> levels() const override;
  void enterLevel(std::size_t level) override;
  const double* startMultipliers() const override;
  void activate(const IndexSet& all, const IndexSet& last, IndexSet& active) override;
  bool linear() const override;
  bool constantOperator() const override;
  void linearise(const IndexSet& active) override;
  const CondensedOperator& condensed() const override;
  void freeOutput(const IndexSet& active, double* w) override;
  void update(const IndexSet& active, const double* lambda) override;
  double residual(const IndexSet& active) override;
  void endStep(const IndexSet& active) override;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds
