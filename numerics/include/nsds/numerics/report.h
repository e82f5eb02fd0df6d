/* The residual of a class, and the report of a solve. */
#ifndef NSDS_NUMERICS_REPORT_H
#define NSDS_NUMERICS_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/export.h"
#include "nsds/numerics/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The residual of a class at given unknowns. Dimensionless; follows changes of units and permutations. The
 * header of the class gives its formula: the natural map in units of the problem, or each row against its own terms. */
typedef struct nsds_residual {
  size_t struct_size;     /* set by nsds_residual_init */
  double value;           /* max over blocks; +Inf if anything is not finite */
  double primal;          /* part: largest scaled violation of z in K */
  double dual;            /* part: largest scaled violation of w in the dual cone */
  double complementarity; /* part: largest scaled min(z, w) over rows where both are positive; qp: the gap */
  double roundoff_floor;  /* the value below which rounding in w = M z + q hides everything */
  int32_t worst; /* index of the block where value is attained; that of the worst row where the gap is, -1 for
                             an empty problem */
} nsds_residual;

typedef struct nsds_report {
  size_t struct_size; /* set by nsds_report_init; with another one the status alone is written */
  nsds_status status;
  int64_t iterations;     /* sweeps, pivots or bases, as the solver counts them */
  nsds_residual residual; /* of the unknowns returned; its value is +Inf if there are none */
  double tolerance;       /* the tolerance the status refers to */
  double seconds;         /* wall time of the call */
  char solver[32];        /* the solver that produced the result: one of the registry, "closed_form" where the
                             solution is written down at once, "remembered_set" where an active set of
                             an earlier solve was right, or the one of the options where the starting
                             point, or zero, is a solution */
  char message[256];      /* one sentence: what happened, where, and what to try */
  double* certificate;    /* in, Nullable: receives the checked proof on NSDS_INFEASIBLE and
                             NSDS_UNBOUNDED; its size and meaning stand in the header of the class */
  /* These four measure the point that qp and avi return, in the units of the caller; other classes set NaN. */
  double primal_residual; /* largest violation of a constraint or bound */
  double dual_residual;   /* largest entry of the gradient g that no bound carries */
  double duality_gap;     /* |z'Q z + p'z - b'lambda - d'mu - bounds'nu|, nu what bounds carry: g_j, where
                             |z_j - bound| <= max(1, |z_j|) */
  double objective;       /* qp: 1/2 z'Q z + p'z; avi: NaN */
  /* Classes that are given by callbacks count what they cost; other classes set 0. */
  int64_t evaluations;    /* of the map, those for differences included */
  int64_t jacobians;      /* evaluated, or found by differences */
  int64_t factorizations; /* of Newton matrices, in subproblems too */
} nsds_report;

NSDS_NUMERICS_API void nsds_residual_init(nsds_residual* residual);
NSDS_NUMERICS_API void nsds_report_init(nsds_report* report);

#ifdef __cplusplus
}
#endif
#endif
