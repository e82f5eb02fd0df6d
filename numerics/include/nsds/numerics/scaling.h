/* Equilibration: positive row and column factors r, c with which diag(r) A diag(c) has rows and columns of
 * largest entry about 1 [Ruiz 2001, report RAL-TR-2001-034; Knight, Ruiz, Ucar 2014, SIAM J. Matrix Anal.
 * Appl. 35]. Where |A| is symmetric, r = c. A change of units: solutions of complementarity problems over
 * boxes carry over as z = diag(c) z', w = w' / r.
 */
#ifndef NSDS_NUMERICS_SCALING_H
#define NSDS_NUMERICS_SCALING_H

#include <stdint.h>

#include "nsds/numerics/matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A: dense, CSC or BSR. sweeps: ≥ 0, each of them one pass over the entries; 10 bring the factors to a few
 * per cent. row: (rows) out, col: (cols) out, positive, powers of two, so that scaling rounds nothing; 1 for
 * rows and columns of zeros. Returns NSDS_OK, NSDS_INVALID_ARGUMENT (null, malformed, sweeps < 0),
 * NSDS_NOT_APPLICABLE (an operator) or NSDS_OUT_OF_MEMORY; nothing is written but on NSDS_OK. */
NSDS_NUMERICS_API nsds_status nsds_ruiz_scaling(const nsds_matrix* A, int32_t sweeps, double* row,
                                                double* col);

#ifdef __cplusplus
}
#endif
#endif
