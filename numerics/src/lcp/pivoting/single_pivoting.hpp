// Principal pivoting by one index at a time: while a basic variable is negative, one of them changes places
// with its complement. Which one is the rule of the method.
#pragma once

#include <limits>

#include "lcp/pivoting/dictionary.hpp"
#include "lcp/polish.hpp"
#include "lcp/registry.hpp"

namespace nsds::numerics::lcp {

// Principal pivots keep w_i and z_i in row i and column i.
inline bool is_negative(const Dictionary& dictionary, int i) {
  constexpr double negative = 1e-13;  // per unit of the variable
  return dictionary.constant(i) < -negative * dictionary.unit(dictionary.basic(i));
}

inline int least_infeasible(const Dictionary& dictionary) {
  for (int i = 0; i < dictionary.n(); ++i)
    if (is_negative(dictionary, i)) return i;
  return -1;
}

// choose(dictionary): the row to pivot in, -1 where no basic variable is negative.
template <class Choose>
SolverClaim pivot_one_by_one(const Lcp& problem, double* z, SolveContext& context, Choose&& choose) {
  constexpr int check_every = 64;
  constexpr double admissible_drift = 1e-11;
  Dictionary dictionary(problem, false, *context.arena);
  for (std::int64_t pivots = 0;;) {
    const int i = choose(dictionary);
    // A dictionary whose basic variables are not negative is a solution.
    if (i < 0) {
      dictionary.solution(z);
      polish(problem, z, *context.arena);
      return {NSDS_OK, pivots};
    }
    const nsds_status limit = context.limit(pivots, std::numeric_limits<double>::quiet_NaN());
    if (limit != NSDS_OK) {
      dictionary.solution(z);
      return {limit, pivots};
    }
    // Principal pivots of a P-matrix are positive.
    if (!(dictionary.row(i)[i] > 0.0)) {
      context.sentence.write(
          "solver '{}' needs a P-matrix, but the pivot of row {} is {:.3g} after {} pivots; "
          "try solver 'lemke'.",
          context.solver, i, dictionary.row(i)[i], pivots);
      return {NSDS_NOT_APPLICABLE, pivots};
    }
    // Rounding grows from pivot to pivot: now and then the dictionary is held against the equations, and
    // computed anew if it has drifted.
    dictionary.pivot(i, i);
    ++pivots;
    if (pivots % check_every == 0 && !(dictionary.drift() <= admissible_drift)) dictionary.refactorise();
  }
}

}  // namespace nsds::numerics::lcp
