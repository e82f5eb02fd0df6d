/* The outcomes of a call: one list for every class and every solver. */
#ifndef NSDS_NUMERICS_STATUS_H
#define NSDS_NUMERICS_STATUS_H

#include "nsds/numerics/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nsds_status {
  NSDS_OK = 0,               /* the class residual of what is returned was evaluated and is ≤ tolerance */
  NSDS_MAX_ITERATIONS = 1,   /* iteration limit reached; the best iterate is returned */
  NSDS_TIME_LIMIT = 2,       /* time limit reached; the best iterate is returned */
  NSDS_STALLED = 3,          /* no further progress; the best iterate is returned */
  NSDS_ROUNDOFF_LIMIT = 4,   /* residual above the tolerance, but ≤ 4 times its round-off floor */
  NSDS_RAY = 5,              /* pivoting ended on a secondary ray, which proves nothing by itself */
  NSDS_INFEASIBLE = 6,       /* no solution: a proof (Farkas vector) was found and checked */
  NSDS_SINGULAR = 7,         /* a matrix that had to be regular is singular to working precision */
  NSDS_INVALID_ARGUMENT = 8, /* the message names the argument (and index) at fault; outputs untouched */
  NSDS_NOT_APPLICABLE = 9, /* this solver does not take this storage or needs a property; outputs untouched */
  NSDS_OUT_OF_MEMORY = 10, /* outputs untouched */
  NSDS_INTERRUPTED = 11,   /* the callback asked to stop; the best iterate is returned */
  NSDS_UNBOUNDED =
      12, /* no minimum: the objective falls for ever, along a direction that was checked (qp), or below -1e20 at
                          points that were evaluated (nlp) */
  NSDS_NOT_A_MINIMUM =
      13 /* the conditions of optimality hold within the tolerance, but the start was better, or the
                             objective falls along a direction: a saddle, or a maximum; the point is returned */
} nsds_status;

/* Lower-case name of a status ("ok", "max_iterations", ...), "unknown" for any other value. Never null. */
NSDS_NUMERICS_API const char* nsds_status_name(nsds_status status);

#ifdef __cplusplus
}
#endif
#endif
