// Walking over the rows of a condensed operator, and between multipliers of active rows and those of all rows.
#pragma once

#include <cstdint>

#include "linalg/vector_loops.hpp"
#include "nsds/kernel/compiled_model/condensed_operator.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// The terms of an interaction, for range-for.
struct TermRange {
  const CondensedTerm* first;
  const CondensedTerm* last;
  const CondensedTerm* begin() const { return first; }
  const CondensedTerm* end() const { return last; }
};
inline TermRange termsOf(const CondensedOperator& condensed, const CondensedInteraction& interaction) {
  const CondensedTerm* first = condensed.terms.data() + interaction.firstTerm;
  return {first, first + interaction.terms};
}

/// Where the entries of a term that is kept on its support stand within the system.
inline std::int32_t entryOf(const CondensedOperator& condensed, const CondensedTerm& term, std::int32_t i) {
  return term.support < 0 ? i : condensed.supports[static_cast<std::size_t>(term.support + i)];
}

/// Where L of a row of a term begins, and R.
inline const double* leftOf(const CondensedOperator& condensed, const CondensedTerm& term, std::int32_t row) {
  return condensed.pool.data() + term.left + std::ptrdiff_t{row} * term.size;
}
inline const double* rightOf(const CondensedOperator& condensed, const CondensedTerm& term,
                             std::int32_t row) {
  return condensed.pool.data() + term.right + std::ptrdiff_t{row} * term.size;
}

/// Row `row` of an interaction of L x, x over degrees of freedom.
inline double dotLeft(const CondensedOperator& condensed, const CondensedInteraction& interaction,
                      std::int32_t row, const double* x) {
  double sum = 0.0;
  for (const CondensedTerm& term : termsOf(condensed, interaction))
    sum += dot(term.size, leftOf(condensed, term, row), x + term.dof);
  return sum;
}

/// Writes a (rows x columns) matrix of the interaction, column-major, into the blocks at `left` of its terms,
/// scaled.
void storeLeft(CondensedOperator& condensed, const CondensedInteraction& interaction, const double* matrix,
               double scale);

/// Advances the internal states of the laws of active relations of an order after a step of length h; w:
/// (rows) what the laws see.
void advanceLawStates(NonSmoothDynamicalSystem& nsds, const IndexSet& active, int order, double h,
                      const double* w);

/// Copies the multipliers of the active rows, one after the other.
void gatherMultipliers(const IndexSet& active, const double* multiplier, double* lambda);

/// Zeroes the multipliers of all rows and writes those of the active ones.
void scatterMultipliers(const IndexSet& active, const double* lambda, Index rows, double* multiplier);

}  // namespace nsds
