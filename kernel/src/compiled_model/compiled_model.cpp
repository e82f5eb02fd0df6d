#include "compiled_model/compiled_model.hpp"

#include <algorithm>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"

namespace nsds {

namespace {

std::int32_t indexOf(const NonSmoothDynamicalSystem& nsds, const DynamicalSystem* system) {
  const auto systems = nsds.systems();
  const auto at = std::lower_bound(systems.begin(), systems.end(), system->id().value,
                                   [](const auto& s, std::uint64_t id) { return s->id().value < id; });
  return asInt(at - systems.begin());
}

/// Refuses what a system says of itself where it cannot be. Constant masses of our own
/// classes were checked when the system was made.
void checkSystem(const MechanicalDS& ds) {
  const Index n = ds.dimension();
  check::that(!ds.plainCoordinates() || ds.positionSize() == n,
              "{} says plainCoordinates(), but has {} coordinates for {} degrees of freedom", ds.name(),
              ds.positionSize(), n);
  if (!ds.constantMass()) ds.requireMass(ds.q());
  const LinearMotion* const linear = ds.linearMotion();
  if (linear == nullptr) return;
  linear->mass.check(ds.name(), "the mass of linearMotion()", n);
  linear->stiffness.check(ds.name(), "the stiffness of linearMotion()", n);
  linear->damping.check(ds.name(), "the damping of linearMotion()", n);
  check::that(ds.plainCoordinates() || linear->stiffness.zero(),
              "{}: linearMotion() has a stiffness, which is for systems with q' = v", ds.name());
}

bool hasFeedthrough(const CompiledRelation& relation) {
  return relation.mechanical == nullptr || relation.mechanical->compliance().size() != 0;
}

}  // namespace

bool hasSparseOperators(const PlacedSystem& system) {
  constexpr std::int32_t smallSize = 16;
  if (system.firstOrder == nullptr || system.n <= smallSize) return false;
  const SystemMatrix* const M = system.firstOrder->constantM();
  const SystemMatrix* const A = system.firstOrder->constantJacobian();
  return M != nullptr && A != nullptr && M->dense() == nullptr && A->dense() == nullptr;
}

void CompiledModel::compile(NonSmoothDynamicalSystem& model) {
  nsds = &model;
  condensed.rounding = &rounding_;
  systems.clear();
  relations.clear();
  std::vector<std::int32_t> sizes;
  for (const auto& system : model.systems()) {
    const Placement placement = model.placement(*system);
    auto* const mechanical = dynamic_cast<MechanicalDS*>(system.get());
    if (mechanical != nullptr) checkSystem(*mechanical);
    systems.push_back({mechanical, mechanical != nullptr ? mechanical->linearMotion() : nullptr,
                       dynamic_cast<const FirstOrderDS*>(system.get()), asInt(system->dimension()),
                       asInt(placement.position), asInt(system->positionSize()), asInt(placement.dof)});
    sizes.push_back(systems.back().n);
  }
  matrices.reset(sizes);

  // The widest interaction decides how much memory one of them needs at most.
  Index coordinates = 0;
  Index entries = 0;
  for (const auto& interaction : model.interactions()) {
    relations.push_back({dynamic_cast<const MechanicalRelation*>(&interaction->relation()),
                         dynamic_cast<const FirstOrderRelation*>(&interaction->relation())});
    Index stacked = 0;
    Index width = 0;
    for (const DynamicalSystem* system : interaction->systems()) {
      stacked += system->positionSize();
      width += system->dimension();
    }
    coordinates = std::max(coordinates, stacked);
    entries = std::max(entries, width * interaction->rows());
  }
  stacked_.assign(static_cast<std::size_t>(coordinates), 0.0);
  jacobian_.assign(static_cast<std::size_t>(entries), 0.0);
  placeSupports();
  layOut();
  flat.clear();
}

/// Where W is sparse, a solve with the sum of all inputs costs less than dense columns of R. Such a system keeps R only
/// where outputs read it. A relation whose matrices may be dense reads everything.
void CompiledModel::placeSupports() {
  supports_.assign(systems.size(), {});
  supported.clear();
  condensed.supports.clear();
  if (!layout.supports) return;
  std::vector<std::vector<std::int32_t>> read(systems.size());
  std::vector<unsigned char> sparse(systems.size());
  for (std::size_t s = 0; s < systems.size(); ++s) sparse[s] = hasSparseOperators(systems[s]) ? 1 : 0;
  for (const auto& interaction : nsds->interactions()) {
    const auto* const relation = dynamic_cast<const FirstOrderLinearTIR*>(&interaction->relation());
    Index first = 0;
    for (const DynamicalSystem* system : interaction->systems()) {
      const auto s = static_cast<std::size_t>(indexOf(*nsds, system));
      if (relation == nullptr) sparse[s] = 0;
      for (Index j = 0; sparse[s] != 0 && j < system->dimension(); ++j) {
        if (SparseMatrix::InnerIterator(relation->C(), first + j)) read[s].push_back(asInt(j));
      }
      first += system->dimension();
    }
  }
  for (std::size_t s = 0; s < systems.size(); ++s) {
    if (sparse[s] == 0 || read[s].empty()) continue;
    std::sort(read[s].begin(), read[s].end());
    read[s].erase(std::unique(read[s].begin(), read[s].end()), read[s].end());
    supports_[s] = {asInt(std::ssize(condensed.supports)), asInt(std::ssize(read[s]))};
    condensed.supports.insert(condensed.supports.end(), read[s].begin(), read[s].end());
    supported.push_back(asInt(static_cast<Index>(s)));
  }
}

/// Gives every block of the condensed operator its place in one pool of zeros.
void CompiledModel::layOut() {
  // An interaction has H and W⁻¹Hᵀ for each of its systems, and D where there is one.
  condensed.interactions.clear();
  condensed.terms.clear();
  std::int32_t size = 0;
  for (std::size_t c = 0; c < relations.size(); ++c) {
    const Interaction& interaction = *nsds->interactions()[c];
    CondensedInteraction record{asInt(nsds->row(interaction)), asInt(interaction.rows()),
                                asInt(static_cast<Index>(condensed.terms.size())),
                                asInt(static_cast<Index>(interaction.systems().size())), -1};
    for (const DynamicalSystem* system : interaction.systems()) {
      const std::int32_t index = indexOf(*nsds, system);
      const PlacedSystem& placed = systems[static_cast<std::size_t>(index)];
      const Support& support = supports_[static_cast<std::size_t>(index)];
      const std::int32_t kept = support.first < 0 ? placed.n : support.size;
      condensed.terms.push_back(
          {index, placed.position, placed.dof, kept, size, size + record.rows * kept, support.first});
      size += 2 * record.rows * kept;
    }
    if (layout.feedthrough && hasFeedthrough(relations[c])) {
      record.feedthrough = size;
      size += record.rows * record.rows;
    }
    condensed.interactions.push_back(record);
  }

  // A system has W, if that is asked for.
  condensed.systems.clear();
  for (const PlacedSystem& system : systems) {
    condensed.systems.push_back({system.dof, system.n, layout.matrices ? size : -1});
    if (layout.matrices) size += system.n * system.n;
  }
  condensed.held.assign(static_cast<std::size_t>(nsds->flat().dofs()), 0);
  condensed.pool.assign(static_cast<std::size_t>(size), 0.0);
}

void CompiledModel::checkVelocities() const {
  const double* const v = nsds->flat().velocity();
  if (allFinite(nsds->flat().dofs(), v)) return;
  for (const PlacedSystem& s : systems) {
    if (s.mechanical == nullptr || allFinite(s.n, v + s.dof)) continue;
    throw Error(s.mechanical->name() + ": the velocity overflows; take a smaller step, or check the forces");
  }
}

Eigen::Map<const Vector> CompiledModel::stack(std::size_t interaction, const double* q) {
  const CondensedInteraction& record = condensed.interactions[interaction];
  const TermRange terms = termsOf(condensed, record);
  if (record.terms == 1)
    return view(q + terms.first->position, systems[static_cast<std::size_t>(terms.first->system)].positions);
  double* to = stacked_.data();
  for (const CondensedTerm& term : terms) {
    const auto positions = systems[static_cast<std::size_t>(term.system)].positions;
    // The seven of a body in space are four moves in place of a call.
    constexpr int ofABody = 7;
    to = positions == ofABody ? std::copy_n(q + term.position, ofABody, to)
                              : std::copy_n(q + term.position, positions, to);
  }
  return view(static_cast<const double*>(stacked_.data()), to - stacked_.data());
}

const double* CompiledModel::jacobian(std::size_t interaction, double t, const double* q) {
  const CondensedInteraction& record = condensed.interactions[interaction];
  Index width = 0;
  for (const CondensedTerm& term : termsOf(condensed, record)) width += term.size;
  relations[interaction].mechanical->jacobian(t, stack(interaction, q),
                                              Eigen::Map<Matrix>(jacobian_.data(), record.rows, width));
  return jacobian_.data();
}

void CompiledModel::keepJacobian(std::size_t interaction, double t, const double* q) {
  storeLeft(condensed, condensed.interactions[interaction], jacobian(interaction, t, q), 1.0);
}

void CompiledModel::condense(std::size_t interaction) {
  const CondensedInteraction& record = condensed.interactions[interaction];
  for (const CondensedTerm& term : termsOf(condensed, record)) {
    double* const pool = condensed.pool.data();
    std::copy_n(pool + term.left, record.rows * term.size, pool + term.right);
    solveRight(record, term);
  }
}

void CompiledModel::solveRight(const CondensedInteraction& record, const CondensedTerm& term) {
  const auto system = static_cast<std::size_t>(term.system);
  double* const right = condensed.pool.data() + term.right;
  for (const auto& prescribed : systems[system].mechanical->prescribed()) {
    for (std::int32_t r = 0; r < record.rows; ++r)
      right[std::ptrdiff_t{r} * term.size + prescribed.first] = 0.0;
  }
  matrices.solve(system, right, record.rows);
}

double* CompiledModel::keptMatrix(std::size_t system) {
  const std::int32_t at = condensed.systems[system].matrix;
  return at >= 0 ? condensed.pool.data() + at : nullptr;
}

}  // namespace nsds
