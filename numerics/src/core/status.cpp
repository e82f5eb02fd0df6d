#include "nsds/numerics/status.h"

const char* nsds_status_name(nsds_status status) {
  // The switch has no default, so that the compiler warns of a status without a name.
  switch (status) {
    case NSDS_OK:
      return "ok";
    case NSDS_MAX_ITERATIONS:
      return "max_iterations";
    case NSDS_TIME_LIMIT:
      return "time_limit";
    case NSDS_STALLED:
      return "stalled";
    case NSDS_ROUNDOFF_LIMIT:
      return "roundoff_limit";
    case NSDS_RAY:
      return "ray";
    case NSDS_INFEASIBLE:
      return "infeasible";
    case NSDS_SINGULAR:
      return "singular";
    case NSDS_INVALID_ARGUMENT:
      return "invalid_argument";
    case NSDS_NOT_APPLICABLE:
      return "not_applicable";
    case NSDS_OUT_OF_MEMORY:
      return "out_of_memory";
    case NSDS_INTERRUPTED:
      return "interrupted";
    case NSDS_UNBOUNDED:
      return "unbounded";
    case NSDS_NOT_A_MINIMUM:
      return "not_a_minimum";
  }
  return "unknown";
}
