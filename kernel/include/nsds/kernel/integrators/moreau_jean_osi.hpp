// Moreau-Jean time stepping for Lagrangian systems, at velocity level, impacts included:
//
//   M (v_{k+1} - v_k) = h theta F_{k+1} + h (1 - theta) F_k + H^T lambda_{k+1},
//   q_{k+1} = q_k + h (theta v_{k+1} + (1 - theta) v_k),
//   active rows: K* contains U_{k+1} + shift(U_k) _|_ lambda_{k+1} in K;  lambda = 0 on the others,
//
// H of q_{k+1}; impulses of joints (centralImpulses) act along H of the middle of the step, which makes them
// of order two with theta = 1/2. M is that of q_{k+1}: where it changes with q (LagrangianDS) the scheme is
// of order one for every theta. lambda an impulse. Newton iterates on W = M - h theta dF/dv - h^2 theta^2
// dF/dq, from q_k + h v_k and v_k. Order one (with impacts, and through their accumulation); theta = 1/2
// keeps the energy of linear oscillators. References: Moreau (1988), Unilateral contact and dry friction in
// finite freedom dynamics; Jean (1999), CMAME 177.
//
// Evaluation::middle takes M, F and H between the ends, at x_{k+theta} = theta x_{k+1} + (1 - theta) x_k:
//
//   M(q_{k+theta}) (v_{k+1} - v_k) = h F(t_{k+theta}, q_{k+theta}, v_{k+theta}) + H(q_{k+theta})^T lambda_{k+1}.
//
// theta = 1/2 is the implicit midpoint rule: of order two in smooth motion, M(q) and joints included, and symmetric in
// time. Laws of contacts hold for the rates H(q_{k+theta}) v_{k+1} and H(q_{k+theta}) v_k after and before an impact, so
// that the impulse of a restitution e does the work - (1 - e) / 2 |U-| lambda exactly, on curved walls too. Equalities,
// and relations with centralImpulses(), hold at the end of the step instead, H(q_{k+1}) v_{k+1} = 0: they are not left
// with O(h) of the velocity across them, and stay of order two. A contact that stays closed where its H changes along
// the path is of order one, and penetrated by h/2 |dH/dt v| a second; setCentralImpulses(true) makes it of order two.
// Contacts with constant or placed H do not differ. Source: Acary, lecture on time integration (2010), (41), with the
// weights of x_{k+theta} as here.
#pragma once

#include <memory>

#include "nsds/kernel/integrators/activation.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

/// Where a step evaluates M, F and the directions of impulses: at its ends, or at x_{k+theta} between them.
enum class Evaluation { ends, middle };

class NSDS_KERNEL_API MoreauJeanOSI final : public OneStepIntegrator {
 public:
  /// theta in [0, 1]; unconditionally stable from 1/2 on. Errors: InvalidArgument.
  explicit MoreauJeanOSI(double theta = 0.5);
  /// Errors: InvalidArgument on gamma outside [0, 1] or a negative or non-finite threshold.
  MoreauJeanOSI(double theta, Activation activation);
  MoreauJeanOSI(double theta, Evaluation evaluation, Activation activation = {});
  ~MoreauJeanOSI() override;
  MoreauJeanOSI(MoreauJeanOSI&&) noexcept;
  MoreauJeanOSI& operator=(MoreauJeanOSI&&) noexcept;

  double theta() const;
  Evaluation evaluation() const;
  const Activation& activation() const;

  std::string name() const override { return "MoreauJeanOSI"; }
  std::string description() const override;
  std::unique_ptr<OneStepIntegrator> clone() const override;
  int smoothOrder(const IndexSet& active) const override;
  bool symmetric() const override { return true; }
  bool keepMatrices(bool keep) override;
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
  void endStep(const IndexSet& active) override;

 private:
  friend class MixedOrderOSI;
  friend class TimeStepping;
  struct Implementation;
  /// True: contacts have no restitution from the next compile() on, since an impact law gives their impulses.
  void leaveImpacts(bool left);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds
