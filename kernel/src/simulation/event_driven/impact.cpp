// Impacts: velocities after them, and what ends sequences of them.
#include <algorithm>
#include <cmath>

#include "integrators/condensation.hpp"
#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"
#include "simulation/relations.hpp"

namespace nsds {

/// Velocities after the impact: U+ = W P + U-, the law between U+ + shift(U-) and P.
void EventDriven::Implementation::solveImpact() {
  condensed.linearise(nsds.time(), closed);
  std::size_t at = 0;
  for (const UnitaryRelation& relation : closed) {
    const NonSmoothLaw& law = relation.interaction->law();
    const VectorView before(nsds.rate() + relation.row, relation.rows);
    Eigen::Map<Vector> free(w.data() + at, relation.rows);
    law.shift(1.0, before, VectorView(nullptr, 0), free);
    free += before;
    // What joints move is rounding, which is not what solvers should measure residuals by.
    if (!isUnilateral(law)) free.setZero();
    std::fill_n(lambda.data() + at, relation.rows, 0.0);
    at += static_cast<std::size_t>(relation.rows);
  }
  solve(*impact, impactName, condensed.condensed(), closed, impactSet);
  applyImpulses(closed);
}

/// v+ = v- + M^-1 H^T P, P in lambda.
void EventDriven::Implementation::applyImpulses(const IndexSet& set) {
  const CondensedOperator& operators = condensed.condensed();
  std::size_t at = 0;
  for (const UnitaryRelation& relation : set) {
    const CondensedInteraction& record =
        operators.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const double P = lambda[at++];
      impulses[static_cast<std::size_t>(relation.row + r)] += P;
      for (const CondensedTerm& term : termsOf(operators, record))
        axpy(term.size, P, rightOf(operators, term, relation.rowInInteraction + r),
             nsds.velocity() + term.dof);
    }
  }
}

/// Counts the impacts of contacts; a sequence of five intervals that shrink geometrically to less than the
/// option allows is an accumulation, whose rest is captured.
void EventDriven::Implementation::rememberImpacts() {
  std::optional<double> end;
  std::size_t which = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    if (contact.joint() || impulses[static_cast<std::size_t>(contact.relation.row)] <= 0.0) continue;
    History& history = histories[i];
    std::move(history.times.begin() + 1, history.times.end(), history.times.begin());
    history.times.back() = nsds.time();
    if (!history.full()) ++history.count;
    if (const auto found = history.end(options.accumulationInterval * scales.time)) {
      end = found;
      which = i;
    }
  }
  if (!end) return;
  const std::string message = fmt::format("{}: impacts accumulate at t = {}; their sequence ends at {}",
                                          contacts[which].relation.interaction->name(), nsds.time(), *end);
  if (options.accumulation == AccumulationResponse::stop) {
    throw AccumulationError(message +
                                "; let the rest of it be captured (AccumulationResponse::capture), or "
                                "step through it by TimeStepping",
                            *end);
  }
  nsds.log(LogLevel::info, message);
  beginCapture(histories[which].lastInterval(), *end);
}

std::optional<double> EventDriven::Implementation::History::end(double shortest) const {
  if (!full()) return std::nullopt;
  double least = 1.0;
  double most = 0.0;
  double ratio = 0.0;
  for (std::size_t i = 2; i < times.size(); ++i) {
    ratio = (times[i] - times[i - 1]) / (times[i - 1] - times[i - 2]);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  // Elastic impacts shrink by rounding alone, and would for ever.
  if (!(lastInterval() < shortest) || !(most < 0.999) || !(least > 0.8 * most)) return std::nullopt;
  return times.back() + lastInterval() * ratio / (1.0 - ratio);
}

/// Closes contacts at rest, beside those that stay closed: their velocities to zero, with the least change.
/// One plastic impact, where no scheme could tell the bounces from rounding.
void EventDriven::Implementation::bringToRest(const std::vector<std::size_t>& some) {
  ConstraintRows rows;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Contact& contact = contacts[i];
    const UnitaryRelation& relation = contact.relation;
    const bool parts = contact.state == ContactState::open || nsds.rate()[relation.row] > velocityTolerance();
    const bool hops = std::find(some.begin(), some.end(), i) != some.end();
    if (!contact.joint() && parts && !hops) continue;
    for (std::int32_t r = 0; r < contact.keptRows(); ++r)
      rows.push_back(
          {relation.interactionIndex, relation.rowInInteraction + r, 0.0, !contact.joint() && r > 0});
    if (!contact.joint()) contact.state = ContactState::resting;
  }
  constraintRows = rows;
  makeConsistent(never, 0.0);
}

/// Contacts that open so slowly that they close before their gaps differ from zero by more than rounding:
/// they stay closed.
void EventDriven::Implementation::endHops() {
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

}  // namespace nsds
