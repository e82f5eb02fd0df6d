// Alternating direction method of multipliers on  min v'M v/2 - q'v  with  z = H'v + b + s in K*, G v = d,
// s = mu |u_T| e_N being taken from the last u [Boyd et al. 2011, sec. 3; Cadoux 2009 for the split]:
//
//   (M + rho H H') v = q + H (r + rho (z - b - s)) + G' lambda,   G v = d,
//   x = r - rho (H'v + b + s),   r = P_K(x),   z = (r - x) / rho,
//
// which converges for every monotone M without the shift; one factorisation a rho, which follows the ratio of
// the two residuals [He, Yang, Wang 2000, JOTA 106].
//
// Default max_iterations: 20000.
#include <algorithm>
#include <cmath>

#include "core/solve_context.hpp"
#include "friction/contact/cone.hpp"
#include "global_friction/mass/packed.hpp"
#include "global_friction/mass/saddle.hpp"
#include "global_friction/registry.hpp"
#include "linalg/linalg.hpp"
#include "linalg/symmetry.hpp"

namespace nsds::numerics::global_friction {
namespace {

// Makes M + rho H H' by columns: the pattern once, the values for every rho.
class Augmented {
 public:
  Augmented(const Problem& problem, Arena& arena) {
    const std::size_t n = index(problem.velocities);
    const ColumnView M = columns_of(problem.M, arena), H = columns_of(problem.H, arena);
    const ColumnView H_rows = rows_of(problem.H, arena);
    starts_ = arena.take<std::int32_t>(n + 1);
    const auto mark = arena.take<std::int32_t>(n, -1);
    // visit(row, of M, of H H') for the entries of column j.
    const auto each = [&](std::size_t j, auto&& visit) {
      for (std::int32_t e = M.starts[j]; e < M.starts[j + 1]; ++e)
        visit(M.rows[index(e)], M.values[index(e)], 0.0);
      for (std::int32_t e = H_rows.starts[j]; e < H_rows.starts[j + 1]; ++e) {
        const std::size_t column = index(H_rows.rows[index(e)]);
        for (std::int32_t k = H.starts[column]; k < H.starts[column + 1]; ++k)
          visit(H.rows[index(k)], 0.0, H_rows.values[index(e)] * H.values[index(k)]);
      }
    };
    // The rows of each column are counted once, however many terms they have.
    starts_[0] = 0;
    for (std::size_t j = 0; j < n; ++j) {
      starts_[j + 1] = starts_[j];
      each(j, [&](std::int32_t row, double, double) {
        if (mark[index(row)] == static_cast<std::int32_t>(j)) return;
        mark[index(row)] = static_cast<std::int32_t>(j);
        ++starts_[j + 1];
      });
    }
    // Both matrices are kept in one pattern, so that another ρ is a sum of values.
    const std::size_t entries = index(starts_[n]);
    rows_ = arena.take<std::int32_t>(entries);
    mass_ = arena.take<double>(entries, 0.0);
    product_ = arena.take<double>(entries, 0.0);
    values_ = arena.take<double>(entries);
    std::fill(mark.begin(), mark.end(), -1);
    for (std::size_t j = 0; j < n; ++j) {
      std::int32_t next = starts_[j];
      each(j, [&](std::int32_t row, double, double) {
        if (mark[index(row)] >= starts_[j]) return;
        mark[index(row)] = next;
        rows_[index(next++)] = row;
      });
      std::sort(rows_.begin() + starts_[j], rows_.begin() + starts_[j + 1]);
      for (std::int32_t e = starts_[j]; e < starts_[j + 1]; ++e) mark[index(rows_[index(e)])] = e;
      each(j, [&](std::int32_t row, double mass, double product) {
        mass_[index(mark[index(row)])] += mass;
        product_[index(mark[index(row)])] += product;
      });
    }
  }

  nsds_matrix at(double rho) {
    for (std::size_t e = 0; e < values_.size(); ++e) values_[e] = mass_[e] + rho * product_[e];
    const auto n = static_cast<std::int32_t>(starts_.size() - 1);
    return nsds_matrix_csc(n, n, starts_.data(), rows_.data(), values_.data());
  }

 private:
  std::span<std::int32_t> starts_, rows_;
  std::span<double> mass_, product_, values_;
};

template <int D>
class Admm {
 public:
  Admm(const Problem& problem, const Deadline& deadline, Arena& arena)
      : problem_(problem),
        symmetric_(check_symmetry("problem.M", problem.M, arena, {})),
        augmented_(problem, arena),
        saddle_(deadline),
        rho_(problem.scales.s_r / problem.scales.s_u),
        r_(arena.take<double>(problem.reactions())),
        z_(arena.take<double>(problem.reactions())),
        shift_(arena.take<double>(index(problem.contacts))),
        u_(arena.take<double>(problem.reactions())),
        target_(arena.take<double>(problem.reactions())),
        magnitude_(arena.take<double>(problem.reactions())),
        solution_(arena.take<double>(index(problem.velocities) + index(problem.constraints))) {}

  bool lacks_time() const { return saddle_.lacked_time(); }
  std::span<const double> r() const { return r_; }
  std::span<const double> lambda() const { return solution_.subspan(index(problem_.velocities)); }

  bool factorise() {
    const nsds_matrix A = augmented_.at(rho_);
    return symmetric_ ? saddle_.factorise_definite(A, problem_.G) : saddle_.factorise(A, problem_.G, {});
  }

  // Starts from reactions and velocities u = Hᵀ v + b of contacts.
  void start(std::span<const double> r, std::span<const double> u) {
    std::copy(r.begin(), r.end(), r_.begin());
    std::copy(u.begin(), u.end(), u_.begin());
    for (std::size_t c = 0; c < shift_.size(); ++c) {
      shift_[c] = problem_.mu[c] * friction::tangent_norm<D>(&u_[D * c]);
      double x[D];
      for (std::size_t k = 0; k < D; ++k) x[k] = -u_[D * c + k];
      x[0] -= shift_[c];
      friction::project_on_cone<D>(problem_.mu[c], x, &z_[D * c]);
      for (std::size_t k = 0; k < D; ++k) z_[D * c + k] -= x[k];
    }
  }

  // Takes a step. Returns false where a number is not finite.
  bool step() {
    const std::size_t n = index(problem_.velocities);
    // The right-hand side is q + H (r + ρ (z − b − s)) and d.
    for (std::size_t c = 0; c < shift_.size(); ++c) {
      for (std::size_t k = 0; k < D; ++k) {
        const double given = problem_.b[D * c + k] + (k == 0 ? shift_[c] : 0.0);
        target_[D * c + k] = r_[D * c + k] + rho_ * (z_[D * c + k] - given);
      }
    }
    std::copy_n(problem_.q, n, solution_.begin());
    std::copy_n(problem_.d, solution_.size() - n, solution_.begin() + static_cast<std::ptrdiff_t>(n));
    add_product(problem_.H, 1.0, target_.data(), solution_.data());
    if (!saddle_.solve(solution_.data(), 1)) return false;
    // With the velocities of the contacts, r, z and the shift s of each follow.
    std::copy_n(problem_.b, u_.size(), u_.begin());
    add_transposed_and_magnitude(problem_.H, solution_.data(), u_.data(), magnitude_.data());
    primal_ = dual_ = 0.0;
    for (std::size_t c = 0; c < shift_.size(); ++c) update_contact(c);
    return true;
  }

  // Takes another rho, after a number of steps, where one residual is far above the other. Returns true where
  // it changed.
  bool adapt() {
    const double ratio = std::sqrt(primal_ / dual_);
    if (!(ratio > 0.0) || !std::isfinite(ratio) || (ratio < 4.0 && ratio > 0.25)) return false;
    rho_ *= std::clamp(std::sqrt(ratio), 0.1, 10.0);
    return true;
  }

 private:
  void update_contact(std::size_t c) {
    const double r_unit = 1.0 / problem_.scales.s_r, u_unit = 1.0 / problem_.scales.s_u;
    double* const r = &r_[D * c];
    double* const z = &z_[D * c];
    double x[D];
    for (std::size_t k = 0; k < D; ++k) x[k] = r[k] - rho_ * (u_[D * c + k] + (k == 0 ? shift_[c] : 0.0));
    double next[D];
    friction::project_on_cone<D>(problem_.mu[c], x, next);
    for (std::size_t k = 0; k < D; ++k) {
      const double z_next = (next[k] - x[k]) / rho_;
      const double gap = (next[k] - r[k]) / rho_ * u_unit, moved = rho_ * (z_next - z[k]) * r_unit;
      primal_ += gap * gap;
      dual_ += moved * moved;
      r[k] = next[k];
      z[k] = z_next;
    }
    shift_[c] = problem_.mu[c] * friction::tangent_norm<D>(&u_[D * c]);
  }

  const Problem& problem_;
  bool symmetric_;
  Augmented augmented_;
  Saddle saddle_;
  double rho_;
  std::span<double> r_, z_, shift_, u_, target_, magnitude_, solution_;
  double primal_ = 0.0, dual_ = 0.0;  // squares, of the last step
};

template <int D>
SolverClaim alternate(const Problem& problem, Point& point, SolveContext& context) {
  Arena& arena = *context.arena;
  const friction::Norm norm = friction::norm(context.own);
  Admm<D> admm(problem, {context.begin, context.time_limit}, arena);
  Point trial = take_point(problem, arena);
  const auto u = arena.take<double>(problem.reactions());
  contact_velocities(problem, point.v.data(), u.data(), arena);
  admm.start(point.r, u);
  SolverClaim claim;
  std::int64_t since_change = 0, patience = 20;
  bool factorised = admm.factorise();
  while (point.judged.value > context.tolerance) {
    // A factorisation that cannot be had ends the method.
    if (!factorised && admm.lacks_time()) {
      context.sentence.write("the time limit leaves no time to factorise M + rho H H'");
      claim.status = NSDS_TIME_LIMIT;
      return claim;
    }
    if (!factorised || !admm.step()) {
      context.sentence.write("M + rho H H' with the bilateral rows is singular");
      claim.status = NSDS_STALLED;
      return claim;
    }
    ++claim.iterations;
    ++since_change;
    claim.status = context.limit(claim.iterations, point.judged.value);
    // The point is measured now and then, with the velocities that its reactions and multipliers make.
    if (claim.iterations % 10 == 0 || claim.status != NSDS_OK) {
      std::copy(admm.r().begin(), admm.r().end(), trial.r.begin());
      std::copy(admm.lambda().begin(), admm.lambda().end(), trial.lambda.begin());
      velocities_of(problem, trial.r.data(), trial.lambda.data(), trial.v.data(), arena);
      measure(problem, norm, trial, arena);
      if (trial.judged.value < point.judged.value) copy_point(trial, point);
    }
    if (claim.status != NSDS_OK) return claim;
    if (since_change < patience || !admm.adapt()) continue;
    factorised = admm.factorise();
    since_change = 0;
    patience += patience / 2;  // ever more seldom: with a fixed rho it converges
  }
  return claim;
}

}  // namespace

SolverClaim solve_admm(const Problem& problem, Point& point, SolveContext& context) {
  return problem.dimension == 2 ? alternate<2>(problem, point, context)
                                : alternate<3>(problem, point, context);
}

}  // namespace nsds::numerics::global_friction
