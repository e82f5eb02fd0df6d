// Event-capturing through the end of impacts that accumulate: short steps of Moreau and Jean's scheme in
// place of events.
//
// The step h is a part of the flight that is to follow, and what flies for two steps or less is not
// restituted any more: v < 2 h v⁺ / flight. With flights that shrink by r the sequence is so cut off when a
// part of about 2 h / flight of it is left. Contacts take part while they are at rest, and from a gap ≤ 0 on
// while they approach, so that no step gains energy. Acary, Brogliato 2008, chapters 8 and 10.
#pragma once

#include <memory>
#include <vector>

#include "nsds/kernel/integrators/moreau_jean_osi.hpp"
#include "simulation/event_driven/contacts/contact_problem.hpp"
#include "simulation/event_driven/contacts/contact_states.hpp"

namespace nsds {

/// A sequence of impacts that is left to event-capturing.
struct CaptureSequence {
  double begin = 0.0;
  double end = 0.0;         ///< predicted
  double interval = 0.0;    ///< its last before; 0: no sequence is captured
  double step = 0.0;        ///< at most
  double slow = 0.0;        ///< normal velocities below are not restituted
  double lastImpact = 0.0;  ///< restituted

  bool on() const { return interval > 0.0; }
  /// Returns the time after which this is no sequence that ends: thrice the time predicted.
  double latestEnd() const { return end + 2.0 * (end - begin); }
};

/// Begins a sequence after the last impact, at `now`; fastest: the largest normal rate after it.
CaptureSequence beginSequence(double now, double interval, double end, double fastest,
                              const Thresholds& zero);

class CaptureScheme {
 public:
  /// All are borrowed; impact is the problem that the steps solve.
  CaptureScheme(Model& model, ContactProblem& impact, const Thresholds& zero)
      : model_(model), impact_(impact), zero_(zero) {}

  /// Prepares steps of length h from the present state.
  void prepare(double h, const CaptureSequence& sequence, const ContactStates& contacts);
  /// Takes the model a step further; all: I0; number: of the step of the simulation, for messages. Errors:
  /// SolverError, NewtonError; Error from operators.
  void step(double end, double h, const IndexSet& all, std::int64_t number);
  /// These contacts took part in the last step, with their impulses one after the other.
  const IndexSet& active() const { return active_; }
  const std::vector<double>& impulses() const { return P_; }

 private:
  void solve();

  Model& model_;
  ContactProblem& impact_;
  const Thresholds& zero_;
  std::unique_ptr<MoreauJeanOSI> scheme_;
  IndexSet active_, before_;
  std::vector<double> w_, P_;
};

}  // namespace nsds
