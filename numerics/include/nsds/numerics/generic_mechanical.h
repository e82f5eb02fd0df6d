/* Generic mechanical problem: one step of a multibody system whose rows are of different kinds,
 *
 *   find lambda, w ∈ ℝⁿ   with   w = W lambda + q   and, block by block, one of
 *
 *     equality          w_i = 0,  lambda_i free                      (joints)
 *     complementarity   0 ≤ w_i  ⟂  lambda_i ≥ 0                     (stops, contacts without friction)
 *     box               lower_i ≤ lambda_i ≤ upper_i,                (joints with friction, motors)
 *                       w_i ≥ 0 where lambda_i = lower_i,
 *                       w_i ≤ 0 where lambda_i = upper_i,
 *                       w_i = 0 between, as in relay.h
 *     friction          K*_mu ∋ w_c + (mu |w_T|, 0)  ⟂  lambda_c in K_mu, as in friction_contact.h:
 *                       2 or 3 rows (normal, tangents)               (contacts with Coulomb friction)
 *
 * An equality, complementarity or box block has any number of rows ≥ 1, each of which obeys its law by
 * itself; what is one block is solved together by sweeps. lambda are impulses or forces, w the velocities
 * that belong to them, so that lambda_i w_i is an energy in every row whatever its unit (N s and m/s, N m s
 * and rad/s). W is typically symmetric positive semidefinite; it need be neither symmetric nor regular. Where
 * joints are redundant W is singular: the multipliers of equality rows are then not unique, and may not
 * exist. Equality rows that contradict each other end in NSDS_INFEASIBLE where that is proved, else in
 * another status than NSDS_OK.
 *
 * References: Acary, Brogliato 2008, Numerical Methods for Nonsmooth Dynamical Systems, ch. 10 and 13;
 * Pfeiffer, Glocker 1996, Multibody Dynamics with Unilateral Contacts.
 *
 * OK: each row, and each part of each contact, is what its law says against its own terms (docs/ok.md, "Rows and contacts
 * together"); nsds_generic_mechanical_residual is the largest violation in these. Solvers stop by the residual of the class,
 * which the option norm = class judges by. In it rows may be in different units, so each is measured by itself: a_i = sqrt(W_ii) for a row,
 * a_c = sqrt(trace(W_cc) / d) for the d rows of a contact, with which lambda_i a_i and w_i / a_i have one
 * unit in all rows, the root of an energy. s is the largest of |q_i| / a_i, ||q_c||_2 / a_c and, of boxes
 * that do not contain zero, a_i times the distance of zero from the box; 1 where all are zero. With l =
 * lambda a / s, v = w / (a s), bounds scaled as l,
 *
 *   residual = max of |l_i - mid(lower_i, l_i - v_i, upper_i)| over rows and of
 *              ||l_c - P_K(l_c - (v_c + mu |v_T| e_N))||_2 over contacts,   w recomputed from lambda;
 *
 * the bounds are infinite for equality rows, whose map is |v_i|, and (0, infinity) for complementarity. It
 * changes neither with the unit of any row or contact, nor with those of W and q, nor with the order of
 * blocks, nor with the choice of the tangents of a contact. It is relative to the largest velocity in units
 * of energy: of a row with a light body (large W_ii) a larger velocity is small. A row or contact whose W_ii
 * or trace is not positive takes for a the largest |W_ij| / a_j over the rows j that have one, else the
 * largest a there is (which does depend on units), else sqrt(max |W_ij|), else 1. Parts: primal, the largest
 * distance of l from its set; dual, of v from the cone it has to be in (equality rows: |v_i|);
 * complementarity, of complementarity rows min(l_i, v_i) where both are positive, of contacts |l_c . (v_c +
 * shift)|. worst is the index of a block. Round-off floor = eps * max(|| (|W| |lambda| + |q|)_c ||_2 / (a_c
 * s), of contacts also ||l_c||_2). A residual below a floor above 1e-6 is not believed: the value is then
 * that floor.
 *
 * Islands of blocks that W couples are solved one by one. Where multipliers of equality rows are not unique,
 * reduction, and auto for islands of up to 300 such rows that it reduces, returns those nearest to the start
 * in units of l (from a cold start those of least norm); the other solvers return the same ones in every
 * call. report->iterations counts sweeps, factorisations and what the default solvers of other classes count.
 * max_iterations = 0 stands for 100000 + 10 nb of them for auto and reduction, 100000 for nsgs, 10000 for
 * newton.
 */
#ifndef NSDS_NUMERICS_GENERIC_MECHANICAL_H
#define NSDS_NUMERICS_GENERIC_MECHANICAL_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/matrix.h"
#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"
#include "nsds/numerics/status.h"
#include "nsds/numerics/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The law that the rows of a block obey. */
typedef enum nsds_block_kind {
  NSDS_BLOCK_EQUALITY = 0,
  NSDS_BLOCK_COMPLEMENTARITY = 1,
  NSDS_BLOCK_BOX = 2,
  NSDS_BLOCK_FRICTION = 3 /* has 2 or 3 rows */
} nsds_block_kind;

typedef struct nsds_generic_mechanical {
  size_t struct_size;          /* set by nsds_generic_mechanical_init */
  int32_t size;                /* n ≥ 0, rows */
  int32_t blocks;              /* nb ≥ 0 */
  const nsds_matrix* W;        /* (n x n), borrowed: dense, CSC or BSR; its blocks need not be those below */
  const double* q;             /* (n), borrowed: w without lambda */
  const int32_t* block_starts; /* (nb + 1), borrowed: first row of each block; first 0, last n, increasing.
                                  Nullable where nb = 0 */
  const int32_t* kinds;        /* (nb), borrowed: of nsds_block_kind */
  const double* mu;            /* (nb), borrowed, Nullable where there is no friction block: coefficients of
                                  friction from 0 to 1e150, read of friction blocks only */
  const double* lower;         /* (n), borrowed, Nullable where there is no box block: read of the rows of box
                                  blocks only; may be -infinite */
  const double* upper;         /* (n), the same; may be infinite; lower_i = upper_i fixes lambda_i */
  const double* floor; /* (n), borrowed, Nullable: 0: what a row may be violated by whatever its terms */
} nsds_generic_mechanical;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_generic_mechanical_init(nsds_generic_mechanical* problem);

/* Solves. lambda: (n) in/out (in only with the option warm_start): the solution or the best iterate, finite,
 * in the boxes and cones. w: (n) out, Nullable: W lambda + q for the lambda returned. options: Nullable, the
 * defaults of the class. workspace: Nullable, temporary memory. report: Nullable, initialised by
 * nsds_report_init. Returns the status, the same as report->status. A starting point that solves the problem
 * is returned at once. lambda and w are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and
 * NSDS_OUT_OF_MEMORY. The certificate of NSDS_INFEASIBLE is v: (n), zero but on equality rows, with v'W = 0
 * up to rounding and v'q > 0: these rows contradict each other, since v'w = v'q whatever lambda is. */
NSDS_NUMERICS_API nsds_status nsds_generic_mechanical_solve(const nsds_generic_mechanical* problem,
                                                            double* lambda, double* w,
                                                            const nsds_options* options,
                                                            nsds_workspace* workspace, nsds_report* report);

/* Evaluates what OK means at lambda: (n), at the tolerance 1e-8. residual: out, initialised by nsds_residual_init; its worst is the
 * index of a block. Returns NSDS_OK, NSDS_INVALID_ARGUMENT or NSDS_NOT_APPLICABLE (W is an operator). */
NSDS_NUMERICS_API nsds_status nsds_generic_mechanical_residual(const nsds_generic_mechanical* problem,
                                                               const double* lambda, nsds_residual* residual);

/* Evaluates the residual of the class, by which solvers stop, at lambda: (n). The rest is as above. */
NSDS_NUMERICS_API nsds_status nsds_generic_mechanical_class_residual(const nsds_generic_mechanical* problem,
                                                                     const double* lambda,
                                                                     nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
