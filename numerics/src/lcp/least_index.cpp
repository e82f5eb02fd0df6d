// Murty's least-index method: while a basic variable is negative, the one of least index changes places with
// its complement. Ends with the solution for every P-matrix [Murty 1974; CPS 4.2]; a diagonal pivot that is
// not positive proves that M is none.
//
// Default max_iterations: 10000 + 100 n pivots.
#include <limits>

#include "lcp/dictionary.hpp"
#include "lcp/polish.hpp"
#include "lcp/registry.hpp"

namespace nsds::numerics {
namespace {

constexpr double no_estimate = std::numeric_limits<double>::quiet_NaN();
constexpr double negative = 1e-13;  // per unit of the variable
constexpr int check_every = 64;
constexpr double admissible_drift = 1e-11;

// Principal pivots keep w_i and z_i in row i and column i.
int least_infeasible(const Dictionary& dictionary) {
  for (int i = 0; i < dictionary.n(); ++i)
    if (dictionary.constant(i) < -negative * dictionary.unit(dictionary.basic(i))) return i;
  return -1;
}

SolverClaim not_a_p_matrix(const SolveContext& context, const Dictionary& dictionary, int i,
                           std::int64_t pivots) {
  context.sentence.write(
      "solver 'least_index' needs a P-matrix, but the pivot of row {} is {:.3g} after {} pivots; "
      "try solver 'lemke'.",
      i, dictionary.row(i)[i], pivots);
  return {NSDS_NOT_APPLICABLE, pivots};
}

}  // namespace

SolverClaim solve_least_index(const LcpProblem& problem, double* z, SolveContext& context) {
  Dictionary dictionary(problem, false, *context.arena);
  for (std::int64_t pivots = 0;;) {
    const int i = least_infeasible(dictionary);
    if (i < 0) {
      dictionary.solution(z);
      polish(problem, z, *context.arena);
      return {NSDS_OK, pivots};
    }
    const nsds_status limit = context.limit(pivots, no_estimate);
    if (limit != NSDS_OK) {
      dictionary.solution(z);
      return {limit, pivots};
    }
    if (!(dictionary.row(i)[i] > 0.0)) return not_a_p_matrix(context, dictionary, i, pivots);
    dictionary.pivot(i, i);
    ++pivots;
    if (pivots % check_every == 0 && !(dictionary.drift() <= admissible_drift)) dictionary.refactorise();
  }
}

}  // namespace nsds::numerics
