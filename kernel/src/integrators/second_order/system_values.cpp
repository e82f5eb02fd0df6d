#include "integrators/second_order/system_values.hpp"

#include <algorithm>

#include "modeling/checks.hpp"

namespace nsds {

void SystemValues::compile() {
  varying_.clear();
  Index largest = 1;
  for (const PlacedSystem& system : model_.systems) largest = std::max<Index>(largest, system.n);
  mass_.setZero(largest, largest);
  displacement_.setZero(largest);
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    const PlacedSystem& system = model_.systems[s];
    if (system.linear != nullptr) {
      model_.matrices.assignStored(s, system.linear->mass, *system.mechanical);
      continue;
    }
    mass(s, model_.nsds->flat().position());
    if (!system.mechanical->constantMass()) varying_.push_back(s);
  }
}

void SystemValues::masses(const double* q) {
  for (const std::size_t s : varying_) mass(s, q);
}

void SystemValues::mass(std::size_t system, const double* q) {
  const PlacedSystem& s = model_.systems[system];
  auto M = mass_.topLeftCorner(s.n, s.n);
  s.mechanical->mass(view(q + s.position, s.positions), M);
  model_.matrices.assign(system, M, *s.mechanical);
}

void SystemValues::forces(double t, const double* q, const double* v, double* force) const {
  for (const PlacedSystem& s : model_.systems) {
    s.mechanical->force(t, view(q + s.position, s.positions), view(v + s.dof, s.n), view(force + s.dof, s.n));
  }
}

void SystemValues::displace(const double* q, double factor, const double* v, double* result) {
  for (const PlacedSystem& s : model_.systems) {
    auto xi = displacement_.head(s.n);
    xi = factor * view(v + s.dof, s.n);
    s.mechanical->displace(view(q + s.position, s.positions), xi, view(result + s.position, s.positions));
    if (!allFinite(s.positions, result + s.position)) {
      throw Error(s.mechanical->name() +
                  ": the coordinates overflow; take a smaller step, or check the forces");
    }
  }
}

void addRight(const CondensedOperator& condensed, const IndexSet& active, const double* lambda, double* x) {
  for (const UnitaryRelation& relation : active) {
    const CondensedInteraction& record =
        condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const double multiplier = *lambda++;
      if (multiplier == 0.0) continue;
      for (const CondensedTerm& term : termsOf(condensed, record))
        axpy(term.size, multiplier, rightOf(condensed, term, relation.rowInInteraction + r), x + term.dof);
    }
  }
}

void addLeft(const CondensedOperator& condensed, double factor, const double* lambda, double* x) {
  for (const CondensedInteraction& record : condensed.interactions) {
    for (std::int32_t r = 0; r < record.rows; ++r) {
      const double multiplier = factor * lambda[record.row + r];
      if (multiplier == 0.0) continue;
      for (const CondensedTerm& term : termsOf(condensed, record))
        axpy(term.size, multiplier, leftOf(condensed, term, r), x + term.dof);
    }
  }
}

}  // namespace nsds
