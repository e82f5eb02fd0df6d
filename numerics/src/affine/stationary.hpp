// The sweeping methods share this: the iterate with w = M z + q beside it, the best point, and when to stop.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "affine/structure.hpp"
#include "core/numbers.hpp"
#include "core/solve_context.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::affine {

// The option that every relaxed sweep has.
inline constexpr nsds_option_info relaxation_info{
    "relaxation",
    NSDS_OPTION_DOUBLE,
    1.0,
    1e-6,
    1.999999,
    nullptr,
    nullptr,
    "1",
    "Over-relaxation: 1 is Gauss-Seidel, above over-relaxes; convergence needs it between 0 and 2."};

// Those of the regularised sweeps.
inline constexpr std::array<nsds_option_info, 3> rpgs_options{{
    relaxation_info,
    {"regularisation", NSDS_OPTION_DOUBLE, 0.1, 0.0, 1e6, nullptr, nullptr, "1",
     "alpha, added to the diagonal, relative to each entry, to the largest where one is zero."},
    {"inner_sweeps", NSDS_OPTION_INT, 4.0, 1.0, 1e6, nullptr, nullptr, "1",
     "Sweeps until the centre of the regularisation moves on."},
}};

// Problem: has natural_map(problem, z, w). map: its M and q.
template <class Problem>
class StationaryIteration {
 public:
  StationaryIteration(const Problem& problem, const affine::Problem& map, double* z, SolveContext& context)
      : problem_(problem),
        map_(map),
        context_(context),
        z_(z, index(map.n)),
        w_(context.arena->take<double>(index(map.n))),
        best_(context.arena->take<double>(index(map.n))) {}

  std::span<double> z() { return z_; }
  std::span<double> w() { return w_; }  // kept up to date by the sweeps, up to rounding

  // Makes one sweep after the other until the residual is within the tolerance, a limit is reached, or
  // nothing gets better for long. z: out, the best point. sweep: changes z and w; without_w: changes z only.
  template <class Sweep>
  SolverClaim run(Sweep&& sweep, bool without_w = false) {
    refresh();
    std::copy(z_.begin(), z_.end(), best_.begin());
    note_best(residual());
    milestone_ = best_residual_;
    for (std::int64_t done = 0;; ++done) {
      const nsds_status limit = context_.limit(done, best_residual_);
      if (limit != NSDS_OK) return leave(limit, done);
      sweep();
      const double now = settled_residual(done + 1, without_w);
      if (now <= context_.tolerance) return {NSDS_OK, done + 1};
      note_best(now);
      if (is_idle(now, done + 1)) return leave(NSDS_STALLED, done + 1);
    }
  }

 private:
  static constexpr int refresh_every = 32;  // sweeps between recomputations of w from z
  static constexpr int patience = 1000;     // sweeps without progress before the method calls itself stalled
  static constexpr double progress = 0.99;  // what counts as progress of the residual

  void refresh() {
    std::copy_n(map_.q, map_.n, w_.begin());
    numerics::add_product(map_.M, 1.0, z_.data(), w_.data());
  }

  double residual() const { return natural_map(problem_, z_.data(), w_.data()); }

  // Measures the w at hand; a fresh one where it would end the iteration or is due.
  double settled_residual(std::int64_t sweeps, bool without_w) {
    if (without_w || sweeps % refresh_every == 0) refresh();
    const double estimate = residual();
    if (estimate > context_.tolerance) return estimate;
    refresh();
    return residual();
  }

  void note_best(double residual) {
    if (!(residual < best_residual_)) return;
    best_residual_ = residual;
    std::copy(z_.begin(), z_.end(), best_.begin());
  }

  bool is_idle(double now, std::int64_t sweeps) {
    if (best_residual_ < progress * milestone_) {
      milestone_ = best_residual_;
      last_progress_ = sweeps;
    }
    return sweeps - last_progress_ > patience || !std::isfinite(now);
  }

  SolverClaim leave(nsds_status status, std::int64_t sweeps) {
    std::copy(best_.begin(), best_.end(), z_.begin());
    return {status, sweeps};
  }

  const Problem& problem_;
  const affine::Problem& map_;
  SolveContext& context_;
  std::span<double> z_, w_, best_;
  double best_residual_ = infinity;
  double milestone_ = 0.0;
  std::int64_t last_progress_ = 0;
};

}  // namespace nsds::numerics::affine
