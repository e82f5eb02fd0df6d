// What EventDriven takes up when structure, operators or states changed, and how it starts from there.
#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/event_driven/implementation.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {
constexpr double problemTolerance = 1e-12;

/// True if the shift of the law is a multiple of the velocity before, whatever the scheme.
bool restitutionAlone(const NonSmoothLaw& law) {
  Vector end = Vector::Zero(law.blockSize());
  Vector middle = Vector::Zero(law.blockSize());
  return law.stateSize() == 0 && law.restitution(1.0, end) && law.restitution(0.5, middle) && end == middle;
}

}  // namespace

void EventDriven::Implementation::refresh() {
  if (nsds.time() != owner.expectedTime()) {
    throw Error(fmt::format(
        "the model is at t = {}, this simulation at {}: another simulation has moved the model; start from a "
        "state taken by this one",
        nsds.time(), owner.expectedTime()));
  }
  if (nsds.structureChanged()) nsds.applyChanges(nsds.time());
  const bool operators =
      compiledStructure != nsds.structureVersion() || compiledOperators != nsds.changes().operators;
  if (operators) compile();
  if (takeUpLaws()) disturbed = true;
  if (operators || disturbed || seenStates != nsds.changes().states) {
    disturbed = true;  // until all is taken up
    started = false;
    backUp();
    try {
      evaluateOutputs();
      takeUpChanges();
      if (sequence.on()) endCapture();
      checkStart();
    } catch (...) {
      returnToBackup();
      throw;
    }
    disturbed = false;
    seenStates = nsds.changes().states;
  }
  initialized = true;
}

/// Coefficients of friction are those that the laws have now. True if one changed: the problems then read
/// the laws again.
bool EventDriven::Implementation::takeUpLaws() {
  bool changed = false;
  for (Contact& contact : contacts) {
    if (contact.joint() || contact.relation.rows == 1) continue;
    const AdmissibleSet set = contact.relation.interaction->law().admissibleSet();
    const auto* coulomb = std::get_if<CoulombSet>(&set);
    if (coulomb == nullptr || coulomb->mu == contact.mu) continue;
    contact.mu = coulomb->mu;
    changed = true;
  }
  if (!changed) return false;
  impactSet.clear();
  accelerationSet.clear();
  return true;
}

/// What the user moved is closed, pressed or open by its gap and its velocity alone. Contacts that were kept
/// are forgiven the drift of integrators that do not project.
void EventDriven::Implementation::takeUpChanges() {
  for (Contact& contact : contacts) {
    if (contact.joint()) continue;
    const bool kept = contact.state != ContactState::open;
    const double gap = nsds.output()[contact.relation.row];
    const double rate = nsds.rate()[contact.relation.row];
    const bool stays = kept && std::abs(gap) <= penetrationLeft() && std::abs(rate) <= drift * speed();
    if (!stays) contact.state = ContactState::open;
  }
}

double EventDriven::Implementation::speed() const {
  return std::max(scales.velocity(), velocity().cwiseAbs().maxCoeff());
}

void EventDriven::Implementation::checkLaws() {
  for (const auto& interaction : nsds.interactions()) {
    const AdmissibleSet set = interaction->law().admissibleSet();
    const bool planarFriction =
        std::holds_alternative<CoulombSet>(set) && interaction->law().blockSize() == 2;
    check::that(
        std::holds_alternative<OrthantSet>(set) || std::holds_alternative<FreeSet>(set) || planarFriction,
        "{}: event-driven simulation takes equalities and impact laws, with friction between planar "
        "contacts, not {}; TimeStepping takes all laws",
        interaction->name(), interaction->law().name());
    check::that(
        restitutionAlone(interaction->law()),
        "{}: event-driven simulation takes laws whose shift is a restitution of the velocity before, not "
        "{}, which has a memory or speaks of mean velocities; TimeStepping takes it",
        interaction->name(), interaction->law().name());
  }
}

void EventDriven::Implementation::chooseProblems() {
  const auto choose = [](std::unique_ptr<OneStepNSProblem>& problem, std::string_view name) {
    if (problem != nullptr && problem->name() == name) return;
    problem = makeFormulation(name);
    problem->setSolver(Solver(problem->solver().name()).set("tolerance", problemTolerance));
  };
  const std::string_view name = chooseFormulation(nsds.interactions());
  const bool friction =
      std::any_of(nsds.interactions().begin(), nsds.interactions().end(), [](const auto& interaction) {
        return std::holds_alternative<CoulombSet>(interaction->law().admissibleSet());
      });
  choose(impact, name);
  // Sliding contacts have a normal row alone, sticking ones two.
  choose(acceleration, friction ? "GenericMechanical" : name);
}

void EventDriven::Implementation::compile() {
  checkLaws();
  scales = model.scales();
  mechanics.compile(model);
  constraintRows.clear();
  if (compiledStructure != nsds.structureVersion()) {
    const bool interactions = !nsds.interactions().empty();
    if (interactions) chooseProblems();
    owner.all_ = allRelations(nsds);
    std::vector<Contact> before;
    before.swap(contacts);
    for (const UnitaryRelation& relation : owner.all_) {
      const bool joint = !isUnilateral(relation.interaction->law());
      Contact contact{relation, joint ? ContactState::joint : ContactState::open};
      for (const Contact& known : before) {
        if (known.relation.id == relation.id &&
            known.relation.rowInInteraction == relation.rowInInteraction) {
          contact.state = known.state;
          contact.slip = known.slip;
        }
      }
      contacts.push_back(contact);
    }
    histories.assign(contacts.size(), {});
    takeUpLaws();
  }
  // Masses that joints alone determine may be singular; impacts need every mass.
  contactless =
      std::all_of(contacts.begin(), contacts.end(), [](const Contact& contact) { return contact.joint(); });
  if (!contactless) condensed.compile(nsds, true);
  impactSet.clear();
  accelerationSet.clear();
  const auto rows = static_cast<std::size_t>(nsds.rows());
  for (auto* x : {&w, &lambda, &gamma, &after, &impulses}) x->assign(rows, 0.0);
  for (Vector* x : {&q, &trialQ, &shownQ}) x->setZero(nsds.positions());
  for (Vector* x : {&v, &a, &trialV, &trialA, &shownV}) x->setZero(nsds.dofs());
  compiledStructure = nsds.structureVersion();
  compiledOperators = nsds.changes().operators;
}

/// Negative gaps and joints that do not hold are refused, or joints projected.
void EventDriven::Implementation::checkStart() {
  ConstraintRows joints;
  // At the start what is given, later what integration left.
  const double allowed = initialized ? drift : 1e-8;
  for (const Contact& contact : contacts) {
    const UnitaryRelation& relation = contact.relation;
    const double gap = nsds.output()[relation.row];
    if (!contact.joint()) {
      check::that(
          gap >= -gapTolerance() || contact.state != ContactState::open,
          "{}: the gap is {} at t = {}; event-driven simulation cannot begin with a penetration; move "
          "the system",
          relation.interaction->name(), gap, nsds.time());
      continue;
    }
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const double defect = nsds.output()[relation.row + r];
      const double rate = nsds.rate()[relation.row + r];
      check::that(projects || std::abs(defect) <= allowed * scales.length,
                  "{}: row {} of the joint is off by {} at t = {}; correct the positions, or call "
                  "projectInitialState()",
                  relation.interaction->name(), r, defect, nsds.time());
      check::that(projects || std::abs(rate) <= allowed * speed(),
                  "{}: row {} of the joint moves at {} at t = {}; correct the velocities, or call "
                  "projectInitialState()",
                  relation.interaction->name(), r, rate, nsds.time());
      joints.push_back({relation.interactionIndex, relation.rowInInteraction + r});
    }
  }
  if (!projects || joints.empty()) return;
  constraintRows = joints;
  consistency = makeConsistent(1e-14 * scales.length, 0.0);
  evaluateOutputs();
}

ConsistencyReport EventDriven::Implementation::makeConsistent(double positionLimit, double velocityLimit) {
  q = position();
  v = velocity();
  const ConsistencyReport report =
      smooth->makeConsistent(motion, nsds.time(), q, v, positionLimit, velocityLimit);
  std::copy_n(q.data(), nsds.positions(), nsds.position());
  std::copy_n(v.data(), nsds.dofs(), nsds.velocity());
  return report;
}

void EventDriven::Implementation::restart() {
  takeUpLaws();
  evaluateOutputs();
  processContacts();
  const SmoothOptions& limits = smooth->options();
  if (motion.constraints() != 0) makeConsistent(limits.positionViolation, limits.velocityViolation);
  smooth->start(motion, nsds.time(), position(), velocity());
  lambdaKept = smooth->multipliers();
  shareForces();
  if (motion.constraints() != 0) evaluateOutputs();
  writeForces();
  eventTime = never;
  eventContacts.clear();
  trialTime = std::numeric_limits<double>::quiet_NaN();
  started = true;
  searched = true;  // nothing happens in a step of no length
}

}  // namespace nsds
