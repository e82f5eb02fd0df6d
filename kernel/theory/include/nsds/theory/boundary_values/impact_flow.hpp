// The flow of a mechanical system with frictionless impacts, (q, v) at t₀ ↦ (q, v) at t₁, with its derivative.
//
// EventDriven integrates the flights and finds the impacts. Between impacts a variation δ = (δq, δv) follows the linearised motion; an impact
// at h(t, q) = 0, s = (q, v), s⁺ = R(t, s⁻), v⁺ = v⁻ − (1 + e) M⁻¹Hᵀ (H M⁻¹Hᵀ)⁻¹ (H v⁻ + h_t), shifts the instant of the variation and makes
//
//   δ⁺ = S δ⁻,    S = R_s + (R_s f⁻ + R_t − f⁺) τ,    τ δ⁻ = −(h_s δ⁻) / (h_s f⁻ + h_t)    the shift of the instant,
//
// the saltation matrix; f = (v, v') on either side. The flow is smooth where variations meet the same contacts in the same order: not where an
// impact grazes (h' = 0), where several contacts are met at once, where impacts accumulate, and where a contact stays closed.
//
// References: Aizerman, Gantmacher (1958), Q. J. Mech. Appl. Math. 11; Leine, Nijmeijer (2004), Dynamics and Bifurcations of Non-Smooth
// Mechanical Systems, chapter 7.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "nsds/kernel/integrators/smooth_integrator.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

class LagrangianDS;

struct FlowImpact {
  double time;    ///< [s]
  Index contact;  ///< which interaction of the model, in the order of their links
  Vector q;
  Vector vBefore;
  Vector vAfter;
};

struct ImpactFlow {
  Vector state;  ///< (2 n) q, then v, at the end
  std::vector<FlowImpact> impacts;
  /// True if the flow is one of flights with impacts, each of one contact. There is no derivative where it is not, and the state is that at
  /// the instant when something else takes place.
  bool regular() const { return irregular.empty(); }
  std::string irregular;  ///< what else takes place
  Matrix derivative;      ///< (2 n x 2 n) of the state by that at the start; empty unless asked for
};

class NSDS_THEORY_API ImpactingSystem {
 public:
  /// Adds the one system of the model, in the state (q, v), and its contacts: one row each, with NewtonImpactNSL.
  using Build = std::function<LagrangianDS&(Model& model, VectorConstRef q, VectorConstRef v)>;

  /// n: degrees of freedom, ≥ 1. options: of the integration of flights. Errors: InvalidArgument if build is empty.
  ImpactingSystem(Index n, Build build, const SmoothOptions& options = precise());
  /// Tolerances of 1e-12 relative and 1e-13 absolute.
  static SmoothOptions precise();

  Index dimension() const { return n_; }
  /// state: (2 n) at t0; t0 < t1. Errors: InvalidArgument on sizes, numbers that are not finite, a negative gap, models with other systems, laws or
  /// relations; Error from operators.
  ImpactFlow flow(double t0, double t1, VectorConstRef state, bool derivative = false) const;

 private:
  Index n_;
  Build build_;
  SmoothOptions options_;
};

}  // namespace nsds
