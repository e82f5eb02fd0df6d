#include "lcp/stationary.hpp"

#include <algorithm>
#include <cmath>

#include "lcp/structure.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

constexpr int refresh_every = 32;  // sweeps between recomputations of w from z
constexpr int patience = 1000;     // sweeps without progress before the method calls itself stalled
constexpr double progress = 0.99;  // what counts as progress of the residual

}  // namespace

StationaryIteration::StationaryIteration(const LcpProblem& problem, double* z, SolveContext& context)
    : problem_(problem),
      context_(context),
      z_(z, index(problem.n)),
      w_(context.arena->take<double>(index(problem.n))),
      best_(context.arena->take<double>(index(problem.n))) {}

void StationaryIteration::refresh() {
  std::copy_n(problem_.q, problem_.n, w_.begin());
  add_product(problem_.M, 1.0, z_.data(), w_.data());
}

void StationaryIteration::begin() {
  refresh();
  std::copy(z_.begin(), z_.end(), best_.begin());
  best_residual_ = residual();
  milestone_ = best_residual_;
}

double StationaryIteration::residual() const {
  return natural_map(problem_, z_.data(), w_.data());
}

// The residual of the w at hand; of a fresh one where it would end the iteration or is due.
double StationaryIteration::settled_residual(std::int64_t sweeps, bool without_w) {
  if (without_w || sweeps % refresh_every == 0) refresh();
  const double estimate = residual();
  if (estimate > context_.tolerance) return estimate;
  refresh();
  return residual();
}

nsds_status StationaryIteration::look(std::int64_t sweeps, bool without_w) {
  const double now = settled_residual(sweeps, without_w);
  if (now <= context_.tolerance) return NSDS_OK;
  if (now < best_residual_) {
    best_residual_ = now;
    std::copy(z_.begin(), z_.end(), best_.begin());
  }
  if (best_residual_ < progress * milestone_) {
    milestone_ = best_residual_;
    last_progress_ = sweeps;
  }
  const bool idle = sweeps - last_progress_ > patience || !std::isfinite(now);
  return idle ? NSDS_STALLED : NSDS_MAX_ITERATIONS;
}

SolverClaim StationaryIteration::leave(nsds_status status, std::int64_t sweeps) {
  std::copy(best_.begin(), best_.end(), z_.begin());
  return {status, sweeps};
}

}  // namespace nsds::numerics
