// What integrators and simulations share: laying out the condensed operator of a model and walking over its
// rows.
#pragma once

#include <cstdint>
#include <vector>

#include "integrators/iteration_matrices.hpp"
#include "linalg/vector_loops.hpp"
#include "nsds/kernel/integrators/condensed_operator.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// Records and zeroed blocks for every interaction, with room for D where it has a feedthrough, and for every
/// system, with room for W_s if it is to be kept.
void layOut(const NonSmoothDynamicalSystem& nsds, bool (*hasFeedthrough)(const Relation&), bool keepMatrices,
            CondensedOperator& condensed);

/// Do time stepping schemes keep a D of this relation? Of first-order ones, and of compliant ones.
bool keepsFeedthrough(const Relation& relation);

/// Of the records of all systems of a model those that an integrator steps: the others have no system.
template <class Record>
class Stepped {
 public:
  explicit Stepped(const std::vector<Record>& records)
      : begin_(records.data()), end_(begin_ + records.size()) {}

  class Iterator {
   public:
    Iterator(const Record* at, const Record* end) : at_(at), end_(end) { skip(); }
    const Record& operator*() const { return *at_; }
    Iterator& operator++() {
      ++at_;
      skip();
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    void skip() {
      while (at_ != end_ && at_->ds == nullptr) ++at_;
    }
    const Record *at_, *end_;
  };
  Iterator begin() const { return {begin_, end_}; }
  Iterator end() const { return {end_, end_}; }

 private:
  const Record *begin_, *end_;
};
template <class Record>
Stepped<Record> stepped(const std::vector<Record>& records) {
  return Stepped<Record>(records);
}

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
