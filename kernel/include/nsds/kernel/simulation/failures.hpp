// The exceptions that a simulation throws when a step cannot be completed. The state is then that of the
// start of the step, to the bit.
#pragma once

#include <string>

#include "nsds/kernel/error.hpp"
#include "nsds/kernel/formulations/solver_outcome.hpp"

namespace nsds {

/// A one-step problem was not solved and no check function accepted it.
class NSDS_KERNEL_API SolverError : public Error {
 public:
  SolverError(const SolverOutcome& outcome, ProblemCopy problem, int retries);
  SolverError(const SolverError&) = default;
  ~SolverError() override;

  SolverStatus status() const { return status_; }
  /// Name of the one-step problem, e.g. "time_stepping".
  const std::string& problemName() const { return problemName_; }
  const std::string& solver() const { return solver_; }
  double residual() const { return residual_; }
  double roundoffFloor() const { return roundoffFloor_; }
  double tolerance() const { return tolerance_; }
  std::int64_t iterations() const { return iterations_; }
  /// The solver's own sentence, and what the step matrix of first-order interactions says.
  const std::string& message() const { return message_; }
  double time() const { return time_; }
  std::int64_t step() const { return step_; }
  /// The problem that was not solved, copied into the exception. With <nsds/problems.hpp> of nsds::io
  /// nsds::problems::writeProblem("failed.dat", error.problem()) makes a file of it.
  const ProblemCopy& problem() const { return problem_; }

 private:
  SolverStatus status_;
  std::string problemName_;
  std::string solver_;
  std::string message_;
  double residual_;
  double roundoffFloor_;
  double tolerance_;
  std::int64_t iterations_;
  double time_;
  std::int64_t step_;
  ProblemCopy problem_;
};

/// The Newton loop of a step did not converge.
class NSDS_KERNEL_API NewtonError : public Error {
 public:
  /// tolerance: 0 where a convergence test of the user's has judged.
  NewtonError(double time, std::int64_t step, int iterations, double residual, double tolerance);
  NewtonError(const NewtonError&) = default;
  ~NewtonError() override;

  double time() const { return time_; }
  std::int64_t step() const { return step_; }
  double residual() const { return residual_; }

 private:
  double time_;
  std::int64_t step_;
  double residual_;
};

}  // namespace nsds
