// The calls of every class have this in common: checks of arguments, each of which writes a sentence and
// returns false on a fault, and the filling of reports.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <limits>

#include "core/options.hpp"
#include "core/sentence.hpp"
#include "core/solve_context.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics {

// A struct that its initialiser did not see has the wrong size in its first member.
inline bool check_struct_size(const char* name, const char* initialiser, std::size_t given,
                              std::size_t expected, const Sentence& sentence) {
  if (given == expected) return true;
  sentence.write("{}.struct_size is {}, it must be {}: call {} first.", name, given, expected, initialiser);
  return false;
}

// Tells whether a report has the size that its initialiser gives it. Of another one the status alone is written, which
// stands behind the size in every version: all zeros would say OK. report: Nullable.
inline bool check_report(nsds_report* report) {
  if (report == nullptr || report->struct_size == sizeof(nsds_report)) return true;
  report->status = NSDS_INVALID_ARGUMENT;
  return false;
}

// Tells whether the caller of a residual function has a place for it. residual: Nullable.
inline bool has_struct_size(const nsds_residual* residual) {
  return residual != nullptr && residual->struct_size == sizeof(nsds_residual);
}

// Gives the place where the message of a report goes. report: Nullable.
inline Sentence sentence_of(nsds_report* report) {
  return report == nullptr ? Sentence{} : Sentence{report->message, sizeof report->message};
}

// Few classes know them, and these write them behind: what programs measure, what callbacks cost.
inline void forget_extras(nsds_report& report) {
  report.evaluations = report.jacobians = report.factorizations = 0;
  report.primal_residual = report.dual_residual = report.duality_gap = report.objective =
      std::numeric_limits<double>::quiet_NaN();
}

inline void set_solver_name(const char* name, nsds_report& report) {
  std::memcpy(report.solver, name, std::min(sizeof report.solver - 1, std::strlen(name)) + 1);
}

// Writes what a report says of a call that was refused; solver: the one that refused it, empty before there
// is one. report: Nullable. Returns status.
inline nsds_status refused(nsds_status status, double tolerance, nsds_report* report,
                           const char* solver = "") {
  if (report == nullptr) return status;
  report->status = status;
  report->iterations = 0;
  report->seconds = 0.0;
  set_solver_name(solver, *report);
  report->tolerance = tolerance;
  nsds_residual_init(&report->residual);
  report->residual.value = std::numeric_limits<double>::infinity();  // nothing was evaluated
  forget_extras(*report);
  return status;
}

// Does what the initialiser of a public struct does: all zero but for the size. False where there is nothing
// to initialise. given: Nullable.
template <class Struct>
bool initialise(Struct* given) {
  if (given == nullptr) return false;
  *given = Struct{};
  given->struct_size = sizeof(Struct);
  return true;
}

// The struct of a problem, before anything else is read of it. problem: Nullable.
template <class Problem>
bool check_struct(const Problem* problem, const char* initialiser, const Sentence& sentence) {
  if (problem == nullptr) {
    sentence.write("problem is null.");
    return false;
  }
  return check_struct_size("problem", initialiser, problem->struct_size, sizeof(Problem), sentence);
}

// The first check of a call whose problem another class solves; writes the report of a refusal.
template <class Problem>
nsds_status check_call(const Problem* problem, const char* initialiser, nsds_report* report) {
  if (!check_report(report)) return NSDS_INVALID_ARGUMENT;
  if (check_struct(problem, initialiser, sentence_of(report))) return NSDS_OK;
  return refused(NSDS_INVALID_ARGUMENT, 0.0, report);
}

// Writes what a report says of a call that ran. solver: the one that made the result. report: Nullable.
// Returns status.
inline nsds_status finished(nsds_status status, const char* solver, double tolerance, std::int64_t iterations,
                            const nsds_residual& residual, Clock::time_point begin, nsds_report* report) {
  if (report == nullptr) return status;
  report->status = status;
  report->iterations = iterations;
  report->residual = residual;
  report->tolerance = tolerance;
  forget_extras(*report);
  set_solver_name(solver, *report);
  report->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return status;
}

}  // namespace nsds::numerics
