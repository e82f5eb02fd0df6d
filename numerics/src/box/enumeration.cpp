// Enumeration tries every unknown at its lower bound, at its upper bound, or in between, where w is zero; one
// linear system for each choice, by LU, or where that is singular by its least-squares solution of least
// norm. Ends at the first choice whose point solves the problem.
//
// Default max_iterations: all choices.
#include <algorithm>
#include <cmath>

#include "affine/contract/settle.hpp"
#include "affine/structure.hpp"
#include "box/registry.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/dense_solve.hpp"
#include "linalg/factors/least_squares.hpp"

namespace nsds::numerics::box {
namespace {

constexpr double most_choices = 65536.0;
constexpr double singular_basis = 1e-12;  // pivots below this fraction of the largest are rounding

enum Place : int { place_between, place_lower, place_upper };

class Enumeration {
 public:
  Enumeration(const Problem& problem, double* z, SolveContext& context)
      : problem_(problem),
        context_(context),
        n_(index(problem.map.n)),
        best_(z, n_),
        M_(take<double>(n_ * n_)),
        K_(take<double>(n_ * n_)),
        x_(take<double>(n_)),
        z_(take<double>(n_)),
        w_(take<double>(n_)),
        magnitude_(take<double>(n_)),
        states_(take<int>(n_)),
        members_(take<std::int32_t>(n_)),
        pivots_(take<std::int32_t>(n_)) {
    copy_dense(problem.map.M, M_.data());
  }

  SolverClaim solve() {
    if (count_choices() > most_choices) {
      context_.sentence.write(
          "solver 'enumeration' tries at most {} choices of bounds, there are {:.3g}; try solver 'auto'.",
          static_cast<int>(most_choices), count_choices());
      return {NSDS_NOT_APPLICABLE, 0};
    }
    double least = infinity;
    for (std::size_t i = 0; i < n_; ++i) states_[i] = first_state(i);
    for (std::int64_t tried = 0;; ++tried) {
      const nsds_status limit = context_.limit(tried, least);
      if (limit != NSDS_OK) return {limit, tried};
      const double residual = try_states();
      if (residual < least) {
        least = residual;
        std::copy(z_.begin(), z_.end(), best_.begin());
      }
      if (least <= context_.tolerance) return {NSDS_OK, tried + 1};
      if (!next_states()) return {NSDS_STALLED, tried + 1};
    }
  }

 private:
  template <class T>
  std::span<T> take(std::size_t count) {
    return context_.arena->take<T>(count);
  }

  bool has_lower(std::size_t i) const { return problem_.lower[i] > -infinity; }
  bool has_upper(std::size_t i) const { return problem_.upper[i] < infinity; }
  bool is_fixed(std::size_t i) const { return problem_.lower[i] == problem_.upper[i]; }

  double count_choices() const {
    double count = 1.0;
    for (std::size_t i = 0; i < n_; ++i)
      if (!is_fixed(i)) count *= 1.0 + (has_lower(i) ? 1.0 : 0.0) + (has_upper(i) ? 1.0 : 0.0);
    return count;
  }

  int first_state(std::size_t i) const {
    if (has_lower(i)) return place_lower;
    return has_upper(i) ? place_upper : place_between;
  }

  // lower bound -> upper bound -> between -> the first again, with a carry; false after the last choice.
  bool next_states() {
    for (std::size_t i = 0; i < n_; ++i) {
      if (is_fixed(i)) continue;
      const bool to_upper = states_[i] == place_lower && has_upper(i);
      const bool last = states_[i] == place_between;
      states_[i] = to_upper ? place_upper : last ? first_state(i) : place_between;
      if (!last) return true;
    }
    return false;
  }

  // z at its bounds, and M_FF z_F = -q_F - M_FB z_B between them. Returns the residual of the class.
  double try_states() {
    std::int32_t size = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      z_[i] = states_[i] == place_lower   ? problem_.lower[i]
              : states_[i] == place_upper ? problem_.upper[i]
                                          : 0.0;
      if (states_[i] == place_between) members_[index(size++)] = static_cast<std::int32_t>(i);
    }
    const std::span<const std::int32_t> F = members_.first(index(size));
    for (std::size_t a = 0; a < F.size(); ++a) {
      double sum = problem_.map.q[F[a]];
      for (std::size_t j = 0; j < n_; ++j) sum += M_[j * n_ + index(F[a])] * z_[j];
      x_[a] = -sum;
    }
    if (size > 0 && !solve_members(F)) return infinity;
    for (std::size_t a = 0; a < F.size(); ++a) z_[index(F[a])] = x_[a];
    for (std::size_t i = 0; i < n_; ++i)
      z_[i] = affine::project(problem_, static_cast<std::int32_t>(i), z_[i]);
    const double residual = affine::box_residual(problem_, z_.data(), w_.data(), magnitude_.data()).value;
    const bool is_near = problem_.contract != nullptr &&
                         affine::natural_map(problem_, z_.data(), w_.data()) <= context_.tolerance;
    if (residual <= context_.tolerance || !is_near) return residual;
    affine::settle(problem_, z_.data(), *context_.arena);
    return affine::box_residual(problem_, z_.data(), w_.data(), magnitude_.data()).value;
  }

  void gather(std::span<const std::int32_t> F) {
    for (std::size_t b = 0; b < F.size(); ++b)
      for (std::size_t a = 0; a < F.size(); ++a) K_[b * F.size() + a] = M_[index(F[b]) * n_ + index(F[a])];
  }

  bool solve_members(std::span<const std::int32_t> F) {
    const auto size = static_cast<std::int32_t>(F.size());
    gather(F);
    if (factorise_lu(K_.data(), size, pivots_.data()) && is_regular_lu(K_.data(), F.size(), singular_basis)) {
      solve_lu(K_.data(), size, pivots_.data(), x_.data());
      return true;
    }
    gather(F);
    return least_squares({K_.data(), F.size(), F.size()}, x_.first(F.size()), 1, singular_basis,
                         *context_.arena);
  }

  const Problem& problem_;
  SolveContext& context_;
  std::size_t n_;
  std::span<double> best_, M_, K_, x_, z_, w_, magnitude_;
  std::span<int> states_;
  std::span<std::int32_t> members_, pivots_;
};

}  // namespace

SolverClaim solve_enumeration(const Problem& problem, double* z, SolveContext& context) {
  return Enumeration(problem, z, context).solve();
}

}  // namespace nsds::numerics::box
