#include "integrators/second_order/law_shift.hpp"

#include <algorithm>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr double meanVelocity = 0.5;

}  // namespace

void LawShift::compile(const CompiledModel& model) {
  restitution_.assign(static_cast<std::size_t>(model.nsds->flat().rows()), 0.0);
  callsLaw_.assign(relations_.list.size(), 0);
  Index largest = 1;
  for (std::size_t c = 0; c < relations_.list.size(); ++c) {
    const NonSmoothLaw& law = *relations_.list[c].law;
    const CondensedInteraction& record = model.condensed.interactions[c];
    const auto size = static_cast<std::int32_t>(law.blockSize());
    largest = std::max<Index>(largest, size);
    for (std::int32_t row = record.row; row < record.row + record.rows; row += size)
      callsLaw_[c] = law.restitution(meanVelocity, view(restitution_.data() + row, size)) ? 0 : 1;
  }
  shift_.assign(static_cast<std::size_t>(largest), 0.0);
}

void LawShift::add(const UnitaryRelation& relation, const double* before, double* w) {
  const auto c = static_cast<std::size_t>(relation.interactionIndex);
  if (callsLaw_[c] == 0) {
    for (std::int32_t r = 0; r < relation.rows; ++r)
      w[r] += restitution_[static_cast<std::size_t>(relation.row + r)] * before[r];
    return;
  }
  const NonSmoothLaw& law = *relations_.list[c].law;
  const Index stateSize = law.stateSize();
  const double* const state =
      relations_.list[c].lawState + relation.rowInInteraction / relation.rows * stateSize;
  law.shift(meanVelocity, view(before, relation.rows), view(state, stateSize),
            view(shift_.data(), relation.rows));
  check::finiteResult(law, "the shift", shift_.data(), relation.rows);
  for (std::int32_t r = 0; r < relation.rows; ++r) w[r] += shift_[static_cast<std::size_t>(r)];
}

}  // namespace nsds
