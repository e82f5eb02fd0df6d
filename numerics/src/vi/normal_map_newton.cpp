// Semismooth Newton on the normal map [Robinson 1992, Math. Oper. Res. 17]
//
//   G(x) = F(P(x)) + x - P(x) = 0,   z = P(x),
//
// with a nonmonotone search on |G|²/2; where that fails, along its steepest descent; where that fails, on problems shifted by
// s (z - c) around the best point c. F is evaluated in K alone.
#include <algorithm>
#include <cmath>
#include <optional>

#include "affine/newton_loop.hpp"
#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "vi/normal_map_system.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::vi {
namespace {

constexpr double armijo_constant = 1e-4;
constexpr int search_memory = 5, longest_search = 34;
constexpr int patient_steps = 60;  // without progress by one per cent
constexpr double added_to_H[] = {0.0, 1e-8, 1e-4};
constexpr double first_shift = 1e-2, shift_factor = 0.3;
constexpr int shifted_rounds = 4;

class NormalMapNewton {
 public:
  NormalMapNewton(Inequality& problem, std::span<double> result, SolveContext& context)
      : problem_(problem), F_(problem.F()), context_(context), result_(result), memory_(search_memory) {
    for (auto* vector :
         {&x_, &p_, &f_, &G_, &trial_x_, &trial_p_, &trial_f_, &trial_G_, &direction_, &centre_})
      *vector = context.arena->take<double>(result.size());
  }

  SolverClaim solve() {
    if (!set_start()) return {NSDS_STALLED, 0};
    nsds_status status = descend();
    for (int round = 0; round < shifted_rounds && status == NSDS_STALLED; ++round) {
      set_shift(first_shift * std::pow(shift_factor, round));
      status = descend();
      set_shift(0.0);
      if (status == NSDS_STALLED) status = descend();
    }
    return {status, iterations_};
  }

 private:
  // z - F(z), which the projection of a solution z comes from, or a point between it and z.
  bool set_start() {
    if (!F_.evaluate(result_, f_)) return false;
    std::copy(f_.begin(), f_.end(), direction_.begin());
    for (const double step : {1.0, 0.1, 0.01, 0.0}) {
      for (std::size_t i = 0; i < x_.size(); ++i) trial_x_[i] = result_[i] - step * direction_[i];
      if (!evaluate_trial()) continue;
      go();
      return true;
    }
    return false;
  }

  // False: outside the domain.
  bool evaluate_trial() {
    if (!all_finite(trial_x_.data(), trial_x_.size())) return false;
    problem_.set().project(trial_x_, trial_p_);
    if (!F_.evaluate(trial_p_, trial_f_)) return false;
    write_normal_map(trial_x_, trial_p_, trial_f_, trial_G_);
    return true;
  }

  void write_normal_map(std::span<const double> x, std::span<const double> p, std::span<const double> f,
                        std::span<double> G) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      G[i] = f[i] + x[i] - p[i];
      if (shift_ > 0.0) G[i] += shift_ * (p[i] - centre_[i]);
    }
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
    write_normal_map(x_, p_, f_, G_);
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
    for (int waiting = 0;; ++iterations_) {
      if (note_best() <= context_.tolerance) return NSDS_OK;
      const double norm = std::sqrt(dot(G_, G_));
      waiting = norm < 0.99 * goal ? 0 : waiting + 1;
      goal = std::min(goal, norm);
      const bool shifted_is_solved = shift_ > 0.0 && norm <= 0.1 * context_.tolerance;
      if (shifted_is_solved || waiting > patient_steps || !std::isfinite(norm)) return NSDS_STALLED;
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
    if (!system_) system_.emplace(problem_, context_);
    system_->assemble(x_, shift_);
    for (const double added : added_to_H) {
      for (std::size_t i = 0; i < G_.size(); ++i) direction_[i] = -G_[i];
      if (system_->solve(added, direction_) && search(dot(G_, G_))) return true;
    }
    system_->multiply_transposed(G_, direction_);
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
  SolveContext& context_;
  std::span<double> result_;  // the best point so far
  affine::MeritMemory memory_;
  std::optional<NormalMapSystem> system_;
  std::span<double> x_, p_, f_, G_;  // p = P(x), f = F(p)
  std::span<double> trial_x_, trial_p_, trial_f_, trial_G_;
  std::span<double> direction_, centre_;
  double shift_ = 0.0;
  double best_ = infinity;
  std::int64_t iterations_ = 0;
};

}  // namespace

SolverClaim solve_normal_map_newton(Inequality& problem, std::span<double> x, SolveContext& context) {
  if (!problem.is_polyhedron() && !problem.set().has_projector())
    return NormalMapNewton(problem, x, context).solve();
  context.sentence.write("solver '{}' takes boxes and cones without projectors; try solver '{}'.",
                         context.solver, problem.is_polyhedron() ? "complementarity" : "golden_ratio");
  return {NSDS_NOT_APPLICABLE, 0};
}

}  // namespace nsds::numerics::vi
