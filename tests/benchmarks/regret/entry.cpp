#include "benchmarks/regret/entry.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "benchmarks/measurements/limited_solve.hpp"

namespace nsds::bench {
namespace {

// Raises the limit, which is wall time, where other programs had a share of it, as limited_solve.hpp does: a survey
// solves whole, and cannot be stopped where it has had its CPU time.
std::optional<SurveyOutcome> solve_while_starved(const SurveySolve& solve, const nsds_solver_info& solver,
                                                 SurveyDemand demand) {
  const double cpu_limit = demand.time_limit;
  std::optional<SurveyOutcome> outcome;
  for (int attempt = 0; attempt < limited_attempts; ++attempt) {
    outcome = solve(solver, demand);
    if (!outcome || outcome->status != NSDS_TIME_LIMIT || outcome->seconds >= enough_of_limit * cpu_limit)
      break;
    demand.time_limit *= std::min(cpu_limit / std::max(outcome->seconds, 0.1 * cpu_limit), 4.0);
  }
  return outcome;
}

}  // namespace

double ratio(const RegretEntry& entry) {
  if (entry.best.empty()) return 1.0;
  return std::max(1.0, entry.seconds / entry.best_seconds);
}

bool is_missed(const RegretEntry& entry) {
  return !entry.solved && !entry.best.empty();
}

bool is_slow(const RegretEntry& entry) {
  return entry.solved && entry.seconds > negligible_seconds && ratio(entry) > tolerated_ratio;
}

RegretSummary summarise(const std::vector<RegretEntry>& entries) {
  RegretSummary summary;
  double logarithms = 0.0;
  for (const RegretEntry& entry : entries) {
    ++summary.entries;
    summary.solved_by_any += entry.solved || !entry.best.empty() ? 1 : 0;
    summary.missed += is_missed(entry) ? 1 : 0;
    if (!entry.solved) continue;
    ++summary.solved;
    summary.slow += is_slow(entry) ? 1 : 0;
    logarithms += std::log(ratio(entry));
    if (entry.seconds > negligible_seconds) summary.worst_ratio = std::max(summary.worst_ratio, ratio(entry));
  }
  if (summary.solved > 0) summary.mean_ratio = std::exp(logarithms / summary.solved);
  return summary;
}

void RegretMeasurement::measure(const RegretSubject& subject, const std::vector<double>& tolerances) {
  const SurveySolve solve = subject.load();
  if (!solve) return;
  for (const double tolerance : tolerances) entries_.push_back(measure(subject, solve, tolerance));
}

RegretEntry RegretMeasurement::measure(const RegretSubject& subject, const SurveySolve& solve,
                                       double tolerance) {
  RegretEntry entry;
  entry.problem = subject.name;
  entry.tolerance = tolerance;
  const nsds_solver_info& own = *nsds_solver_find(class_, "auto");
  const std::optional<SurveyOutcome> ours = solve_while_starved(solve, own, {tolerance, subject.limit});
  if (ours) {
    entry.solved = is_solved(*ours, tolerance);
    entry.seconds = ours->seconds;
    entry.residual = ours->residual;
  }

  // Where auto succeeds the others have no more time than it took: what takes longer is no regret.
  const double limit =
      entry.solved ? std::min(subject.limit, std::max(entry.seconds, negligible_seconds)) : subject.limit;
  for (int s = 0; s < nsds_solver_count(class_); ++s) {
    const nsds_solver_info& solver = *nsds_solver_at(class_, s);
    const std::pair<std::string, std::string> key(subject.family, solver.name);
    if (&solver == &own || given_up_.contains(key)) continue;
    const std::optional<SurveyOutcome> outcome = solve_while_starved(solve, solver, {tolerance, limit});
    if (!outcome) continue;
    if (is_solved(*outcome, tolerance)) {
      if (!entry.best.empty() && entry.best_seconds <= outcome->seconds) continue;
      entry.best = solver.name;
      entry.best_seconds = outcome->seconds;
      entry.best_residual = outcome->residual;
    } else if (outcome->seconds > 0.5 * subject.limit) {
      given_up_.insert(key);
    }
  }
  return entry;
}

}  // namespace nsds::bench
