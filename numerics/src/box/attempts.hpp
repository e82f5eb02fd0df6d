// What every `auto` over boxes is made of: solvers of a table with their default options, one after the
// other, the best point kept. Believes only the residual.
#pragma once

#include <limits>
#include <span>

#include "box/registry.hpp"

namespace nsds::numerics {

class Attempts {
 public:
  // z: (n) in/out: the start; at the end the best point.
  Attempts(const BoxProblem& problem, std::span<const BoxSolver> solvers, double* z, SolveContext& context);

  enum class From { start, best };

  // True where that settles the problem, or a limit of the call is reached. budget: of this solver alone.
  bool attempt(const char* name, From from,
               std::int64_t budget = std::numeric_limits<std::int64_t>::max() / 2);

  // What the call claims after the last attempt.
  SolverClaim claim(bool settled);

 private:
  const BoxSolver& row_of(const char* name) const;
  SolverClaim run(const BoxSolver& row, From from, std::int64_t budget, SolveContext& context);
  double residual_of(std::span<const double> z);
  void keep(double residual, const char* name);

  const BoxProblem& problem_;
  std::span<const BoxSolver> solvers_;
  SolveContext& context_;
  std::span<double> best_, start_, trial_, w_, magnitude_;
  double best_residual_;
  const char* solver_;
  SolverClaim claim_{NSDS_STALLED, 0};
};

}  // namespace nsds::numerics
