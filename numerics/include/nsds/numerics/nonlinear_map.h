/* A nonlinear map F: ℝⁿ → ℝⁿ of the user with its Jacobian, as the classes take it that are given by callbacks.
 *
 * A callback may say that a point is outside the domain of F (a logarithm of a negative number): the solver then
 * shortens its step. What is not finite counts as outside too, so that a NaN goes nowhere. A callback that fails ends
 * the call with NSDS_INVALID_ARGUMENT. Both are called from the thread of the solve alone, one after the other, and the
 * limit of time is looked at between them. The same z has to give the same values.
 */
#ifndef NSDS_NUMERICS_NONLINEAR_MAP_H
#define NSDS_NUMERICS_NONLINEAR_MAP_H

#include <stdint.h>

#include "nsds/numerics/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a callback returns. An exception of C++ that leaves it counts as NSDS_MAP_FAILED. */
typedef enum nsds_map_outcome {
  NSDS_MAP_EVALUATED = 0, /* every value is written */
  NSDS_MAP_OUTSIDE =
      1, /* z is outside the domain; values are not read. Any other positive number means the same */
  NSDS_MAP_FAILED = -1 /* the call is to end. Any other negative number means the same */
} nsds_map_outcome;

/* F = F(z). z: (n), finite, within the bounds of the problem. F: (n) out. */
typedef int (*nsds_map_function)(void* user, const double* z, double* F);

/* The Jacobian at z, where F has been evaluated. values: out, (entries) in the order of the pattern, or (n x n),
 * column-major, where there is none: values[i + n j] = dF_i/dz_j. */
typedef int (*nsds_jacobian_function)(void* user, const double* z, double* values);

typedef struct nsds_map {
  nsds_map_function evaluate;
  nsds_jacobian_function
      jacobian;                 /* Nullable: differences, columns that share no row in one evaluation of F */
  const int32_t* column_starts; /* Nullable: the Jacobian is dense. (n + 1), as in nsds_csc_arrays */
  const int32_t*
      row_indices; /* (entries), strictly increasing within a column; null where column_starts is */
  void* user;      /* Nullable: handed to both */
} nsds_map;

#ifdef __cplusplus
}
#endif
#endif
