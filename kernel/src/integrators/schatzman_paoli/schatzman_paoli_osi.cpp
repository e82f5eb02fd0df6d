// The scheme of Schatzman and Paoli, in the order in which a step calls it; formulas are in its header.
#include "nsds/kernel/integrators/schatzman_paoli_osi.hpp"

#include <algorithm>

#include "integrators/schatzman_paoli/implementation.hpp"
#include "modeling/checks.hpp"

namespace nsds {

SchatzmanPaoliOSI::Implementation::Implementation(double theta_) : theta(theta_) {
  check::that(theta >= 0.0 && theta <= 1.0, "SchatzmanPaoliOSI: theta = {} is not in [0, 1]", theta);
}

void SchatzmanPaoliOSI::Implementation::checkSystem(std::size_t index) const {
  const std::string name = model.nsds->systems()[index]->name();
  const MechanicalDS* const ds = model.systems[index].mechanical;
  check::that(
      ds != nullptr,
      "SchatzmanPaoliOSI does not integrate {}, which is not a mechanical system; EulerMoreauOSI takes "
      "first-order ones",
      name);
  check::that(ds->prescribed().empty(),
              "{}: SchatzmanPaoliOSI knows no prescribed velocities; MoreauJeanOSI does", name);
}

void SchatzmanPaoliOSI::Implementation::checkContact(std::size_t index) {
  const Interaction& interaction = *model.nsds->interactions()[index];
  const CondensedInteraction& record = model.condensed.interactions[index];
  const MechanicalRelation* const relation = model.relations[index].mechanical;
  const bool placed = relation != nullptr && relation->frozenJacobian() && !relation->constantJacobian();
  const bool rigid = relation != nullptr && !placed && !relation->holdsForVelocityAlone() &&
                     relation->compliance().size() == 0;
  check::that(
      rigid,
      "SchatzmanPaoliOSI takes rigid relations whose output follows the coordinates; that of {} is {}, which "
      "MoreauJeanOSI takes",
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
}

/// The rows of y = H q + b, which stays.
void SchatzmanPaoliOSI::Implementation::compileAffine(std::size_t index) {
  const CondensedInteraction& record = model.condensed.interactions[index];
  if (!contacts.list[index].affine) {
    model.flat.skip(record.rows);
    return;
  }
  if (contacts.list[index].constantOperator) model.condense(index);
  model.flat.append(model.condensed, record, contacts.list[index].constantOperator);
}

SchatzmanPaoliOSI::SchatzmanPaoliOSI(double theta)
    : implementation_(std::make_unique<Implementation>(theta)) {}
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

bool SchatzmanPaoliOSI::linear() const {
  return implementation_->linear();
}

bool SchatzmanPaoliOSI::constantOperator() const {
  return implementation_->contacts.constantOperators && implementation_->positions.empty();
}

const CondensedOperator& SchatzmanPaoliOSI::condensed() const {
  return implementation_->model.condensed;
}

void SchatzmanPaoliOSI::compile(Model& model, double h) {
  Implementation& s = *implementation_;
  NonSmoothDynamicalSystem& nsds = model.nsds();
  s.step = {nsds.time(), nsds.time() + h, h};
  s.model.compile(nsds);
  s.restitution.assign(static_cast<std::size_t>(nsds.flat().rows()), 0.0);
  for (std::size_t i = 0; i < s.model.systems.size(); ++i) s.checkSystem(i);
  for (std::size_t c = 0; c < s.model.relations.size(); ++c) s.checkContact(c);

  // Systems come first: what stays of a contact follows from what stays of its systems.
  s.motion.compile(h);
  s.displacements.compile();
  s.balance.compile(model.scales());
  s.contacts.compile(s.model, s.theta, Evaluation::ends, false);
  s.outputs.compile(nsds.time(), h);
  s.positions.compile(model.scales(), s.restitution);
  for (std::size_t c = 0; c < s.model.relations.size(); ++c) s.compileAffine(c);
  s.missing.tellOfMechanics(s.model);
}

void SchatzmanPaoliOSI::evaluateState() {
  implementation_->motion.evaluateState(implementation_->model.nsds->time());
  implementation_->outputs.evaluateState();
}

void SchatzmanPaoliOSI::beginStep(const StepInterval& step) {
  implementation_->step = step;
  implementation_->motion.forget();
  implementation_->positions.beginStep();
}

void SchatzmanPaoliOSI::activate(const IndexSet& all, const IndexSet&, IndexSet& active) {
  if (active.size() != all.size()) active = all;  // every row is active in every step
}

void SchatzmanPaoliOSI::linearise(const IndexSet&) {
  Implementation& s = *implementation_;
  s.positions.linearise(s.step);
  s.motion.evaluate(s.step);
  s.positions.condense();
  if (s.contacts.constantOperators) return;
  for (std::size_t c = 0; c < s.contacts.list.size(); ++c) {
    const StepContact& contact = s.contacts.list[c];
    if (!contact.affine || contact.constantOperator) continue;
    s.model.condense(c);
    s.model.flat.refresh(s.model.condensed, s.model.condensed.interactions[c]);
  }
}

/// (1 + e) / h times the output between q_{k+1} and q_{k-1} for lambda = 0.
void SchatzmanPaoliOSI::freeOutput(const IndexSet& active, double* w) {
  const Implementation& s = *implementation_;
  const FlatVectors& flat = s.model.nsds->flat();
  const double* const v = s.model.nsds->flat().velocity();
  for (const UnitaryRelation& relation : active) {
    const bool affine = s.contacts.list[static_cast<std::size_t>(relation.interactionIndex)].affine;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      if (!affine) {
        *w++ = s.positions.output(relation, r, v);
        continue;
      }
      const std::int32_t row = relation.row + r;
      const double e = s.restitution[static_cast<std::size_t>(row)];
      *w++ = s.model.flat.dot(row, v) + (1.0 + e) * flat.startOutput()[row] / s.step.h -
             e * flat.startRate()[row];
    }
  }
}

void SchatzmanPaoliOSI::update(const IndexSet& active, const double* lambda) {
  Implementation& s = *implementation_;
  FlatVectors& flat = s.model.nsds->flat();
  double* const v = flat.velocity();
  double* const p = flat.input();
  clear(flat.dofs(), p);
  scatterMultipliers(active, lambda, flat.rows(), flat.multiplier());
  for (const UnitaryRelation& relation : active) {
    if (!s.contacts.list[static_cast<std::size_t>(relation.interactionIndex)].affine) {
      s.positions.addImpulses(relation, lambda);
      lambda += relation.rows;
      continue;
    }
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      const double impulse = *lambda++;
      if (impulse == 0.0) continue;
      for (const FlatRows::Entry& entry : s.model.flat[row]) {
        v[entry.dof] += impulse * entry.right;
        p[entry.dof] += impulse * entry.left;
      }
    }
  }
  s.model.checkVelocities();
  s.displacements.move(v, s.step.h, 0.0, flat.position());
  s.outputs.evaluate(s.step.t1, flat.position(), v, flat.output(), flat.rate());
  s.motion.forget();
  s.positions.forget();
}

/// The largest of the defects of the equations of motion, relative to the momentum scale, and of what the linearisation
/// of the outputs has missed.
double SchatzmanPaoliOSI::residual(const IndexSet&) {
  Implementation& s = *implementation_;
  s.motion.evaluateForces(s.step);
  double worst = s.positions.residual(s.step);
  for (const std::size_t index : s.motion.nonlinear()) {
    worst = std::max(worst,
                     s.balance.defect(s.model.systems[index], s.step, s.model.nsds->flat().startPosition()));
  }
  return worst;
}

void SchatzmanPaoliOSI::endStep(const IndexSet&) {
  implementation_->motion.evaluateState(implementation_->step.t1);
}

}  // namespace nsds
