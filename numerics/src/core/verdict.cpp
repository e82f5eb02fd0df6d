#include "core/verdict.hpp"

namespace nsds::numerics {
namespace {

const char* advice(nsds_status status) {
  switch (status) {
    case NSDS_MAX_ITERATIONS:
      return "the iteration limit is reached; raise max_iterations or try another solver";
    case NSDS_TIME_LIMIT:
      return "the time limit is reached; raise time_limit or try another solver";
    case NSDS_STALLED:
      return "no further progress; try another solver or a larger tolerance";
    case NSDS_ROUNDOFF_LIMIT:
      return "rounding hides anything smaller; ask for a tolerance above the floor";
    case NSDS_RAY:
      return "a secondary ray ended the pivoting, which proves nothing; try another solver";
    case NSDS_INFEASIBLE:
      return "there is no solution: the certificate proves it";
    case NSDS_UNBOUNDED:
      return "the objective falls for ever along the z of the certificate; bound the unknowns";
    case NSDS_SINGULAR:
      return "a matrix that had to be regular is singular; try another solver";
    case NSDS_NOT_A_MINIMUM:
      return "the conditions of optimality hold, but it is no minimum; try another start";
    case NSDS_INTERRUPTED:
      return "the callback asked to stop";
    default:
      return nsds_status_name(status);
  }
}

// A claim without a proof is a ray, which proves nothing.
nsds_status status_of(Proof certified) {
  switch (certified) {
    case Proof::infeasible:
      return NSDS_INFEASIBLE;
    case Proof::unbounded:
      return NSDS_UNBOUNDED;
    case Proof::none:
      break;
  }
  return NSDS_RAY;
}

}  // namespace

nsds_status judge(nsds_status claim, const nsds_residual& residual, double tolerance, Proof certified) {
  if (residual.value <= tolerance) return claim == NSDS_NOT_A_MINIMUM ? claim : NSDS_OK;
  if (claim == NSDS_NOT_A_MINIMUM) return NSDS_STALLED;
  if (claim == NSDS_INFEASIBLE) return status_of(certified);
  if (is_rounding(residual)) return NSDS_ROUNDOFF_LIMIT;
  return claim == NSDS_OK ? NSDS_STALLED : claim;
}

void say(const Sentence& sentence, nsds_status status, const SolverClaim& claim,
         const nsds_residual& residual, const SolveContext& context, const char* reason) {
  if (status == NSDS_OK) return say_text(sentence, solved_text);
  sentence.write(
      "Solver '{}', iteration {}, residual {:.3g} at row {} (tolerance {:.3g}, round-off floor {:.3g}): {}.",
      context.solver, claim.iterations, residual.value, residual.worst, context.tolerance,
      residual.roundoff_floor, *reason != '\0' ? reason : advice(status));
}

}  // namespace nsds::numerics
