// One-step problems over sets of contacts: a formulation, solved until the check functions accept it.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "nsds/kernel/formulations/one_step_ns_problem.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/simulation/failures.hpp"

namespace nsds {

inline constexpr std::string_view impactProblemName = "impact";

/// Solves until the check functions accept the outcome, and knows whether one is running.
class SolveLoop {
 public:
  /// Asks the check functions of a simulation about an outcome; attempt: solves of the same problem before
  /// it.
  using Judge = std::function<SolverAction(const OneStepNSProblem& problem, std::string_view name,
                                           int attempt, SolverOutcome& outcome)>;
  explicit SolveLoop(Judge judge) : judge_(std::move(judge)) {}

  /// w: in, lambda: in/out; both are over the rows of the set. Errors: SolverError, also where a check
  /// function rejects or stops.
  void solve(OneStepNSProblem& problem, std::string_view name, const CondensedOperator& operators,
             const IndexSet& set, ProblemChange change, const double* w, double* lambda);
  bool checking() const { return checking_; }

 private:
  Judge judge_;
  bool checking_ = false;
};

/// Joins a formulation and the set that it was last solved over.
class ContactProblem {
 public:
  /// The loop is borrowed.
  explicit ContactProblem(SolveLoop& loop) : loop_(loop) {}

  /// Takes the formulation of that name, unless it is there already.
  void choose(std::string_view formulation);
  /// Takes a formulation of the user, which choose() leaves alone.
  void take(std::unique_ptr<OneStepNSProblem> formulation) {
    formulation_ = std::move(formulation);
    given_ = true;
  }
  /// Errors: Error before choose().
  OneStepNSProblem& formulation() const;
  /// Has the next solve read laws and structure again.
  void forgetSet() { last_.clear(); }
  /// Solves as SolveLoop::solve does.
  void solve(std::string_view name, const CondensedOperator& operators, const IndexSet& set, const double* w,
             double* lambda);

 private:
  SolveLoop& loop_;
  std::unique_ptr<OneStepNSProblem> formulation_;
  bool given_ = false;  // by the user
  IndexSet last_;
};

/// Sets right-hand sides w of equalities to zero where they are below `rounding`, or nothing next to those of the
/// others: residuals are relative to them. w: over the rows of the set, in/out.
void dropRounding(const IndexSet& set, double rounding, double* w);

}  // namespace nsds
