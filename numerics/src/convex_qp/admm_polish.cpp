#include "convex_qp/admm_polish.hpp"

#include <algorithm>

#include "convex_qp/admm_system.hpp"

namespace nsds::numerics::convex_qp {
namespace {

constexpr double bound_weight = 1e4;  // of rows at a bound, over the penalty of ADMM
constexpr double free_weight = 1e-6;  // of the others, which a proximal term holds where they are
constexpr int steps = 15;

}  // namespace

AdmmPolish::AdmmPolish(const ConvexQp& problem, const Diagonals& diagonals, const SolveContext& context)
    : problem_(problem),
      diagonals_(diagonals),
      context_(context),
      arena_(*context.arena),
      z_(context.arena->take<double>(index(problem.n))) {
  const std::size_t m = index(problem.m);
  side_ = arena_.take<Side>(m, unknown);
  tried_ = arena_.take<Side>(m, unknown);
  for (auto* vector : {&xi_, &y_, &u_, &v_, &penalty_}) *vector = arena_.take<double>(m);
}

// Rows at bounds are new if they are as they were when last asked, so that they have settled, but not as they
// were when last tried.
bool AdmmPolish::has_new_rows(std::span<const double> y) {
  bool settled = true;
  for (std::size_t i = 0; i < side_.size(); ++i) {
    const bool fixed = problem_.set.lower[i] == problem_.set.upper[i];
    const Side now = y[i] < 0.0 || fixed ? at_lower : y[i] > 0.0 ? at_upper : between;
    settled = settled && now == side_[i];
    side_[i] = now;
  }
  return settled && !std::equal(side_.begin(), side_.end(), tried_.begin());
}

void AdmmPolish::set_penalties() {
  for (std::size_t i = 0; i < side_.size(); ++i)
    penalty_[i] = (side_[i] == between ? free_weight : bound_weight) * diagonals_.penalty[i];
}

// Sets where each row is drawn to: its bound, or where it is.
void AdmmPolish::set_targets() {
  for (std::size_t i = 0; i < side_.size(); ++i)
    v_[i] = side_[i] == between    ? u_[i]
            : side_[i] == at_lower ? problem_.set.lower[i]
                                   : problem_.set.upper[i];
}

bool AdmmPolish::solve(std::span<const double> z, std::span<const double> y, Iteration& iteration,
                       std::int64_t done) {
  const Arena::Mark mark = arena_.mark();
  // The point at hand is the start, with no multiplier between the bounds.
  std::copy(side_.begin(), side_.end(), tried_.begin());
  std::copy(z.begin(), z.end(), z_.begin());
  for (std::size_t i = 0; i < side_.size(); ++i) y_[i] = side_[i] == between ? 0.0 : y[i];
  multiply_A(problem_, z_.data(), u_.data());
  for (std::size_t i = 0; i < side_.size(); ++i) u_[i] += problem_.offset(i);
  // Rows at their bounds become equations by large penalties, the others are left alone.
  set_penalties();
  const Diagonals stiff{diagonals_.M, penalty_, diagonals_.Hessian};
  AdmmSystem system(problem_, stiff, context_);
  bool solved = false;
  bool going = system.factorise(1.0);
  double residual = iteration.best_residual();
  for (int step = 0; step < steps && going && !solved && !iteration.out_of_time(); ++step) {
    // A few steps of the method of multipliers solve the equations of the polish, as long as the residual
    // falls.
    set_targets();
    going = system.solve(v_, y_, z_, u_);
    if (!going) break;
    for (std::size_t i = 0; i < side_.size(); ++i) {
      u_[i] += problem_.offset(i);
      if (side_[i] != between) y_[i] += penalty_[i] * (u_[i] - v_[i]);
      xi_[i] = -y_[i];
    }
    solved = iteration.solved(z_, xi_, done);
    going = iteration.last_residual() < residual || step == 0;  // else these rows are not the right ones
    residual = iteration.last_residual();
  }
  arena_.rewind(mark);
  return solved;
}

}  // namespace nsds::numerics::convex_qp
