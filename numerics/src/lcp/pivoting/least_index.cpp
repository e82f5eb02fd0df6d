// Murty's least-index method: while a basic variable is negative, the one of least index changes places with
// its complement. Ends with the solution for every P-matrix [Murty 1974; CPS 4.2]; a diagonal pivot that is
// not positive proves that M is none.
//
// Default max_iterations: 10000 + 100 n pivots.
#include "lcp/pivoting/single_pivoting.hpp"

namespace nsds::numerics::lcp {

SolverClaim solve_least_index(const Lcp& problem, double* z, SolveContext& context) {
  return pivot_one_by_one(problem, z, context, least_infeasible);
}

}  // namespace nsds::numerics::lcp
