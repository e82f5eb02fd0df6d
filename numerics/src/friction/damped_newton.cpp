#include "friction/damped_newton.hpp"

#include <algorithm>
#include <cmath>

namespace nsds::numerics::friction {

template <int D>
DampedNewton<D>::DampedNewton(const Island<D>& island, Criterion<D>& criterion, NewtonLu<D>& lu, Arena& arena)
    : island_(island),
      criterion_(criterion),
      lu_(lu),
      r_(arena.take<double>(island.vector_size())),
      trial_(arena.take<double>(island.vector_size())),
      right_(arena.take<double>(island.vector_size())),
      step_(arena.take<double>(island.vector_size())),
      shifts_(arena.take<double>(island.contacts)),
      rows_(arena.take<NewtonRow<D>>(island.contacts)) {}

// Is called after criterion_(r), whose velocity it uses. Returns |F|^2.
template <int D>
double DampedNewton<D>::linearise(std::span<const double> r, Formulation formulation) {
  return newton_rows<D>(island_, formulation, r, criterion_.velocity(), {}, 1.0, rows_, right_);
}

template <int D>
bool DampedNewton<D>::find_direction() {
  double alpha = 0.0;
  for (int attempt = 0; attempt < 12; ++attempt) {
    for (std::size_t c = 0; c < shifts_.size(); ++c) shifts_[c] = alpha * island_.weights[c];
    if (lu_.factorise(rows_, shifts_)) {
      std::copy(right_.begin(), right_.end(), step_.begin());
      lu_.solve(step_);
      if (std::all_of(step_.begin(), step_.end(), [](double x) { return std::isfinite(x); })) return true;
    }
    alpha = alpha == 0.0 ? 1e-12 : 10.0 * alpha;
  }
  return false;
}

// The step, shortened by the line search where that is asked for. Returns the merit of the new r_.
template <int D>
double DampedNewton<D>::move(const NewtonRules& rules, double& error) {
  constexpr int most_halvings = 12;
  const double reference = *std::max_element(merits_.begin(), merits_.end());
  double length = 1.0;
  for (int halving = 0;; ++halving, length *= 0.5) {
    for (std::size_t i = 0; i < r_.size(); ++i) trial_[i] = r_[i] + length * step_[i];
    error = criterion_(trial_);
    const double merit = linearise(trial_, rules.formulation);
    const bool enough = merit <= (1.0 - 2e-4 * length) * reference;
    if (!rules.line_search || enough || halving == most_halvings) {
      std::swap(r_, trial_);
      return merit;
    }
  }
}

template <int D>
nsds_status DampedNewton<D>::run(std::span<const double> start, const NewtonRules& rules,
                                 Progress<D>& progress, SolveContext& context) {
  std::copy(start.begin(), start.end(), r_.begin());
  double best = criterion_(r_);
  merits_.fill(linearise(r_, rules.formulation));
  int without = 0;
  for (std::int64_t step = 0; step < rules.most_steps && without < rules.patience; ++step) {
    if (progress.is_solved()) break;
    const nsds_status status = context.limit(progress.iterations, progress.error);
    if (status != NSDS_OK) return status;
    ++progress.iterations;
    if (!find_direction()) return NSDS_SINGULAR;
    double error = 0.0;
    merits_[static_cast<std::size_t>(step) % merits_.size()] = move(rules, error);
    progress.keep(error, r_);
    without = error < 0.9 * best ? 0 : without + 1;
    best = std::min(best, error);
  }
  return progress.is_solved() ? NSDS_OK : NSDS_STALLED;
}

template class DampedNewton<2>;
template class DampedNewton<3>;
template class DampedNewton<rolling_rows>;

}  // namespace nsds::numerics::friction
