/* Scratch memory kept between solves, and what the check of the last matrix found. It compares nothing: the
 * caller says by the option `reuse` what is unchanged since the last solve with it. Builds with assertions
 * refuse a false claim with NSDS_INVALID_ARGUMENT, also one about another size or storage; builds without
 * believe it, but for size and storage. With a workspace a repeated solve of the same shape allocates
 * nothing. One workspace serves one thread at a time and one problem after the other; a cleared or new
 * workspace gives the same bits as a used one, but for two that have to be asked for: the option remembered_sets
 * of some classes, whose point it is to remember earlier solutions, and reuse = values of quadratic programs, with
 * which the active-set solvers go on with the factors of the last solve. */
#ifndef NSDS_NUMERICS_WORKSPACE_H
#define NSDS_NUMERICS_WORKSPACE_H

#include "nsds/numerics/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nsds_workspace nsds_workspace; /* opaque */

/* Null when memory is exhausted. */
NSDS_NUMERICS_API nsds_workspace* nsds_workspace_create(void);
/* Forgets everything kept (a following solve with reuse ≠ none then counts as reuse = none). */
NSDS_NUMERICS_API void nsds_workspace_clear(nsds_workspace* workspace);
/* Nullable. */
NSDS_NUMERICS_API void nsds_workspace_free(nsds_workspace* workspace);

#ifdef __cplusplus
}
#endif
#endif
