// Compilation and the step of Euler-Moreau.
#include <algorithm>

#include "integrators/euler_moreau.hpp"
#include "modeling/checks.hpp"

namespace nsds {

void EulerMoreauOSI::Implementation::compile(NonSmoothDynamicalSystem& nsds, double h) {
  step = {nsds.time(), nsds.time() + h, h};
  model.layout.feedthrough = true;
  model.compile(nsds);
  for (auto* vector : {&xFree, &xMixed, &bNext})
    vector->assign(static_cast<std::size_t>(nsds.flat().dofs()), 0.0);
  compileSystems();
  compileRelations();
  condense();
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const bool constant = constantA || model.relations[c].firstOrder == nullptr;
    model.flat.append(model.condensed, model.condensed.interactions[c], constant);
  }
}

void EulerMoreauOSI::Implementation::compileSystems() {
  // M and A of each system get their place in one pool.
  constantA = true;
  firstOfPool.clear();
  std::int32_t size = 0;
  for (std::size_t s = 0; s < model.systems.size(); ++s) {
    const PlacedSystem& system = model.systems[s];
    check::that(
        system.firstOrder != nullptr || shared,
        "EulerMoreauOSI does not integrate {}, which is not a first-order linear system; MoreauJeanOSI "
        "takes mechanical ones, MixedOrderOSI both",
        model.nsds->systems()[s]->name());
    firstOfPool.push_back(size);
    if (system.firstOrder == nullptr) continue;
    size += 2 * system.n * system.n;
    constantA = constantA && system.firstOrder->constantA();
  }
  pool.assign(static_cast<std::size_t>(size), 0.0);

  // W, and b at the end of a step where that stays.
  for (std::size_t s = 0; s < model.systems.size(); ++s) {
    const PlacedSystem& system = model.systems[s];
    if (system.firstOrder == nullptr) continue;
    compileIterationMatrix(s);
    if (system.firstOrder->constantB())
      system.firstOrder->b(step.t1, view(bNext.data() + system.dof, system.n));
  }
}

void EulerMoreauOSI::Implementation::compileRelations() {
  plainOutputs = true;
  callsLaw.assign(model.relations.size(), 0);
  offset.resize(static_cast<std::size_t>(model.nsds->flat().rows()));
  Index block = 1;
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const Interaction& interaction = *model.nsds->interactions()[c];
    const FirstOrderLinearTIR* const relation = model.relations[c].firstOrder;
    check::that(relation != nullptr || shared, "EulerMoreauOSI does not take the relation {} of {}",
                interaction.relation().name(), interaction.name());
    if (relation == nullptr) {
      plainOutputs = false;
      continue;
    }
    // The law's shift at U- = 0 is asked for in each step unless it is zero for good.
    const Index size = interaction.law().blockSize();
    blockShift.resize(std::max(blockShift.size(), size));
    callsLaw[c] = interaction.law().restitution(theta, blockShift.head(size)) ? 0 : 1;
    plainOutputs = plainOutputs && callsLaw[c] == 0;
    block = std::max(block, size);

    const CondensedInteraction& record = model.condensed.interactions[c];
    std::copy_n(relation->e().data(), record.rows, offset.data() + record.row);
    storeLeft(model.condensed, record, relation->C().data(), gamma);
    Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        model.condensed.pool.data() + record.feedthrough, record.rows, record.rows) = relation->D();
  }
  blockZero.setZero(block);
  blockShift.setZero(block);
}

/// W = M - h θ A(t_{k+1})
void EulerMoreauOSI::Implementation::compileIterationMatrix(std::size_t system) {
  const PlacedSystem& s = model.systems[system];
  Eigen::Map<Matrix> M(storedM(system), s.n, s.n);
  Eigen::Map<Matrix> A(storedA(system), s.n, s.n);
  M = s.firstOrder->M();
  s.firstOrder->A(step.t1, A);
  scratch = M - step.h * theta * A;
  model.matrices.assign(system, scratch, *s.firstOrder);
}

/// R = h W⁻¹B
void EulerMoreauOSI::Implementation::condense() {
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    if (model.relations[c].firstOrder == nullptr) continue;
    const CondensedInteraction& record = model.condensed.interactions[c];
    const Matrix& B = model.relations[c].firstOrder->B();
    Index firstColumn = 0;
    for (const CondensedTerm& term : termsOf(model.condensed, record)) {
      double* const right = model.condensed.pool.data() + term.right;
      for (std::int32_t r = 0; r < record.rows; ++r) {
        for (std::int32_t i = 0; i < term.size; ++i)
          right[r * term.size + i] = step.h * B(firstColumn + i, r);
      }
      model.matrices.solve(static_cast<std::size_t>(term.system), right, record.rows);
      firstColumn += term.size;
    }
  }
}

/// The "force" kept between steps is A x + b at the present state.
void EulerMoreauOSI::Implementation::evaluateState() {
  NonSmoothDynamicalSystem& nsds = *model.nsds;
  for (std::size_t k = 0; k < model.systems.size(); ++k) {
    const PlacedSystem& s = model.systems[k];
    if (s.firstOrder == nullptr) continue;
    double* const force = nsds.flat().force() + s.dof;
    Eigen::Map<Matrix> A(storedA(k), s.n, s.n);
    s.firstOrder->A(nsds.time(), A);
    s.firstOrder->b(nsds.time(), view(force, s.n));
    multiplyAdd(s.n, 1.0, A.data(), nsds.flat().position() + s.position, force);
  }
  evaluateOutputs(nsds.flat().position());
}

/// y = C x + D lambda + e
void EulerMoreauOSI::Implementation::evaluateOutputs(const double* x) {
  NonSmoothDynamicalSystem& nsds = *model.nsds;
  double* const y = nsds.flat().output();
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    if (model.relations[c].firstOrder == nullptr) continue;
    const CondensedInteraction& record = model.condensed.interactions[c];
    const double* D = model.condensed.pool.data() + record.feedthrough;
    const double* const lambda = nsds.flat().multiplier() + record.row;
    for (std::int32_t row = record.row; row < record.row + record.rows; ++row, D += record.rows) {
      y[row] = model.flat.dotPositions(row, x) / gamma + dot(record.rows, D, lambda) +
               offset[static_cast<std::size_t>(row)];
    }
  }
}

void EulerMoreauOSI::Implementation::beginStep(const StepInterval& interval) {
  step = interval;
}

void EulerMoreauOSI::Implementation::linearise() {
  for (std::size_t s = 0; s < model.systems.size(); ++s) {
    if (model.systems[s].firstOrder == nullptr) continue;
    if (!model.systems[s].firstOrder->constantA()) compileIterationMatrix(s);
    freeState(s);
  }
  if (constantA) return;
  condense();
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    if (model.relations[c].firstOrder != nullptr)
      model.flat.refresh(model.condensed, model.condensed.interactions[c]);
  }
}

/// W x_free = M x_k + h (1 - theta) (A x + b)_k + h theta b_{k+1}
void EulerMoreauOSI::Implementation::freeState(std::size_t system) {
  const PlacedSystem& s = model.systems[system];
  const NonSmoothDynamicalSystem& nsds = *model.nsds;
  const double* const force = nsds.flat().force() + s.dof;
  double* const b = bNext.data() + s.dof;
  double* const x = xFree.data() + s.dof;
  if (!s.firstOrder->constantB()) s.firstOrder->b(step.t1, view(b, s.n));
  for (std::int32_t i = 0; i < s.n; ++i) x[i] = step.h * ((1.0 - theta) * force[i] + theta * b[i]);
  multiplyAdd(s.n, 1.0, storedM(system), nsds.flat().startPosition() + s.position, x);
  model.matrices.solve(system, x);
  double* const mixed = xMixed.data() + s.dof;
  copy(s.n, x, mixed);
  axpy(s.n, (1.0 - gamma) / gamma, nsds.flat().startPosition() + s.position, mixed);
}

void EulerMoreauOSI::Implementation::freeOutput(const IndexSet& active, double* w) {
  if (plainOutputs) {  // every row is active
    const auto rows = static_cast<std::int32_t>(model.nsds->flat().rows());
    for (std::int32_t row = 0; row < rows; ++row)
      w[row] = model.flat.dot(row, xMixed.data()) + offset[static_cast<std::size_t>(row)];
    return;
  }
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    if (model.relations[c].firstOrder == nullptr) {
      w += relation.rows;
      continue;
    }
    const double* const shift = callsLaw[c] != 0 ? callLaw(relation) : nullptr;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.row + r;
      const double change = shift == nullptr ? 0.0 : shift[r];
      *w++ = model.flat.dot(row, xMixed.data()) + offset[static_cast<std::size_t>(row)] + change;
    }
  }
}

const double* EulerMoreauOSI::Implementation::callLaw(const UnitaryRelation& relation) {
  const NonSmoothLaw& law = relation.interaction->law();
  const Index stateSize = law.stateSize();
  double* const states = model.nsds->lawState(*relation.interaction);
  double* const state = states + relation.rowInInteraction / relation.rows * stateSize;
  law.shift(theta, blockZero.head(relation.rows), view(state, stateSize), blockShift.head(relation.rows));
  check::finiteResult(law, "the shift", blockShift.data(), relation.rows);
  return blockShift.data();
}

void EulerMoreauOSI::Implementation::update(const IndexSet& active, const double* lambda) {
  NonSmoothDynamicalSystem& nsds = *model.nsds;
  double* const x = nsds.flat().position();
  double* const r = nsds.flat().input();
  for (const PlacedSystem& s : model.systems) {
    if (s.firstOrder == nullptr) continue;
    copy(s.n, xFree.data() + s.dof, x + s.position);
    clear(s.n, r + s.dof);
  }

  // Multipliers act on the states by h W⁻¹B, and are the input r by B.
  const double* value = lambda;
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    if (model.relations[c].firstOrder == nullptr) {
      value += relation.rows;
      continue;
    }
    const Matrix& B = model.relations[c].firstOrder->B();
    for (std::int32_t k = 0; k < relation.rows; ++k, ++value) {
      if (*value == 0.0) continue;
      for (const FlatRows::Entry& entry : model.flat[relation.row + k])
        x[entry.position] += *value * entry.right;
      const double* column = B.col(relation.rowInInteraction + k).data();
      for (const CondensedTerm& term : termsOf(model.condensed, model.condensed.interactions[c])) {
        axpy(term.size, *value, column, r + term.dof);
        column += term.size;
      }
    }
  }
  scatterMultipliers(active, lambda, nsds.flat().rows(), nsds.flat().multiplier());
  evaluateOutputs(x);
}

void EulerMoreauOSI::Implementation::endStep(const IndexSet& active) {
  NonSmoothDynamicalSystem& nsds = *model.nsds;
  for (std::size_t k = 0; k < model.systems.size(); ++k) {
    const PlacedSystem& s = model.systems[k];
    if (s.firstOrder == nullptr) continue;
    double* const force = nsds.flat().force() + s.dof;
    copy(s.n, bNext.data() + s.dof, force);
    multiplyAdd(s.n, 1.0, storedA(k), nsds.flat().position() + s.position, force);
  }
  if (nsds.flat().lawStates() > 0) advanceLawStates(nsds, active, 1, step.h, nsds.flat().output());
}

}  // namespace nsds
