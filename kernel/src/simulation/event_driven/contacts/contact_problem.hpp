// One-step problems over sets of contacts: a formulation, solved until the check functions accept it.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "nsds/kernel/formulations/one_step_ns_problem.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/simulation/failures.hpp"

namespace nsds {

inline constexpr std::string_view impactProblemName = "impact";

/// Solves until the check functions accept the outcome, and knows whether one is running.
class SolveLoop {
 public:
  /// What the check functions of a simulation say to an outcome; attempt: solves before of the same problem.
  using Judge = std::function<SolverAction(const OneStepNSProblem& problem, std::string_view name,
                                           int attempt, SolverOutcome& outcome)>;
  explicit SolveLoop(Judge judge) : judge_(std::move(judge)) {}

  /// w: in; lambda: in/out; over the rows of the set. Errors: SolverError, also where a check function
  /// rejects or stops.
  void solve(OneStepNSProblem& problem, std::string_view name, const CondensedOperator& operators,
             const IndexSet& set, ProblemChange change, const double* w, double* lambda);
  bool checking() const { return checking_; }

 private:
  Judge judge_;
  bool checking_ = false;
};

/// A formulation and the set that it was last solved over.
class ContactProblem {
 public:
  /// The loop is borrowed.
  explicit ContactProblem(SolveLoop& loop) : loop_(loop) {}

  /// Takes the formulation of that name, unless it is there already.
  void choose(std::string_view formulation);
  /// Errors: Error before choose().
  OneStepNSProblem& formulation() const;
  /// The next solve reads laws and structure anew.
  void forgetSet() { last_.clear(); }
  /// w, lambda: over the rows of the set, in/out. Right-hand sides w of equalities that are below `rounding`, or
  /// nothing beside those of the others, become zero: residuals are relative to them. Errors: as
  /// SolveLoop::solve.
  void solve(std::string_view name, const CondensedOperator& operators, const IndexSet& set, double rounding,
             double* w, double* lambda);

 private:
  SolveLoop& loop_;
  std::unique_ptr<OneStepNSProblem> formulation_;
  IndexSet last_;
};

}  // namespace nsds
