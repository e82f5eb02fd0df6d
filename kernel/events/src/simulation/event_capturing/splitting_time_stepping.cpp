#include "nsds/kernel/simulation/splitting_time_stepping.hpp"

#include <limits>

#include "simulation/event_capturing/implementation.hpp"

namespace nsds {

SplittingTimeStepping::SplittingTimeStepping(Model& model, TimeDiscretisation grid,
                                             std::unique_ptr<SmoothIntegrator> integrator,
                                             std::unique_ptr<OneStepNSProblem> impact,
                                             const SplittingOptions& options)
    : EventCapturing(model, std::move(grid), std::move(integrator), std::move(impact)), options_(options) {}

void SplittingTimeStepping::advanceTo(double end) {
  ContactMotion& motion = implementation().motion;
  const bool strang = options_.composition == SplittingComposition::strang;
  // Φ over the step, or its first half
  motion.moveTo(strang ? 0.5 * (time() + end) : end);
  // I
  motion.strike(motion.course().left.data(), options_.keepContacts);
  // Φ over the second half
  if (strang) motion.moveTo(end);
}

/// Gaps are negative by what bodies cover in a step, or sink while they rest.
double SplittingTimeStepping::penetrationLeft() const {
  return std::numeric_limits<double>::infinity();
}

}  // namespace nsds
