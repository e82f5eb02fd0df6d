// Jumps of first-order systems: what impulses do at one instant. In no time only M x' = B lambda is left of the motion.
#include <cmath>

#include "integrators/euler_moreau/implementation.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

/// M of a system, factorised; false if it has no inverse.
bool factoriseMass(const FirstOrderDS& ds, std::size_t index, double t, IterationMatrices& masses) {
  const SystemMatrix* const constant = ds.constantM();
  Matrix M(0, 0);
  if (constant == nullptr) {
    M.resize(ds.dimension(), ds.dimension());
    ds.M(t, M);
  }
  try {
    if (constant != nullptr) {
      masses.assignStored(index, *constant, ds);
    } else {
      masses.assign(index, M, ds);
    }
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace

const StateJump* EulerMoreauOSI::Implementation::jumpAt(double t, bool impulses) {
  placeJump();
  if (jump.blocks.empty()) return nullptr;
  jump.time = t;
  jumpOutputs(t);
  if (impulses) jumpImpulses(t);
  return &jump;
}

/// Gives the first-order interactions their rows.
void EulerMoreauOSI::Implementation::placeJump() {
  jump.blocks.clear();
  jump.W.resize(0, 0);
  std::int32_t rows = 0;
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    if (model.relations[c].firstOrder == nullptr) continue;
    const std::int32_t count = model.condensed.interactions[c].rows;
    jump.blocks.push_back({static_cast<std::int32_t>(c), rows, count, Matrix(count, count)});
    rows += count;
  }
  jump.output.setZero(rows);
  jump.sizes.setZero(rows);
}

/// What is small beside a state, beside where it began, or beside what a step makes of it, is rounding.
void EulerMoreauOSI::Implementation::jumpOutputs(double t) {
  const FlatVectors& flat = model.nsds->flat();
  std::vector<double> sizes(static_cast<std::size_t>(flat.positions()), 0.0);
  for (const std::int32_t s : systems.numbers()) {
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(s)];
    const Vector& initial = system.firstOrder->initialPosition();
    for (std::int32_t i = 0; i < system.n; ++i) {
      const auto at = static_cast<std::size_t>(system.position + i);
      sizes[at] = std::max(std::abs(flat.position()[at]), std::abs(initial[i])) +
                  step.h * std::abs(flat.force()[system.dof + i]);
    }
  }
  for (StateJump::Block& block : jump.blocks) {
    const auto c = static_cast<std::size_t>(block.interaction);
    const FirstOrderRelation& relation = *model.relations[c].firstOrder;
    const Vector state = model.stack(c, flat.position());
    const Vector zero = Vector::Zero(block.rows);
    Matrix C(block.rows, state.size());
    relation.output(t, state, zero, jump.output.segment(block.row, block.rows));
    relation.outputJacobians(t, state, zero, C, block.D);
    jump.sizes.segment(block.row, block.rows) = C.cwiseAbs() * model.stack(c, sizes.data());
    const NonSmoothLaw& law = model.nsds->interactions()[c]->law();
    if (callsLaw[c] == 0) continue;
    for (Index first = 0; first < block.rows; first += law.blockSize()) {
      Vector shift(law.blockSize());
      const double* const states = model.nsds->lawState(*model.nsds->interactions()[c]);
      law.shift(theta, Vector::Zero(law.blockSize()),
                view(states + first / law.blockSize() * law.stateSize(), law.stateSize()), shift);
      jump.output.segment(block.row + first, law.blockSize()) += shift;
    }
  }
}

/// M⁻¹ B, and C times that.
void EulerMoreauOSI::Implementation::jumpImpulses(double t) {
  const FlatVectors& flat = model.nsds->flat();
  std::vector<std::int32_t> dimensions;
  for (const PlacedSystem& system : model.systems) dimensions.push_back(system.n);
  IterationMatrices masses;
  masses.reset(dimensions);
  for (const std::int32_t s : systems.numbers()) {
    const auto index = static_cast<std::size_t>(s);
    if (!factoriseMass(*model.systems[index].firstOrder, index, t, masses)) return;
  }
  jumpChange.setZero(flat.dofs(), jump.output.size());
  Matrix C = Matrix::Zero(jump.output.size(), flat.dofs());
  for (const StateJump::Block& block : jump.blocks) {
    const auto c = static_cast<std::size_t>(block.interaction);
    const FirstOrderRelation& relation = *model.relations[c].firstOrder;
    const Vector state = model.stack(c, flat.position());
    const Vector zero = Vector::Zero(block.rows);
    Matrix own(block.rows, state.size());
    Matrix D(block.rows, block.rows);
    Matrix K(state.size(), state.size());
    Matrix B(state.size(), block.rows);
    relation.outputJacobians(t, state, zero, own, D);
    relation.inputJacobians(t, state, zero, K, B);
    Index first = 0;
    for (const CondensedTerm& term : termsOf(model.condensed, model.condensed.interactions[c])) {
      const std::int32_t n = model.systems[static_cast<std::size_t>(term.system)].n;
      C.block(block.row, term.dof, block.rows, n) = own.middleCols(first, n);
      for (std::int32_t r = 0; r < block.rows; ++r) {
        Vector column = B.col(r).segment(first, n);
        masses.solve(static_cast<std::size_t>(term.system), column.data());
        jumpChange.col(block.row + r).segment(term.dof, n) += column;
      }
      first += n;
    }
  }
  jump.W.noalias() = C * jumpChange;
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
  if (givenTheta == 1.0 && givenGamma == 1.0) return false;  // so is the hold
  if (semiImplicit()) return false;                          // its theta is about f alone
  theta = damped ? 1.0 : givenTheta;
  gamma = damped ? 1.0 : givenGamma;
  systems = FirstOrderSystems(theta, scheme);
  relations = FirstOrderRelations(gamma);
  return true;
}

}  // namespace nsds
