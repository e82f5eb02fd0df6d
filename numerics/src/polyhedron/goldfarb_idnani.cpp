// Active-set solvers of quadratic programs: goldfarb_idnani for positive definite Q, and
// semidefinite_active_set, the same method on proximal steps,
//
//   z <- argmin 1/2 y'Q y + p'y + eps/2 |y - z|^2 under the constraints,
//
// which end at a solution where there is one [Rockafellar 1976, SIAM J. Control Optim. 14; Bemporad 2018,
// IEEE Trans. Automat. Control 63] and otherwise walk along a direction in which the objective falls for
// ever. The last digits are newton_min's on the conditions of optimality.
#include <algorithm>
#include <cmath>
#include <optional>

#include "affine/newton.hpp"
#include "box/farkas.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "polyhedron/program_memory.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::polyhedron {
namespace {

constexpr double proximal_weight = 1e-3;  // of the proximal steps, where the largest diagonal entry of Q is 1
constexpr int most_centres = 200;
constexpr double feasible = 1e-12;            // violations below this, in units of the rows, are none
constexpr std::int32_t largest_dense = 4000;  // n^2 numbers have to fit

class QpActiveSet {
 public:
  QpActiveSet(const box::Problem& kkt, double* x, SolveContext& context)
      : kkt_(kkt),
        context_(context),
        x_(x, index(kkt.map.n)),
        trial_(take()),
        w_(take()),
        magnitude_(take()),
        p_(context.arena->take<double>(index(kkt.primal))),
        set_(is_kept(context) ? ProgramMemory::of(*context.workspace).active_set(kkt)
                              : own_set_.emplace(kkt, *context.arena)) {
    guess_from_start();
  }

  // What a solve has made of the factors of earlier ones, rounding among it, is not the last word.
  template <class Solve>
  SolverClaim with_fresh_factors(Solve&& solve) {
    const bool fresh = !set_.is_factorised();
    const SolverClaim claim = solve();
    const bool failed = claim.status == NSDS_STALLED ||
                        (claim.status == NSDS_INFEASIBLE && context_.certified == Proof::none);
    if (fresh || !failed) return claim;
    set_.forget();
    return solve();
  }

  SolverClaim solve_definite() {
    if (!set_.factorise(0.0)) {
      context_.sentence.write(
          "solver 'goldfarb_idnani' needs a positive definite Q; try 'semidefinite_active_set' or 'auto'.");
      return {NSDS_NOT_APPLICABLE, 0};
    }
    std::copy_n(kkt_.map.q, p_.size(), p_.begin());
    return {settle(set_.solve(p_, trial_, feasible, context_, iterations_)), iterations_};
  }

  SolverClaim solve_semidefinite() {
    if (!set_.factorise(proximal_weight)) {
      context_.sentence.write(
          "solver 'semidefinite_active_set' needs a positive semidefinite Q; try 'auto' of class avi.");
      return {NSDS_NOT_APPLICABLE, 0};
    }
    const std::size_t n = p_.size();
    std::span<double> centre = context_.arena->take<double>(n);
    std::copy_n(x_.begin(), n, centre.begin());
    nsds_status status = NSDS_STALLED;
    for (int k = 0; k < most_centres && status == NSDS_STALLED; ++k) {
      const nsds_status limit = context_.limit(iterations_, no_estimate);
      if (limit != NSDS_OK) return {limit, iterations_};
      ++iterations_;
      for (std::size_t j = 0; j < n; ++j) p_[j] = kkt_.map.q[j] - proximal_weight * centre[j];
      const nsds_status ended = set_.solve(p_, trial_, feasible, context_, iterations_);
      status = settle(ended);
      if (ended != NSDS_OK || ends_the_call(status)) break;
      if (status != NSDS_OK && falls_for_ever(centre)) return {NSDS_INFEASIBLE, iterations_};
      std::copy_n(trial_.begin(), n, centre.begin());
    }
    return {status, iterations_};
  }

 private:
  std::span<double> take() const { return context_.arena->take<double>(index(kkt_.map.n)); }

  // Rotations leave rounding in factors that are kept, which is why others ask for new ones.
  static bool is_kept(const SolveContext& context) {
    return context.workspace != nullptr && context.reuse == NSDS_REUSE_VALUES;
  }

  // The constraints that a starting point has multipliers for are likely to be active, and the bounds that it is
  // pressed against. The driver's own start says nothing.
  void guess_from_start() {
    const std::span<signed char> guess = set_.guess();
    std::fill(guess.begin(), guess.end(), static_cast<signed char>(0));
    bool is_given = false;
    for (std::size_t i = 0; i < x_.size(); ++i)
      is_given = is_given || x_[i] != affine::project(kkt_, static_cast<std::int32_t>(i), 0.0);
    if (!is_given) return;
    const std::size_t n = p_.size();
    const std::size_t rows = x_.size() - n;
    std::copy_n(kkt_.map.q, w_.size(), w_.begin());
    add_product(kkt_.map.M, 1.0, x_.data(), w_.data());
    for (std::size_t k = 0; k < rows; ++k) guess[k] = x_[n + k] > 0.0 ? 1 : 0;
    for (std::size_t j = 0; j < n; ++j) {
      guess[rows + j] = x_[j] - w_[j] < kkt_.lower[j] ? 1 : 0;
      guess[rows + n + j] = x_[j] - w_[j] > kkt_.upper[j] ? 1 : 0;
    }
  }

  double residual_of(std::span<const double> x) {
    return affine::box_residual(kkt_, x.data(), w_.data(), magnitude_.data()).value;
  }

  // Unknowns whose bounds are active are there but for rounding.
  void stand_on_active_bounds() {
    const std::size_t n = p_.size();
    const std::span<const signed char> bounds = set_.guess().subspan(x_.size() - n);
    for (std::size_t j = 0; j < n; ++j)
      if (bounds[j] != 0)
        x_[j] = kkt_.lower[j];
      else if (bounds[n + j] != 0)
        x_[j] = kkt_.upper[j];
  }

  // Tells what the end of the method means for the program: trial_, or what Newton makes of it, may solve it.
  nsds_status settle(nsds_status ended) {
    if (ended == NSDS_INFEASIBLE) {
      std::copy(set_.certificate().begin(), set_.certificate().end(), context_.certificate.begin());
      if (context_.certify(Proof::infeasible, box::proves_empty(kkt_, context_.certificate, w_, magnitude_)))
        context_.sentence.write(
            "the constraints contradict each other: the certificate has multipliers that say so");
      return NSDS_INFEASIBLE;
    }
    if (ended != NSDS_OK) return ended;
    for (std::size_t i = 0; i < x_.size(); ++i)
      x_[i] = affine::project(kkt_, static_cast<std::int32_t>(i), trial_[i]);
    stand_on_active_bounds();
    if (residual_of(x_) <= context_.tolerance) return NSDS_OK;
    if (affine::natural_map(kkt_, x_.data(), w_.data()) > near) return NSDS_STALLED;
    SolveContext inner = context_;
    inner.done_before += iterations_;
    const SolverClaim claim = affine::finish_by_newton(kkt_, x_.data(), inner);
    iterations_ += claim.iterations;
    if (ends_the_call(claim.status)) return claim.status;
    return claim.status == NSDS_OK ? NSDS_OK : NSDS_STALLED;
  }

  // Gives the way from one centre to the next as a proof, with rounding left out.
  bool falls_for_ever(std::span<const double> centre) {
    for (const double dust : {1e-13, 1e-8}) {
      const std::span<double> v = context_.certificate;
      double longest = 0.0;
      std::fill(v.begin(), v.end(), 0.0);
      for (std::size_t j = 0; j < centre.size(); ++j) {
        v[j] = trial_[j] - centre[j];
        longest = std::max(longest, std::fabs(v[j]));
      }
      for (std::size_t j = 0; j < centre.size(); ++j)
        if (std::fabs(v[j]) <= dust * longest) v[j] = 0.0;
      const bool falls = longest > 0.0 && box::proves_unbounded(kkt_, v, w_, magnitude_);
      if (!context_.certify(Proof::unbounded, falls)) continue;
      context_.sentence.write(
          "the objective falls for ever along the z of the certificate; bound the unknowns");
      return true;
    }
    return false;
  }

  static constexpr double near = 1e-3;  // natural map from which Newton is worth a trial

  const box::Problem& kkt_;
  SolveContext& context_;
  std::span<double> x_, trial_, w_, magnitude_, p_;
  std::optional<DualActiveSet> own_set_;
  DualActiveSet& set_;
  std::int64_t iterations_ = 0;
};

bool fits(const box::Problem& kkt, SolveContext& context) {
  if (kkt.primal <= largest_dense && kkt.map.n <= 10 * largest_dense) return true;
  context.sentence.write(
      "solver '{}' works on dense matrices of at most {} unknowns, n = {}; try 'interior_point'.",
      context.solver, largest_dense, kkt.primal);
  return false;
}

}  // namespace

SolverClaim solve_goldfarb_idnani(const box::Problem& kkt, double* x, SolveContext& context) {
  if (!fits(kkt, context)) return {NSDS_NOT_APPLICABLE, 0};
  QpActiveSet solver(kkt, x, context);
  return solver.with_fresh_factors([&] { return solver.solve_definite(); });
}

SolverClaim solve_semidefinite_active_set(const box::Problem& kkt, double* x, SolveContext& context) {
  if (!fits(kkt, context)) return {NSDS_NOT_APPLICABLE, 0};
  QpActiveSet solver(kkt, x, context);
  return solver.with_fresh_factors([&] { return solver.solve_semidefinite(); });
}

}  // namespace nsds::numerics::polyhedron
