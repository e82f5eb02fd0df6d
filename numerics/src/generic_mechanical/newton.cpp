#include "generic_mechanical/newton.hpp"

#include <algorithm>
#include <cmath>

#include "friction/contact/contact_function.hpp"
#include "generic_mechanical/by_islands.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

constexpr double smallest_alpha = 1e-13;
constexpr int most_steps = 20;    // of a chain
constexpr int patience = 6;       // steps of a chain without progress
constexpr double diverged = 1e4;  // times the error of the start of the chain
enum : int { alpha_option, rounds_option };

}  // namespace

Newton::Newton(const Island& island, NewtonMatrix& matrix, Sweeps& sweeps, Progress& progress,
               double first_alpha, Arena& arena)
    : island_(island),
      matrix_(matrix),
      sweeps_(sweeps),
      progress_(progress),
      alpha_(first_alpha),
      lambda_(arena.take<double>(island.size())),
      trial_(arena.take<double>(island.size())),
      best_(arena.take<double>(island.size())),
      step_(arena.take<double>(island.size())) {}

// Computes F, A = dF/dλ and B = dF/dw at a point whose w has been measured: step_ = −F. Returns |F|².
double Newton::linearise(std::span<const double> lambda, double alpha) {
  const std::span<const double> w = progress_.w();
  // The diagonal of W + α I is about 1 + α in the units of islands.
  const double rho = rho_ / (1.0 + alpha);
  double merit = 0.0;
  for (std::size_t block = 0; block < island_.blocks(); ++block) {
    const std::size_t rows = island_.rows(block), first = island_.first(block);
    double* const A = matrix_.A(block);
    double* const B = matrix_.B(block);
    double* const F = &step_[first];
    // A contact has the function of Alart and Curnier.
    if (island_.is_contact(block) && rows == 2) {
      friction::alart_curnier<2>({island_.mu[block], rho}, &lambda[first], &w[first], F, A, B);
    } else if (island_.is_contact(block)) {
      friction::alart_curnier<3>({island_.mu[block], rho}, &lambda[first], &w[first], F, A, B);
    } else {
      const BlockLaw law = island_.law(block);
      // A row over an interval has the natural map λ − P(λ − ρ w), which is ρ w inside the interval and the
      // distance to a bound beyond it.
      for (std::size_t i = 0; i < rows; ++i) {
        const double l = lambda[first + i], x = l - rho * w[first + i];
        const bool inside = x >= law.lower[i] && x <= law.upper[i];
        A[i] = inside ? 0.0 : 1.0;
        B[i] = inside ? rho : 0.0;
        F[i] = inside ? rho * w[first + i] : l - (x < law.lower[i] ? law.lower[i] : law.upper[i]);
      }
    }
    for (std::size_t i = 0; i < rows; ++i) {
      merit += F[i] * F[i];
      F[i] = -F[i];
    }
  }
  return merit;
}

// step_: in the right-hand side, out the step; a matrix that is singular gets a larger alpha.
nsds_status Newton::direction(double alpha, const SolveContext& context) {
  std::copy(step_.begin(), step_.end(), trial_.begin());
  for (int attempt = 0; attempt < 8; ++attempt) {
    const nsds_status status = matrix_.solve(alpha, step_, context.seconds_left());
    if (status != NSDS_SINGULAR) return status;
    alpha = std::max(1e-12, 100.0 * alpha);
    std::copy(trial_.begin(), trial_.end(), step_.begin());
  }
  return NSDS_SINGULAR;
}

// Takes full steps from lambda_, and keeps the best of them in best_.
nsds_status Newton::chain(const SolveContext& context, double& best) {
  double error = progress_.measure(lambda_);
  const double first = error;
  best = error;
  std::copy(lambda_.begin(), lambda_.end(), best_.begin());
  int without = 0;
  for (int step = 0; step < most_steps && without < patience; ++step) {
    nsds_status status = context.limit(progress_.iterations, progress_.error);
    if (status != NSDS_OK) return status;
    ++progress_.iterations;
    // A full step solves the linearised equations of all blocks.
    linearise(lambda_, alpha_);
    status = direction(alpha_, context);
    if (status == NSDS_TIME_LIMIT) return status;
    if (status != NSDS_OK) break;
    for (std::size_t i = 0; i < lambda_.size(); ++i) lambda_[i] += step_[i];
    error = progress_.measure(lambda_);
    // The best point counts; a chain with no progress for long ends.
    ++without;
    if (error < best) {
      without = 0;
      best = error;
      std::copy(lambda_.begin(), lambda_.end(), best_.begin());
    }
    if (error <= progress_.tolerance) {
      progress_.keep(lambda_);
      if (progress_.is_solved()) break;
      progress_.measure(lambda_);  // outside of the sets, and no solution inside: its w is needed again
    }
    if (!(error <= diverged * first)) break;
  }
  return NSDS_OK;
}

// Goes on from lambda_ by a nonmonotone line search on |F|². Leaves the last point there.
nsds_status Newton::damped(const SolveContext& context) {
  constexpr int most = 50, most_halvings = 12, enough_idle = 15;
  // The search is nonmonotone: a step has to be better than the worst of the last six points.
  std::array<double, 6> merits{};
  const std::span<double> next = best_;
  progress_.measure(lambda_);
  merits.fill(linearise(lambda_, 0.0));
  double best = progress_.error;
  int idle = 0;
  for (int step = 0; step < most && idle < enough_idle && !progress_.is_solved(); ++step) {
    nsds_status status = context.limit(progress_.iterations, progress_.error);
    if (status != NSDS_OK) return status;
    ++progress_.iterations;
    progress_.measure(lambda_);
    linearise(lambda_, 0.0);
    status = direction(1e-10, context);
    if (status == NSDS_TIME_LIMIT) return status;
    if (status != NSDS_OK) return NSDS_OK;
    const double reference = *std::max_element(merits.begin(), merits.end());
    std::copy(step_.begin(), step_.end(), trial_.begin());
    // The step is halved until |F|² decreases enough, or so often.
    double length = 1.0, merit = 0.0;
    for (int halving = 0; halving <= most_halvings; ++halving, length *= 0.5) {
      for (std::size_t i = 0; i < next.size(); ++i) next[i] = lambda_[i] + length * trial_[i];
      progress_.measure(next);
      merit = linearise(next, 0.0);
      if (merit <= (1.0 - 2e-4 * length) * reference) break;
    }
    std::copy(next.begin(), next.end(), lambda_.begin());
    merits[static_cast<std::size_t>(step) % merits.size()] = merit;
    progress_.keep(lambda_);
    // The search is given up when many steps in a row have not taken a tenth off the error.
    idle = progress_.error < 0.9 * best ? 0 : idle + 1;
    best = std::min(best, progress_.error);
  }
  return NSDS_OK;
}

// Changes every number by up to a few to 30 per cent.
void Newton::perturb() {
  const double size = 0.03 * std::pow(10.0, random_.draw());
  for (double& value : lambda_) value *= 1.0 + size * (2.0 * random_.draw() - 1.0);
}

// Draws a point anywhere in the boxes and cones, as large as the best point is on average; equality rows stay
// as they are.
void Newton::draw_anew() {
  double size = 0.0;
  for (const double value : progress_.lambda) size += std::fabs(value);
  size *= 2.0 / static_cast<double>(lambda_.size());
  for (std::size_t block = 0; block < island_.blocks(); ++block) {
    if (island_.kinds[block] == NSDS_BLOCK_EQUALITY) continue;
    for (std::size_t i = 0; i < island_.rows(block); ++i)
      lambda_[island_.first(block) + i] = size * (2.0 * random_.draw() - 1.0);
  }
  project(island_, lambda_);
}

// Escapes from a chain that failed, by turns: damped steps from the best point and then from anywhere; sweeps
// from the best point; sweeps from near to it. Each ends with another alpha and rho for the chain to come.
nsds_status Newton::escape(const SolveContext& context) {
  const std::int64_t turn = rejections_++;
  constexpr double alphas[] = {5e-3, 2.5e-2, 1e-4, 0.1, 1e-6, 0.5, 1e-2, 1e-9};
  constexpr double factors[] = {1.0, 10.0, 0.1};
  alpha_ = alphas[turn % 8];
  rho_ = factors[turn % 3];
  std::copy(progress_.lambda.begin(), progress_.lambda.end(), lambda_.begin());
  std::int64_t count = 30;
  if (turn % 3 == 0) {
    if (turn > 0) draw_anew();
    const nsds_status status = damped(context);
    std::copy(progress_.lambda.begin(), progress_.lambda.end(), lambda_.begin());
    return status;
  }
  if (turn % 3 == 1) {
    escape_sweeps_ = std::min(300.0, 1.5 * escape_sweeps_);
    count = static_cast<std::int64_t>(escape_sweeps_);
  } else {
    perturb();
  }
  const nsds_status status = run_sweeps({count, count, true}, sweeps_, progress_, lambda_, context);
  return status == NSDS_STALLED ? NSDS_OK : status;
}

nsds_status Newton::run(const SolveContext& context, std::int64_t most_rejections) {
  const std::int64_t allowed = rejections_ + most_rejections;
  std::copy(progress_.lambda.begin(), progress_.lambda.end(), lambda_.begin());
  while (!progress_.is_solved()) {
    const double start = progress_.measure(lambda_);
    double found = start;
    nsds_status status = chain(context, found);
    progress_.keep(best_);
    if (status != NSDS_OK) return status;
    if (progress_.is_solved()) break;
    if (found <= 0.5 * start) {
      alpha_ = std::max(smallest_alpha, alpha_ * std::clamp(found / start, 1e-3, 0.3));
      std::copy(best_.begin(), best_.end(), lambda_.begin());
      continue;
    }
    if (rejections_ >= allowed) return NSDS_STALLED;
    status = escape(context);
    if (status != NSDS_OK) return status;
  }
  return NSDS_OK;
}

SolverClaim solve_newton(const MechanicalProblem& problem, double* lambda, SolveContext& context) {
  const double alpha = context.own[alpha_option];
  const auto rounds = static_cast<std::int64_t>(context.own[rounds_option]);
  return solve_by_islands(problem, lambda, context, [&](const Island& island, Progress& progress) {
    Arena& arena = *context.arena;
    NewtonMatrix matrix(island, arena);
    if (!matrix.fits()) {
      context.sentence.write("solver '{}' would need a dense matrix of {} rows; try solver 'nsgs'.",
                             context.solver, island.size());
      return NSDS_NOT_APPLICABLE;
    }
    Sweeps sweeps(island, arena);
    return Newton(island, matrix, sweeps, progress, alpha, arena).run(context, rounds);
  });
}

}  // namespace nsds::numerics::generic_mechanical
