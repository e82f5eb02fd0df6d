// Time stepping of any order on a fixed grid (Mannshardt 1978; Acary's lectures on event-capturing of higher order): the order p of
// the smooth integrator holds through impacts, contacts that open, slip that ends and grip that is lost.
//
// A step [t, t + H] of the grid, with brackets of the length δ = c T (H/T)^(p+1), T the time scale of the model:
//   1. The integrator steps towards t + H with the contacts that are pressed as constraints. The first event is looked for on its
//      dense output: a gap or a force that falls through zero, a slip that ends, grip that is exceeded. None: done.
//   2. With t_a = t* − δ/2 and t_b = t* + δ/2 the step is repeated to t_a. Contacts that close until t_b join the event.
//   3. One step of Moreau's scheme goes over [t_a, t_b] with the contacts of the event, and those that are closed, active by decree:
//        v_b = v_a + δ v'_a + M⁻¹HᵀP,   0 ≤ U_b + e U_a ⟂ P ≥ 0 (and the law of friction),   q_b = q_a + δ (v_a + v_b)/2,
//      v'_a that of the motion at t_a, with the forces of joints and pressed contacts.
//   4. Accelerations at t_b decide which closed contacts press, and the integrator starts again there. From 1 on with t = t_b.
//
// A flight shorter than δ between two events of the same contacts ends in a plastic impact, so that accumulations end within steps:
// their rest is an error O(δ) of velocities.
//
// The local error of an event is O(δ) = O(H^(p+1)), as that of the method: the global order is p. Where the integrator is exact, as
// for a ball in free fall, the order is p + 1.
//
// EventDriven does the same with an exact root in place of a bracket, error control in place of a grid, and a detector of accumulations.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "nsds/kernel/simulation/event_capturing.hpp"

namespace nsds {

struct AnyOrderOptions {
  double bracket = 1e-3;  ///< c > 0 of the bracket's length
  /// Events in one step of the grid, at most: an accumulation whose flights shrink by r takes log(H/δ)/log(1/r).
  std::int64_t maxEventsPerStep = 10'000;
};

class NSDS_KERNEL_API AnyOrderTimeStepping final : public EventCapturing {
 public:
  /// The formulation of the problem of impacts is chosen by the laws, or given. Errors: InvalidArgument if the grid does not begin
  /// at the model's t0, or naming the option.
  template <class Integrator>
  requires std::derived_from<std::decay_t<Integrator>, SmoothIntegrator> AnyOrderTimeStepping(
      Model& model, TimeDiscretisation grid, Integrator&& integrator, const AnyOrderOptions& options = {})
      : AnyOrderTimeStepping(model, std::move(grid),
                             std::make_unique<std::decay_t<Integrator>>(std::forward<Integrator>(integrator)),
                             nullptr, options) {}
  template <class Integrator, class Problem>
  requires std::derived_from<std::decay_t<Integrator>, SmoothIntegrator> &&
      std::derived_from<std::decay_t<Problem>, OneStepNSProblem>
      AnyOrderTimeStepping(Model& model, TimeDiscretisation grid, Integrator&& integrator, Problem&& impact,
                           const AnyOrderOptions& options = {})
      : AnyOrderTimeStepping(model, std::move(grid),
                             std::make_unique<std::decay_t<Integrator>>(std::forward<Integrator>(integrator)),
                             std::make_unique<std::decay_t<Problem>>(std::forward<Problem>(impact)),
                             options) {}
  /// impact: nullable, chosen by the laws.
  AnyOrderTimeStepping(Model& model, TimeDiscretisation grid, std::unique_ptr<SmoothIntegrator> integrator,
                       std::unique_ptr<OneStepNSProblem> impact, const AnyOrderOptions& options);
  ~AnyOrderTimeStepping() override;

  const AnyOrderOptions& options() const { return options_; }
  /// δ in a step of the grid of length H [s].
  double bracketLength(double H) const;
  std::string stateName() const override { return "any order"; }

 private:
  struct Course;
  void advanceTo(double end) override;
  int orderThroughEvents() const override;
  bool keepsContacts() const override { return true; }
  double penetrationLeft() const override;

  AnyOrderOptions options_;
  std::unique_ptr<Course> course_;
};

}  // namespace nsds
