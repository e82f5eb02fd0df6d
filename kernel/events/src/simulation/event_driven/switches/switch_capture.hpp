// Event-capturing through switches that accumulate: short steps of implicit Euler-Moreau in place of events.
#pragma once

#include <memory>
#include <vector>

#include "nsds/kernel/integrators/euler_moreau_osi.hpp"
#include "simulation/event_driven/contacts/contact_problem.hpp"

namespace nsds {

/// Switches that accumulate, which are left to event-capturing.
struct SwitchSequence {
  double begin = 0.0;
  double end = 0.0;         ///< predicted
  double interval = 0.0;    ///< its last before; 0: no sequence is captured
  double step = 0.0;        ///< at most
  double lastSwitch = 0.0;  ///< a row of the sequence changed its state

  bool on() const { return interval > 0.0; }
  /// The time after which this is no sequence that ends: thrice the time predicted.
  double latestEnd() const { return end + 2.0 * (end - begin); }
};

class SwitchCapture {
 public:
  /// Both are borrowed.
  SwitchCapture(Model& model, SolveLoop& loop) : model_(model), problem_(loop) {}

  /// Chooses the formulation by the laws of the model.
  void choose();
  /// Prepares steps of length h from the present state.
  void prepare(double h);
  /// Takes the model a step further; all: I0; number: of the step of the simulation, for messages. Errors: SolverError,
  /// NewtonError; Error from operators.
  void step(double end, double h, const IndexSet& all, std::int64_t number);
  ContactProblem& problem() { return problem_; }

 private:
  Model& model_;
  ContactProblem problem_;
  std::unique_ptr<EulerMoreauOSI> scheme_;
  IndexSet active_, before_;
  std::vector<double> w_, lambda_;
};

}  // namespace nsds
