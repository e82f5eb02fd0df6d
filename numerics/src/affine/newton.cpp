// Semismooth Newton methods on a = z / s_z, b = w / s_w, the unknowns in their units, with the bounds l and u
// of a row in units of z:
//
//   newton_fb    phi(x, y) = x + y - sqrt(x^2 + y^2), the function of Fischer and Burmeister, as
//                phi(a - l, b), -phi(u - a, -b), phi(a - l, -phi(u - a, -b)) or b, after the bounds that are
//                finite [Billups 1995, PhD thesis, Madison];
//   newton_min   a - mid(l, a - b, u), whose Newton step is the basic solution of the rows strictly between
//                their bounds by a - b.
//
// One element D_a + D_b A of the generalised Jacobian is factorised an iteration; A = (s_z / s_w) M. Both are
// globalised by the merit psi = |phi_fb|^2 / 2, which is smooth: a nonmonotone Armijo search along the Newton
// direction, or along the gradient where that does not lead down [De Luca, Facchinei, Kanzow 1996, Math.
// Program. 75; Ferris, Kanzow, Munson 1999, Math. Program. 86; Grippo, Lampariello, Lucidi 1986, SIAM J.
// Numer. Anal. 23]. Where the matrix is singular, or leads nowhere, A + delta I takes the place of A. Where
// psi has a minimum that is no solution, the problem is perturbed,
//
//   w = M z + q + lambda (z - c),  c the best point so far,
//
// and solved again from there; its solutions lead to those of the given problem where M is monotone
// [Rockafellar 1976, SIAM J. Control Optim. 14].
#include "affine/newton.hpp"

#include <algorithm>
#include <cmath>

#include "affine/newton_functions.hpp"
#include "affine/newton_system.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr double armijo = 1e-4;
constexpr double descent = 1e-10;  // g'd <= -descent |d|^2.1, or the gradient is taken
constexpr int most_halvings = 34;
constexpr int longest_memory = 50;
constexpr int most_finishing = 5;
constexpr int patience = 60;          // iterations without a better point
constexpr double better = 0.99;       // what counts as one
constexpr double first_shift = 1e-2;  // lambda, where the largest diagonal entry of A is 1
constexpr double least_shift = 1e-8;
constexpr int most_centres = 500;                        // of the proximal point method
constexpr double far_shift = 1e3;                        // where it gives up
constexpr double regularisations[] = {0.0, 1e-8, 1e-4};  // of a Newton step, one after the other
enum : int { memory_option, rounds_option };
enum ProximalOption : int { shift_option = 1 };  // after memory

// The last values of the merit; the search may go up to the largest.
class Memory {
 public:
  explicit Memory(int size) : size_(size) {}
  void clear() { count_ = 0; }
  void add(double value) { values_[count_++ % size_] = value; }
  double largest() const { return *std::max_element(values_, values_ + std::min(count_, size_)); }

 private:
  double values_[longest_memory] = {};
  int size_;
  int count_ = 0;
};

class SemismoothNewton {
 public:
  SemismoothNewton(const BoxProblem& box, NewtonKind kind, double* z, SolveContext& context)
      : box_(box),
        problem_(box.map),
        kind_(kind),
        context_(context),
        arena_(*context.arena),
        n_(index(box.map.n)),
        diagonal_(take()),
        structure_(analyse_structure(box.map, diagonal_, arena_)),
        system_(box.map.n, structure_, box.map.s_z / box.map.s_w, context),
        memory_(static_cast<int>(context.own[memory_option])),
        result_(z, n_),
        z_(take()),
        w_(take()),
        a_(take()),
        l_(take()),
        u_(take()),
        b_(take()),
        phi_(take()),
        slope_a_(take()),
        slope_b_(take()),
        gradient_(take()),
        direction_(take()),
        change_(take()),
        centre_(take()) {
    // Bounds are kept in the unit of z.
    for (std::size_t i = 0; i < n_; ++i) {
      l_[i] = box_.lower[i] / problem_.s_z;
      u_[i] = box_.upper[i] / problem_.s_z;
      z_[i] = result_[i];
    }
    best_ = infinity;
  }

  SolverClaim solve() {
    nsds_status status = descend();
    const int rounds = static_cast<int>(context_.own[rounds_option]);
    for (int round = 0; round < rounds && status == NSDS_STALLED; ++round) status = perturb(round);
    return {status, iterations_};
  }

  // lambda falls while its problems are solved and help, and rises where one is not solved.
  SolverClaim solve_proximal() {
    double shift = context_.own[shift_option];
    nsds_status status = NSDS_STALLED;
    for (int k = 0; k < most_centres && shift <= far_shift; ++k) {
      const double before = best_;
      status = descend_shifted(shift);
      if (status != NSDS_STALLED) break;
      if (!shifted_solved_) {
        shift *= 10.0;
      } else if (!(best_ < 0.1 * before)) {
        shift = std::max(0.1 * shift, least_shift);
      }
    }
    return {status, iterations_};
  }

 private:
  std::span<double> take() { return arena_.take<double>(n_); }

  // Solves the given problem from z_, shifted by lambda (z − c). NSDS_OK: result_ solves the given one.
  nsds_status descend() {
    memory_.clear();
    double goal = infinity;
    int waiting = 0;
    refresh();
    for (;;) {
      if (note_best() <= context_.tolerance) return NSDS_OK;
      const double merit = evaluate_merit();
      const double measure = shift_ == 0.0 ? best_ : std::sqrt(2.0 * merit);
      waiting = measure < better * goal ? 0 : waiting + 1;
      goal = std::min(goal, measure);
      if (waiting > patience || !std::isfinite(merit)) return NSDS_STALLED;
      shifted_solved_ = shift_ > 0.0 && measure <= 0.1 * context_.tolerance;
      if (shifted_solved_) return NSDS_STALLED;
      const nsds_status limit = context_.limit(iterations_, best_);
      if (limit != NSDS_OK) return limit;
      ++iterations_;
      memory_.add(merit);
      if (!move()) return NSDS_STALLED;
    }
  }

  // Goes on from the best point so far, which becomes the centre. lambda grows smaller from round to round.
  nsds_status perturb(int round) {
    std::copy(result_.begin(), result_.end(), z_.begin());
    const nsds_status status = descend_shifted(std::max(first_shift * std::pow(0.3, round), least_shift));
    return status == NSDS_STALLED ? descend() : status;
  }

  // Solves the problem shifted around z_, which is moved into the box first, from there.
  nsds_status descend_shifted(double shift) {
    for (std::size_t i = 0; i < n_; ++i) z_[i] = project(box_, static_cast<std::int32_t>(i), z_[i]);
    std::copy(z_.begin(), z_.end(), centre_.begin());
    shift_ = shift;
    system_.set_shift(shift);
    const nsds_status status = descend();
    shift_ = 0.0;
    system_.set_shift(0.0);
    return status;
  }

  // a, b at z_, b with the perturbation.
  void refresh() {
    evaluate(problem_, structure_, z_.data(), w_.data());
    for (std::size_t i = 0; i < n_; ++i) {
      a_[i] = z_[i] / problem_.s_z;
      b_[i] = w_[i] / problem_.s_w + shift_ * (z_[i] - centre_or_zero(i)) / problem_.s_z;
    }
  }

  double centre_or_zero(std::size_t i) const { return shift_ > 0.0 ? centre_[i] : 0.0; }

  // Measures the projection of z in the given problem; the best such point is kept.
  double note_best() {
    for (std::size_t i = 0; i < n_; ++i) change_[i] = project(box_, static_cast<std::int32_t>(i), z_[i]);
    evaluate(problem_, structure_, change_.data(), w_.data());
    const double residual = natural_map(box_, change_.data(), w_.data());
    if (residual < best_) {
      best_ = residual;
      std::copy(change_.begin(), change_.end(), result_.begin());
    }
    return best_;
  }

  // psi, phi of Fischer and Burmeister, and its gradient A'(D_b phi) + D_a phi.
  double evaluate_merit() {
    double merit = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      const Value phi = billups(a_[i], b_[i], l_[i], u_[i]);
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
    system_.set_shift(shift_ + added);
    for (std::size_t i = 0; i < n_; ++i) {
      direction_[i] = -phi_[i];
      if (kind_ != NewtonKind::minimum) continue;
      const Value row = middle(a_[i], b_[i], l_[i], u_[i]);
      slope_a_[i] = row.by_a;
      slope_b_[i] = row.by_b;
      direction_[i] = -row.value;
    }
    const bool solved = system_.solve(slope_a_, slope_b_, direction_);
    system_.set_shift(shift_);
    return solved;
  }

  // Takes one step from z_; false where psi cannot be lowered.
  bool move() {
    const double bound = memory_.largest();
    for (const double added : regularisations) {
      if (!newton_direction(added)) continue;
      const double slope = dot(gradient_, direction_);
      const double length = std::sqrt(dot(direction_, direction_));
      if (slope <= -descent * std::pow(length, 2.1) && search(bound, slope)) return true;
    }
    for (std::size_t i = 0; i < n_; ++i) direction_[i] = -gradient_[i];
    return search(bound, -dot(gradient_, gradient_));
  }

  // Searches along direction_, given in units of z. b changes linearly, so that a trial costs n operations.
  bool search(double bound, double slope) {
    if (!(slope < 0.0)) return false;
    for (std::size_t i = 0; i < n_; ++i) w_[i] = direction_[i] * problem_.s_z;
    std::fill(change_.begin(), change_.end(), 0.0);
    add_product(structure_, w_, change_);
    for (std::size_t i = 0; i < n_; ++i) change_[i] = change_[i] / problem_.s_w + shift_ * direction_[i];
    for (int halvings = 0; halvings < most_halvings; ++halvings) {
      const double step = std::ldexp(1.0, -halvings);
      if (!(merit_at(step) <= bound + armijo * step * slope)) continue;
      for (std::size_t i = 0; i < n_; ++i) z_[i] += step * w_[i];
      refresh();
      return true;
    }
    return false;
  }

  double merit_at(double step) const {
    double merit = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double a = a_[i] + step * direction_[i];
      const double b = b_[i] + step * change_[i];
      const double phi = billups(a, b, l_[i], u_[i]).value;
      merit += 0.5 * phi * phi;
    }
    return merit;
  }

  const BoxProblem& box_;
  const Problem& problem_;
  NewtonKind kind_;
  SolveContext& context_;
  Arena& arena_;
  std::size_t n_;
  std::span<double> diagonal_;
  Structure structure_;
  NewtonSystem system_;
  Memory memory_;
  std::span<double> result_;                   // the best point so far, in the box
  std::span<double> z_, w_, a_, l_, u_, b_;    // the iterate
  std::span<double> phi_, slope_a_, slope_b_;  // of Fischer and Burmeister, later of the Newton step
  std::span<double> gradient_, direction_;     // of psi with respect to a
  std::span<double> change_;                   // scratch; in a search, A direction
  std::span<double> centre_;
  double shift_ = 0.0;
  bool shifted_solved_ = false;
  double best_ = 0.0;
  std::int64_t iterations_ = 0;
};

}  // namespace

SolverClaim solve_newton(const BoxProblem& problem, NewtonKind kind, double* z, SolveContext& context) {
  return SemismoothNewton(problem, kind, z, context).solve();
}

SolverClaim finish_by_newton(const BoxProblem& problem, double* z, const SolveContext& context) {
  static constexpr double own[] = {1.0, 0.0};
  SolveContext inner = context;
  inner.own = own;
  inner.max_iterations = std::min(inner.max_iterations, inner.done_before + most_finishing);
  const Arena::Mark mark = context.arena->mark();
  const SolverClaim claim = solve_newton(problem, NewtonKind::minimum, z, inner);
  context.arena->rewind(mark);
  return claim;
}

SolverClaim solve_proximal(const BoxProblem& problem, double* z, SolveContext& context) {
  return SemismoothNewton(problem, NewtonKind::minimum, z, context).solve_proximal();
}

}  // namespace nsds::numerics::affine
