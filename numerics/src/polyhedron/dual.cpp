// Solves the dual of a strictly convex program: with N the normals of all constraints, bounds included, and c
// their right hand sides,
//
//   G = N' Q^-1 N,   0 <= lambda  _|_  G lambda - N' Q^-1 p - c >= 0,   mu of equations free,
//
// a mixed complementarity problem with symmetric positive semidefinite G, left to the default solver of that
// class; z = Q^-1 (N lambda - p) [Cottle, Pang, Stone 1992, 1.2]. It is cheap where constraints are few.
//
// max_iterations: those of the default solver.
#include <algorithm>

#include "affine/newton.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/cholesky.hpp"
#include "linalg/factors/dense_solve.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::polyhedron {
namespace {

constexpr std::int32_t largest_dual = 4000;
constexpr double tighter = 0.1;
constexpr double near_a_solution = 1e-3;

class Dual {
 public:
  Dual(const box::Problem& kkt, SolveContext& context)
      : kkt_(kkt),
        context_(context),
        arena_(*context.arena),
        n_(index(kkt.primal)),
        rows_(index(kkt.map.n) - n_) {
    for (std::size_t j = 0; j < n_; ++j) bounds_ += (kkt.lower[j] > -infinity) + (kkt.upper[j] < infinity);
    count_ = rows_ + bounds_;
  }

  std::size_t count() const { return count_; }

  SolverClaim solve(double* x) {
    if (!factorise()) {
      context_.sentence.write(
          "solver 'dual' needs a positive definite Q; try 'semidefinite_active_set' or 'auto'.");
      return {NSDS_NOT_APPLICABLE, 0};
    }
    const SolverClaim near = finish_start(x);
    if (near.status == NSDS_OK || ends_the_call(near.status)) return near;
    context_.done_before += near.iterations;
    SolverClaim claim = solve_by_dual(x);
    context_.done_before -= near.iterations;
    claim.iterations += near.iterations;
    return claim;
  }

 private:
  // A start that is near a solution is left to a few steps of Newton's method; others stay as they are.
  SolverClaim finish_start(double* x) {
    const std::size_t size = n_ + rows_;
    const std::span<double> start = arena_.take<double>(size), w = arena_.take<double>(size);
    if (!(affine::box_residual(kkt_, x, w.data(), start.data()).value <= near_a_solution))
      return {NSDS_STALLED, 0};
    std::copy_n(x, size, start.begin());
    const SolverClaim claim = affine::finish_by_newton(kkt_, x, context_);
    if (claim.status != NSDS_OK) std::copy(start.begin(), start.end(), x);
    return claim;
  }

  SolverClaim solve_by_dual(double* x) {
    const box::Problem dual = build();
    const std::span<double> lambda = arena_.take<double>(count_, 0.0);
    std::copy_n(x + n_, rows_, lambda.begin());
    for (std::size_t k = 0; k < rows_; ++k)
      lambda[k] = affine::project(dual, static_cast<std::int32_t>(k), lambda[k]);
    SolveContext inner = context_;
    inner.tolerance = tighter * context_.tolerance;
    SolverClaim claim = box::solve_auto(dual, lambda.data(), inner);
    carry_back(lambda, x);
    if (claim.status != NSDS_OK) return claim;
    inner = context_;
    inner.done_before += claim.iterations;
    const SolverClaim last = affine::finish_by_newton(kkt_, x, inner);
    const bool kept = last.status == NSDS_OK || ends_the_call(last.status);
    return {kept ? last.status : NSDS_STALLED, claim.iterations + last.iterations};
  }

  bool factorise() {
    L_ = arena_.take<double>(n_ * n_, 0.0);
    for_each_entry(kkt_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      if (index(i) < n_ && index(j) < n_) L_[index(j) * n_ + index(i)] = value;
    });
    return factorise_definite(L_, n_, arena_);
  }

  // Builds the dual from N (n x count) and L⁻¹ N; G is the product of the latter with itself.
  box::Problem build() {
    N_ = arena_.take<double>(n_ * count_, 0.0);
    const std::span<double> V = arena_.take<double>(n_ * count_);
    const std::span<double> G = arena_.take<double>(count_ * count_, 0.0);
    const std::span<double> c = arena_.take<double>(count_);
    const std::span<double> lower = arena_.take<double>(count_, 0.0);
    const std::span<double> upper = arena_.take<double>(count_, infinity);
    // Normals of rows are those in the conditions of optimality; their multipliers keep their bounds.
    for_each_entry(kkt_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      if (index(i) >= n_ && index(j) < n_) N_[(index(i) - n_) * n_ + index(j)] = value;
    });
    for (std::size_t k = 0; k < rows_; ++k) {
      c[k] = kkt_.map.q[n_ + k];
      lower[k] = kkt_.lower[n_ + k];
    }
    // A finite bound has a unit vector for a normal.
    std::size_t k = rows_;
    for (std::size_t j = 0; j < n_; ++j) {
      if (kkt_.lower[j] > -infinity) {
        N_[k * n_ + j] = 1.0;
        c[k++] = -kkt_.lower[j];
      }
      if (kkt_.upper[j] < infinity) {
        N_[k * n_ + j] = -1.0;
        c[k++] = kkt_.upper[j];
      }
    }
    // With Q = L Lᵀ, V = L⁻¹ N and v = L⁻¹ p, the matrix is G = Vᵀ V, and Vᵀ v is taken from the constant.
    std::copy(N_.begin(), N_.end(), V.begin());
    const std::span<double> v = arena_.take<double>(n_);
    std::copy_n(kkt_.map.q, n_, v.begin());
    const auto n = static_cast<std::int32_t>(n_);
    const auto count = static_cast<std::int32_t>(count_);
    solve_lower(L_.data(), n, V.data(), count);
    solve_lower(L_.data(), n, v.data());
    for (std::size_t a = 0; a < count_; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        double sum = 0.0;
        for (std::size_t i = 0; i < n_; ++i) sum += V[a * n_ + i] * V[b * n_ + i];
        G[a * count_ + b] = G[b * count_ + a] = sum;
      }
      for (std::size_t i = 0; i < n_; ++i) c[a] -= V[a * n_ + i] * v[i];
    }
    matrix_ = nsds_matrix_dense(count, count, G.data(), std::max(1, count));
    const double s_w = affine::vector_scale(c.data(), count);
    return {{count, matrix_, c.data(), s_w, s_w / affine::matrix_scale(matrix_)},
            lower.data(),
            upper.data(),
            affine::free_row_unit(count, c.data(), lower.data(), upper.data(), s_w),
            count};
  }

  void carry_back(std::span<const double> lambda, double* x) {
    for (std::size_t j = 0; j < n_; ++j) x[j] = -kkt_.map.q[j];
    for (std::size_t k = 0; k < count_; ++k)
      for (std::size_t j = 0; j < n_; ++j) x[j] += N_[k * n_ + j] * lambda[k];
    const auto n = static_cast<std::int32_t>(n_);
    solve_cholesky(L_.data(), n, x);
    std::copy_n(lambda.begin(), rows_, x + n_);
    for (std::size_t i = 0; i < n_ + rows_; ++i)
      x[i] = affine::project(kkt_, static_cast<std::int32_t>(i), x[i]);
  }

  const box::Problem& kkt_;
  SolveContext& context_;
  Arena& arena_;
  std::size_t n_, rows_;
  std::size_t bounds_ = 0;
  std::size_t count_ = 0;
  std::span<double> L_, N_;
  nsds_matrix matrix_{};
};

}  // namespace

SolverClaim solve_qp_dual(const box::Problem& kkt, double* x, SolveContext& context) {
  Dual dual(kkt, context);
  if (kkt.primal > largest_dual || dual.count() > index(largest_dual)) {
    context.sentence.write(
        "solver 'dual' works on dense matrices of at most {} unknowns and constraints, there are {} and {}; "
        "try "
        "'interior_point'.",
        largest_dual, kkt.primal, dual.count());
    return {NSDS_NOT_APPLICABLE, 0};
  }
  return dual.solve(x);
}

}  // namespace nsds::numerics::polyhedron
