#include "compiled_model/condensation.hpp"

#include <algorithm>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// Calls loop(row, count) for all rows of a set that follow each other in the model.
template <class Loop>
void forEachRunOfRows(const IndexSet& set, const Loop& loop) {
  if (set.empty()) return;
  // Relations are in the order of their rows, so that these leave no room for gaps where each has one.
  const std::int32_t before = set.back().row - set.front().row;
  if (static_cast<std::size_t>(before) + 1 == set.size()) {
    loop(set.front().row, before + set.back().rows);
    return;
  }
  auto relation = set.begin();
  while (relation != set.end()) {
    const std::int32_t first = relation->row;
    std::int32_t end = first;
    for (; relation != set.end() && relation->row == end; ++relation) end += relation->rows;
    loop(first, end - first);
  }
}

}  // namespace

void storeLeft(CondensedOperator& condensed, const CondensedInteraction& interaction, const double* matrix,
               double scale) {
  for (const CondensedTerm& term : termsOf(condensed, interaction)) {
    double* const left = condensed.pool.data() + term.left;
    withSize(interaction.rows, [=](auto rows) {
      withSize(term.size, [=](auto n) {
        for (std::int32_t j = 0; j < n; ++j) {
          for (std::int32_t r = 0; r < rows; ++r) left[r * n + j] = scale * matrix[j * rows + r];
        }
      });
    });
    matrix += std::ptrdiff_t{term.size} * interaction.rows;
  }
}

void advanceLawStates(NonSmoothDynamicalSystem& nsds, const IndexSet& active, int order, double h,
                      const double* w) {
  for (const UnitaryRelation& relation : active) {
    const NonSmoothLaw& law = relation.interaction->law();
    const Index size = law.stateSize();
    if (size == 0 || relation.interaction->relation().order() != order) continue;
    double* const state =
        nsds.lawState(*relation.interaction) + relation.rowInInteraction / relation.rows * size;
    law.updateState(h, VectorView(w + relation.row, relation.rows),
                    VectorView(nsds.flat().multiplier() + relation.row, relation.rows),
                    Eigen::Map<Vector>(state, size));
    check::finiteResult(law, "the internal state", state, size);
  }
}

void gatherMultipliers(const IndexSet& active, const double* multiplier, double* lambda) {
  forEachRunOfRows(active, [&](std::int32_t row, std::int32_t count) {
    copy(count, multiplier + row, lambda);
    lambda += count;
  });
}

void scatterMultipliers(const IndexSet& active, const double* lambda, Index rows, double* multiplier) {
  clear(rows, multiplier);
  forEachRunOfRows(active, [&](std::int32_t row, std::int32_t count) {
    copy(count, lambda, multiplier + row);
    lambda += count;
  });
}

}  // namespace nsds
