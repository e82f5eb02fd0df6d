// Schatzman-Paoli time stepping, impacts at position level. For linear systems with q' = v:
//
//   M (q_{k+1} - 2 q_k + q_{k-1}) / h² + C (q_{k+1} - q_{k-1}) / (2 h)
//       + K (theta/2 (q_{k+1} + q_{k-1}) + (1 - theta) q_k) = F_ext(t_k) + Hᵀ λ / h,
//   every row:  K* ∋ g((q_{k+1} + e q_{k-1}) / (1 + e))  ⟂  λ in K,
//
// λ an impulse. The velocity kept is that over the last step, v_k = (q_k - q_{k-1}) / h, so that q_k and
// v_k are the whole state and q_{k-1} = q_k - h v_k; the scheme starts from q_0 and v_0 with q_{-1} = q_0 - h
// v_0, and may be given another state or step at any time. As the factor 1 / (1 + e) drops out of a law on
// the orthant, the rows are solved as velocities; for g = H q + b these are U_{k+1} - e U_k + (1 + e) y_k / h.
//
// The equation of motion of other systems has M(q_k), and F(t_k, q*, v̄) with q* = theta/2 (q_{k+1} + q_{k-1})
// + (1 - theta) q_k and v̄ = (q_{k+1} - q_{k-1}) / (2 h). Coordinates of bodies that turn are displaced from q_k: by
// h v_{k+1} to q_{k+1}, by - h v_k to q_{k-1}, by h (v_{k+1} - e v_k) / (1 + e) to where g is evaluated. There, in the
// argument of g, is also the H of impacts; H of equalities is that of q_k, which makes the step symmetric in time. Such
// models take Newton iterates, each with a linear problem for λ.
//
// Equalities hold for positions at the end of every step; a contact may be penetrated by e times its gap two
// steps before. Order one; theta ≥ 1/2 is unconditionally stable for linear systems, and without impacts and damping the
// energy does not drift. References: Paoli, Schatzman (2002), SIAM J. Numer. Anal. 40, A numerical scheme for impact
// problems I; Acary, lecture on time integration (2010), (42) and (43), there with M(q_{k+1}).
#pragma once

#include <memory>

#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

class NSDS_KERNEL_API SchatzmanPaoliOSI final : public OneStepIntegrator {
 public:
  /// theta in [0, 1]: the weight of the outer positions in the forces. Takes mechanical systems without prescribed
  /// velocities, rigid relations that no detector places, and laws on the orthant or equalities without internal state:
  /// no friction (compile throws InvalidArgument on others). Errors: InvalidArgument.
  explicit SchatzmanPaoliOSI(double theta = 0.5);
  ~SchatzmanPaoliOSI() override;
  SchatzmanPaoliOSI(SchatzmanPaoliOSI&&) noexcept;
  SchatzmanPaoliOSI& operator=(SchatzmanPaoliOSI&&) noexcept;

  double theta() const;

  std::string name() const override { return "SchatzmanPaoliOSI"; }
  std::string description() const override;
  std::unique_ptr<OneStepIntegrator> clone() const override;
  /// False: a penetration is taken back in one step, with the velocity (1 + e) y / h, which grows as steps shrink.
  bool takesVaryingSteps() const override { return false; }
  void compile(Model& model, double h) override;
  void evaluateState() override;
  void beginStep(const StepInterval& step) override;
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
