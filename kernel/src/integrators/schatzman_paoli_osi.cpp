#include "nsds/kernel/integrators/schatzman_paoli_osi.hpp"

#include <algorithm>

#include "integrators/condensation.hpp"
#include "integrators/flat_rows.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"

namespace nsds {

/// The compiled form of a model: W = M + h/2 C + h^2 theta/2 K of every system, H and W^-1 H^T of every row.
struct SchatzmanPaoliOSI::Implementation {
  struct System {
    const LagrangianLinearTIDS* ds;
    std::int32_t n;
    std::int32_t position;
    std::int32_t dof;
  };

  void compile(Model& model, double h);
  void compileSystems();
  void compileContact(const Interaction& interaction, const CondensedInteraction& record);
  void evaluateForces(double t);
  void evaluateOutputs();
  void freeVelocity(std::size_t index);
  void freeOutput(const IndexSet& active, double* w) const;
  void update(const IndexSet& active, const double* lambda);
  void checkVelocities() const;

  double theta = 0.5;
  NonSmoothDynamicalSystem* nsds = nullptr;
  StepInterval step{0.0, 0.0, 0.0};
  std::vector<System> systems;
  IterationMatrices matrices;
  CondensedOperator condensed;
  FlatRows flat;
  std::vector<double> offset;       // (rows) b of y = H q + b
  std::vector<double> restitution;  // (rows) e
  std::vector<double> startOutput;  // (rows) y_k
};

void SchatzmanPaoliOSI::Implementation::compile(Model& model, double h) {
  nsds = &model.nsds();
  step = {nsds->time(), nsds->time() + h, h};
  compileSystems();
  layOut(
      *nsds, [](const Relation&) { return false; }, false, condensed);
  const auto rows = static_cast<std::size_t>(nsds->rows());
  for (auto* vector : {&offset, &restitution, &startOutput}) vector->assign(rows, 0.0);
  flat.clear();
  for (std::size_t c = 0; c < condensed.interactions.size(); ++c) {
    compileContact(*nsds->interactions()[c], condensed.interactions[c]);
    flat.append(condensed, condensed.interactions[c], true);
  }
}

void SchatzmanPaoliOSI::Implementation::compileSystems() {
  systems.clear();
  std::vector<std::int32_t> sizes;
  for (const auto& system : nsds->systems()) {
    const auto* ds = dynamic_cast<const LagrangianLinearTIDS*>(system.get());
    check::that(ds != nullptr,
                "SchatzmanPaoliOSI does not integrate {}, which is not a LagrangianLinearTIDS; MoreauJeanOSI "
                "takes all mechanical systems",
                system->name());
    check::that(ds->prescribed().empty(),
                "{}: SchatzmanPaoliOSI knows no prescribed velocities; MoreauJeanOSI does", ds->name());
    const Placement placement = nsds->placement(*ds);
    const auto n = static_cast<std::int32_t>(ds->dimension());
    systems.push_back(
        {ds, n, static_cast<std::int32_t>(placement.position), static_cast<std::int32_t>(placement.dof)});
    sizes.push_back(n);
  }
  matrices.reset(sizes);
  for (std::size_t s = 0; s < systems.size(); ++s) {
    const LagrangianLinearTIDS& ds = *systems[s].ds;
    SystemMatrix W = ds.massMatrix();
    W.add(0.5 * step.h, ds.damping());
    W.add(0.5 * theta * step.h * step.h, ds.stiffness());
    matrices.assignStored(s, W, ds);
  }
}

void SchatzmanPaoliOSI::Implementation::compileContact(const Interaction& interaction,
                                                       const CondensedInteraction& record) {
  const auto* relation = dynamic_cast<const LagrangianLinearTIR*>(&interaction.relation());
  check::that(relation != nullptr,
              "SchatzmanPaoliOSI takes linear relations; that of {} is {}, which MoreauJeanOSI takes",
              interaction.name(), interaction.relation().name());
  const NonSmoothLaw& law = interaction.law();
  const AdmissibleSet set = law.admissibleSet();
  bool known = std::holds_alternative<OrthantSet>(set) || std::holds_alternative<FreeSet>(set);
  known = known && law.stateSize() == 0;
  for (std::int32_t row = record.row; known && row < record.row + record.rows;
       row += static_cast<std::int32_t>(law.blockSize())) {
    known = law.restitution(theta, Eigen::Map<Vector>(restitution.data() + row, law.blockSize()));
  }
  check::that(known,
              "SchatzmanPaoliOSI takes impacts with a constant restitution, complementarity and equalities; "
              "the law {} of {} is none of these, MoreauJeanOSI takes it",
              law.name(), interaction.name());
  Eigen::Map<Vector>(offset.data() + record.row, record.rows) = relation->b();
  storeLeft(condensed, record, relation->H().data(), 1.0);
  double* const pool = condensed.pool.data();
  for (const CondensedTerm& term : termsOf(condensed, record)) {
    std::copy_n(pool + term.left, record.rows * term.size, pool + term.right);
    matrices.solve(static_cast<std::size_t>(term.system), pool + term.right, record.rows);
  }
}

void SchatzmanPaoliOSI::Implementation::evaluateForces(double t) {
  for (const System& s : systems) s.ds->fExt(t, Eigen::Map<Vector>(nsds->force() + s.dof, s.n));
}

void SchatzmanPaoliOSI::Implementation::evaluateOutputs() {
  const auto rows = static_cast<std::int32_t>(nsds->rows());
  for (std::int32_t row = 0; row < rows; ++row) {
    double y = offset[static_cast<std::size_t>(row)];
    double u = 0.0;
    for (const FlatRows::Entry& entry : flat[row]) {
      y += entry.left * nsds->position()[entry.position];
      u += entry.left * nsds->velocity()[entry.dof];
    }
    nsds->output()[row] = y;
    nsds->rate()[row] = u;
  }
}

/// v_free = v_k + h W^-1 (F_ext(t_k) - C v_k - K q_k): the scheme, written for the velocities over the steps.
void SchatzmanPaoliOSI::Implementation::freeVelocity(std::size_t index) {
  const System& s = systems[index];
  const double h = step.h;
  const double* const start = nsds->startVelocity() + s.dof;
  double* const v = nsds->velocity() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) v[i] = h * nsds->force()[s.dof + i];
  s.ds->damping().multiplyAdd(-h, start, v);
  s.ds->stiffness().multiplyAdd(-h, nsds->startPosition() + s.position, v);
  matrices.solve(index, v);
  for (std::int32_t i = 0; i < s.n; ++i) v[i] += start[i];
}

/// (y(q_{k+1}) + e y(q_{k-1})) / h for lambda = 0.
void SchatzmanPaoliOSI::Implementation::freeOutput(const IndexSet& active, double* w) const {
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      const auto i = static_cast<std::size_t>(row);
      const double e = restitution[i];
      *w++ =
          flat.dot(row, nsds->velocity()) + (1.0 + e) * startOutput[i] / step.h - e * nsds->startRate()[row];
    }
  }
}

void SchatzmanPaoliOSI::Implementation::update(const IndexSet& active, const double* lambda) {
  double* const v = nsds->velocity();
  double* const p = nsds->input();
  clear(nsds->dofs(), p);
  scatterMultipliers(active, lambda, nsds->rows(), nsds->multiplier());
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      const double impulse = *lambda++;
      if (impulse == 0.0) continue;
      for (const FlatRows::Entry& entry : flat[row]) {
        v[entry.dof] += impulse * entry.right;
        p[entry.dof] += impulse * entry.left;
      }
    }
  }
  checkVelocities();
  for (const System& s : systems) {
    for (std::int32_t i = 0; i < s.n; ++i) {
      nsds->position()[s.position + i] = nsds->startPosition()[s.position + i] + step.h * v[s.dof + i];
    }
  }
  evaluateOutputs();
}

void SchatzmanPaoliOSI::Implementation::checkVelocities() const {
  for (const System& s : systems) {
    if (allFinite(s.n, nsds->velocity() + s.dof)) continue;
    throw Error(s.ds->name() + ": the velocity overflows; take a smaller step, or check the forces");
  }
}

SchatzmanPaoliOSI::SchatzmanPaoliOSI(double theta) : implementation_(std::make_unique<Implementation>()) {
  check::that(theta >= 0.0 && theta <= 1.0, "SchatzmanPaoliOSI: theta = {} is not in [0, 1]", theta);
  implementation_->theta = theta;
}
SchatzmanPaoliOSI::~SchatzmanPaoliOSI() = default;
SchatzmanPaoliOSI::SchatzmanPaoliOSI(SchatzmanPaoliOSI&&) noexcept = default;
SchatzmanPaoliOSI& SchatzmanPaoliOSI::operator=(SchatzmanPaoliOSI&&) noexcept = default;

double SchatzmanPaoliOSI::theta() const {
  return implementation_->theta;
}
void SchatzmanPaoliOSI::compile(Model& model, double h) {
  implementation_->compile(model, h);
}
void SchatzmanPaoliOSI::evaluateState() {
  implementation_->evaluateForces(implementation_->nsds->time());
  implementation_->evaluateOutputs();
}
void SchatzmanPaoliOSI::beginStep(const StepInterval& step) {
  implementation_->step = step;
  NonSmoothDynamicalSystem& nsds = *implementation_->nsds;
  std::copy_n(nsds.output(), nsds.rows(), implementation_->startOutput.begin());
}
void SchatzmanPaoliOSI::activate(const IndexSet& all, const IndexSet&, IndexSet& active) {
  if (active.size() != all.size()) active = all;  // every row is active in every step
}
void SchatzmanPaoliOSI::linearise(const IndexSet&) {
  for (std::size_t s = 0; s < implementation_->systems.size(); ++s) implementation_->freeVelocity(s);
}
const CondensedOperator& SchatzmanPaoliOSI::condensed() const {
  return implementation_->condensed;
}
void SchatzmanPaoliOSI::freeOutput(const IndexSet& active, double* w) {
  implementation_->freeOutput(active, w);
}
void SchatzmanPaoliOSI::update(const IndexSet& active, const double* lambda) {
  implementation_->update(active, lambda);
}
void SchatzmanPaoliOSI::endStep(const IndexSet&) {
  implementation_->evaluateForces(implementation_->step.t1);
}

}  // namespace nsds
