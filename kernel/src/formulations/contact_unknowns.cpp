#include "formulations/contact_unknowns.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

void ContactUnknowns::clear() {
  axes_.clear();
  bonds_.clear();
}

AdmissibleSet ContactUnknowns::take(const UnitaryRelation& relation, std::int32_t row, AdmissibleSet set,
                                    double h) {
  if (const auto* const ellipse = std::get_if<EllipticSet>(&set)) {
    addAxes(*ellipse, row);
    return CoulombSet{std::max(ellipse->mu1, ellipse->mu2)};
  }
  if (const auto* const cohesive = std::get_if<CohesiveSet>(&set)) {
    requireForces(*relation.interaction, h);
    bonds_.push_back({relation.interaction, relation.rowInInteraction / relation.rows, row});
    if (relation.rows == 1) return OrthantSet{};
    return CoulombSet{cohesive->mu};
  }
  return set;
}

/// The axis with the larger coefficient has the unit of λ.
void ContactUnknowns::addAxes(const EllipticSet& set, std::int32_t row) {
  const double larger = std::max(set.mu1, set.mu2);
  if (set.mu1 < larger) axes_.push_back({row + 1, set.mu1 / larger});
  if (set.mu2 < larger) axes_.push_back({row + 2, set.mu2 / larger});
}

void ContactUnknowns::refresh(double h) {
  for (Bond& bond : bonds_) {
    const NonSmoothLaw& law = bond.interaction->law();
    const Index size = law.stateSize();
    const double cohesion = law.cohesion(bond.interaction->lawState().segment(bond.block * size, size));
    bond.impulse = h * cohesion;
    if (!(cohesion >= 0.0 && std::isfinite(bond.impulse)))
      throw Error(fmt::format("{}: the cohesion {} N of the law {} is negative or not finite",
                              bond.interaction->name(), cohesion, law.name()));
  }
}

void ContactUnknowns::scale(Delassus& W) const {
  if (axes_.empty()) return;
  factors_.assign(W.activeRows().size(), 1.0);
  for (const Axis& axis : axes_) factors_[static_cast<std::size_t>(axis.row)] = axis.factor;
  W.scale(factors_);
}

void ContactUnknowns::enter(const Delassus& W, std::vector<double>& q, std::vector<double>& z) {
  for (const Axis& axis : axes_) {
    const auto row = static_cast<std::size_t>(axis.row);
    q[row] *= axis.factor;
    z[row] = axis.factor > 0.0 ? z[row] / axis.factor : 0.0;
  }
  if (bonds_.empty()) return;
  shift_.assign(q.size(), 0.0);
  for (const Bond& bond : bonds_) {
    shift_[static_cast<std::size_t>(bond.row)] = bond.impulse;
    z[static_cast<std::size_t>(bond.row)] += bond.impulse;
  }
  for (const Delassus::Island& island : W.islands()) {
    const nsds_matrix matrix = W.matrix(island);
    nsds_matrix_multiply(&matrix, -1.0, shift_.data() + island.firstRow, 1.0, q.data() + island.firstRow);
  }
}

void ContactUnknowns::leave(std::vector<double>& z) const {
  for (const Bond& bond : bonds_) z[static_cast<std::size_t>(bond.row)] -= bond.impulse;
  for (const Axis& axis : axes_) z[static_cast<std::size_t>(axis.row)] *= axis.factor;
}

void requireForces(const Interaction& interaction, double h) {
  if (std::isnan(h))
    throw Error(fmt::format(
        "{}: the integrator does not step laws whose bounds are forces, such as {}; MoreauJeanOSI does",
        interaction.name(), interaction.law().name()));
}

}  // namespace nsds
