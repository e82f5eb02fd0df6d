// Time stepping by a splitting of the motion into a smooth flow and impacts at fixed positions:
//
//   Φ_h   M(q) v' = F(t, q, v) + Gᵀλ_joints [+ Gᵀλ of contacts at rest],   q' = T(q) v,   by any smooth integrator
//   I     M(q)(v⁺ − v) = HᵀP,   0 ≤ U⁺ + e U⁻ ⟂ P ≥ 0   for contacts with g(q) ≤ 0, q fixed
//
//   Lie     I ∘ Φ_h
//   Strang  Φ_{h/2} ∘ I ∘ Φ_{h/2}
//
// Motion without impacts has the order of the integrator; impacts are displaced by up to a step, so that through them both compositions are of
// order 1. U⁻ is the velocity that the last I left, a step before: a contact at rest then stays at rest. Read literally, the law asks
// for the velocity just before I: a ball at rest then hops with speeds of g h.
//
// Where contacts at rest are kept, forces decide after each I which of them press, and the smooth motion holds those; one that comes
// to rest is taken back to its surface, by the least displacement. Where they are not kept, a body at rest under an acceleration f
// sinks by f h²/2 in every step, f h/2 in a second.
//
// Acary, Brogliato 2008, Numerical Methods for Nonsmooth Dynamical Systems, chapter 10, has the time-stepping schemes that this
// stands beside.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "nsds/kernel/simulation/event_capturing.hpp"

namespace nsds {

enum class SplittingComposition : std::uint8_t { lie, strang };

struct SplittingOptions {
  SplittingComposition composition = SplittingComposition::lie;
  bool keepContacts = true;  ///< contacts at rest are constraints of the smooth motion
};

class NSDS_KERNEL_API SplittingTimeStepping final : public EventCapturing {
 public:
  /// The formulation of the problem of impacts is chosen by the laws, or given. Errors: InvalidArgument if the grid does not begin
  /// at the model's t0.
  template <class Integrator>
  requires std::derived_from<std::decay_t<Integrator>, SmoothIntegrator> SplittingTimeStepping(
      Model& model, TimeDiscretisation grid, Integrator&& integrator, const SplittingOptions& options = {})
      : SplittingTimeStepping(
            model, std::move(grid),
            std::make_unique<std::decay_t<Integrator>>(std::forward<Integrator>(integrator)), nullptr,
            options) {}
  template <class Integrator, class Problem>
  requires std::derived_from<std::decay_t<Integrator>, SmoothIntegrator> &&
      std::derived_from<std::decay_t<Problem>, OneStepNSProblem>
      SplittingTimeStepping(Model& model, TimeDiscretisation grid, Integrator&& integrator, Problem&& impact,
                            const SplittingOptions& options = {})
      : SplittingTimeStepping(
            model, std::move(grid),
            std::make_unique<std::decay_t<Integrator>>(std::forward<Integrator>(integrator)),
            std::make_unique<std::decay_t<Problem>>(std::forward<Problem>(impact)), options) {}
  /// impact: nullable, chosen by the laws.
  SplittingTimeStepping(Model& model, TimeDiscretisation grid, std::unique_ptr<SmoothIntegrator> integrator,
                        std::unique_ptr<OneStepNSProblem> impact, const SplittingOptions& options);

  const SplittingOptions& options() const { return options_; }
  std::string stateName() const override { return "splitting"; }

 private:
  void advanceTo(double end) override;
  int orderThroughEvents() const override { return 0; }
  bool showsLateImpacts() const override { return options_.composition == SplittingComposition::lie; }
  bool keepsContacts() const override { return options_.keepContacts; }
  double penetrationLeft() const override;

  SplittingOptions options_;
};

}  // namespace nsds
