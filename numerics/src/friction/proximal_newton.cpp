#include "friction/proximal_newton.hpp"

#include <algorithm>

namespace nsds::numerics::friction {
namespace {

constexpr double smallest_alpha = 1e-13;
constexpr int most_steps = 20;    // of a chain
constexpr int patience = 6;       // steps of a chain without progress
constexpr double diverged = 1e4;  // times the error of the start of the chain

}  // namespace

template <int D>
ProximalNewton<D>::ProximalNewton(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps,
                                  NewtonLu<D>& lu, Formulation formulation, double first_alpha, Arena& arena)
    : island_(island),
      criterion_(criterion),
      sweeps_(sweeps),
      lu_(lu),
      damped_(island, criterion, lu, arena),
      formulation_(formulation),
      mean_weight_(mean_weight(island)),
      alpha_(first_alpha),
      r_(arena.take<double>(island.vector_size())),
      best_(arena.take<double>(island.vector_size())),
      right_(arena.take<double>(island.vector_size())),
      shifts_(arena.take<double>(island.contacts)),
      rows_(arena.take<NewtonRow<D>>(island.contacts)) {}

// Takes full steps with no line search from r_, and keeps the best of them in best_.
template <int D>
typename ProximalNewton<D>::Chain ProximalNewton<D>::chain(Progress<D>& progress, SolveContext& context) {
  double error = criterion_(r_);
  const double first = error;
  Chain result{error, NSDS_OK};
  // The proximal term is α times the weight of a contact, or times the mean of all weights.
  for (std::size_t c = 0; c < shifts_.size(); ++c)
    shifts_[c] = alpha_ * (by_mean_ ? mean_weight_ : island_.weights[c]);
  std::copy(r_.begin(), r_.end(), best_.begin());
  int without = 0;
  for (int step = 0; step < most_steps && without < patience; ++step) {
    result.status = context.limit(progress.iterations, progress.error);
    if (result.status != NSDS_OK) break;
    // A full step solves the linearised equations of all contacts.
    newton_rows<D>(island_, formulation_, r_, criterion_.velocity(), shifts_, rho_, rows_, right_);
    ++progress.iterations;
    ++factorisations_;
    if (!lu_.factorise(rows_, shifts_)) break;
    lu_.solve(right_);
    for (std::size_t i = 0; i < r_.size(); ++i) r_[i] += right_[i];
    error = criterion_(r_);
    // The best point counts; a chain with no progress for long ends.
    if (error < result.error) {
      without = 0;
      result.error = error;
      std::copy(r_.begin(), r_.end(), best_.begin());
    } else {
      ++without;
    }
    if (error <= progress.tolerance) {
      progress.keep(error, r_);
      if (progress.is_solved()) break;
      criterion_(r_);  // outside the cones, and no solution inside them: its velocity is needed again
    }
    if (!(error <= diverged * first)) break;
  }
  return result;
}

template <int D>
nsds_status ProximalNewton<D>::sweep(std::int64_t count, Progress<D>& progress, SolveContext& context) {
  std::copy(progress.r.begin(), progress.r.end(), r_.begin());
  const nsds_status status = sweep_on(count, progress, context);
  if (count > 0) progress.keep(criterion_(r_), r_);
  return status;
}

template <int D>
nsds_status ProximalNewton<D>::sweep_on(std::int64_t count, Progress<D>& progress, SolveContext& context) {
  sweeps_.restart();
  for (std::int64_t k = 0; k < count; ++k) {
    const nsds_status status = context.limit(progress.iterations, progress.error);
    if (status != NSDS_OK) return status;
    if (k + 1 < count) {
      sweeps_.accelerated(r_);
    } else {
      sweeps_.plain(r_);
    }
    ++progress.iterations;
  }
  return NSDS_OK;
}

// Changes every reaction by up to a few to 30 per cent.
template <int D>
void ProximalNewton<D>::perturb() {
  const double size = 0.03 * std::pow(10.0, random_.draw());
  for (std::size_t c = 0; c < island_.contacts; ++c)
    for (std::size_t i = 0; i < D; ++i) r_[pad<D> * c + i] *= 1.0 + size * (2.0 * random_.draw() - 1.0);
}

// Draws reactions anywhere in the cones, as large as the best ones are on average.
template <int D>
void ProximalNewton<D>::draw_anew(std::span<const double> best) {
  double size = 0.0;
  for (const double value : best) size += std::fabs(value);
  size *= 2.0 / static_cast<double>(island_.contacts);
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    double* const r = &r_[pad<D> * c];
    std::fill_n(r, pad<D>, 0.0);
    r[0] = size * random_.draw();
    // The rows that the caller does not have stay zero.
    for (std::size_t i = 1; i < island_.rows.count; ++i)
      r[D == rolling_rows ? island_.rows.of(i) : i] = size * (2.0 * random_.draw() - 1.0);
    project_on_cone<D>(island_.mu[c], r, r);
  }
}

// Escapes from a chain that failed, by turns: damped steps from zero and then from anywhere, with one
// function after the other; sweeps from the best point; sweeps from near to it. Each ends with another alpha
// and another rho for the chain to come.
template <int D>
nsds_status ProximalNewton<D>::escape(Progress<D>& progress, SolveContext& context) {
  const int turn = rejections_++;
  // The parameters of the next chain change with every turn, and with periods that differ.
  constexpr double alphas[] = {5e-3, 2.5e-2, 1e-4, 0.1, 1e-6, 0.5, 1e-2, 1e-9};
  alpha_ = alphas[turn % 8];
  by_mean_ = turn / 8 % 2 == 1;
  constexpr double factors[] = {1.0, 10.0, 0.1};
  rho_ = factors[turn % 3];
  std::copy(progress.r.begin(), progress.r.end(), r_.begin());
  // Damped steps leave the neighbourhood of the best point.
  if (turn % 3 == 0) {
    constexpr Formulation functions[] = {
        Formulation::alart_curnier, D == rolling_rows ? Formulation::jean_moreau : Formulation::natural_map,
        D == rolling_rows ? Formulation::alart_curnier : Formulation::fischer_burmeister};
    std::fill(r_.begin(), r_.end(), 0.0);
    if (turn > 0) draw_anew(progress.r);
    const NewtonRules rules{functions[turn / 3 % 3], true, 50, 20};
    const std::int64_t before = progress.iterations;
    const nsds_status status = damped_.run(r_, rules, progress, context);
    factorisations_ += progress.iterations - before;
    std::copy(progress.r.begin(), progress.r.end(), r_.begin());
    return status == NSDS_STALLED || status == NSDS_SINGULAR ? NSDS_OK : status;
  }
  // Sweeps go on from the best point, more of them each time.
  if (turn % 3 == 1) {
    escape_sweeps_ = std::min(300.0, 1.5 * escape_sweeps_);
    return sweep_on(static_cast<std::int64_t>(escape_sweeps_), progress, context);
  }
  // In the last turn a random change of the best point is smoothed by a few sweeps.
  perturb();
  return sweep_on(30, progress, context);
}

template <int D>
nsds_status ProximalNewton<D>::run(Progress<D>& progress, SolveContext& context, const NewtonBudget& budget) {
  int rejections = 0;
  factorisations_ = 0;
  std::copy(progress.r.begin(), progress.r.end(), r_.begin());
  while (!progress.is_solved()) {
    const double start = criterion_(r_);
    const Chain found = chain(progress, context);
    progress.keep(found.error, best_);
    if (found.status != NSDS_OK) return found.status;
    if (progress.is_solved()) break;
    if (found.error <= 0.5 * start) {
      alpha_ = std::max(smallest_alpha, alpha_ * std::min(0.3, std::max(1e-3, found.error / start)));
      std::copy(best_.begin(), best_.end(), r_.begin());
      continue;
    }
    if (rejections++ >= budget.rejections || factorisations_ >= budget.factorisations) return NSDS_STALLED;
    const nsds_status status = escape(progress, context);
    if (status != NSDS_OK) return status;
    progress.keep(criterion_(r_), r_);
  }
  return NSDS_OK;
}

template class ProximalNewton<2>;
template class ProximalNewton<3>;
template class ProximalNewton<rolling_rows>;

}  // namespace nsds::numerics::friction
