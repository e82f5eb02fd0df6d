#include "nsds/kernel/formulations/one_step_ns_problem.hpp"

#include "nsds/kernel/modeling/interaction.hpp"
#include "nsds/numerics/status.h"

namespace nsds {

OneStepNSProblem::~OneStepNSProblem() = default;

void OneStepNSProblem::checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) const {
  for (const auto& interaction : interactions) checkLaw(*interaction);
}

// The numbers of the kernel's statuses are those of numerics.
static_assert(static_cast<int>(SolverStatus::ok) == NSDS_OK);
static_assert(static_cast<int>(SolverStatus::maxIterations) == NSDS_MAX_ITERATIONS);
static_assert(static_cast<int>(SolverStatus::timeLimit) == NSDS_TIME_LIMIT);
static_assert(static_cast<int>(SolverStatus::stalled) == NSDS_STALLED);
static_assert(static_cast<int>(SolverStatus::roundoffLimit) == NSDS_ROUNDOFF_LIMIT);
static_assert(static_cast<int>(SolverStatus::ray) == NSDS_RAY);
static_assert(static_cast<int>(SolverStatus::infeasible) == NSDS_INFEASIBLE);
static_assert(static_cast<int>(SolverStatus::singular) == NSDS_SINGULAR);
static_assert(static_cast<int>(SolverStatus::invalidArgument) == NSDS_INVALID_ARGUMENT);
static_assert(static_cast<int>(SolverStatus::notApplicable) == NSDS_NOT_APPLICABLE);
static_assert(static_cast<int>(SolverStatus::outOfMemory) == NSDS_OUT_OF_MEMORY);
static_assert(static_cast<int>(SolverStatus::interrupted) == NSDS_INTERRUPTED);
static_assert(static_cast<int>(SolverStatus::unbounded) == NSDS_UNBOUNDED);
static_assert(static_cast<int>(SolverStatus::notAMinimum) == NSDS_NOT_A_MINIMUM);

const char* statusName(SolverStatus status) {
  return nsds_status_name(static_cast<nsds_status>(status));
}

}  // namespace nsds
