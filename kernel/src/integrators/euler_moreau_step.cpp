// Compilation and the step of Euler-Moreau.
#include <algorithm>

#include "integrators/euler_moreau.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

Eigen::Map<Vector> mapped(double* data, Index n) {
  return {data, n};
}

}  // namespace

void EulerMoreauOSI::Implementation::compile(Model& model, double h) {
  nsds = &model.nsds();
  step = {nsds->time(), nsds->time() + h, h};
  compileSystems();
  layOut(*nsds, keepsFeedthrough, false, condensed);
  compileContacts();
  for (auto* vector : {&xFree, &xMixed, &bNext}) vector->assign(static_cast<std::size_t>(nsds->dofs()), 0.0);
  for (std::size_t s = 0; s < systems.size(); ++s) {
    if (systems[s].ds == nullptr) continue;
    compileIterationMatrix(s);
    if (systems[s].ds->constantB())
      systems[s].ds->b(step.t1, mapped(bNext.data() + systems[s].dof, systems[s].n));
  }
  condense();
  flat.clear();
  for (std::size_t c = 0; c < contacts.size(); ++c)
    flat.append(condensed, condensed.interactions[c], constantA || contacts[c].relation == nullptr);
}

void EulerMoreauOSI::Implementation::compileSystems() {
  systems.clear();
  constantA = true;
  std::vector<std::int32_t> sizes;
  std::int32_t poolSize = 0;
  for (const auto& system : nsds->systems()) {
    const auto* ds = dynamic_cast<const FirstOrderLinearDS*>(system.get());
    check::that(
        ds != nullptr || shared,
        "EulerMoreauOSI does not integrate {}, which is not a first-order linear system; MoreauJeanOSI "
        "takes mechanical ones, MixedOrderOSI both",
        system->name());
    const auto n = static_cast<std::int32_t>(system->dimension());
    const Placement placement = nsds->placement(*system);
    systems.push_back({ds, n, static_cast<std::int32_t>(placement.position),
                       static_cast<std::int32_t>(placement.dof), poolSize});
    sizes.push_back(n);
    if (ds == nullptr) continue;
    poolSize += 2 * n * n;
    constantA = constantA && ds->constantA();
  }
  iteration.reset(sizes);
  pool.assign(static_cast<std::size_t>(poolSize), 0.0);
}

void EulerMoreauOSI::Implementation::compileContacts() {
  contacts.clear();
  plainOutputs = true;
  offset.resize(static_cast<std::size_t>(nsds->rows()));
  Index block = 1;
  for (std::size_t c = 0; c < nsds->interactions().size(); ++c) {
    const Interaction& interaction = *nsds->interactions()[c];
    const auto* relation = dynamic_cast<const FirstOrderLinearTIR*>(&interaction.relation());
    check::that(relation != nullptr || shared, "EulerMoreauOSI does not take the relation {} of {}",
                interaction.relation().name(), interaction.name());
    if (relation == nullptr) {
      plainOutputs = false;
      contacts.push_back({nullptr, nullptr, nullptr, false});
      continue;
    }
    const Index size = interaction.law().blockSize();
    blockShift.resize(std::max(blockShift.size(), size));
    const bool callsLaw = !interaction.law().restitution(theta, blockShift.head(size));
    plainOutputs = plainOutputs && !callsLaw;
    contacts.push_back({relation, &interaction.law(), nsds->lawState(interaction), callsLaw});
    block = std::max(block, size);
    const CondensedInteraction& record = condensed.interactions[c];
    std::copy_n(relation->e().data(), record.rows, offset.data() + record.row);
    storeLeft(condensed, record, relation->C().data(), gamma);
    Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        condensed.pool.data() + record.feedthrough, record.rows, record.rows) = relation->D();
  }
  blockZero.setZero(block);
  blockShift.setZero(block);
}

/// W = M - h theta A(t_{k+1})
void EulerMoreauOSI::Implementation::compileIterationMatrix(std::size_t system) {
  const System& s = systems[system];
  double* const M = pool.data() + s.matrices;
  Eigen::Map<Matrix> A(M + std::ptrdiff_t{s.n} * s.n, s.n, s.n);
  Eigen::Map<Matrix>(M, s.n, s.n) = s.ds->M();
  s.ds->A(step.t1, A);
  scratch = Eigen::Map<Matrix>(M, s.n, s.n) - step.h * theta * A;
  iteration.assign(system, scratch, *s.ds);
}

/// R = h W^-1 B
void EulerMoreauOSI::Implementation::condense() {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts[c].relation == nullptr) continue;
    const CondensedInteraction& record = condensed.interactions[c];
    const Matrix& B = contacts[c].relation->B();
    Index firstColumn = 0;
    for (const CondensedTerm& term : termsOf(condensed, record)) {
      double* const right = condensed.pool.data() + term.right;
      for (std::int32_t r = 0; r < record.rows; ++r) {
        for (std::int32_t i = 0; i < term.size; ++i)
          right[r * term.size + i] = step.h * B(firstColumn + i, r);
      }
      iteration.solve(static_cast<std::size_t>(term.system), right, record.rows);
      firstColumn += term.size;
    }
  }
}

/// The "force" kept between steps is A x + b at the present state.
void EulerMoreauOSI::Implementation::evaluateState() {
  for (const System& s : stepped(systems)) {
    double* const force = nsds->force() + s.dof;
    Eigen::Map<Matrix> A(pool.data() + s.matrices + std::ptrdiff_t{s.n} * s.n, s.n, s.n);
    s.ds->A(nsds->time(), A);
    s.ds->b(nsds->time(), mapped(force, s.n));
    multiplyAdd(s.n, 1.0, A.data(), nsds->position() + s.position, force);
  }
  evaluateOutputs(nsds->position());
}

/// y = C x + D lambda + e
void EulerMoreauOSI::Implementation::evaluateOutputs(const double* x) {
  double* const y = nsds->output();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts[c].relation == nullptr) continue;
    const CondensedInteraction& record = condensed.interactions[c];
    const double* D = condensed.pool.data() + record.feedthrough;
    const double* const lambda = nsds->multiplier() + record.row;
    for (std::int32_t row = record.row; row < record.row + record.rows; ++row, D += record.rows) {
      y[row] = flat.dotPositions(row, x) / gamma + dot(record.rows, D, lambda) +
               offset[static_cast<std::size_t>(row)];
    }
  }
}

void EulerMoreauOSI::Implementation::beginStep(const StepInterval& interval) {
  step = interval;
}

void EulerMoreauOSI::Implementation::linearise() {
  for (std::size_t s = 0; s < systems.size(); ++s) {
    if (systems[s].ds == nullptr) continue;
    if (!systems[s].ds->constantA()) compileIterationMatrix(s);
    freeState(s);
  }
  if (constantA) return;
  condense();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts[c].relation != nullptr) flat.refresh(condensed, condensed.interactions[c]);
  }
}

/// W x_free = M x_k + h (1 - theta) (A x + b)_k + h theta b_{k+1}
void EulerMoreauOSI::Implementation::freeState(std::size_t system) {
  const System& s = systems[system];
  const double* const force = nsds->force() + s.dof;
  double* const b = bNext.data() + s.dof;
  double* const x = xFree.data() + s.dof;
  if (!s.ds->constantB()) s.ds->b(step.t1, mapped(b, s.n));
  for (std::int32_t i = 0; i < s.n; ++i) x[i] = step.h * ((1.0 - theta) * force[i] + theta * b[i]);
  multiplyAdd(s.n, 1.0, pool.data() + s.matrices, nsds->startPosition() + s.position, x);
  iteration.solve(system, x);
  double* const mixed = xMixed.data() + s.dof;
  copy(s.n, x, mixed);
  axpy(s.n, (1.0 - gamma) / gamma, nsds->startPosition() + s.position, mixed);
}

void EulerMoreauOSI::Implementation::freeOutput(const IndexSet& active, double* w) {
  if (plainOutputs) {  // every row is active
    const auto rows = static_cast<std::int32_t>(nsds->rows());
    for (std::int32_t row = 0; row < rows; ++row)
      w[row] = flat.dot(row, xMixed.data()) + offset[static_cast<std::size_t>(row)];
    return;
  }
  for (const UnitaryRelation& relation : active) {
    const Contact& contact = contacts[static_cast<std::size_t>(relation.interactionIndex)];
    if (contact.relation == nullptr) {
      w += relation.rows;
      continue;
    }
    const double* const shift = contact.callsLaw ? callLaw(contact, relation) : nullptr;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.row + r;
      const double change = shift == nullptr ? 0.0 : shift[r];
      *w++ = flat.dot(row, xMixed.data()) + offset[static_cast<std::size_t>(row)] + change;
    }
  }
}

const double* EulerMoreauOSI::Implementation::callLaw(const Contact& contact,
                                                      const UnitaryRelation& relation) {
  const Index stateSize = contact.law->stateSize();
  double* const state = contact.lawState + relation.rowInInteraction / relation.rows * stateSize;
  contact.law->shift(theta, blockZero.head(relation.rows), mapped(state, stateSize),
                     blockShift.head(relation.rows));
  check::finiteResult(*contact.law, "the shift", blockShift.data(), relation.rows);
  return blockShift.data();
}

void EulerMoreauOSI::Implementation::update(const IndexSet& active, const double* lambda) {
  double* const x = nsds->position();
  double* const r = nsds->input();
  for (const System& s : stepped(systems)) {
    copy(s.n, xFree.data() + s.dof, x + s.position);
    clear(s.n, r + s.dof);
  }
  const double* value = lambda;
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    if (contacts[c].relation == nullptr) {
      value += relation.rows;
      continue;
    }
    const Matrix& B = contacts[c].relation->B();
    for (std::int32_t k = 0; k < relation.rows; ++k, ++value) {
      if (*value == 0.0) continue;
      for (const FlatRows::Entry& entry : flat[relation.row + k]) x[entry.position] += *value * entry.right;
      const double* column = B.col(relation.rowInInteraction + k).data();
      for (const CondensedTerm& term : termsOf(condensed, condensed.interactions[c])) {
        axpy(term.size, *value, column, r + term.dof);
        column += term.size;
      }
    }
  }
  scatterMultipliers(active, lambda, nsds->rows(), nsds->multiplier());
  evaluateOutputs(x);
}

void EulerMoreauOSI::Implementation::endStep(const IndexSet& active) {
  for (const System& s : stepped(systems)) {
    double* const force = nsds->force() + s.dof;
    copy(s.n, bNext.data() + s.dof, force);
    multiplyAdd(s.n, 1.0, pool.data() + s.matrices + std::ptrdiff_t{s.n} * s.n, nsds->position() + s.position,
                force);
  }
  if (nsds->lawStates() > 0) advanceLawStates(*nsds, active, 1, step.h, nsds->output());
}

}  // namespace nsds
