// Proximal point method with one Newton step a subproblem: alpha times the weights of the contacts, or times
// their mean, on the diagonal of W in the Newton matrix only, the centre moved at every step, so that the
// problem solved is always the given one [Rockafellar 1976, SIAM J. Control Optim. 14; Alart, Curnier 1991,
// CMAME 92]. It makes the matrices of redundant contacts regular; alpha goes to zero with the error. Where
// chains of steps fail, sweeps and at last random changes of r find another place to start from.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "core/solve_context.hpp"
#include "friction/damped_newton.hpp"
#include "friction/factors/newton_lu.hpp"
#include "friction/factors/newton_rows.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/progress.hpp"
#include "friction/sweeps/sweeps.hpp"
#include "friction/sweeps/xorshift.hpp"

namespace nsds::numerics::friction {

// A run may take so much, and ends with NSDS_STALLED beyond.
struct NewtonBudget {
  int rejections = std::numeric_limits<int>::max();  // chains of steps that fail
  std::int64_t factorisations = std::numeric_limits<std::int64_t>::max();
};

template <int D>
class ProximalNewton {
 public:
  // first_alpha: relative to the weights of the contacts.
  ProximalNewton(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps, NewtonLu<D>& lu,
                 Formulation formulation, double first_alpha, Arena& arena);

  // Sets the next run. alpha: as first_alpha, of the weights, not of their mean; rho: of newton_rows.
  void set(double alpha, double rho) {
    alpha_ = alpha;
    by_mean_ = false;
    rho_ = rho;
  }

  // Sweeps over the best point. NSDS_OK or a limit.
  nsds_status sweep(std::int64_t count, Progress<D>& progress, SolveContext& context);

  // Runs until the error is at most the tolerance. NSDS_OK, a limit, or NSDS_STALLED at the end of the
  // budget, about: neither a chain nor an escape is interrupted.
  nsds_status run(Progress<D>& progress, SolveContext& context, const NewtonBudget& budget);

 private:
  struct Chain {
    double error;  // of the best point, in best_
    nsds_status status;
  };
  Chain chain(Progress<D>& progress, SolveContext& context);
  nsds_status escape(Progress<D>& progress, SolveContext& context);
  nsds_status sweep_on(std::int64_t count, Progress<D>& progress, SolveContext& context);
  void perturb();
  void draw_anew(std::span<const double> best);

  const Island<D>& island_;
  Criterion<D>& criterion_;
  Sweeps<D>& sweeps_;
  NewtonLu<D>& lu_;
  DampedNewton<D> damped_;
  Formulation formulation_;
  double mean_weight_;
  double alpha_;          // over the weights,
  bool by_mean_ = false;  // or over their mean
  double rho_ = 1.0;
  int rejections_ = 0;
  std::int64_t factorisations_ = 0;
  double escape_sweeps_ = 20.0;
  Xorshift random_{1};
  std::span<double> r_, best_, right_, shifts_;
  std::span<NewtonRow<D>> rows_;
};

}  // namespace nsds::numerics::friction
