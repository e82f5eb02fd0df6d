/* Which solver, how far, with which parameters. An options object belongs to one problem class and names one
 * of its solvers; every setter checks name, type and range against that solver's option table (registry.h).
 *
 * Common to every solver:
 *   tolerance       double  bound on the class residual (dimensionless), default 1e-8
 *   max_iterations  int     default 0: the solver chooses from the size of the problem
 *   time_limit      double  seconds of wall time, default infinity; a sparse factorisation
 *                           that is expected to take longer is not begun
 *   warm_start      bool    the unknowns hold a starting point, default 0
 *   reuse           choice  none | structure | values: what is unchanged since the last call with the
 *                           same workspace
 */
#ifndef NSDS_NUMERICS_OPTIONS_H
#define NSDS_NUMERICS_OPTIONS_H

#include <stdint.h>

#include "nsds/numerics/registry.h"
#include "nsds/numerics/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nsds_options nsds_options; /* opaque */

/* The state of an iteration, which a solver shows to its callback once an iteration (or a bounded number of
 * them). */
typedef struct nsds_progress {
  const char* solver;
  int64_t iteration;
  double residual; /* the solver's own running estimate, NaN where it has none (pivoting) */
  double seconds;  /* since the call began */
} nsds_progress;

/* Returns 0 to go on, anything else to stop with NSDS_INTERRUPTED. Called on the thread of the solve. */
typedef int (*nsds_callback)(const nsds_progress* progress, void* user);

/* New options for a class. solver: Nullable, the default of the class. options: out, untouched on failure.
 * Returns NSDS_OK, NSDS_INVALID_ARGUMENT (no such class or solver, null), NSDS_OUT_OF_MEMORY. Without options
 * there is no place for a sentence. Who wants one for a name that a person typed creates the options of the
 * default solver and calls nsds_options_set_solver: nsds_options_error then lists the solvers there are. */
NSDS_NUMERICS_API nsds_status nsds_options_create(nsds_class problem_class, const char* solver,
                                                  nsds_options** options);
/* A deep copy, or null when memory is exhausted or options is null. */
NSDS_NUMERICS_API nsds_options* nsds_options_copy(const nsds_options* options);
/* Nullable. */
NSDS_NUMERICS_API void nsds_options_free(nsds_options* options);

/* Changes the solver. The common options keep their values, those of the old solver are dropped. Returns
 * NSDS_OK, NSDS_INVALID_ARGUMENT (null; no such solver: nsds_options_error lists those there are),
 * NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_options_set_solver(nsds_options* options, const char* solver);
/* The name of its solver; null for null. */
NSDS_NUMERICS_API const char* nsds_options_solver(const nsds_options* options);
/* The class; NSDS_CLASS_LCP for null. */
NSDS_NUMERICS_API nsds_class nsds_options_class(const nsds_options* options);

/* Setters by type. NSDS_INVALID_ARGUMENT leaves the options as they were; nsds_options_error then names the
 * option, and what would be admissible. set_int serves int and bool; set_text parses by the declared type. */
NSDS_NUMERICS_API nsds_status nsds_options_set_double(nsds_options* options, const char* name, double value);
NSDS_NUMERICS_API nsds_status nsds_options_set_int(nsds_options* options, const char* name, int64_t value);
NSDS_NUMERICS_API nsds_status nsds_options_set_choice(nsds_options* options, const char* name,
                                                      const char* value);
NSDS_NUMERICS_API nsds_status nsds_options_set_text(nsds_options* options, const char* name,
                                                    const char* value);
/* callback: Nullable, none. user: handed to it. */
NSDS_NUMERICS_API nsds_status nsds_options_set_callback(nsds_options* options, nsds_callback callback,
                                                        void* user);

/* Getters by type; value: out, untouched on NSDS_INVALID_ARGUMENT (no such option, or of another type). A
 * choice is static. They write nothing but value: several threads may read the same options, and solve with
 * them, at the same time, as long as none sets them. */
NSDS_NUMERICS_API nsds_status nsds_options_get_double(const nsds_options* options, const char* name,
                                                      double* value);
NSDS_NUMERICS_API nsds_status nsds_options_get_int(const nsds_options* options, const char* name,
                                                   int64_t* value);
NSDS_NUMERICS_API nsds_status nsds_options_get_choice(const nsds_options* options, const char* name,
                                                      const char** value);

/* The sentence of the last refused set on these options, "" if there was none. Valid until the next set. */
NSDS_NUMERICS_API const char* nsds_options_error(const nsds_options* options);

#ifdef __cplusplus
}
#endif
#endif
