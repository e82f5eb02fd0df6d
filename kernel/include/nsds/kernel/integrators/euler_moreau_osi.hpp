// Euler-Moreau time stepping for first-order systems M x' = f(t, x) + r under relations y = h(t, x, λ), r = g(t, x, λ):
//
//   M (x_{k+1} - x_k) = h theta f(t_{k+1}, x_{k+1}) + h (1 - theta) f(t_k, x_k) + h g(t_γ, x_γ, λ),
//   y = h(t_γ, x_γ, λ),   x_γ = gamma x_{k+1} + (1 - gamma) x_k,   t_γ = t_k + gamma h,   every row active.
//
// gamma = 1 (default): λ is fully implicit, y is the output at t_{k+1}. gamma < 1: λ is the
// multiplier at t_k + gamma h (gamma-relation); theta = gamma = 1/2 does not create energy in passive
// circuits, while theta = 1/2 with gamma = 1 may, by O(h³) a step. The recorded y is always h(t_{k+1}, x_{k+1}, λ).
//
// EulerMoreauOSI::weighted(theta) has the multipliers act as the forces do, of both ends of a step:
//
//   M (x_{k+1} - x_k) = h theta f(t_{k+1}, x_{k+1}) + h (1 - theta) f(t_k, x_k) + h B (theta λ_{k+1} + (1 - theta) λ_k),
//   y_{k+1} = C x_{k+1} + D λ_{k+1} + e,   the law between y_{k+1} and λ_{k+1}.
//
// It is of order 2 for theta = 1/2 where outputs fix their multipliers (relative degree 0: D is regular). At relative
// degree 1 an error of λ is multiplied by -(1 - theta) / theta in each step, of which the log warns. λ_k is part of the
// state; where it is not known, in the first step and after jumps and changes of the model by its user, one step with
// theta = 1 finds the next, at no loss of order.
//
// EulerMoreauOSI::semiImplicit(theta) is the scheme of Pang and Stewart for differential variational inequalities, in which only
// the state within f and the law are implicit:
//
//   M (x_{k+1} - x_k) = h f(t_k, theta x_{k+1} + (1 - theta) x_k) + h g(t_k, x_k, λ_{k+1}),
//   y_{k+1} = h(t_{k+1}, x_{k+1}, λ_{k+1}),   the law between y_{k+1} and λ_{k+1}.
//
// theta = 0 needs no Jacobian of f: the step is a problem in λ alone. It is of order 1 for every theta; where f is linear with
// constants, and g does not depend on time and state, it is EulerMoreauOSI(theta).
//
// A step of linear systems and relations is solved by one iterate, any other by Josephy-Newton iterates, which take
// shorter steps where full ones do not bring them closer. References: Acary, Brogliato (2008), Numerical Methods for
// Nonsmooth Dynamical Systems, chapter 9; Robinson (1980), Strongly regular generalized equations, Math. Oper. Res. 5; Pang, Stewart (2008), Differential
// variational inequalities, Math. Program. 113.
#pragma once

#include <memory>

#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

/// Where a step takes the x of sets K(t, x) that depend on the state; their t is that of the law in both cases.
enum class SetEvaluation {
  implicit,  ///< at the state that the law holds at: by iterates, which converge where K moves by less than the state
  semiImplicit  ///< at the start of the step, K(t_{k+1}, x_k): no iterates of its own, an error of order h
};

class NSDS_KERNEL_API EulerMoreauOSI final : public OneStepIntegrator {
 public:
  /// theta in [0, 1], gamma in (0, 1]. Errors: InvalidArgument.
  explicit EulerMoreauOSI(double theta, double gamma = 1.0);
  /// The scheme with weighted multipliers, for relations FirstOrderLinearTIR; theta in (0, 1]. Errors: InvalidArgument.
  static EulerMoreauOSI weighted(double theta);
  /// The scheme of Pang and Stewart; theta in [0, 1]. Systems have a regular M. Errors: InvalidArgument.
  static EulerMoreauOSI semiImplicit(double theta);
  /// SetEvaluation::implicit unless set, before the simulation is made.
  EulerMoreauOSI& takeSets(SetEvaluation evaluation);
  ~EulerMoreauOSI() override;
  EulerMoreauOSI(EulerMoreauOSI&&) noexcept;
  EulerMoreauOSI& operator=(EulerMoreauOSI&&) noexcept;

  double theta() const;
  double gamma() const;
  SetEvaluation setEvaluation() const;

  std::string name() const override { return "EulerMoreauOSI"; }
  std::string description() const override;
  std::unique_ptr<OneStepIntegrator> clone() const override;
  int smoothOrder(const IndexSet& active) const override;
  bool symmetric() const override { return true; }
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
  bool globalised() const override { return !linear(); }
  double merit() const override;
  bool shorten() override;
  bool guess() override;
  void endStep(const IndexSet& active) override;
  const StateJump* jumpAt(double t, bool impulses) override;
  void jumpBy(VectorConstRef mu) override;
  bool takesJumps() const override;
  bool readsMultipliers() const override;
  bool damp(bool damped) override;

 private:
  friend class MixedOrderOSI;
  friend class ZeroOrderHoldOSI;
  struct Implementation;
  explicit EulerMoreauOSI(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds
