/* Factorise once, solve many times: A X = B for square A.
 *
 * dense      LU with partial pivoting, Cholesky (LAPACK);
 * CSC, BSR   LU (KLU), LDLt of a symmetric quasi-definite matrix (AMD ordering + LDL);
 *            with regularisation delta > 0 the matrix factorised is A + delta S, S = diag(sign of the
 *            diagonal of A, -1 where it is zero), and solves refine iteratively against A itself
 *            (Vanderbei 1995, SIAM J. Optim. 5).
 *
 * Thread safety: solves with the same factorisation must not run at the same time (they share its work
 * space).
 */
#ifndef NSDS_NUMERICS_FACTORIZATION_H
#define NSDS_NUMERICS_FACTORIZATION_H

#include "nsds/numerics/matrix.h"
#include "nsds/numerics/reuse.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nsds_factorization nsds_factorization; /* opaque */

typedef enum nsds_factorization_kind {
  NSDS_LU = 0,       /* any regular matrix */
  NSDS_CHOLESKY = 1, /* symmetric positive definite, dense only; the lower triangle is read */
  NSDS_LDL = 2 /* symmetric (quasi-definite), CSC or BSR only; both triangles are stored, the upper is read */
} nsds_factorization_kind;

/* An empty factorisation, or null when memory is exhausted. */
NSDS_NUMERICS_API nsds_factorization* nsds_factorization_create(void);

/* Factorises A. reuse: NSDS_REUSE_STRUCTURE keeps the symbolic analysis of the last call (same storage, size,
 * kind and pattern, which the caller asserts); NSDS_REUSE_VALUES returns at once if a valid factorisation is
 * held. delta: regularisation for NSDS_LDL, ≥ 0; ignored otherwise. Returns NSDS_OK, NSDS_SINGULAR (a zero
 * pivot, for NSDS_LDL one below 1e-3 eps times the largest entry of its column; not positive definite for
 * NSDS_CHOLESKY), NSDS_NOT_APPLICABLE (kind and storage do not go together, operator), NSDS_INVALID_ARGUMENT,
 * NSDS_OUT_OF_MEMORY. message: Nullable; (message_size) chars, a sentence on failure. With reuse and
 * unchanged sizes nothing is allocated for dense storage. */
NSDS_NUMERICS_API nsds_status nsds_factorize(nsds_factorization* factorization, const nsds_matrix* A,
                                             nsds_factorization_kind kind, double delta, nsds_reuse reuse,
                                             char* message, size_t message_size);

/* Solves A X = B in place. B: (n x columns), column-major, leading dimension ldb ≥ n; in: B, out: X.
 * Returns NSDS_OK; NSDS_INVALID_ARGUMENT (nothing factorised, null, sizes); NSDS_SINGULAR if X is not finite
 * (B is then as given). */
NSDS_NUMERICS_API nsds_status nsds_factorization_solve(nsds_factorization* factorization, double* B,
                                                       int32_t columns, int32_t ldb);

/* An estimate of the reciprocal condition number in the 1-norm, in [0, 1]; -1 where it is not available
 * (LDL). */
NSDS_NUMERICS_API double nsds_factorization_rcond(nsds_factorization* factorization);

/* Releases it. Nullable. */
NSDS_NUMERICS_API void nsds_factorization_free(nsds_factorization* factorization);

#ifdef __cplusplus
}
#endif
#endif
