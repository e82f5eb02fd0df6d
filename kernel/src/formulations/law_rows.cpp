#include "formulations/law_rows.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <typeinfo>

#include "compiled_model/condensation.hpp"
#include "linalg/numbers.hpp"
#include "linalg/prefetch.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

namespace {

/// The states of the systems of a first-order interaction, one behind the other, at the point where laws hold. states: scratch.
VectorView statesOf(const UnitaryRelation& relation, const CondensedOperator& condensed,
                    std::vector<double>& states) {
  states.clear();
  for (const CondensedTerm& term :
       termsOf(condensed, condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)])) {
    const double* const x = condensed.lawPoint.x + term.position;
    states.insert(states.end(), x, x + condensed.systems[static_cast<std::size_t>(term.system)].size);
  }
  return {states.data(), std::ssize(states)};
}

AdmissibleSet setAtPoint(const UnitaryRelation& relation, const CondensedOperator& condensed,
                         std::vector<double>& states) {
  const NonSmoothLaw& law = relation.interaction->law();
  const bool ofState = law.setDependence() == SetDependence::state;
  if (std::isnan(condensed.lawPoint.t) || (ofState && condensed.lawPoint.x == nullptr))
    throw Error(fmt::format("{}: the integrator does not step laws whose set varies, such as {}",
                            relation.interaction->name(), law.name()));
  return setAt(*relation.interaction, condensed.lawPoint.t,
               ofState ? statesOf(relation, condensed, states) : VectorView(nullptr, 0));
}

/// The coefficients of friction of such contacts are those of the time when they became active.
bool isOfOwnUnknowns(const UnitaryRelation& relation) {
  if (relation.part != RelationPart::law) return false;
  const AdmissibleSet set = relation.interaction->law().admissibleSet();
  return std::holds_alternative<EllipticSet>(set) || std::holds_alternative<CohesiveSet>(set);
}

/// The set of Tresca's law, whose tangents have the bound `radius`, an impulse: intervals in the plane, in space what is
/// projected onto.
AdmissibleSet trescaSet(std::int32_t rows, double radius) {
  if (rows == 2) return MixedSet{Vector{{0.0, -radius}}, Vector{{infinity, radius}}};
  const auto project = [radius](VectorConstRef x, VectorRef projection) {
    projection = x;
    projection[0] = std::max(x[0], 0.0);
    const double tangent = std::hypot(x[1], x[2]);
    if (tangent > radius) projection.tail(2) *= radius / tangent;
  };
  // A large bound says nothing of how large impulses are: they are measured by what the free velocities make of them.
  return ProjectorSet{project, 0.0};
}

bool isMoving(const UnitaryRelation& relation) {
  return relation.part == RelationPart::law &&
         relation.interaction->law().setDependence() != SetDependence::none;
}

}  // namespace

AdmissibleSet setAt(const Interaction& interaction, double t, VectorConstRef x) {
  try {
    return interaction.law().admissibleSetAt(t, x);
  } catch (const Error& error) {
    // A type of its own tells callers more than the name of the interaction does.
    if (typeid(error) != typeid(Error) && typeid(error) != typeid(InvalidArgument)) throw;
    throw Error(fmt::format("{}: {}", interaction.name(), error.what()));
  }
}

BoxSet intervalOf(const AdmissibleSet& set, Index row) {
  if (const auto* mixed = std::get_if<MixedSet>(&set)) return {mixed->lower[row], mixed->upper[row]};
  if (const auto* box = std::get_if<BoxSet>(&set)) return *box;
  if (std::holds_alternative<OrthantSet>(set)) return {0.0, infinity};
  const auto* const output = std::get_if<OutputSet>(&set);
  if (output == nullptr) return {-infinity, infinity};
  if (const auto* mixed = std::get_if<MixedSet>(&output->K)) return {mixed->lower[row], mixed->upper[row]};
  if (const auto* box = std::get_if<BoxSet>(&output->K)) return *box;
  if (std::holds_alternative<OrthantSet>(output->K)) return {0.0, infinity};
  return std::holds_alternative<FreeSet>(output->K) ? BoxSet{0.0, 0.0} : BoxSet{-infinity, infinity};
}

bool isOfOutput(const AdmissibleSet& set) {
  const auto* const output = std::get_if<OutputSet>(&set);
  return output != nullptr && !std::holds_alternative<OrthantSet>(output->K) &&
         !std::holds_alternative<FreeSet>(output->K);
}

PolyhedronSet* polyhedronIn(AdmissibleSet& set) {
  auto* const output = std::get_if<OutputSet>(&set);
  return output == nullptr ? std::get_if<PolyhedronSet>(&set) : std::get_if<PolyhedronSet>(&output->K);
}

ProjectorSet* projectorIn(AdmissibleSet& set) {
  auto* const output = std::get_if<OutputSet>(&set);
  return output == nullptr ? std::get_if<ProjectorSet>(&set) : std::get_if<ProjectorSet>(&output->K);
}

void LawRows::read(const Delassus& delassus, const IndexSet& active, const CondensedOperator& condensed) {
  lower.clear();
  upper.clear();
  mu.clear();
  muR.clear();
  rows.clear();
  interactions.clear();
  polyhedra.clear();
  projectors.clear();
  outputs.clear();
  varying.clear();
  moving.clear();
  tresca.clear();
  unknowns.clear();
  for (const std::int32_t index : delassus.order()) add(active[static_cast<std::size_t>(index)], condensed);
  unknowns.refresh(condensed.lawPoint.h);
}

AdmissibleSet LawRows::setOf(const UnitaryRelation& relation, const CondensedOperator& condensed) {
  if (relation.part == RelationPart::normal) return OrthantSet{};
  if (relation.part == RelationPart::equality) return FreeSet{};
  return isMoving(relation) ? setAtPoint(relation, condensed, states_)
                            : relation.interaction->law().admissibleSet();
}

/// Adds what the law of one relation says.
void LawRows::add(const UnitaryRelation& relation, const CondensedOperator& condensed) {
  const auto number = static_cast<std::int32_t>(mu.size());
  const auto row = static_cast<std::int32_t>(lower.size());
  AdmissibleSet set = setOf(relation, condensed);
  const double h = condensed.lawPoint.h;
  if (const auto* const given = std::get_if<TrescaSet>(&set)) {
    requireForces(*relation.interaction, h);
    tresca.push_back({relation, row, projectors.size(), h * given->bound});
    set = trescaSet(relation.rows, tresca.back().radius);
  } else {
    set = unknowns.take(relation, row, std::move(set), h);
  }
  const auto* coulomb = std::get_if<CoulombSet>(&set);
  const auto* rolling = std::get_if<RollingSet>(&set);
  // The kind of a set is for good; numbers are part of these alone, but for polyhedra and mixed rows, which stay.
  if (isMoving(relation)) {
    moving.push_back({relation, row, polyhedronIn(set) != nullptr ? polyhedra.size() : projectors.size()});
  } else if (!isOfOwnUnknowns(relation) &&
             (coulomb != nullptr || rolling != nullptr || std::holds_alternative<BoxSet>(set))) {
    varying.push_back({&relation.interaction->law(), number, row});
  }
  // Every row has bounds, every relation a coefficient, −1 where it has no friction.
  const bool ofOutput = isOfOutput(set);
  for (std::int32_t r = 0; r < relation.rows; ++r) {
    const BoxSet bounds = intervalOf(set, r);
    lower.push_back(bounds.lower);
    upper.push_back(bounds.upper);
    if (ofOutput) outputs.push_back(row + r);
  }
  rows.push_back(relation.rows);
  interactions.push_back(relation.interaction);
  mu.push_back(coulomb != nullptr ? coulomb->mu : rolling != nullptr ? rolling->mu : -1.0);
  muR.push_back(rolling == nullptr ? -1.0 : rolling->muR);
  if (PolyhedronSet* const polyhedron = polyhedronIn(set))
    polyhedra.push_back({number, row, std::move(*polyhedron)});
  if (ProjectorSet* const projector = projectorIn(set))
    projectors.push_back({number, row, relation.rows, std::move(*projector)});
}

std::vector<std::string> namesOf(std::span<const Interaction* const> interactions) {
  std::vector<std::string> names;
  const Interaction* last = nullptr;
  for (const Interaction* interaction : interactions) {
    if (interaction != last) names.push_back(interaction->name());
    last = interaction;
  }
  return names;
}

void LawRows::askForNumbers() {
  for (std::size_t i = 0; i < varying.size(); ++i) {
    if (i + prefetchDistance < varying.size()) prefetch<128>(varying[i + prefetchDistance].law);
    const Varying& entry = varying[i];
    const AdmissibleSet set = entry.law->admissibleSet();
    if (const auto* coulomb = std::get_if<CoulombSet>(&set)) {
      mu[static_cast<std::size_t>(entry.relation)] = coulomb->mu;
    } else if (const auto* rolling = std::get_if<RollingSet>(&set)) {
      mu[static_cast<std::size_t>(entry.relation)] = rolling->mu;
      muR[static_cast<std::size_t>(entry.relation)] = rolling->muR;
    } else if (const auto* box = std::get_if<BoxSet>(&set)) {  // one row
      lower[static_cast<std::size_t>(entry.row)] = box->lower;
      upper[static_cast<std::size_t>(entry.row)] = box->upper;
    }
  }
}

/// Where the step has another length a force has another impulse. True if one has.
bool LawRows::changeRadii(double h) {
  bool changed = false;
  for (Tresca& entry : tresca) {
    const AdmissibleSet set = entry.relation.interaction->law().admissibleSet();
    const double radius = h * std::get<TrescaSet>(set).bound;
    if (radius == entry.radius) continue;
    changed = true;
    entry.radius = radius;
    AdmissibleSet moved = trescaSet(entry.relation.rows, radius);
    if (ProjectorSet* const projector = projectorIn(moved)) {
      projectors[entry.place].set = std::move(*projector);
    } else {
      lower[static_cast<std::size_t>(entry.row) + 1] = -radius;
      upper[static_cast<std::size_t>(entry.row) + 1] = radius;
    }
  }
  return changed;
}

/// Takes the sets that depend on time or state at the point of this iterate.
void LawRows::move(const CondensedOperator& condensed) {
  for (const Moving& entry : moving) {
    AdmissibleSet set = setAtPoint(entry.relation, condensed, states_);
    for (std::int32_t r = 0; r < entry.relation.rows; ++r) {
      const BoxSet bounds = intervalOf(set, r);
      lower[static_cast<std::size_t>(entry.row + r)] = bounds.lower;
      upper[static_cast<std::size_t>(entry.row + r)] = bounds.upper;
    }
    if (PolyhedronSet* const polyhedron = polyhedronIn(set))
      polyhedra[entry.place].set = std::move(*polyhedron);
    if (ProjectorSet* const projector = projectorIn(set)) projectors[entry.place].set = std::move(*projector);
  }
}

}  // namespace nsds
