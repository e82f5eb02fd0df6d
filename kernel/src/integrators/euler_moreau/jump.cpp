// Jumps of first-order systems: what impulses do at one instant. In no time only M x' = B lambda is left of the motion.
#include <cmath>

#include "integrators/euler_moreau/implementation.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

/// M of the systems, factorised; empty if one of them has no inverse.
bool factoriseMasses(const CompiledModel& model, const FirstOrderSystems& systems, double t,
                     IterationMatrices& masses) {
  std::vector<std::int32_t> sizes;
  for (const PlacedSystem& system : model.systems) sizes.push_back(system.n);
  masses.reset(sizes);
  try {
    for (const std::int32_t number : systems.numbers()) {
      const auto index = static_cast<std::size_t>(number);
      const FirstOrderDS& ds = *model.systems[index].firstOrder;
      if (const SystemMatrix* const M = ds.constantM(); M != nullptr) {
        masses.assignStored(index, *M, ds);
        continue;
      }
      Matrix M(ds.dimension(), ds.dimension());
      ds.M(t, M);
      masses.assign(index, M, ds);
    }
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace

const StateJump* EulerMoreauOSI::Implementation::jumpAt(double t) {
  IterationMatrices masses;
  if (systems.numbers().empty() || !factoriseMasses(model, systems, t, masses)) return nullptr;
  const FlatVectors& flat = model.nsds->flat();
  jump.blocks.clear();
  std::int32_t rows = 0;
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    if (model.relations[c].firstOrder == nullptr) continue;
    const std::int32_t count = model.condensed.interactions[c].rows;
    jump.blocks.push_back({static_cast<std::int32_t>(c), rows, count, Matrix(count, count)});
    rows += count;
  }
  if (rows == 0) return nullptr;
  jump.output.setZero(rows);
  jump.sizes.setZero(rows);
  jumpChange.setZero(flat.dofs(), rows);
  Matrix C = Matrix::Zero(rows, flat.dofs());
  for (StateJump::Block& block : jump.blocks) {
    const auto c = static_cast<std::size_t>(block.interaction);
    const FirstOrderRelation& relation = *model.relations[c].firstOrder;
    const Vector state = model.stack(c, flat.position());
    const Vector zero = Vector::Zero(block.rows);
    Matrix own(block.rows, state.size());
    Matrix K(state.size(), state.size());
    Matrix B(state.size(), block.rows);
    relation.output(t, state, zero, jump.output.segment(block.row, block.rows));
    relation.outputJacobians(t, state, zero, own, block.D);
    relation.inputJacobians(t, state, zero, K, B);
    jump.sizes.segment(block.row, block.rows) = own.cwiseAbs() * state.cwiseAbs();
    Index first = 0;
    for (const CondensedTerm& term : termsOf(model.condensed, model.condensed.interactions[c])) {
      C.block(block.row, term.dof, block.rows, term.size) = own.middleCols(first, term.size);
      for (std::int32_t r = 0; r < block.rows; ++r) {
        Vector column = B.col(r).segment(first, term.size);
        masses.solve(static_cast<std::size_t>(term.system), column.data());
        jumpChange.col(block.row + r).segment(term.dof, term.size) += column;
      }
      first += term.size;
    }
  }
  jump.sizes = jump.sizes.cwiseMax(jump.output.cwiseAbs());
  jump.W.noalias() = C * jumpChange;
  return &jump;
}

void EulerMoreauOSI::Implementation::jumpBy(VectorConstRef mu) {
  const Vector jumped = jumpChange * mu;
  for (const std::int32_t s : systems.numbers()) {
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(s)];
    axpy(system.n, 1.0, jumped.data() + system.dof, model.nsds->flat().position() + system.position);
  }
}

/// Oscillations of the schemes with theta or gamma below 1 do not begin after a step with both of them 1.
bool EulerMoreauOSI::Implementation::damp(bool damped) {
  if (givenTheta == 1.0 && givenGamma == 1.0) return false;
  theta = damped ? 1.0 : givenTheta;
  gamma = damped ? 1.0 : givenGamma;
  systems = FirstOrderSystems(theta);
  relations = FirstOrderRelations(gamma);
  return true;
}

}  // namespace nsds
