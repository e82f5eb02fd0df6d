#include "nsds/kernel/simulation/failures.hpp"

#include <fmt/format.h>

namespace nsds {

namespace {

std::string describe(const SolverOutcome& outcome, const ProblemCopy& problem, int retries) {
  return fmt::format(
      "the one-step problem \"{}\" ({}, {} unknowns) was not solved in step {}, towards t = {}: {} with "
      "solver {}, "
      "residual {:.3g}, tolerance {:.3g}{}. {}",
      outcome.problem, problem.problemClass, problem.q.size(), outcome.step, outcome.time,
      name(outcome.status), outcome.solver, outcome.residual, outcome.tolerance,
      retries > 0 ? fmt::format(", {} retries", retries) : "", outcome.message);
}

}  // namespace

SolverError::SolverError(const SolverOutcome& outcome, ProblemCopy problem, int retries)
    : Error(describe(outcome, problem, retries)),
      status_(outcome.status),
      problemName_(outcome.problem),
      solver_(outcome.solver),
      residual_(outcome.residual),
      tolerance_(outcome.tolerance),
      time_(outcome.time),
      step_(outcome.step),
      problem_(std::move(problem)) {}

SolverError::~SolverError() = default;

NewtonError::NewtonError(double time, std::int64_t step, int iterations, double residual, double tolerance)
    : Error(fmt::format(
          "the Newton loop of step {}, towards t = {}, did not converge in {} iterations: residual {:.3g}, "
          "tolerance {:.3g}. Take a smaller step, check the Jacobians with check_jacobians, or relax the "
          "tolerance",
          step, time, iterations, residual, tolerance)),
      time_(time),
      step_(step),
      residual_(residual) {}

NewtonError::~NewtonError() = default;

const char* name(SolverStatus status) {
  switch (status) {
    case SolverStatus::ok:
      return "ok";
    case SolverStatus::maxIterations:
      return "max_iterations";
    case SolverStatus::timeLimit:
      return "time_limit";
    case SolverStatus::stalled:
      return "stalled";
    case SolverStatus::roundoffLimit:
      return "roundoff_limit";
    case SolverStatus::ray:
      return "ray";
    case SolverStatus::infeasible:
      return "infeasible";
    case SolverStatus::singular:
      return "singular";
    case SolverStatus::invalidArgument:
      return "invalid_argument";
    case SolverStatus::notApplicable:
      return "not_applicable";
    case SolverStatus::outOfMemory:
      return "out_of_memory";
    case SolverStatus::interrupted:
      return "interrupted";
  }
  return "unknown";
}

}  // namespace nsds
