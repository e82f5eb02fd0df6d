/* Complementarity functions: phi(x, y) = 0 where and only where x ≥ 0, y ≥ 0, x y = 0, for Newton methods of the user. With
 * x₊ = max(x, 0):
 *
 *   NSDS_MINIMUM             min(x, y)
 *   NSDS_FISCHER_BURMEISTER  x + y - sqrt(x² + y²)
 *   NSDS_PENALISED           lambda phi_FB(x, y) + (1 - lambda) x₊ y₊,  0 < lambda ≤ 1
 *                            [Chen, Chen, Kanzow 2000, Math. Program. 88]
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
 *
 * Over a Lorentz cone they are vectors. The cone of ℝᵏ with mu = 1 has the Jordan algebra
 *
 *   x ∘ y = (x'y, x_N y_T + y_N x_T),   x = λ₁ c₁ + λ₂ c₂,   λ₁,₂ = x_N ∓ |x_T|,   c₁,₂ = (1, ∓ x_T/|x_T|) / 2,
 *
 * λ₁ ≤ λ₂ the spectral values of x: x is in the cone where λ₁ ≥ 0, and then √x = √λ₁ c₁ + √λ₂ c₂, so that √x ∘ √x = x. With
 * K = { |z_T| ≤ mu z_N }, K* its dual (cone.h), e = (1, 0) and
 *
 *   x = (s z_N, c z_T),   y = (c w_N, s w_T),   c = √(2 / (1 + mu²)),   s = mu c,
 *
 * the functions are
 *
 *   NSDS_MINIMUM             z - P_K(z - w), P_K the Euclidean projection
 *   NSDS_FISCHER_BURMEISTER  x + y - √(x ∘ x + y ∘ y)   [Fukushima, Luo, Tseng 2001, SIAM J. Optim. 12]
 *   NSDS_SMOOTHED            x + y - √(x ∘ x + y ∘ y + 2 mu_s² e), mu_s the parameter: zero where x ∘ y = mu_s² e, x and y in the
 *                            interior of the cone
 *
 * (mu = 1: x = z, y = w), zero where and only where K ∋ z ⟂ w ∈ K* (for mu_s = 0). A cone of one component has the functions of
 * numbers above; where mu = 0 the first component is that of (z_N, w_N), and the others are z_T.
 */
#ifndef NSDS_NUMERICS_COMPLEMENTARITY_FUNCTION_H
#define NSDS_NUMERICS_COMPLEMENTARITY_FUNCTION_H

#include <stdint.h>

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

/* Evaluates a function over a Lorentz cone of that size ≥ 1 and mu ≥ 0, finite: NSDS_MINIMUM, NSDS_FISCHER_BURMEISTER or
 * NSDS_SMOOTHED. z, w: (size), finite. value: (size) out. by_z, by_w: (size x size) out, column-major, Nullable, both or none:
 * one element of the generalised derivative; the derivative where there is one. Outputs do not overlap inputs, and are written
 * on NSDS_OK. Returns NSDS_OK, NSDS_INVALID_ARGUMENT as above or NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_cone_complementarity_evaluate(nsds_complementarity_function function,
                                                                 double parameter, int32_t size, double mu,
                                                                 const double* z, const double* w,
                                                                 double* value, double* by_z, double* by_w);

/* The Jordan algebra of the Lorentz cone with mu = 1. x, y: (size), finite, size ≥ 1. product: (size) out, x ∘ y. values: (2)
 * out, λ₁ ≤ λ₂, both x_N for size 1. root: (size) out, √x; x has to be in the cone, else NSDS_INVALID_ARGUMENT. Outputs do not
 * overlap inputs. */
NSDS_NUMERICS_API nsds_status nsds_jordan_product(int32_t size, const double* x, const double* y,
                                                  double* product);
NSDS_NUMERICS_API nsds_status nsds_jordan_spectral_values(int32_t size, const double* x, double* values);
NSDS_NUMERICS_API nsds_status nsds_jordan_square_root(int32_t size, const double* x, double* root);

#ifdef __cplusplus
}
#endif
#endif
