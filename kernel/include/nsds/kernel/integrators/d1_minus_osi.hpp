// Time stepping with velocities that are linear in a step and jump at its end, half explicit: forces and contact forces at both
// ends of the step with the weights of Lobatto's quadrature (the trapezoidal rule), then the impact.
//
//   "start_forces":   M_k a_k = F(t_k, q_k, v_k) + H_kᵀ f_k,   ṽ = v_k + h a_k,   q_{k+1} = q_k displaced by h v_k + h²/2 a_k,
//   "end_forces":     M_{k+1} a = F(t_{k+1}, q_{k+1}, ṽ) + H_{k+1}ᵀ f,   v⁻ = v_k + h/2 (a_k + a),
//   "time_stepping":  M_{k+1} (v_{k+1} − v⁻) = H_{k+1}ᵀ Λ, the law between U_{k+1} + shift(U⁻) and Λ on closed contacts.
//
// Contacts that are closed and at rest have forces f, which keep them closed: 0 ≤ their acceleration ⟂ f_N ≥ 0 at both ends
// (level `acceleration`), or f_k keeps the gap over the step and f the rate U⁻ from being negative (level `velocity`). A contact that closes
// in the step has no force in it and an impulse Λ at its end. Friction acts against the slip at the start, U_T(t_k), where that lasts until
// the middle of the step, else against that of the middle, and against that of v⁻ at the end. Joints: g(q_{k+1}) = 0 by f_k, U = 0 by f and Λ. Multipliers of
// the model are the impulses of the step, h/2 (f_k + f) + Λ.
//
// The scheme is of order two in smooth motion, M(q) and slips that turn included, and of order one through impacts, with penetrations of order h that
// stay until the contact opens (a direct projection takes them back). It takes forces explicitly: springs as Störmer and Verlet do, stable for h ω < 2,
// forces of velocities as Heun's method does. A step takes up to three one-step problems, of which the first is solved in Newton iterates where joints or kept
// gaps are not linear, and twice where a slip turns; forces are evaluated twice.
//
// References: Schindler, Acary (2014), Math. Comput. Simulat. 95 (half-explicit, acceleration level); Schindler, Rezaei, Kursawe,
// Acary (2015), CMAME 290 (velocity level). There the first stage has Hṽ ≥ 0 at velocity level; the gap in its place keeps
// contacts on curved surfaces from drifting apart.
#pragma once

#include <memory>

#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

/// Where contacts at rest have their forces. velocity: takes every contact, and lets it come to rest when its bounces are shorter
/// than a step. acceleration: needs the curvature of gaps, which contacts that a detector finds do not have (relations without one
/// are differentiated); gaps on curved surfaces drift with order two, and with a restitution e > 1/9 contacts do not come to rest but hop by e/(1 + e) h/2
/// times the acceleration, unless there is a restitutionThreshold.
enum class D1MinusLevel { velocity, acceleration };

struct D1MinusOptions {
  D1MinusLevel level = D1MinusLevel::velocity;
  double closed = 1e-8;  ///< gaps up to this share of the length scale are closed, > 0
  double atRest = 1e-8;  ///< rates up to this share of the velocity scale are none, > 0
  double restitutionThreshold =
      0.0;  ///< [m/s] below this |U_N⁻| there is none, ≥ 0; 2 g h lets contacts come to rest
};

/// Takes Lagrangian systems and rigid bodies, joints, contacts, and laws whose sets are orthants, equalities or Coulomb's cones; the
/// state of a law advances with the impulses of the step. compile() refuses by name, InvalidArgument: systems of first order, prescribed
/// velocities, compliant relations, other laws, detected contacts at acceleration level.
class NSDS_KERNEL_API D1MinusOSI final : public OneStepIntegrator {
 public:
  /// Errors: InvalidArgument on a threshold outside its range.
  explicit D1MinusOSI(const D1MinusOptions& options = {});
  ~D1MinusOSI() override;
  D1MinusOSI(D1MinusOSI&&) noexcept;
  D1MinusOSI& operator=(D1MinusOSI&&) noexcept;

  const D1MinusOptions& options() const;
  /// Λ of an interaction in the last step, the part of its multiplier that is an impact: (rows), until the next step. Errors:
  /// Error before a step.
  VectorView impactImpulse(const Interaction& interaction) const;

  std::string name() const override { return "D1MinusOSI"; }
  std::unique_ptr<OneStepIntegrator> clone() const override {
    return std::make_unique<D1MinusOSI>(options());
  }
  int smoothOrder(const IndexSet&) const override { return 2; }
  std::string description() const override;
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
