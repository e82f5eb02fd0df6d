#include "compiled_model/output_rounding.hpp"

#include <cmath>

#include "compiled_model/compiled_model.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

namespace {

constexpr double lost = 1e3 * epsilon;
constexpr std::int32_t inSpace = 6;  // degrees of freedom of a body, three of them linear

}  // namespace

OutputRounding::~OutputRounding() = default;

double ModelRounding::of(const CondensedInteraction& interaction, std::int32_t row) const {
  double sum = 0.0;
  for (const CondensedTerm& term : termsOf(model_.condensed, interaction)) sum += ofTerm(term, row);
  return lost * sum;
}

double ModelRounding::ofTerm(const CondensedTerm& term, std::int32_t row) const {
  const PlacedSystem& system = model_.systems[static_cast<std::size_t>(term.system)];
  const FlatVectors& flat = model_.nsds->flat();
  const bool moves = system.mechanical != nullptr;
  const double* const before = moves ? flat.startVelocity() + term.dof : flat.startPosition() + term.position;
  const double* const now = moves ? flat.velocity() + term.dof : flat.position() + term.position;
  const double* const L = leftOf(model_.condensed, term, row);
  const std::int32_t part = moves && term.size == inSpace ? inSpace / 2 : term.size;
  double sum = 0.0;
  for (std::int32_t first = 0; first < term.size; first += part) {
    double left = 0.0, motion = 0.0, change = 0.0;
    for (std::int32_t i = first; i < first + part; ++i) {
      const std::int32_t entry = entryOf(model_.condensed, term, i);
      left += L[i] * L[i];
      motion += before[entry] * before[entry];
      change += (now[entry] - before[entry]) * (now[entry] - before[entry]);
    }
    sum += std::sqrt(left) * (std::sqrt(motion) + std::sqrt(change));
  }
  return sum;
}

}  // namespace nsds
