// The outcome of a one-step nonsmooth problem, and what a check function can ask for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// The statuses of numerics, with the same numbers (nsds/numerics/status.h). ok is 0.
enum class SolverStatus {
  ok = 0,
  maxIterations = 1,
  timeLimit = 2,
  stalled = 3,
  roundoffLimit = 4,
  ray = 5,
  infeasible = 6,
  singular = 7,
  invalidArgument = 8,
  notApplicable = 9,
  outOfMemory = 10,
  interrupted = 11,
  unbounded = 12,
  notAMinimum = 13,
};

/// Gives lower-case words for a status: "ok", "max_iterations", ...
NSDS_KERNEL_API const char* statusName(SolverStatus status);

/// One solve: the status and figures of the first island that was not solved, or, if all were, of the one
/// with the largest residual.
struct SolverOutcome {
  SolverStatus status = SolverStatus::ok;
  std::string_view problem;  ///< name of the one-step problem, e.g. "time_stepping"
  std::string_view solver;   ///< the solver that ran on that island, "closed_form" for a row alone
  std::string_view message;  ///< one sentence, valid until the next solve or change of structure
  double residual = 0.0;     ///< class residual, dimensionless
  double roundoffFloor = 0.0;
  double tolerance = 0.0;
  std::int64_t iterations = 0;  ///< summed over the islands
  int islands = 0;
  int attempt = 0;        ///< 0 for the first solve of a problem, then counting retries
  double time = 0.0;      ///< t_{k+1} [s]
  std::int64_t step = 0;  ///< k
  /// True for a pass of a projection, which has a tolerance of its own: what it leaves the next pass removes, and the projection
  /// measures.
  bool isPass = false;
};

/// accept: go on with what the solver returned; retry: solve again, with options changed meanwhile; reject:
/// go back to the start of the step (which a manual loop then repeats, and run() ten times at most); stop: go
/// back to the start of the step and end the simulation.
enum class SolverAction { accept, retry, reject, stop };

/// A problem w = M z + q that a solver was given, copied out for inspection. Members that its class has no
/// use for are empty. nsds::problems::writeProblem(file, copy) of nsds::io makes a file of it that `nsds solve`
/// takes.
struct ProblemCopy {
  std::string problemClass;               ///< "lcp", "friction_contact", ...
  std::vector<std::string> interactions;  ///< the names of those whose rows these are, in their order
  Matrix M;                               ///< (n x n), of the island that failed
  Vector q;                               ///< (n)
  Vector lower;  ///< (n) bounds of z, maybe infinite: mlcp, relay, avi, generic_mechanical
  Vector upper;  ///< (n)
  Vector mu;     ///< (contacts) coefficients of friction, n / contacts rows each: friction_contact; (blocks),
                 ///< negative where there is no friction: generic_mechanical
  Vector muR;  ///< (contacts) coefficients of rolling friction: rolling_friction_contact, and in global form
  std::vector<std::int32_t> blockStarts;  ///< (blocks + 1) first row of each block, the last n:
                                          ///< generic_mechanical, whose bounds of free rows are infinite
  std::vector<std::int32_t> blockKinds;   ///< (blocks) of enum nsds_block_kind: generic_mechanical
  Matrix A;                               ///< (m x n), avi: A z ≥ b; global_friction_contact: A v = b
  Vector b;                               ///< (m)
  Matrix H;                               ///< (n x d contacts), global_friction_contact: u = H' v + w
  Vector w;                               ///< (d contacts)
};

}  // namespace nsds
