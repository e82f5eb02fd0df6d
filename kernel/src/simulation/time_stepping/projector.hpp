// The projection of a step, pass by pass: which rows take part, how far they are from holding, one problem of
// displacements a pass. The simulation asks for the passes and judges their solves.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "integrators/position_operator.hpp"
#include "nsds/kernel/formulations/one_step_ns_problem.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/position_projection.hpp"

namespace nsds {

class Projector {
 public:
  /// Errors: InvalidArgument on an option outside its range.
  explicit Projector(const PositionProjection& options);

  const PositionProjection& options() const { return options_; }
  bool combined() const { return options_.mode == ProjectionMode::combined; }
  const ProjectionReport& report() const { return report_; }
  /// (rows) lambda0 of the model's rows.
  const std::vector<double>& multipliers() const { return multipliers_; }
  const OneStepNSProblem& problem() const { return current(); }

  /// Errors: InvalidArgument on a system that is not mechanical, a solver that there is not.
  void compile(Model& model, const IndexSet& all);
  /// Forgets the last step.
  void beginStep(double t);
  /// True if it takes part in the Newton loop, because the Jacobian of an equality changes within a step.
  bool closesIterates() const { return closesIterates_; }
  /// Chooses the equalities, at an iterate, and measures them.
  void beginIterate();
  /// True if an iterate needs no pass any more. The tolerance is not enough where another pass leaves much
  /// less, because the rows are as consistent as the constraints are closed.
  bool isClosed() const;
  /// Chooses the rows by the outputs, multipliers and the active relations of the step, and measures them.
  void begin(const IndexSet& active);
  bool violated() const { return !(report_.after <= limit_); }
  bool mayGoOn() const { return passes_ < options_.maxIterations; }
  /// One pass: linearise, solve (again, for a retry), displace.
  void linearise();
  SolverOutcome solve();
  /// Combined: solves the pass that brings contacts to y = 0. Where they contradict each other, as the many points of two
  /// faces may, nothing is returned: contacts may open from then on, y >= 0, and the pass is linearised for that.
  std::optional<SolverOutcome> solveClosed();
  void displace();
  /// Has a pass changed the coordinates of the step?
  bool moved() const { return moved_; }
  /// What is wrong after the last pass; the caller says what may help.
  std::string complaint() const;

  /// Combined: takes the unilateral constraints out of a set; adds those that are penetrated, and says
  /// whether there was one.
  void removeUnilateral(IndexSet& active);
  bool addPenetrated(const IndexSet& all, IndexSet& active);
  /// The step begins anew with more constraints.
  void repeatStep();

 private:
  double violation() const;
  void chooseProblem();
  static void makeProblem(const char* name, const Solver& solver, std::unique_ptr<OneStepNSProblem>& problem);
  OneStepNSProblem& current() const { return opening_ ? *openingProblem_ : *problem_; }
  void letContactsOpen();

  PositionProjection options_;
  ProjectionReport report_;
  NonSmoothDynamicalSystem* nsds_ = nullptr;
  PositionOperator operator_;
  std::unique_ptr<OneStepNSProblem> problem_;
  std::unique_ptr<OneStepNSProblem> openingProblem_;  // combined, for when contacts contradict each other
  bool opening_ = false;                              // in this projection
  IndexSet candidates_;                               // all that can take part, by their part
  IndexSet rows_;                                     // those that do in this step
  IndexSet lastRows_;                                 // those of the last problem solved
  IndexSet merged_;
  ProblemChange change_ = ProblemChange::structure;
  std::vector<double> multipliers_;
  std::vector<double> gap_;     // over rows_, one after the other
  std::vector<double> lambda_;  // likewise
  double length_ = 1.0;         // [m]
  double limit_ = 0.0;
  double lastViolation_ = 0.0;  // before the last pass
  bool closesIterates_ = false;
  int passes_ = 0;  // of this projection
  bool beganInIterate_ = false;
  double t_ = 0.0;
  bool moved_ = false;
};

}  // namespace nsds
