// Primal-dual active set method over a box: the rows whose z_i/s_z - w_i/s_w is below or above the bounds are
// put on them, in the others w is made zero, and the same again; semismooth Newton on the natural map without
// a line search [Bergounioux, Ito, Kunisch 1999, SIAM J. Control Optim. 37; Hintermueller, Ito, Kunisch 2002,
// SIAM J. Optim. 13]. Where the diagonal is positive, sweeps of projected Gauss-Seidel come first: they may
// be all that it takes, and else leave a good guess of the set; equations alone have no set to guess. One product with
// M and one system in the free rows an iteration; finite for M-matrices and their neighbours, and it stops where the
// sets do not settle.
//
// Default max_iterations: 100 sweeps and sets.
#include <algorithm>
#include <cmath>

#include "affine/newton_system.hpp"
#include "affine/structure.hpp"
#include "box/registry.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

constexpr int fewest_sweeps = 6;
constexpr int most_sweeps = 60;
constexpr double fast = 0.65;   // reduction of the residual by a sweep that makes another one worth while
constexpr double delta = 1e-8;  // where the largest diagonal entry is 1
constexpr int patience = 4;     // sets after which their pace is looked at
constexpr double dependent = 1e-10;   // a row of which elimination leaves less depends on those before it
constexpr double most_to_come = 8.0;  // sets that may still be needed at that pace

// A pace tells how fast the number of rows that change sides goes down, from the first set with a predecessor
// on.
class Pace {
 public:
  bool is_worth_going_on(double changes) {
    if (++sets_ == 1) return true;
    if (sets_ == 2) first_ = changes;
    if (sets_ <= 1 + patience) return true;
    const double rate = std::log(first_ / changes) / (sets_ - 2);
    return rate > 0.0 && std::log(changes) <= most_to_come * rate;
  }

 private:
  int sets_ = 0;
  double first_ = 1.0;
};

class ActiveSet {
 public:
  ActiveSet(const Problem& box, double* z, SolveContext& context)
      : box_(box),
        context_(context),
        n_(index(box.map.n)),
        best_(z, n_),
        z_(take()),
        w_(take()),
        step_(take()),
        on_bound_(take()),
        free_(take()),
        diagonal_(take()),
        structure_(affine::analyse_structure(box.map, diagonal_, *context.arena)) {
    std::copy(best_.begin(), best_.end(), z_.begin());
  }

  SolverClaim solve() {
    refresh();
    if (note_best() <= context_.tolerance) return {NSDS_OK, 0};
    // Equations alone are solved by one elimination, to rounding, where sweeps would stop at the tolerance.
    const bool sweeps = structure_.positive_diagonal && !is_equations();
    nsds_status status = sweeps ? sweep() : NSDS_STALLED;
    if (status == NSDS_STALLED) status = change_sets();
    return {.status = status, .iterations = iterations_, .undetermined = undetermined_};
  }

 private:
  std::span<double> take() const { return context_.arena->take<double>(n_); }

  bool is_equations() const {
    for (std::int32_t i = 0; i < box_.map.n; ++i)
      if (!affine::is_free(box_, i)) return false;
    return true;
  }

  void refresh() { affine::evaluate(box_.map, structure_, z_.data(), w_.data()); }

  // The residual at z_, whose w_ is up to date; the best point is kept.
  double note_best() {
    const double residual = affine::natural_map(box_, z_.data(), w_.data());
    if (residual < residual_) {
      residual_ = residual;
      std::copy(z_.begin(), z_.end(), best_.begin());
    }
    return residual;
  }

  nsds_status sweep() {
    double before = residual_;
    for (int done = 0; done < most_sweeps; ++done) {
      const nsds_status limit = context_.limit(iterations_, residual_);
      if (limit != NSDS_OK) return limit;
      ++iterations_;
      // A sweep of projected Gauss–Seidel keeps w up to date by columns of M.
      for (std::size_t i = 0; i < n_; ++i) {
        const auto row = static_cast<std::int32_t>(i);
        const double updated = affine::project(box_, row, z_[i] - w_[i] / diagonal_[i]);
        const double change = updated - z_[i];
        if (change == 0.0) continue;
        z_[i] = updated;
        affine::add_column(structure_, row, change, w_);
      }
      // A w that is kept up to date gathers rounding, so that a success counts only with a fresh one.
      double now = affine::natural_map(box_, z_.data(), w_.data());
      if (now <= context_.tolerance) {
        refresh();
        now = note_best();
        if (now <= context_.tolerance) return NSDS_OK;
      }
      // Sweeps go on while each of them reduces the residual by a third.
      if (!std::isfinite(now)) break;
      if (done + 1 >= fewest_sweeps && now > fast * before) break;
      before = now;
    }
    // Sets begin at the last point, or at the best one if the sweeps ran away.
    refresh();
    if (!std::isfinite(note_best())) {
      std::copy(best_.begin(), best_.end(), z_.begin());
      refresh();
    }
    return NSDS_STALLED;
  }

  nsds_status change_sets() {
    if (!structure_.sparse && structure_.positive_diagonal)
      affine::find_symmetry(box_.map, diagonal_, structure_, *context_.arena);
    affine::NewtonSystem system(box_.map.n, structure_, box_.map.s_z / box_.map.s_w, context_);
    std::fill(free_.begin(), free_.end(), -1.0);  // no set
    Pace pace;
    for (;;) {
      const nsds_status limit = context_.limit(iterations_, residual_);
      if (limit != NSDS_OK) return limit;
      const std::size_t changes = choose_set();
      if (changes == 0) return NSDS_STALLED;  // rounding is all that is left
      if (!pace.is_worth_going_on(static_cast<double>(changes))) return NSDS_STALLED;
      ++iterations_;
      if (!solve_set(system)) return NSDS_SINGULAR;
      for (std::size_t i = 0; i < n_; ++i) z_[i] += step_[i] * box_.map.s_z;
      refresh();
      undetermined_ = undetermined_ || system.least_pivot() < dependent;
      if (note_best() <= context_.tolerance) return NSDS_OK;
    }
  }

  // Solves with the free rows of M, or with those of M + delta I where they are singular.
  bool solve_set(affine::NewtonSystem& system) {
    if (system.solve(on_bound_, free_, step_)) return true;
    choose_set();
    system.set_shift(delta);
    undetermined_ = true;
    const bool solved = system.solve(on_bound_, free_, step_);
    system.set_shift(0.0);
    return solved;
  }

  // The rows of the set and the right-hand side of its system. Returns how many rows have changed.
  std::size_t choose_set() {
    std::size_t changes = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double a = z_[i] / box_.map.s_z;
      const double b = w_[i] / box_.map.s_w;
      const double low = box_.lower[i] / box_.map.s_z;
      const double high = box_.upper[i] / box_.map.s_z;
      const double is_free = a - b > low && a - b < high ? 1.0 : 0.0;
      step_[i] = is_free == 1.0 ? -b : (a - b <= low ? low : high) - a;
      changes += is_free != free_[i] || (is_free == 0.0 && step_[i] != 0.0) ? 1 : 0;
      free_[i] = is_free;
      on_bound_[i] = 1.0 - is_free;
    }
    return changes;
  }

  const Problem& box_;
  SolveContext& context_;
  std::size_t n_;
  std::span<double> best_, z_, w_, step_;
  std::span<double> on_bound_, free_;  // 1 for the rows that are, 0 for the others
  std::span<double> diagonal_;
  affine::Structure structure_;
  double residual_ = infinity;
  bool undetermined_ = false;
  std::int64_t iterations_ = 0;
};

}  // namespace

SolverClaim solve_active_set(const Problem& problem, double* z, SolveContext& context) {
  return ActiveSet(problem, z, context).solve();
}

}  // namespace nsds::numerics::box
