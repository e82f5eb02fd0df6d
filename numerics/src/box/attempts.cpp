#include "box/attempts.hpp"

#include <algorithm>
#include <cstring>

#include "box/scaling.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics {

Attempts::Attempts(const BoxProblem& problem, std::span<const BoxSolver> solvers, double* z,
                   SolveContext& context)
    : problem_(problem),
      solvers_(solvers),
      context_(context),
      best_(z, index(problem.map.n)),
      start_(context.arena->take<double>(best_.size())),
      trial_(context.arena->take<double>(best_.size())),
      w_(context.arena->take<double>(best_.size())),
      magnitude_(context.arena->take<double>(best_.size())),
      solver_(context.solver) {
  std::copy(best_.begin(), best_.end(), start_.begin());
  best_residual_ = residual_of(start_);
}

double Attempts::residual_of(std::span<const double> z) {
  return box_residual(problem_, z.data(), w_.data(), magnitude_.data()).value;
}

void Attempts::keep(double residual, const char* name) {
  if (!(residual < best_residual_)) return;
  std::copy(trial_.begin(), trial_.end(), best_.begin());
  best_residual_ = residual;
  solver_ = name;
}

const BoxSolver& Attempts::row_of(const char* name) const {
  return *std::find_if(solvers_.begin(), solvers_.end(),
                       [&](const BoxSolver& solver) { return std::strcmp(solver.info.name, name) == 0; });
}

// Leaves its point in trial_. context: a copy of that of the call.
SolverClaim Attempts::run(const BoxSolver& row, From from, std::int64_t budget, SolveContext& context) {
  const Arena::Mark mark = context_.arena->mark();
  const std::span<const nsds_option_info> options(row.info.options, index(row.info.option_count));
  const std::span<double> own = context_.arena->take<double>(options.size());
  for (std::size_t k = 0; k < own.size(); ++k) own[k] = options[k].default_number;
  context.solver = row.info.name;
  context.own = own;
  context.done_before = context_.done_before + claim_.iterations;
  const std::int64_t usual = row.default_max_iterations(problem_.map.n);
  context.max_iterations = std::min(context.max_iterations, context.done_before + std::min(budget, usual));
  const std::span<const double> begin = from == From::start ? start_ : best_;
  std::copy(begin.begin(), begin.end(), trial_.begin());
  const bool scaled = static_cast<int>(box_option(own, scaling_option)) == ruiz_scaling;
  const SolverClaim claim = scaled ? solve_scaled(problem_, row.solve, trial_.data(), context)
                                   : row.solve(problem_, trial_.data(), context);
  context_.arena->rewind(mark);
  return claim;
}

bool Attempts::attempt(const char* name, From from, std::int64_t budget) {
  SolveContext context = context_;
  const BoxSolver& row = row_of(name);
  const SolverClaim claim = run(row, from, budget, context);

  claim_.iterations += claim.iterations;
  claim_.undetermined = claim_.undetermined || claim.undetermined;  // of the rows of some set that was tried
  // What one solver does not take, or where its own budget ends, says nothing of the problem.
  const bool is_limit = claim.status == NSDS_TIME_LIMIT || claim.status == NSDS_INTERRUPTED;
  claim_.status = is_limit ? claim.status : NSDS_STALLED;
  const double residual = residual_of(trial_);
  keep(residual, row.info.name);
  if (residual <= context_.tolerance) {
    claim_.status = NSDS_OK;
    return true;
  }
  if (context.certified) {
    context_.certified = true;
    claim_.status = NSDS_INFEASIBLE;
    solver_ = row.info.name;
    return true;
  }
  if (context_.sentence.text != nullptr) *context_.sentence.text = '\0';
  if (context_.done_before + claim_.iterations >= context_.max_iterations)
    claim_.status = NSDS_MAX_ITERATIONS;
  return is_limit || claim_.status == NSDS_MAX_ITERATIONS;
}

SolverClaim Attempts::claim(bool settled) {
  if (!settled) claim_.status = NSDS_STALLED;
  context_.solver = solver_;
  return claim_;
}

}  // namespace nsds::numerics
