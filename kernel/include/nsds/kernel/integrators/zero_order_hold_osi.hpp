// Exact steps of linear time-invariant systems M x' = A x + b + r whose inputs are held over a step, M regular, under
// relations y = C x + D λ + e, r = B λ with constant matrices:
//
//   x_{k+1} = exp(F h) x_k + ∫₀ʰ exp(F s) ds M⁻¹ (b(t_{k+1}) + B λ_{k+1}),   F = M⁻¹A,
//   y_{k+1} = C x_{k+1} + D λ_{k+1} + e,   every row active.
//
// The motion is exact for any h as long as b and λ are constant: a plant under a sampled controller, whose output has
// one value over a step. b(t) is taken at the end of the step. The exponentials are dense, O(n³) in each compilation.
// Reference: Acary, Brogliato, Orlov (2012), Chattering-free digital sliding-mode control with state observer and
// disturbance rejection, IEEE Transactions on Automatic Control 57.
#pragma once

#include "nsds/kernel/integrators/euler_moreau_osi.hpp"

namespace nsds {

class NSDS_KERNEL_API ZeroOrderHoldOSI final : public OneStepIntegrator {
 public:
  ZeroOrderHoldOSI();

  std::string name() const override { return "ZeroOrderHoldOSI"; }
  std::unique_ptr<OneStepIntegrator> clone() const override { return std::make_unique<ZeroOrderHoldOSI>(); }
  /// Errors: InvalidArgument naming a system that is not linear with constant M and A, or whose M has no inverse, or a
  /// relation other than FirstOrderLinearTIR; Error if an exponential overflows.
  void compile(Model& model, double h) override { step_.compile(model, h); }
  void evaluateState() override { step_.evaluateState(); }
  void beginStep(const StepInterval& step) override { step_.beginStep(step); }
  void activate(const IndexSet& all, const IndexSet& last, IndexSet& active) override {
    step_.activate(all, last, active);
  }
  bool linear() const override { return true; }
  bool constantOperator() const override { return true; }
  void linearise(const IndexSet& active) override { step_.linearise(active); }
  const CondensedOperator& condensed() const override { return step_.condensed(); }
  void freeOutput(const IndexSet& active, double* w) override { step_.freeOutput(active, w); }
  void update(const IndexSet& active, const double* lambda) override { step_.update(active, lambda); }
  double residual(const IndexSet&) override { return 0.0; }
  void endStep(const IndexSet& active) override { step_.endStep(active); }
  const StateJump* jumpAt(double t, bool impulses) override { return step_.jumpAt(t, impulses); }
  void jumpBy(VectorConstRef mu) override { step_.jumpBy(mu); }

 private:
  EulerMoreauOSI step_;  // that of theta = 1, with the exponential for its iteration matrix
};

}  // namespace nsds
