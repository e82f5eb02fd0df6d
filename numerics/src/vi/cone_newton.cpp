// Semismooth Newton on an equation G(x) = 0 of cone_equation.hpp, with a nonmonotone search on |G|²/2; where that fails, along its
// steepest descent; where that fails, on problems shifted by s (z - c) around the best point c. With a parameter of smoothing that
// falls it follows the solutions of the smoothed equations.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "affine/newton_loop.hpp"
#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "vi/cone_equation.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::vi {
namespace {

constexpr double armijo_constant = 1e-4;
constexpr int search_memory = 5, longest_search = 34;
constexpr int patient_steps = 60;  // without progress by one per cent
constexpr double regularisations[] = {0.0, 1e-8, 1e-4};
constexpr double first_shift = 1e-2, shift_factor = 0.3;
constexpr int shifted_rounds = 4;
// On 379 problems of contacts without their shift, 0.3 and starts further out took half of the factorisations of 0.1 without.
constexpr double smoothing_factor = 0.3, least_smoothing = 1e-9;
constexpr double largest_smoothing = 1e15;  // of the first station: a path from further away has too many
constexpr double further = 100.0;
constexpr int further_starts = 4;
constexpr int smoothed_steps = 20;  // for one smoothed problem, which is but a station on the way

class ConeNewton {
 public:
  ConeNewton(Inequality& problem, ConeEquation& equation, std::span<double> result, SolveContext& context)
      : problem_(problem),
        F_(problem.F()),
        equation_(equation),
        context_(context),
        result_(result),
        memory_(search_memory) {
    for (auto* vector :
         {&x_, &p_, &f_, &shifted_, &G_, &trial_x_, &trial_p_, &trial_f_, &trial_G_, &direction_, &centre_})
      *vector = context.arena->take<double>(result.size());
  }

  SolverClaim solve() {
    if (!set_start()) return {NSDS_STALLED, 0};
    return settle(descend());
  }

  SolverClaim solve_smoothing() {
    if (!set_start()) return {NSDS_STALLED, 0};
    // The path begins where it is reached: far from the solution its points are easy to find.
    double smoothing = std::clamp(largest_magnitude(f_), 1.0, largest_smoothing);
    nsds_status status = go_to_station(smoothing);
    for (int k = 0; k < further_starts && status == NSDS_STALLED && !station_is_reached(); ++k)
      status = go_to_station(smoothing *= further);
    while (smoothing > least_smoothing && status == NSDS_STALLED)
      status = go_to_station(smoothing *= smoothing_factor);
    set_smoothing(0.0);
    return settle(status == NSDS_STALLED ? descend() : status);
  }

 private:
  nsds_status go_to_station(double smoothing) {
    set_smoothing(smoothing);
    return descend();
  }

  bool station_is_reached() const { return std::sqrt(dot(G_, G_)) <= smoothing_; }

  SolverClaim settle(nsds_status status) {
    for (int round = 0; round < shifted_rounds && status == NSDS_STALLED; ++round) {
      set_shift(first_shift * std::pow(shift_factor, round));
      status = descend();
      set_shift(0.0);
      if (status == NSDS_STALLED) status = descend();
    }
    move_into_set();
    return {status, iterations_};
  }

  // Points of methods that leave K are outside by no more than the tolerance, and are handed over in K where that costs nothing.
  void move_into_set() {
    problem_.set().project(result_, trial_p_);
    if (std::equal(result_.begin(), result_.end(), trial_p_.begin())) return;
    if (!F_.evaluate(trial_p_, trial_f_)) return;
    if (problem_.set().natural_map(trial_p_, trial_f_) <= std::max(best_, context_.tolerance))
      std::copy(trial_p_.begin(), trial_p_.end(), result_.begin());
  }

  bool set_start() {
    if (!F_.evaluate(result_, f_)) return false;
    std::copy(f_.begin(), f_.end(), direction_.begin());
    constexpr std::array lengths{1.0, 0.1, 0.01, 0.0};
    return std::ranges::any_of(lengths, [this](double length) { return starts(length); });
  }

  // Goes to the start of that length along the direction. False: it is outside the domain.
  bool starts(double length) {
    equation_.start(result_, direction_, length, trial_x_);
    if (!evaluate_trial()) return false;
    go();
    return true;
  }

  // False: outside the domain.
  bool evaluate_trial() {
    if (!all_finite(trial_x_.data(), trial_x_.size())) return false;
    equation_.write_point(trial_x_, trial_p_);
    if (!F_.evaluate(trial_p_, trial_f_)) return false;
    equation_.write_values({trial_x_, trial_p_, shifted(trial_p_, trial_f_)}, trial_G_);
    return true;
  }

  // F(z) + s (z - c).
  std::span<const double> shifted(std::span<const double> p, std::span<const double> f) {
    if (shift_ == 0.0) return f;
    for (std::size_t i = 0; i < p.size(); ++i) shifted_[i] = f[i] + shift_ * (p[i] - centre_[i]);
    return shifted_;
  }

  void go() {
    std::swap(x_, trial_x_);
    std::swap(p_, trial_p_);
    std::swap(f_, trial_f_);
    std::swap(G_, trial_G_);
  }

  void set_shift(double shift) {
    shift_ = shift;
    if (shift > 0.0) std::copy(result_.begin(), result_.end(), centre_.begin());
    equation_.write_values({x_, p_, shifted(p_, f_)}, G_);
  }

  void set_smoothing(double parameter) {
    smoothing_ = parameter;
    equation_.smooth(parameter);
    equation_.write_values({x_, p_, f_}, G_);
  }

  double note_best() {
    const double residual = problem_.set().natural_map(p_, f_);
    if (residual < best_) {
      best_ = residual;
      std::copy(p_.begin(), p_.end(), result_.begin());
    }
    return best_;
  }

  nsds_status descend() {
    memory_.clear();
    double goal = infinity;
    for (int waiting = 0, steps = 0;; ++iterations_, ++steps) {
      if (note_best() <= context_.tolerance) return NSDS_OK;
      const double norm = std::sqrt(dot(G_, G_));
      waiting = norm < 0.99 * goal ? 0 : waiting + 1;
      goal = std::min(goal, norm);
      const bool shifted_is_solved = shift_ > 0.0 && norm <= 0.1 * context_.tolerance;
      const bool station_is_over = smoothing_ > 0.0 && (norm <= smoothing_ || steps == smoothed_steps);
      if (shifted_is_solved || station_is_over || waiting > patient_steps || !std::isfinite(norm))
        return NSDS_STALLED;
      if (!F_.linearise(p_, f_)) return NSDS_STALLED;
      const nsds_status limit = context_.limit(iterations_, best_);
      if (limit != NSDS_OK) return limit;
      memory_.add(0.5 * norm * norm);
      if (!move()) {
        ++iterations_;
        return NSDS_STALLED;
      }
    }
  }

  bool move() {
    equation_.assemble({x_, p_, shifted(p_, f_)}, shift_);
    for (const double added : regularisations) {
      for (std::size_t i = 0; i < G_.size(); ++i) direction_[i] = -G_[i];
      if (equation_.solve(added, direction_) && search(dot(G_, G_))) return true;
    }
    equation_.multiply_transposed(G_, direction_);
    for (double& d : direction_) d = -d;
    return search(dot(direction_, direction_));
  }

  // fall: what the merit falls by along the direction, to first order.
  bool search(double fall) {
    const double bound = memory_.largest();
    for (int halvings = 0; halvings < longest_search && context_.seconds_left() > 0.0; ++halvings) {
      const double step = std::ldexp(1.0, -halvings);
      for (std::size_t i = 0; i < x_.size(); ++i) trial_x_[i] = x_[i] + step * direction_[i];
      if (!evaluate_trial() || !(0.5 * dot(trial_G_, trial_G_) <= bound - armijo_constant * step * fall))
        continue;
      go();
      return true;
    }
    return false;
  }

  Inequality& problem_;
  nonlinear::Map& F_;
  ConeEquation& equation_;
  SolveContext& context_;
  std::span<double> result_;  // the best point so far
  affine::MeritMemory memory_;
  std::span<double> x_, p_, f_, G_;  // p: the z that belongs to x, f = F(p)
  std::span<double> trial_x_, trial_p_, trial_f_, trial_G_;
  std::span<double> direction_, centre_;
  std::span<double> shifted_;  // scratch
  double shift_ = 0.0, smoothing_ = 0.0;
  double best_ = infinity;
  std::int64_t iterations_ = 0;
};

bool takes(const Inequality& problem, const ConvexSet& set, const SolveContext& context) {
  if (!problem.is_polyhedron() && !set.has_projector()) return true;
  context.sentence.write("solver '{}' takes boxes and cones without projectors; try solver '{}'.",
                         context.solver, problem.is_polyhedron() ? "complementarity" : "golden_ratio");
  return false;
}

SolverClaim solve_pairs(PairFunction function, Inequality& problem, std::span<double> x,
                        SolveContext& context) {
  if (!takes(problem, problem.set(), context)) return {NSDS_NOT_APPLICABLE, 0};
  PairEquation equation(function, problem, context);
  return ConeNewton(problem, equation, x, context).solve();
}

}  // namespace

SolverClaim solve_normal_map_newton(Inequality& problem, std::span<double> x, SolveContext& context) {
  if (!takes(problem, problem.set(), context)) return {NSDS_NOT_APPLICABLE, 0};
  NormalMap equation(problem, context);
  return ConeNewton(problem, equation, x, context).solve();
}

SolverClaim solve_newton_fb(Inequality& problem, std::span<double> x, SolveContext& context) {
  return solve_pairs(PairFunction::fischer_burmeister, problem, x, context);
}

SolverClaim solve_newton_min(Inequality& problem, std::span<double> x, SolveContext& context) {
  return solve_pairs(PairFunction::minimum, problem, x, context);
}

SolverClaim solve_smoothing(Inequality& problem, std::span<double> x, SolveContext& context) {
  if (!takes(problem, problem.set(), context)) return {NSDS_NOT_APPLICABLE, 0};
  PairEquation equation(PairFunction::fischer_burmeister, problem, context);
  return ConeNewton(problem, equation, x, context).solve_smoothing();
}

}  // namespace nsds::numerics::vi
