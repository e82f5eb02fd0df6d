/* Complementarity functions: phi(x, y) = 0 where and only where x ≥ 0, y ≥ 0, x y = 0, for Newton methods of the user. With
 * x₊ = max(x, 0):
 *
 *   NSDS_MINIMUM             min(x, y)
 *   NSDS_FISCHER_BURMEISTER  x + y - sqrt(x² + y²)
 *   NSDS_PENALISED           lambda phi_FB(x, y) + (1 - lambda) x₊ y₊,  0 < lambda ≤ 1   [Chen, Chen, Kanzow 2000, Math. Program. 88]
 *   NSDS_SMOOTHED            x + y - sqrt(x² + y² + 2 mu²),  mu ≥ 0: zero where x y = mu², x, y > 0   [Kanzow 1996]
 *   NSDS_EVTUSHENKO_PURTOV   x y - min(x + y, 0)² / 2   [Evtushenko, Purtov 1984, Sov. Math. Dokl. 30]; continuously
 *                            differentiable, so that its derivatives both vanish where x = y = 0, and the derivative of a
 *                            system is singular there
 *
 * All are positive where x and y are, and nowhere else. For any bounds l ≤ u of z they become, w in the role of F(z),
 *
 *   phi(z - l, w)  (u = inf),   -phi(u - z, -w)  (l = -inf),   phi(z - l, -phi(u - z, -w)),   w  (neither)
 *
 * [Billups 1995, PhD thesis, Madison], zero where and only where -w is in the normal cone of [l, u] at z (for mu = 0);
 * NSDS_MINIMUM is z - mid(l, z - w, u), the natural map.
 */
#ifndef NSDS_NUMERICS_COMPLEMENTARITY_FUNCTION_H
#define NSDS_NUMERICS_COMPLEMENTARITY_FUNCTION_H

#include "nsds/numerics/export.h"
#include "nsds/numerics/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nsds_complementarity_function {
  NSDS_MINIMUM = 0,
  NSDS_FISCHER_BURMEISTER = 1,
  NSDS_PENALISED = 2,
  NSDS_SMOOTHED = 3,
  NSDS_EVTUSHENKO_PURTOV = 4
} nsds_complementarity_function;

typedef struct nsds_complementarity_value {
  double value;
  double by_z; /* with by_w: one element of the generalised derivative; the derivative where there is one */
  double by_w;
} nsds_complementarity_value;

/* Evaluates at z, w, finite. parameter: lambda of NSDS_PENALISED, mu of NSDS_SMOOTHED, else not read. lower ≤ upper, may be
 * infinite: 0 and infinity for x = z, y = w. out: written on NSDS_OK. Returns NSDS_OK, or NSDS_INVALID_ARGUMENT for a function
 * that does not exist, a parameter out of its range, bounds that are not ordered, or what is not finite. */
NSDS_NUMERICS_API nsds_status nsds_complementarity_evaluate(nsds_complementarity_function function,
                                                            double parameter, double z, double w,
                                                            double lower, double upper,
                                                            nsds_complementarity_value* out);

#ifdef __cplusplus
}
#endif
#endif
