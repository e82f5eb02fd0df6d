// Mechanical and first-order systems in one model: a motor and its rotor, a circuit that holds a valve.
//
// Moreau-Jean steps the mechanical systems and Euler-Moreau the first-order ones, over the same steps; the
// relations of both, each between systems of one order, are solved in one one-step problem. What acts across
// the orders goes through users' functions: a force that reads a current, a voltage b(t) that reads a
// velocity. Such a function sees the other system as the last iterate left it. A linear model takes
// one iterate, in which the function sees the start of the step, an error of order h. In other models the
// Newton loop goes on until the equations of motion hold with the currents of the same iterate, and a smooth
// coupling with theta = 1/2 is of order two. Positions cannot be projected: a projection is for mechanical
// systems alone. Where iterates do not converge, those of first-order systems take shorter steps.
#pragma once

#include <vector>

#include "nsds/kernel/integrators/euler_moreau_osi.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"

namespace nsds {

class NSDS_KERNEL_API MixedOrderOSI final : public OneStepIntegrator {
 public:
  MixedOrderOSI(MoreauJeanOSI mechanical, EulerMoreauOSI firstOrder);
  ~MixedOrderOSI() override;
  MixedOrderOSI(MixedOrderOSI&&) noexcept;
  MixedOrderOSI& operator=(MixedOrderOSI&&) noexcept;

  const MoreauJeanOSI& mechanical() const { return mechanical_; }
  const EulerMoreauOSI& firstOrder() const { return firstOrder_; }

  std::string name() const override { return "MixedOrderOSI"; }
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
  bool takesDisplacements() const override { return true; }
  void evaluateDisplaced() override;
  double residual(const IndexSet& active) override;
  bool globalised() const override { return firstOrder_.globalised(); }
  double merit() const override;
  bool shorten() override { return firstOrder_.shorten(); }
  void endStep(const IndexSet& active) override;
  const StateJump* jumpAt(double t, bool impulses) override { return firstOrder_.jumpAt(t, impulses); }
  void jumpBy(VectorConstRef mu) override { firstOrder_.jumpBy(mu); }
  bool takesJumps() const override { return firstOrder_.takesJumps(); }
  bool readsMultipliers() const override { return firstOrder_.readsMultipliers(); }
  bool damp(bool damped) override { return firstOrder_.damp(damped); }

 private:
  void mergeOperators();

  MoreauJeanOSI mechanical_;
  EulerMoreauOSI firstOrder_;
  std::vector<double> freeVelocities_;  // (dofs) of mechanical systems, for iterates that are updated again
  bool updated_ = false;
  double mechanicalResidual_ = 0.0;
};

}  // namespace nsds
