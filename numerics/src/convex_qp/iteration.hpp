// The solvers of the class share this: the best point found so far, and when nothing gets better any more.
#pragma once

#include <algorithm>
#include <cmath>

#include "convex_qp/residual/evaluation.hpp"
#include "core/numbers.hpp"
#include "core/solve_context.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::convex_qp {

inline constexpr std::int64_t evaluate_every =
    10;  // steps of a gradient method: a residual costs as much as one

class Iteration {
 public:
  // patience: iterations without progress before the method calls itself stalled.
  Iteration(const ConvexQp& problem, Point point, SolveContext& context, std::int64_t patience)
      : evaluate_(problem, *context.arena), point_(point), context_(context), patience_(patience) {
    best_.z = context.arena->take<double>(index(problem.n));
    best_.xi = context.arena->take<double>(index(problem.m));
    std::copy(point.z.begin(), point.z.end(), best_.z.begin());
    std::copy(point.xi.begin(), point.xi.end(), best_.xi.begin());
  }

  // Evaluates the residual and remembers the point if it is the best. True where it is a solution.
  bool solved(std::span<const double> z, std::span<const double> xi, std::int64_t iterations) {
    last_ = evaluate_(z.data(), xi.data()).value;
    if (last_ < best_residual_) {
      best_residual_ = last_;
      std::copy(z.begin(), z.end(), best_.z.begin());
      std::copy(xi.begin(), xi.end(), best_.xi.begin());
    }
    if (best_residual_ < progress * milestone_) {
      milestone_ = best_residual_;
      last_progress_ = iterations;
    }
    return last_ <= context_.tolerance;
  }

  // Tells whether it is no use to go on; to be asked after solved().
  bool idle(std::int64_t iterations) const {
    return iterations - last_progress_ > patience_ || !std::isfinite(last_);
  }

  nsds_status limit(std::int64_t iterations) const { return context_.limit(iterations, best_residual_); }

  // This is for work between iterations, which does not ask the callback.
  bool out_of_time() const { return context_.seconds() >= context_.time_limit; }

  // The point of the call becomes the best one.
  SolverClaim leave(nsds_status status, std::int64_t iterations) const {
    std::copy(best_.z.begin(), best_.z.end(), point_.z.begin());
    std::copy(best_.xi.begin(), best_.xi.end(), point_.xi.begin());
    return {status, iterations};
  }

  double best_residual() const { return best_residual_; }
  double last_residual() const { return last_; }
  const Evaluation& evaluation() const { return evaluate_; }  // of the last point asked about

 private:
  static constexpr double progress = 0.99;  // what counts as progress of the residual

  Evaluation evaluate_;
  Point point_;
  Point best_;
  SolveContext& context_;
  std::int64_t patience_;
  std::int64_t last_progress_ = 0;
  double last_ = 0.0;
  double best_residual_ = infinity;
  double milestone_ = infinity;
};

// This is for a solver that takes problems without A only.
inline bool is_over_unknowns(const ConvexQp& problem, const SolveContext& context) {
  if (problem.A == nullptr) return true;
  context.sentence.write("solver '{}' projects z itself, so that A has to be null; try solver 'admm'.",
                         context.solver);
  return false;
}

}  // namespace nsds::numerics::convex_qp
