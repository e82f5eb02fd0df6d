#include "integrators/condensation.hpp"

#include <algorithm>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

std::int32_t indexOf(const NonSmoothDynamicalSystem& nsds, const DynamicalSystem* system) {
  const auto systems = nsds.systems();
  const auto at = std::lower_bound(systems.begin(), systems.end(), system->id().value,
                                   [](const auto& s, std::uint64_t id) { return s->id().value < id; });
  return asInt(at - systems.begin());
}

/// Calls loop(row, count) for all rows of a set that follow each other in the model.
template <class Loop>
void forEachRunOfRows(const IndexSet& set, const Loop& loop) {
  auto relation = set.begin();
  while (relation != set.end()) {
    const std::int32_t first = relation->row;
    std::int32_t end = first;
    for (; relation != set.end() && relation->row == end; ++relation) end += relation->rows;
    loop(first, end - first);
  }
}

}  // namespace

bool keepsFeedthrough(const Relation& relation) {
  const auto* mechanical = dynamic_cast<const MechanicalRelation*>(&relation);
  return mechanical == nullptr || mechanical->compliance().size() != 0;
}

void layOut(const NonSmoothDynamicalSystem& nsds, bool (*hasFeedthrough)(const Relation&), bool keepMatrices,
            CondensedOperator& condensed) {
  condensed.interactions.clear();
  condensed.terms.clear();
  std::int32_t size = 0;
  for (const auto& interaction : nsds.interactions()) {
    CondensedInteraction record{asInt(nsds.row(*interaction)), asInt(interaction->rows()),
                                asInt(static_cast<Index>(condensed.terms.size())),
                                asInt(static_cast<Index>(interaction->systems().size())), -1};
    for (const DynamicalSystem* system : interaction->systems()) {
      const std::int32_t n = asInt(system->dimension());
      const Placement placement = nsds.placement(*system);
      condensed.terms.push_back({indexOf(nsds, system), asInt(placement.position), asInt(placement.dof), n,
                                 size, size + record.rows * n});
      size += 2 * record.rows * n;
    }
    if (hasFeedthrough(interaction->relation())) {
      record.feedthrough = size;
      size += record.rows * record.rows;
    }
    condensed.interactions.push_back(record);
  }
  condensed.systems.clear();
  condensed.held.assign(static_cast<std::size_t>(nsds.dofs()), 0);
  for (const auto& system : nsds.systems()) {
    const std::int32_t n = asInt(system->dimension());
    condensed.systems.push_back({asInt(nsds.placement(*system).dof), n, keepMatrices ? size : -1});
    if (keepMatrices) size += n * n;
  }
  condensed.pool.assign(static_cast<std::size_t>(size), 0.0);
}

void storeLeft(CondensedOperator& condensed, const CondensedInteraction& interaction, const double* matrix,
               double scale) {
  for (const CondensedTerm& term : termsOf(condensed, interaction)) {
    double* const left = condensed.pool.data() + term.left;
    const std::int32_t n = term.size;
    withSize(interaction.rows, [=](auto rows) {
      for (std::int32_t j = 0; j < n; ++j) {
        for (std::int32_t r = 0; r < rows; ++r) left[r * n + j] = scale * matrix[j * rows + r];
      }
    });
    matrix += std::ptrdiff_t{n} * interaction.rows;
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
                    VectorView(nsds.multiplier() + relation.row, relation.rows),
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
