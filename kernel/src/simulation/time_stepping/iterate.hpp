// The three parts of a Newton iterate, which are small beside what they call and so are inlined where steps repeat them.
#pragma once

#include <string_view>

#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

inline constexpr std::string_view problemName = "time_stepping";

/// The start of a step from a model that is taken up.
inline void TimeStepping::Implementation::start(const StepInterval& interval) {
  nsds.flat().keepStart();
  nsds.setInStep(true);
  phase = StepPhase::free;
  iterateCount.made = 0;
  iterateCount.judged = false;
  previousActive.swap(owner.active_);
  integrator->beginStep(interval);
}

/// The problem of an iterate, if there is one. The step may be abandoned in it.
inline SolverStatus TimeStepping::Implementation::solveActive() {
  const IndexSet& active = owner.active_;
  if (active.empty()) return SolverStatus::ok;
  problem.begin(*integrator, active);
  if (impact.law.on()) addImpact();
  const SolverStatus status = judged(*problem.formulation(), problemName, [&] {
    return problem.solve(integrator->condensed(), active, nsds.flat().multiplier());
  });
  if (impact.law.on() && impact.takesPlace) problem.addMultipliers(impact.P);
  return status;
}

inline void TimeStepping::Implementation::freeStep() {
  if (phase == StepPhase::abandoned) return;
  require(phase == StepPhase::between || phase == StepPhase::updated,
          "computeFreeStep() begins an iterate; finish the one that it has begun by computeOneStepNS() and "
          "update(). To "
          "solve its problem again with another solver, call computeOneStepNS() again");
  guarded([this] {
    if (phase == StepPhase::between) {
      begin();
      if (projector != nullptr) closeIterate();  // what the step begins from: q_k displaced by h v_k
      if (phase == StepPhase::abandoned) return;
    }
    if (!earlier.empty()) {
      passEarlierLevels();
      if (phase == StepPhase::abandoned) return;
    }
    if (!integrator->constantOperator()) problem.setOperatorChanged();
    integrator->linearise(owner.active_);
    phase = StepPhase::free;
  });
}

inline SolverStatus TimeStepping::Implementation::solve() {
  if (phase == StepPhase::abandoned) return SolverStatus::ok;
  require(
      phase == StepPhase::free || phase == StepPhase::solved,
      "computeOneStepNS() solves the problem of an iterate; call computeFreeStep(), which makes it, first");
  SolverStatus status = SolverStatus::ok;
  guarded([&] {
    status = solveActive();
    if (phase != StepPhase::abandoned) phase = StepPhase::solved;
  });
  return status;
}

inline void TimeStepping::Implementation::update() {
  if (phase == StepPhase::abandoned) return;
  require(phase == StepPhase::solved,
          "update() takes the multipliers of an iterate; call computeFreeStep() and computeOneStepNS(), "
          "which finds them, "
          "first");
  guarded([this] {
    integrator->update(owner.active_, problem.lambda());
    phase = StepPhase::updated;
    if (projector != nullptr) closeIterate();
  });
  ++owner.statistics_.newtonIterations;
  ++iterateCount.made;
}

}  // namespace nsds
