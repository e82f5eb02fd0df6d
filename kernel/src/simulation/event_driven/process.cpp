// At an event: which contacts are closed, the impact on velocities, the contacts that stay closed on
// accelerations.
#include <algorithm>
#include <cmath>

#include "integrators/condensation.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/event_driven/impl.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

constexpr std::string_view impactName = "impact";
constexpr std::string_view accelerationName = "acceleration";

bool contains(const std::vector<std::size_t>& some, std::size_t i) {
  return std::find(some.begin(), some.end(), i) != some.end();
}

}  // namespace

/// Forces, outputs and their rates at the state of the model.
void EventDriven::Impl::evaluateOutputs() {
  const double t = nsds.time();
  const VectorView positions(nsds.position(), nsds.positions());
  const VectorView velocities(nsds.velocity(), nsds.dofs());
  motion.force(t, positions, velocities, Eigen::Map<Vector>(nsds.force(), nsds.dofs()));
  std::int32_t last = -1;
  for (const Contact& contact : contacts) {
    const std::int32_t i = contact.relation.interactionIndex;
    if (std::exchange(last, i) == i) continue;
    const Index row = nsds.row(*contact.relation.interaction);
    motion.output(i, t, positions, nsds.output() + row);
    motion.rate(i, t, positions, velocities, nsds.rate() + row);
  }
}

void EventDriven::Impl::show(double t, VectorConstRef positions, VectorConstRef velocities) {
  std::copy_n(positions.data(), nsds.positions(), nsds.position());
  std::copy_n(velocities.data(), nsds.dofs(), nsds.velocity());
  nsds.time() = t;
  owner.stayAt(t);
  evaluateOutputs();
  if (motion.constraints() != 0) {
    smooth->solveAcceleration(t, positions, velocities, trialA, lambdaKept);
    writeForces();
  }
  participants.clear();
  if (kind != EventKind::sampling) {
    for (const std::size_t i : eventContacts) participants.push_back(contacts[i].relation.interaction);
  }
}

/// The forces of the kept rows to the multipliers of the model, and what they do to the systems.
void EventDriven::Impl::writeForces() {
  std::fill_n(nsds.multiplier(), nsds.rows(), 0.0);
  clear(nsds.dofs(), nsds.input());
  const std::vector<KeptRow>& rows = motion.kept();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Contact& contact = contacts[keptContacts[i]];
    double* const to = nsds.multiplier() + nsds.row(*contact.relation.interaction) + rows[i].row;
    const double force = lambdaKept[static_cast<Index>(i)];
    to[0] = force;
    if (rows[i].slip != 0.0) to[1] = rows[i].slip * force;
  }
  motion.input(nsds.time(), VectorView(nsds.position(), nsds.positions()), lambdaKept,
               Eigen::Map<Vector>(nsds.input(), nsds.dofs()));
}

/// I1: joints, contacts that were kept closed, those whose gap is zero, and those whose gap the event is
/// about.
void EventDriven::Impl::classifyClosed() {
  closed.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Contact& contact = contacts[i];
    const bool meets = kind == EventKind::impact && contains(eventContacts, i);
    if (contact.state == ContactState::open && !meets &&
        !(nsds.output()[contact.relation.row] <= gapTolerance()))
      continue;
    closed.push_back(contact.relation);
  }
}

/// Does a closed contact close further, or a joint move?
bool EventDriven::Impl::approaching() {
  return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
    const double rate = nsds.rate()[contact.relation.row];
    if (contact.state == ContactState::joint) return false;
    return nsds.output()[contact.relation.row] <= gapTolerance() && rate < -velocityTolerance();
  });
}

SolverAction EventDriven::Impl::judged(const OneStepNSProblem& problem, std::string_view name, int attempt,
                                       SolverOutcome& outcome) {
  solving = true;
  try {
    const SolverAction action = owner.judge(problem, name, attempt, outcome);
    solving = false;
    return action;
  } catch (...) {
    solving = false;
    throw;
  }
}

SolverStatus EventDriven::Impl::solve(OneStepNSProblem& problem, std::string_view name, const IndexSet& set,
                                      IndexSet& last, const double* free, double* multipliers) {
  const ProblemChange change = set == last ? ProblemChange::values : ProblemChange::structure;
  last = set;
  for (int attempt = 0;; ++attempt) {
    SolverOutcome outcome = problem.solve(condensed.condensed(), set, change, free, multipliers);
    switch (judged(problem, name, attempt, outcome)) {
      case SolverAction::retry:
        break;
      case SolverAction::accept:
        return outcome.status;
      default:
        throw SolverError(outcome, problem.copyProblem(), attempt);
    }
  }
}

/// Equalities whose right-hand sides are rounding beside those of others have none: residuals are relative to
/// them.
void EventDriven::Impl::dropRounding(const IndexSet& set) {
  std::size_t rows = 0;
  double most = 0.0;
  for (const UnitaryRelation& relation : set) rows += static_cast<std::size_t>(relation.rows);
  for (std::size_t at = 0; at < rows; ++at) most = std::max(most, std::abs(w[at]));
  std::size_t at = 0;
  for (const UnitaryRelation& relation : set) {
    const bool joint = !isUnilateral(relation.interaction->law());
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      if (joint && std::abs(w[at]) <= 1e-12 * most) w[at] = 0.0;
    }
  }
}

/// Velocities after the impact: U+ = W P + U-, the law between U+ + shift(U-) and P.
void EventDriven::Impl::solveImpact() {
  condensed.linearise(nsds.time(), closed);
  std::size_t at = 0;
  for (const UnitaryRelation& relation : closed) {
    const NonSmoothLaw& law = relation.interaction->law();
    const VectorView before(nsds.rate() + relation.row, relation.rows);
    Eigen::Map<Vector> free(w.data() + at, relation.rows);
    law.shift(1.0, before, VectorView(nsds.lawState(*relation.interaction), law.stateSize()), free);
    free += before;
    // What joints move is rounding, which is not what solvers should measure residuals by.
    if (!isUnilateral(law)) free.setZero();
    std::fill_n(lambda.data() + at, relation.rows, 0.0);
    at += static_cast<std::size_t>(relation.rows);
  }
  solve(*impact, impactName, closed, impactSet, w.data(), lambda.data());
  applyImpulses(closed);
}

/// v+ = v- + M^-1 H^T P, P in lambda.
void EventDriven::Impl::applyImpulses(const IndexSet& set) {
  std::fill(impulses.begin(), impulses.end(), 0.0);
  const CondensedOperator& operators = condensed.condensed();
  std::size_t at = 0;
  for (const UnitaryRelation& relation : set) {
    const CondensedInteraction& record =
        operators.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const double P = lambda[at++];
      impulses[static_cast<std::size_t>(relation.row + r)] = P;
      for (const CondensedTerm& term : termsOf(operators, record))
        axpy(term.size, P, rightOf(operators, term, relation.rowInInteraction + r),
             nsds.velocity() + term.dof);
    }
  }
}

/// Counts the impacts of contacts; a sequence of five intervals that shrink geometrically to less than the
/// option allows is an accumulation, and the contacts of the event are then closed at rest: what is left of
/// the sequence is captured at once, its energy lost.
void EventDriven::Impl::rememberImpacts() {
  double end = 0.0;
  std::size_t which = contacts.size();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    if (contact.state == ContactState::joint ||
        impulses[static_cast<std::size_t>(contact.relation.row)] <= 0.0)
      continue;
    History& history = histories[i];
    std::move(history.times.begin() + 1, history.times.end(), history.times.begin());
    history.times.back() = nsds.time();
    history.count = std::min(history.count + 1, 6);
    if (history.count == 6 && history.shrinks(options.accumulationInterval * scales.time, end)) which = i;
  }
  if (which == contacts.size()) return;
  const std::string message = fmt::format("{}: impacts accumulate at t = {}; their sequence ends at {}",
                                          contacts[which].relation.interaction->name(), nsds.time(), end);
  if (options.accumulation == AccumulationResponse::stop) {
    throw AccumulationError(message +
                                "; let the rest of it be captured (AccumulationResponse::capture), or "
                                "step through it by TimeStepping",
                            end);
  }
  nsds.log(LogLevel::info, message);
  kind = EventKind::accumulation;
  const double interval = end - nsds.time();
  const auto ends = [&](std::size_t i) {
    const Contact& contact = contacts[i];
    return contact.state != ContactState::joint &&
           nsds.time() - histories[i].times.back() <=
               2.0 * interval + options.accumulationInterval * scales.time &&
           histories[i].count == 6;
  };
  std::vector<std::size_t> ending;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!ends(i)) continue;
    ending.push_back(i);
    histories[i].count = 0;
  }
  bringToRest(ending);
}

/// Closes contacts at rest, beside those that are closed: their velocities to zero, with the least change.
void EventDriven::Impl::bringToRest(const std::vector<std::size_t>& some) {
  std::vector<KeptRow> rows;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const UnitaryRelation& relation = contacts[i].relation;
    if (contacts[i].state == ContactState::open && !contains(some, i)) continue;
    const std::int32_t kept = contacts[i].state == ContactState::joint ? relation.rows : 1;
    for (std::int32_t r = 0; r < kept; ++r)
      rows.push_back({relation.interactionIndex, relation.rowInInteraction + r});
    if (contacts[i].state != ContactState::joint) contacts[i].state = ContactState::resting;
  }
  motion.keep(rows);
  q = VectorView(nsds.position(), nsds.positions());
  v = VectorView(nsds.velocity(), nsds.dofs());
  smooth->makeConsistent(motion, nsds.time(), q, v, std::numeric_limits<double>::infinity(), 0.0);
  std::copy_n(v.data(), nsds.dofs(), nsds.velocity());
}

/// Contacts that open so slowly that they close before their gaps differ from zero by more than rounding:
/// they stay closed.
void EventDriven::Impl::endHops() {
  if (kind != EventKind::impact) return;
  std::vector<std::size_t> hopping;
  for (const std::size_t i : eventContacts) {
    if (contacts[i].state == ContactState::open &&
        nsds.rate()[contacts[i].relation.row] > velocityTolerance())
      hopping.push_back(i);
  }
  if (hopping.empty()) return;
  bringToRest(hopping);
  evaluateOutputs();
}

bool EventDriven::Impl::History::shrinks(double shortest, double& end) const {
  double least = 1.0;
  double most = 0.0;
  double ratio = 0.0;
  for (std::size_t i = 2; i < times.size(); ++i) {
    ratio = (times[i] - times[i - 1]) / (times[i - 1] - times[i - 2]);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  const double interval = times[5] - times[4];
  if (!(interval < shortest) || !(most < 1.0) || !(least > 0.8 * most)) return false;
  end = times[5] + interval * ratio / (1.0 - ratio);
  return true;
}

/// lambda and the accelerations of the gaps after, over I2, at a state that need not be that of the model.
void EventDriven::Impl::accelerationsAt(double t, VectorConstRef positions, VectorConstRef velocities) {
  motion.force(t, positions, velocities, a);
  motion.factoriseMass(positions);
  motion.solveMass(a);
  const CondensedOperator& operators = condensed.condensed();
  const auto along = [&](const UnitaryRelation& relation, std::int32_t r, const Vector& x) {
    const CondensedInteraction& record =
        operators.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    double sum = 0.0;
    for (const CondensedTerm& term : termsOf(operators, record)) {
      const double* const H = leftOf(operators, term, relation.rowInInteraction + r);
      for (std::int32_t k = 0; k < term.size; ++k) sum += H[k] * x[term.dof + k];
    }
    return sum;
  };
  // The directions of contacts turn as fast as forces change: they are those of these positions.
  std::copy_n(nsds.position(), nsds.positions(), shownQ.data());
  std::copy_n(positions.data(), nsds.positions(), nsds.position());
  condensed.linearise(t, atRest);
  std::copy_n(shownQ.data(), nsds.positions(), nsds.position());
  tilt();
  std::size_t at = 0;
  for (const UnitaryRelation& relation : atRest) {
    motion.curvatureOf(relation.interactionIndex, t, positions, velocities, gamma.data());
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      w[at] = along(relation, r, a) + gamma[static_cast<std::size_t>(relation.rowInInteraction + r)];
      after[at] = w[at];
      lambda[at] = 0.0;
    }
  }
  dropRounding(atRest);
  solve(*acceleration, accelerationName, atRest, accelerationSet, w.data(), lambda.data());
  trialA.setZero();
  at = 0;
  for (const UnitaryRelation& relation : atRest) {
    const CondensedInteraction& record =
        operators.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      for (const CondensedTerm& term : termsOf(operators, record))
        axpy(term.size, lambda[at], rightOf(operators, term, relation.rowInInteraction + r),
             trialA.data() + term.dof);
    }
  }
  at = 0;
  for (const UnitaryRelation& relation : atRest) {
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) after[at] += along(relation, r, trialA);
  }
  a += trialA;
}

/// Which contacts of I2 press, part, or do neither.
void EventDriven::Impl::solveAccelerations() {
  accelerationsAt(nsds.time(), VectorView(nsds.position(), nsds.positions()),
                  VectorView(nsds.velocity(), nsds.dofs()));
  const double parting = options.forceThreshold * scales.velocity() / scales.time;
  bool undetermined = false;
  std::size_t at = 0;
  for (const UnitaryRelation& relation : atRest) {
    Contact& contact = contactOf(relation);
    if (contact.state != ContactState::joint) {
      contact.state = lambda[at] > forceTolerance() ? ContactState::pressed
                      : after[at] > parting         ? ContactState::open
                                                    : ContactState::resting;
      undetermined = undetermined || contact.state == ContactState::resting;
      if (relation.rows == 2) {
        // Without slip it begins to slide along its acceleration, sticks, or is about to slide.
        contact.slip = std::abs(after[at + 1]) > parting ? std::copysign(1.0, after[at + 1]) : 0.0;
        const double grip = contact.mu * lambda[at] - std::abs(lambda[at + 1]);
        undetermined = undetermined || (contact.slip == 0.0 && grip <= 10.0 * forceTolerance());
      }
    }
    at += static_cast<std::size_t>(relation.rows);
  }
  if (undetermined) decideUndetermined();
}

/// Forces of sliding contacts act along H_N - mu sign(U_T) H_T.
void EventDriven::Impl::tilt() {
  for (const UnitaryRelation& relation : atRest) {
    const Contact& contact = contactOf(relation);
    if (relation.part == RelationPart::normal && contact.mu != 0.0)
      condensed.tilt(relation.interactionIndex, relation.rowInInteraction, -contact.mu * contact.slip);
  }
}

/// Neither force nor acceleration: their derivatives decide, by the same problem a moment later.
void EventDriven::Impl::decideUndetermined() {
  const double moment = 1e-4 * scales.time;
  q = VectorView(nsds.position(), nsds.positions());
  v = VectorView(nsds.velocity(), nsds.dofs());
  trialV = moment * v + 0.5 * moment * moment * a;
  motion.displace(q, trialV, q);
  v += moment * a;
  accelerationsAt(nsds.time() + moment, q, v);
  const double least = 1e-2 * moment / scales.time;
  const double force = least * scales.momentum() / scales.time;
  const double parting = least * scales.velocity() / scales.time;
  std::size_t at = 0;
  for (const UnitaryRelation& relation : atRest) {
    Contact& contact = contactOf(relation);
    if (contact.state == ContactState::resting) {
      if (lambda[at] > force) contact.state = ContactState::pressed;
      if (after[at] > parting) contact.state = ContactState::open;
    }
    if (contact.state == ContactState::pressed && relation.rows == 2 && contact.slip == 0.0 &&
        std::abs(after[at + 1]) > parting)
      contact.slip = std::copysign(1.0, after[at + 1]);
    at += static_cast<std::size_t>(relation.rows);
  }
}

EventDriven::Impl::Contact& EventDriven::Impl::contactOf(const UnitaryRelation& relation) {
  const auto it =
      std::lower_bound(contacts.begin(), contacts.end(), relation.row,
                       [](const Contact& contact, std::int32_t row) { return contact.relation.row < row; });
  return *it;
}

/// The rows that the integrator keeps from here on.
void EventDriven::Impl::keepPressed() {
  std::vector<KeptRow> rows;
  keptContacts.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const UnitaryRelation& relation = contacts[i].relation;
    if (contacts[i].state != ContactState::joint && contacts[i].state != ContactState::pressed) continue;
    contacts[i].row = static_cast<Index>(rows.size());
    const double slip = contacts[i].slip;
    const std::int32_t kept = slip != 0.0 ? 1 : relation.rows;
    for (std::int32_t r = 0; r < kept; ++r) {
      rows.push_back({relation.interactionIndex, relation.rowInInteraction + r, -contacts[i].mu * slip});
      keptContacts.push_back(i);
    }
  }
  motion.keep(rows);
  lambdaKept.setZero(static_cast<Index>(rows.size()));
}

/// A sliding contact that friction presses together the harder it pushes apart (H_N M^-1 (H_N - mu sign
/// H_T)^T
/// <= 0) and whose gap would shrink has no force: Painleve's paradox. An impulse that stops the slip, an
/// impact without collision, takes the system out of it (Genot, Brogliato 1999, Eur. J. Mech. A/Solids 18).
bool EventDriven::Impl::resolveParadox() {
  condensed.linearise(nsds.time(), atRest);
  tilt();
  const VectorView positions(nsds.position(), nsds.positions());
  const VectorView velocities(nsds.velocity(), nsds.dofs());
  motion.force(nsds.time(), positions, velocities, a);
  motion.factoriseMass(positions);
  motion.solveMass(a);
  for (const UnitaryRelation& relation : atRest) {
    Contact& contact = contactOf(relation);
    if (relation.part != RelationPart::normal || contact.mu == 0.0) continue;
    double W = 0.0;
    double free = 0.0;
    for (const CondensedTerm& term :
         termsOf(condensed.condensed(),
                 condensed.condensed().interactions[static_cast<std::size_t>(relation.interactionIndex)])) {
      const double* const H = leftOf(condensed.condensed(), term, relation.rowInInteraction);
      const double* const R = rightOf(condensed.condensed(), term, relation.rowInInteraction);
      for (std::int32_t k = 0; k < term.size; ++k) {
        W += H[k] * R[k];
        free += H[k] * a[term.dof + k];
      }
    }
    motion.curvatureOf(relation.interactionIndex, nsds.time(), positions, velocities, gamma.data());
    free += gamma[static_cast<std::size_t>(relation.rowInInteraction)];
    if (W > 0.0 || free >= 0.0) continue;
    strike(contact);
    return true;
  }
  return false;
}

/// Stops the slip of a contact by an impulse, the other kept constraints holding, and classifies anew.
void EventDriven::Impl::strike(Contact& contact) {
  const std::string what = fmt::format(
      "{}: Painleve's paradox at t = {}: with its friction no force keeps the sliding contact closed, and it "
      "cannot open",
      contact.relation.interaction->name(), nsds.time());
  if (options.paradox == ParadoxResponse::stop) throw ParadoxError(what);
  IndexSet rows;
  for (const UnitaryRelation& relation : closed) {
    const Contact& other = contactOf(relation);
    if (other.state != ContactState::joint && &other != &contact) continue;
    rows.push_back(relation);
    rows.back().part = RelationPart::equality;
  }
  condensed.linearise(nsds.time(), rows);
  const std::unique_ptr<OneStepNSProblem> equality = makeFormulation("Equality");
  std::size_t at = 0;
  std::size_t place = 0;
  for (const UnitaryRelation& relation : rows) {
    if (&contactOf(relation) == &contact) place = at;
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      w[at] = nsds.rate()[relation.row + r];
      lambda[at] = 0.0;
    }
  }
  IndexSet none;
  solve(*equality, impactName, rows, none, w.data(), lambda.data());
  const double P = lambda[place];
  if (!(P > 0.0) || std::abs(lambda[place + 1]) > contact.mu * P)
    throw ParadoxError(what + "; no impulse within the cone stops the slip either");
  nsds.log(LogLevel::info, what + ": an impact without collision");
  applyImpulses(rows);
  evaluateOutputs();
  processRest(true);
}

void EventDriven::Impl::processContacts() {
  std::fill(impulses.begin(), impulses.end(), 0.0);
  endHops();
  classifyClosed();
  const bool impacts = std::any_of(closed.begin(), closed.end(), [&](const UnitaryRelation& relation) {
    return contactOf(relation).state != ContactState::joint &&
           nsds.rate()[relation.row] < -velocityTolerance();
  });
  if (impacts) {
    solveImpact();
    rememberImpacts();
    evaluateOutputs();
  }
  processRest(impacts);
}

/// I2, its accelerations and what is kept from here on.
void EventDriven::Impl::processRest(bool impacts) {
  atRest.clear();
  for (const UnitaryRelation& relation : closed) {
    Contact& contact = contactOf(relation);
    const bool atRestHere = contact.state == ContactState::joint || contact.state == ContactState::pressed ||
                            std::abs(nsds.rate()[relation.row]) <= velocityTolerance();
    if (atRestHere && !(impacts && nsds.rate()[relation.row] > velocityTolerance())) {
      atRest.push_back(relation);
      contact.slip = 0.0;
      if (contact.mu == 0.0) continue;
      const double slip = nsds.rate()[relation.row + 1];
      if (std::abs(slip) <= velocityTolerance()) continue;
      contact.slip = std::copysign(1.0, slip);
      atRest.back().part = RelationPart::normal;
      atRest.back().rows = 1;
    } else {
      contact.state = ContactState::open;
    }
  }
  if (!contactless && !atRest.empty() && !resolveParadox()) solveAccelerations();
  keepPressed();
}

}  // namespace nsds
