#include "nsds/kernel/integrators/schatzman_paoli_osi.hpp"

#include <algorithm>

#include "compiled_model/compiled_model.hpp"
#include "modeling/checks.hpp"

namespace nsds {

/// The compiled form of a model: W = M + h/2 C + h² θ/2 K of every system, H and W⁻¹Hᵀ of every row.
struct SchatzmanPaoliOSI::Implementation {
  void compile(NonSmoothDynamicalSystem& nsds, double h);
  void compileSystem(std::size_t index);
  void compileContact(std::size_t index);
  void evaluateForces(double t);
  void evaluateOutputs();
  void freeVelocity(std::size_t index);
  void freeOutput(const IndexSet& active, double* w) const;
  void update(const IndexSet& active, const double* lambda);

  double theta = 0.5;
  StepInterval step{0.0, 0.0, 0.0};
  CompiledModel model;
  std::vector<double> offset;       // (rows) b of y = H q + b
  std::vector<double> restitution;  // (rows) e
  std::vector<double> startOutput;  // (rows) y_k
};

void SchatzmanPaoliOSI::Implementation::compile(NonSmoothDynamicalSystem& nsds, double h) {
  step = {nsds.time(), nsds.time() + h, h};
  model.compile(nsds);
  const auto rows = static_cast<std::size_t>(nsds.flat().rows());
  for (auto* vector : {&offset, &restitution, &startOutput}) vector->assign(rows, 0.0);
  for (std::size_t s = 0; s < model.systems.size(); ++s) compileSystem(s);
  for (std::size_t c = 0; c < model.relations.size(); ++c) compileContact(c);
}

void SchatzmanPaoliOSI::Implementation::compileSystem(std::size_t index) {
  const MechanicalDS* const ds = model.systems[index].mechanical;
  const std::string name = model.nsds->systems()[index]->name();
  check::that(model.systems[index].linear != nullptr && ds->plainCoordinates(),
              "SchatzmanPaoliOSI does not integrate {}, which is not linear with q' = v, as a "
              "LagrangianLinearTIDS is; MoreauJeanOSI takes all mechanical systems",
              name);
  check::that(ds->prescribed().empty(),
              "{}: SchatzmanPaoliOSI knows no prescribed velocities; MoreauJeanOSI does", name);
  const LinearMotion& motion = *model.systems[index].linear;
  SystemMatrix W = motion.mass;
  W.add(0.5 * step.h, motion.damping);
  W.add(0.5 * theta * step.h * step.h, motion.stiffness);
  model.matrices.assignStored(index, W, *ds);
}

void SchatzmanPaoliOSI::Implementation::compileContact(std::size_t index) {
  const Interaction& interaction = *model.nsds->interactions()[index];
  const CondensedInteraction& record = model.condensed.interactions[index];
  const MechanicalRelation* const relation = model.relations[index].mechanical;
  const bool linear = relation != nullptr && relation->constantJacobian() && !relation->rheonomous() &&
                      !relation->holdsForVelocityAlone() && relation->compliance().size() == 0;
  check::that(linear, "SchatzmanPaoliOSI takes linear relations; that of {} is {}, which MoreauJeanOSI takes",
              interaction.name(), interaction.relation().name());
  const NonSmoothLaw& law = interaction.law();
  const AdmissibleSet set = law.admissibleSet();
  bool known = std::holds_alternative<OrthantSet>(set) || std::holds_alternative<FreeSet>(set);
  known = known && law.stateSize() == 0;
  for (std::int32_t row = record.row; known && row < record.row + record.rows;
       row += static_cast<std::int32_t>(law.blockSize())) {
    known = law.restitution(theta, view(restitution.data() + row, law.blockSize()));
  }
  check::that(known,
              "SchatzmanPaoliOSI takes impacts with a constant restitution, complementarity and equalities; "
              "the law {} of {} is none of these, MoreauJeanOSI takes it",
              law.name(), interaction.name());

  // H stays, and with it b, which is the output at q = 0.
  std::int32_t width = 0;
  for (const CondensedTerm& term : termsOf(model.condensed, record)) width += term.size;
  const Vector origin = Vector::Zero(width);
  relation->output(step.t0, origin, view(offset.data() + record.row, record.rows));
  model.keepJacobian(index, step.t0, model.nsds->flat().position());
  model.condense(index);
  model.flat.append(model.condensed, record, true);
}

void SchatzmanPaoliOSI::Implementation::evaluateForces(double t) {
  for (const PlacedSystem& s : model.systems)
    s.mechanical->fExt(t, view(model.nsds->flat().force() + s.dof, s.n));
}

void SchatzmanPaoliOSI::Implementation::evaluateOutputs() {
  NonSmoothDynamicalSystem& nsds = *model.nsds;
  model.flat.outputs(nsds.flat().position(), nsds.flat().velocity(), offset.data(), nsds.flat().output(),
                     nsds.flat().rate());
}

/// v_free = v_k + h W⁻¹ (F_ext(t_k) - C v_k - K q_k): the scheme, written for the velocities over the steps.
void SchatzmanPaoliOSI::Implementation::freeVelocity(std::size_t index) {
  const PlacedSystem& s = model.systems[index];
  const LinearMotion& motion = *s.linear;
  NonSmoothDynamicalSystem& nsds = *model.nsds;
  const double h = step.h;
  const double* const start = nsds.flat().startVelocity() + s.dof;
  double* const v = nsds.flat().velocity() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) v[i] = h * nsds.flat().force()[s.dof + i];
  motion.damping.multiplyAdd(-h, start, v);
  motion.stiffness.multiplyAdd(-h, nsds.flat().startPosition() + s.position, v);
  model.matrices.solve(index, v);
  for (std::int32_t i = 0; i < s.n; ++i) v[i] += start[i];
}

/// (y(q_{k+1}) + e y(q_{k-1})) / h for lambda = 0.
void SchatzmanPaoliOSI::Implementation::freeOutput(const IndexSet& active, double* w) const {
  NonSmoothDynamicalSystem& nsds = *model.nsds;
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      const auto i = static_cast<std::size_t>(row);
      const double e = restitution[i];
      *w++ = model.flat.dot(row, nsds.flat().velocity()) + (1.0 + e) * startOutput[i] / step.h -
             e * nsds.flat().startRate()[row];
    }
  }
}

void SchatzmanPaoliOSI::Implementation::update(const IndexSet& active, const double* lambda) {
  NonSmoothDynamicalSystem& nsds = *model.nsds;
  double* const v = nsds.flat().velocity();
  double* const p = nsds.flat().input();
  clear(nsds.flat().dofs(), p);
  scatterMultipliers(active, lambda, nsds.flat().rows(), nsds.flat().multiplier());
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      const double impulse = *lambda++;
      if (impulse == 0.0) continue;
      for (const FlatRows::Entry& entry : model.flat[row]) {
        v[entry.dof] += impulse * entry.right;
        p[entry.dof] += impulse * entry.left;
      }
    }
  }
  model.checkVelocities();
  for (const PlacedSystem& s : model.systems) {
    for (std::int32_t i = 0; i < s.n; ++i)
      nsds.flat().position()[s.position + i] =
          nsds.flat().startPosition()[s.position + i] + step.h * v[s.dof + i];
  }
  evaluateOutputs();
}

SchatzmanPaoliOSI::SchatzmanPaoliOSI(double theta) : implementation_(std::make_unique<Implementation>()) {
  check::that(theta >= 0.0 && theta <= 1.0, "SchatzmanPaoliOSI: theta = {} is not in [0, 1]", theta);
  implementation_->theta = theta;
}
SchatzmanPaoliOSI::~SchatzmanPaoliOSI() = default;
SchatzmanPaoliOSI::SchatzmanPaoliOSI(SchatzmanPaoliOSI&&) noexcept = default;
SchatzmanPaoliOSI& SchatzmanPaoliOSI::operator=(SchatzmanPaoliOSI&&) noexcept = default;

std::string SchatzmanPaoliOSI::description() const {
  return fmt::format("{} with theta = {}", name(), theta());
}

std::unique_ptr<OneStepIntegrator> SchatzmanPaoliOSI::clone() const {
  return std::make_unique<SchatzmanPaoliOSI>(theta());
}
double SchatzmanPaoliOSI::theta() const {
  return implementation_->theta;
}
void SchatzmanPaoliOSI::compile(Model& model, double h) {
  implementation_->compile(model.nsds(), h);
}
void SchatzmanPaoliOSI::evaluateState() {
  implementation_->evaluateForces(implementation_->model.nsds->time());
  implementation_->evaluateOutputs();
}
void SchatzmanPaoliOSI::beginStep(const StepInterval& step) {
  implementation_->step = step;
  NonSmoothDynamicalSystem& nsds = *implementation_->model.nsds;
  std::copy_n(nsds.flat().output(), nsds.flat().rows(), implementation_->startOutput.begin());
}
void SchatzmanPaoliOSI::activate(const IndexSet& all, const IndexSet&, IndexSet& active) {
  if (active.size() != all.size()) active = all;  // every row is active in every step
}
void SchatzmanPaoliOSI::linearise(const IndexSet&) {
  for (std::size_t s = 0; s < implementation_->model.systems.size(); ++s) implementation_->freeVelocity(s);
}
const CondensedOperator& SchatzmanPaoliOSI::condensed() const {
  return implementation_->model.condensed;
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
