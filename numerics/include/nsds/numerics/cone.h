/* Cones, of which the sets of vi.h (cones) and soclcp.h are products: K is a product of blocks of consecutive unknowns, each of
 * them
 *
 *   free          K = ℝᵏ,                                      K* = {0},
 *   nonnegative   K = ℝ₊ᵏ,                                     K* = ℝ₊ᵏ,
 *   Lorentz       K = { (x_N, x_T) : |x_T| ≤ mu x_N },         K* = { (w_N, w_T) : mu |w_T| ≤ w_N },
 *   projector     what a projector of the user projects onto, which need not be a cone,
 *
 * x_N the first component of the block, x_T the others, K* = { w : w'x ≥ 0 for all x in K } the dual cone. A Lorentz cone of one
 * component is the half-line x_N ≥ 0; with mu = 0 it is the half-line x_N ≥ 0, x_T = 0.
 */
#ifndef NSDS_NUMERICS_CONE_H
#define NSDS_NUMERICS_CONE_H

#include <stdint.h>

#include "nsds/numerics/convex_qp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nsds_cone_kind {
  NSDS_CONE_FREE = 0,        /* all of ℝᵏ: the block of w is zero */
  NSDS_CONE_NONNEGATIVE = 1, /* ℝ₊ᵏ */
  NSDS_CONE_LORENTZ = 2,     /* |x_T| ≤ mu x_N, x = (x_N, x_T) */
  NSDS_CONE_PROJECTOR = 3    /* what project projects onto */
} nsds_cone_kind;

/* A block of consecutive unknowns. */
typedef struct nsds_cone {
  nsds_cone_kind kind;
  int32_t size;                  /* k ≥ 0; ≥ 1 of a Lorentz cone */
  double mu;                     /* ≥ 0, the aperture of a Lorentz cone; 0 for other kinds */
  nsds_project_function project; /* (k) -> (k), of the kind projector; null for other kinds */
  void* user;                    /* Nullable: handed to project */
} nsds_cone;

#ifdef __cplusplus
}
#endif
#endif
