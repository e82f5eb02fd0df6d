#include "nsds/kernel/simulation/failures.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nsds {

namespace {

/// "of a, b, c and 4 more".
std::string ofThese(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  if (names.empty()) return {};
  std::string text;
  for (std::size_t k = 0; k < std::min(most, names.size()); ++k) text += (k == 0 ? ", of " : ", ") + names[k];
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

std::string describe(const SolverOutcome& outcome, const ProblemCopy& problem, int retries) {
  const bool contradiction = outcome.status == SolverStatus::infeasible;
  return fmt::format(
      "the one-step problem \"{}\" ({}, {} unknowns{}) was not solved in step {}, towards t = {}: {} with "
      "solver {}, residual {:.3g}, tolerance {:.3g}{}. {}{}",
      outcome.problem, problem.problemClass, problem.q.size(), ofThese(problem.interactions), outcome.step,
      outcome.time, statusName(outcome.status), outcome.solver, outcome.residual, outcome.tolerance,
      retries > 0 ? fmt::format(", {} retries", retries) : "", outcome.message,
      contradiction ? " What these interactions ask for cannot hold together." : "");
}

}  // namespace

SolverError::SolverError(const SolverOutcome& outcome, ProblemCopy problem, int retries)
    : Error(describe(outcome, problem, retries)),
      status_(outcome.status),
      problemName_(outcome.problem),
      solver_(outcome.solver),
      message_(outcome.message),
      residual_(outcome.residual),
      roundoffFloor_(outcome.roundoffFloor),
      tolerance_(outcome.tolerance),
      iterations_(outcome.iterations),
      time_(outcome.time),
      step_(outcome.step),
      problem_(std::move(problem)) {}

SolverError::~SolverError() = default;

namespace {

/// tolerance: 0 where a test of the user's judges.
std::string describe(double residual, double tolerance) {
  return tolerance > 0.0
             ? fmt::format("residual {:.3g}, tolerance {:.3g}", residual, tolerance)
             : fmt::format("residual {:.3g}, which the user's convergence test does not take", residual);
}

}  // namespace

NewtonError::NewtonError(double time, std::int64_t step, int iterations, double residual, double tolerance)
    : Error(fmt::format(
          "the Newton loop of step {}, towards t = {}, did not converge in {} iterations: {}. "
          "Check the Jacobians with check_jacobians. Where functions are smooth a smaller step "
          "helps; where one is steep without bound, as a square root is at 0, it does not: smooth "
          "that function, or relax the tolerance",
          step, time, iterations, describe(residual, tolerance))),
      time_(time),
      step_(step),
      residual_(residual) {}

NewtonError::~NewtonError() = default;

}  // namespace nsds
