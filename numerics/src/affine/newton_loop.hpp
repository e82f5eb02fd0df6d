// Semismooth Newton methods on a = z / s_z, b = w / s_w, the unknowns in their units, with the bounds l and u
// of a row in units of z:
//
//   newton_fb    phi(x, y) = x + y - sqrt(x^2 + y^2), the function of Fischer and Burmeister, as
//                phi(a - l, b), -phi(u - a, -b), phi(a - l, -phi(u - a, -b)) or b, after the bounds that are
//                finite [Billups 1995, PhD thesis, Madison];
//   newton_min   a - mid(l, a - b, u), whose Newton step is the basic solution of the rows strictly between
//                their bounds by a - b.
//
// One element D_a + D_b A of the generalised Jacobian is factorised an iteration, A = db/da. Both are
// globalised by the merit psi = |phi_fb|^2 / 2, which is smooth: a search along the Newton
// direction (search_rule.hpp), or along the gradient where that does not lead down [De Luca, Facchinei, Kanzow 1996, Math.
// Program. 75; Ferris, Kanzow, Munson 1999, Math. Program. 86; Grippo, Lampariello, Lucidi 1986, SIAM J.
// Numer. Anal. 23]. Where the matrix is singular, or leads nowhere, A + delta I takes the place of A. Where
// psi has a minimum that is no solution, the problem is perturbed,
//
//   w = F(z) + lambda (z - c),  c the best point so far,
//
// and solved again from there; its solutions lead to those of the given problem where F is monotone
// [Rockafellar 1976, SIAM J. Control Optim. 14].
//
// The map of a class is its Point, which the method moves (affine/newton.cpp, nonlinear/newton.cpp):
//
//   most_halvings, polishes              constants: of a step; whether one more step is taken from a point that is good enough
//   std::span<const double> a(), b(), lower(), upper()   b with lambda (a - c)
//   void place(z)                       z: (n) in the units of the class; a and b there
//   double measure(z)                   the residual of the point of the box that belongs to a, which it writes to z
//   void move_into_box()
//   void set_shift(lambda)              c is where the point is
//   const Structure& structure(), double alpha()    A = alpha times the structure's matrix
//   bool linearise()                    that at the point; false where it is not finite
//   bool step_of_subproblem(d, delta)   d: a Newton step of the point's own kind, A + delta I in it; false: none
//   void aim(d, way)                    the points that follow are along d, or along the path of subproblems that d ends
//   Trial at(step, gradient, function)  of one of them; a slope that is not negative leads nowhere. psi is that of the function
//   void go()                           to the last one that was tried
//   void remember(), go_back()          for searches that take steps unseen: where the point is, and back to there
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "affine/newton.hpp"
#include "affine/newton_functions.hpp"
#include "affine/newton_system.hpp"
#include "core/numbers.hpp"

namespace nsds::numerics::affine {

// Where a search looks for points.
enum class Way { line, path };

// What a search learns of a point: psi, and how it falls to first order on the way there.
struct Trial {
  double merit;
  double slope;
};

// psi of a, b.
inline double merit_of(const MeritFunction& function, std::span<const double> a, std::span<const double> b,
                       std::span<const double> l, std::span<const double> u) {
  double merit = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double phi = function(a[i], b[i], l[i], u[i]).value;
    merit += 0.5 * phi * phi;
  }
  return merit;
}

// The last values of the merit; the search may go up to the largest.
class MeritMemory {
 public:
  explicit MeritMemory(int size) : size_(size) {}
  void clear() { count_ = 0; }
  void add(double value) { values_[count_++ % size_] = value; }
  double largest() const { return *std::max_element(values_, values_ + std::min(count_, size_)); }

 private:
  double values_[longest_memory] = {};
  int size_;
  int count_ = 0;
};

template <class Point>
class SemismoothNewton {
 public:
  // result: (n) in/out, the start, then the best point so far.
  SemismoothNewton(Point& point, NewtonKind kind, const SearchRule& rule, std::span<double> result,
                   SolveContext& context)
      : point_(point),
        kind_(kind),
        rule_(rule),
        context_(context),
        arena_(*context.arena),
        n_(result.size()),
        system_(static_cast<std::int32_t>(n_), point.structure(), point.alpha(), context),
        memory_(rule.line_search == LineSearch::armijo ? 1 : rule.memory),
        result_(result),
        phi_(take()),
        slope_a_(take()),
        slope_b_(take()),
        gradient_(take()),
        direction_(take()),
        change_(take()) {
    function_.lambda = rule.lambda;
    if (rule.line_search == LineSearch::watchdog) {
      watch_.direction = take();
      watch_.gradient = take();
    }
    point_.place(result_);
  }

  // Follows the solutions of the problems that are smoothed by mu, which falls from `first` to zero
  // [Chen, Mangasarian 1996, Comput. Optim. Appl. 5; Kanzow 1996].
  SolverClaim solve_smoothing(double first) {
    nsds_status status = NSDS_STALLED;
    double& mu = function_.mu;
    for (mu = first; mu > least_smoothing && status == NSDS_STALLED; mu *= 0.1) status = descend();
    mu = 0.0;
    if (status == NSDS_STALLED) status = descend();
    return {status, iterations_};
  }

  // rounds: of perturbed problems.
  SolverClaim solve(int rounds) {
    nsds_status status = descend();
    for (int round = 0; round < rounds && status == NSDS_STALLED; ++round) status = perturb(round);
    return {status, iterations_};
  }

  // lambda falls by the factor while its problems are solved and help, and rises by it where one is not solved.
  SolverClaim solve_proximal(double shift, double factor) {
    nsds_status status = NSDS_STALLED;
    for (int k = 0; k < most_centres && shift <= far_shift; ++k) {
      const double before = best_;
      status = descend_shifted(shift);
      if (status != NSDS_STALLED) break;
      if (!shifted_solved_) {
        shift *= factor;
      } else if (!(best_ < before / factor)) {
        shift = std::max(shift / factor, least_shift);
      }
    }
    return {status, iterations_};
  }

 private:
  static constexpr double armijo = 1e-4;
  static constexpr double descent = 1e-10;     // g'd <= -descent |d|^2.1, or the gradient is taken
  static constexpr double far_better = 1e-4;   // than the tolerance
  static constexpr double quadratic = 1e-2;    // of the merit, in a step
  static constexpr int patience = 60;          // iterations without a better point
  static constexpr double better = 0.99;       // what counts as one
  static constexpr double first_shift = 1e-2;  // lambda, where the largest diagonal entry of A is 1
  static constexpr double least_shift = 1e-8;
  static constexpr double least_smoothing = 1e-9;
  static constexpr int few = 20;  // steps for one smoothed problem, which is but a station on the way
  static constexpr int most_centres = 500;                        // of the proximal point method
  static constexpr double far_shift = 1e3;                        // where it gives up
  static constexpr double regularisations[] = {0.0, 1e-8, 1e-4};  // of a Newton step, one after the other

  std::span<double> take() { return arena_.take<double>(n_); }

  // Solves the given problem from the point, shifted by lambda (z - c). NSDS_OK: result_ solves the given one.
  nsds_status descend() {
    memory_.clear();
    watch_.is_armed = false;
    double goal = infinity;
    int waiting = 0;
    int steps = 0;
    for (;;) {
      if (note_best() <= context_.tolerance) {
        polish();
        return NSDS_OK;
      }
      if (!point_.linearise()) {
        // An unseen step may have led to where there is no derivative.
        if (watch_.is_armed && go_back()) continue;
        return NSDS_STALLED;
      }
      const double merit = evaluate_merit();
      const double measure = shift_ == 0.0 && function_.mu == 0.0 ? best_ : std::sqrt(2.0 * merit);
      waiting = measure < better * goal ? 0 : waiting + 1;
      goal = std::min(goal, measure);
      if (waiting > patience || !std::isfinite(merit)) return NSDS_STALLED;
      shifted_solved_ = shift_ > 0.0 && measure <= 0.1 * context_.tolerance;
      if (shifted_solved_ || (function_.mu > 0.0 && (measure <= function_.mu || steps++ == few)))
        return NSDS_STALLED;
      const nsds_status limit = context_.limit(iterations_, best_);
      if (limit != NSDS_OK) return limit;
      ++iterations_;
      if (rule_.line_search != LineSearch::watchdog) memory_.add(merit);
      if (!(rule_.line_search == LineSearch::watchdog ? move_watched(merit) : move())) return NSDS_STALLED;
    }
  }

  // What is good enough is far better after one more step where convergence is quadratic.
  void polish() {
    if (!Point::polishes || best_ <= far_better * context_.tolerance) return;
    if (shift_ > 0.0) set_shift(0.0);
    if (!point_.linearise()) return;
    const double merit = evaluate_merit();
    if (!newton_direction(0.0)) return;
    point_.aim(direction_, Way::line);
    if (!(point_.at(1.0, gradient_, function_).merit < quadratic * merit)) return;
    point_.go();
    note_best();
  }

  // Goes on from the best point so far, which becomes the centre. lambda grows smaller from round to round.
  nsds_status perturb(int round) {
    point_.place(result_);
    const nsds_status status = descend_shifted(std::max(first_shift * std::pow(0.3, round), least_shift));
    return status == NSDS_STALLED ? descend() : status;
  }

  // Solves the problem shifted around the point, which is moved into the box first, from there.
  nsds_status descend_shifted(double shift) {
    point_.move_into_box();
    set_shift(shift);
    const nsds_status status = descend();
    set_shift(0.0);
    return status;
  }

  void set_shift(double shift) {
    shift_ = shift;
    point_.set_shift(shift);
    system_.set_shift(shift);
  }

  // Measures the point in the given problem; the best one is kept.
  double note_best() {
    const double residual = point_.measure(change_);
    if (residual < best_) {
      best_ = residual;
      std::copy(change_.begin(), change_.end(), result_.begin());
    }
    return best_;
  }

  // psi, phi of Fischer and Burmeister, and its gradient A'(D_b phi) + D_a phi.
  double evaluate_merit() {
    const std::span<const double> a = point_.a(), b = point_.b(), l = point_.lower(), u = point_.upper();
    double merit = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      const Value phi = function_(a[i], b[i], l[i], u[i]);
      slope_a_[i] = phi.by_a;
      slope_b_[i] = phi.by_b;
      phi_[i] = phi.value;
      merit += 0.5 * phi.value * phi.value;
      gradient_[i] = phi.by_a * phi.value;
      change_[i] = phi.by_b * phi.value;
    }
    system_.add_transposed_product(change_, gradient_);
    return merit;
  }

  // added: to the diagonal of A, where that is singular.
  bool newton_direction(double added) {
    if (kind_ == NewtonKind::subproblem) return point_.step_of_subproblem(direction_, added);
    const std::span<const double> a = point_.a(), b = point_.b(), l = point_.lower(), u = point_.upper();
    system_.set_shift(shift_ + added);
    for (std::size_t i = 0; i < n_; ++i) {
      direction_[i] = -phi_[i];
      if (kind_ != NewtonKind::minimum) continue;
      const Value row = middle(a[i], b[i], l[i], u[i]);
      slope_a_[i] = row.by_a;
      slope_b_[i] = row.by_b;
      direction_[i] = -row.value;
    }
    const bool solved = system_.solve(slope_a_, slope_b_, direction_);
    system_.set_shift(shift_);
    return solved;
  }

  // Takes one step; false where psi cannot be lowered.
  bool move() {
    const double bound = memory_.largest();
    for (const double added : regularisations)
      if (newton_direction(added) && search_step(bound)) return true;
    return search_steepest(bound);
  }

  bool search_step(double bound) {
    if (rule_.line_search == LineSearch::path) return search(bound, Way::path);
    return leads_down() && search(bound);
  }

  bool leads_down() const {
    const double length = std::sqrt(dot(direction_, direction_));
    return dot(gradient_, direction_) <= -descent * std::pow(length, 2.1);
  }

  bool search_steepest(double bound) {
    for (std::size_t i = 0; i < n_; ++i) direction_[i] = -gradient_[i];
    return search(bound);
  }

  // Takes a full step without looking at psi where psi, after that many of them, has been lowered as a search would have it
  // since the last point that was remembered; else goes back to that and searches from there.
  bool move_watched(double merit) {
    const bool is_lower = merit <= watch_.merit + armijo * watch_.slope;
    if (watch_.is_armed && !is_lower && ++watch_.unseen > rule_.memory) return go_back();
    const bool has_step = newton_direction(0.0);
    if (!watch_.is_armed || is_lower) {
      if (!has_step || !leads_down()) return move_seen(merit);
      remember(merit);
    } else if (!has_step) {
      return go_back();
    }
    point_.aim(direction_, Way::line);
    if (!std::isfinite(point_.at(1.0, gradient_, function_).merit)) return go_back();
    point_.go();
    return true;
  }

  // Goes down from the point by the search that is not watched.
  bool move_seen(double merit) {
    watch_.is_armed = false;
    memory_.clear();
    memory_.add(merit);
    return move();
  }

  void remember(double merit) {
    point_.remember();
    watch_.is_armed = true;
    watch_.unseen = 0;
    watch_.merit = merit;
    watch_.slope = dot(gradient_, direction_);
    std::copy(direction_.begin(), direction_.end(), watch_.direction.begin());
    std::copy(gradient_.begin(), gradient_.end(), watch_.gradient.begin());
  }

  bool go_back() {
    point_.go_back();
    watch_.is_armed = false;
    std::copy(watch_.direction.begin(), watch_.direction.end(), direction_.begin());
    std::copy(watch_.gradient.begin(), watch_.gradient.end(), gradient_.begin());
    return search(watch_.merit) || search_steepest(watch_.merit);
  }

  // Searches along direction_, given in units of z, or along the path to its end.
  bool search(double bound, Way way = Way::line) {
    if (way == Way::line && !(dot(gradient_, direction_) < 0.0)) return false;
    point_.aim(direction_, way);
    for (int halvings = 0; halvings < Point::most_halvings && context_.seconds_left() > 0.0; ++halvings) {
      const Trial trial = point_.at(std::ldexp(1.0, -halvings), gradient_, function_);
      if (!(trial.slope < 0.0 && trial.merit <= bound + armijo * trial.slope)) continue;
      point_.go();
      return true;
    }
    if (context_.seconds_left() <= 0.0) context_.note_lack_of_time();
    return false;
  }

  // Where steps began that are taken unseen, and the step from there.
  struct Watch {
    bool is_armed = false;
    int unseen = 0;
    double merit = 0.0, slope = 0.0;
    std::span<double> direction, gradient;
  };

  Point& point_;
  NewtonKind kind_;
  SearchRule rule_;
  SolveContext& context_;
  Arena& arena_;
  std::size_t n_;
  NewtonSystem system_;
  MeritMemory memory_;
  Watch watch_;
  std::span<double> result_;                   // the best point so far, in the box
  std::span<double> phi_, slope_a_, slope_b_;  // of Fischer and Burmeister, later of the Newton step
  std::span<double> gradient_, direction_;     // of psi with respect to a
  std::span<double> change_;                   // scratch
  double shift_ = 0.0;
  MeritFunction function_;
  bool shifted_solved_ = false;
  double best_ = infinity;
  std::int64_t iterations_ = 0;
};

}  // namespace nsds::numerics::affine
