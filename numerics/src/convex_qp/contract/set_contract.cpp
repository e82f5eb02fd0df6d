#include "convex_qp/contract/set_contract.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/objective.hpp"
#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/norms.hpp"

namespace nsds::numerics::convex_qp {
namespace {

enum class Step : std::uint8_t { own, far, to_zero };

double norm(std::span<const double> x) {
  return euclidean_norm(x.size(), [x](std::size_t i) { return x[i]; });
}

// The norms of the columns of A: (n).
std::span<double> column_norms(const ConvexQp& problem, Arena& arena) {
  const std::span<double> largest = arena.take<double>(index(problem.n), 0.0);
  for_each_entry_of_map(problem, [&](std::int32_t, std::int32_t j, double value) {
    largest[index(j)] = std::max(largest[index(j)], std::fabs(value));
  });
  const std::span<double> sum = arena.take<double>(largest.size(), 0.0);
  for_each_entry_of_map(problem, [&](std::int32_t, std::int32_t j, double value) {
    const double part = ratio(value, largest[index(j)]);
    sum[index(j)] += part * part;
  });
  for (std::size_t j = 0; j < sum.size(); ++j) sum[j] = largest[j] * std::sqrt(sum[j]);
  return sum;
}

// [M, a; a', 0] by columns, a the norms of columns of A.
nsds_matrix matrix_of_norms(const ConvexQp& problem, std::span<const double> size, Arena& arena) {
  const std::size_t n = size.size();
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(n + 2, 0);
  for_each_entry(problem.M, [&](std::int32_t, std::int32_t j, double) { ++starts[index(j) + 1]; });
  for (std::size_t j = 0; j < n; ++j) starts[j + 1] += starts[j] + 1;
  starts[n + 1] = starts[n] + problem.n;
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(index(starts[n + 1]));
  const std::span<double> values = arena.take<double>(rows.size());
  const std::span<std::int32_t> next = arena.take<std::int32_t>(n);
  std::copy_n(starts.begin(), n, next.begin());
  const auto put = [&](std::size_t k, std::int32_t i, double value) {
    rows[k] = i;
    values[k] = value;
  };
  for_each_entry(problem.M, [&](std::int32_t i, std::int32_t j, double value) {
    put(index(next[index(j)]++), i, value);
  });
  for (std::size_t j = 0; j < n; ++j) {
    put(index(starts[j + 1]) - 1, problem.n, size[j]);
    put(index(starts[n]) + j, static_cast<std::int32_t>(j), size[j]);
  }
  return nsds_matrix_csc(problem.n + 1, problem.n + 1, starts.data(), rows.data(), values.data());
}

}  // namespace

SetContract::SetContract(const ConvexQp& problem, double tolerance, double floor, Arena& arena)
    : problem_(problem),
      n_(index(problem.n)),
      m_(index(problem.m)),
      arena_(arena),
      content_{.arena = arena, .has_objective = false, .tolerance = tolerance, .floor = floor},
      sums_(problem, arena),
      k_(arena.take<double>(n_ + 1)),
      lower_(arena.take<double>(n_ + 1, -infinity)),
      upper_(arena.take<double>(n_ + 1, infinity)),
      x_(arena.take<double>(n_ + 1)),
      w_(arena.take<double>(n_ + 1)),
      terms_(arena.take<double>(n_ + 1)),
      floor_(arena.take<double>(n_ + 1, 0.0)),
      size_(column_norms(problem, arena)),
      moved_(arena.take<double>(m_)),
      nearest_(arena.take<double>(m_)),
      scratch_(arena.take<double>(m_)),
      K_(matrix_of_norms(problem, size_, arena)),
      conditions_{{problem.n + 1, K_, k_.data(), 1.0, 1.0}, lower_.data(), upper_.data(), 1.0, problem.n} {
  std::copy_n(problem.q, n_, k_.begin());
  if (problem.floor == nullptr) return;
  std::copy_n(problem.floor, n_, floor_.begin());
  floor_[n_] = largest_magnitude({problem.floor + n_, m_});
  conditions_.floor = floor_.data();
}

// How much the projection of twice the point differs from twice the projection: what the set has of a size of its own there, 0 of cones.
double SetContract::homogeneity_of_set() {
  const std::span<double> twice = scratch_;
  const Arena::Mark mark = arena_.mark();
  const std::span<double> projected = arena_.take<double>(m_);
  for (std::size_t i = 0; i < m_; ++i) twice[i] = 2.0 * moved_[i];
  project(problem_.set, twice.data(), projected.data());
  for (std::size_t i = 0; i < m_; ++i) twice[i] = projected[i] - 2.0 * nearest_[i];
  arena_.rewind(mark);
  return norm(twice);
}

// nearest_ = P(u - rho xi), rho such that rho xi is as large as the terms of u.
void SetContract::find_part(const double* z, const double* xi) {
  double terms = problem_.b == nullptr ? 0.0 : norm({problem_.b, m_});
  for (std::size_t j = 0; j < n_; ++j) terms += size_[j] * std::fabs(z[j]);
  const double length = norm({xi, m_});
  step_ = length == 0.0 ? 0.0 : (terms > 0.0 ? terms : 1.0) / length;
  for (std::size_t i = 0; i < m_; ++i) moved_[i] = sums_.u[i] - step_ * xi[i];
  project(problem_.set, moved_.data(), nearest_.data());
  k_[n_] = (problem_.b == nullptr ? 0.0 : norm({problem_.b, m_})) + homogeneity_of_set();
  for (std::size_t i = 0; i < m_; ++i) scratch_[i] = sums_.u[i] - nearest_[i];
}

affine::Rows SetContract::rows_at(const double* z) {
  affine::Rows rows(conditions_, terms_.data(), arena_);
  rows.terms[n_] = k_[n_];
  for (std::size_t j = 0; j < n_; ++j) {
    w_[j] = sums_.w[j] - sums_.force[j];
    rows.violation[j] = std::fabs(w_[j]);
    rows.terms[j] = std::fabs(problem_.q[j]) + sums_.gradient[j] + sums_.constraints[j];
    rows.terms[n_] += size_[j] * std::fabs(z[j]);
  }
  w_[n_] = rows.violation[n_] = norm(scratch_);
  for (std::size_t k = 0; k <= n_; ++k)
    rows.asks_for_accounts |= affine::are_unaccounted(rows.terms[k], k_[k]);
  return rows;
}

// The gap is z'(M z + q - A'xi) + xi'(u - P(u - rho xi)).
double SetContract::part_of_whole(const double* z, const double* xi, const affine::Rows& rows) {
  affine::Objective whole;
  for (std::size_t j = 0; j < n_; ++j) {
    whole.primal += 0.5 * z[j] * (sums_.w[j] + problem_.q[j]);
    whole.gap += z[j] * w_[j];
    whole.price += std::fabs(z[j]) * rows.violation[j];
  }
  for (std::size_t i = 0; i < m_; ++i) whole.gap += xi[i] * scratch_[i];
  whole.price += norm({xi, m_}) * rows.violation[n_];
  whole.dual = whole.primal - whole.gap;
  return whole.part_missed();
}

nsds_residual SetContract::judge(const double* z, const double* xi) {
  sums_.evaluate(problem_, z, xi);
  find_part(z, xi);
  std::copy_n(z, n_, x_.begin());
  x_[n_] = norm({xi, m_});
  const Arena::Mark mark = arena_.mark();
  const affine::Rows rows = rows_at(z);
  nsds_residual residual;
  nsds_residual_init(&residual);
  if (all_finite(rows.terms.data(), n_ + 1) && all_finite(w_.data(), n_ + 1) &&
      all_finite(x_.data(), n_ + 1)) {
    residual = affine::judge_rows(conditions_, content_, x_.data(), w_.data(), rows);
    // What a projector leaves of u has no datum that rule c could forgive.
    const double own = ratio(w_[n_], rows.terms[n_]);
    if (own > content_.tolerance && w_[n_] > std::max(floor_[n_], content_.floor)) {
      residual.primal = std::max(residual.primal, own);
      if (own > residual.value) residual.worst = problem_.n;
      residual.value = std::max(residual.value, own);
    }
    const double whole = part_of_whole(z, xi, rows);
    residual.complementarity = std::max(residual.complementarity, whole);
    if (!(whole <= residual.value)) residual.value = std::isnan(whole) ? infinity : whole;
  } else {
    residual.value = infinity;
    residual.worst = 0;
  }
  if (n_ + m_ == 0) residual.worst = -1;
  arena_.rewind(mark);
  return residual;
}

// What |u| may be where unknowns are as large as the rows of the gradient allow that they are in.
double SetContract::reach_of_part() const {
  double reach = 0.0;
  for_each_entry(problem_.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (value != 0.0) reach = std::max(reach, size_[index(j)] * (terms_[index(i)] / std::fabs(value)));
  });
  return reach;
}

void SetContract::settle(Point point, nsds_residual& judged) {
  const Arena::Mark mark = arena_.mark();
  const std::span<double> z = arena_.take<double>(n_), xi = arena_.take<double>(m_);
  // A step of the natural map with the length that is judged, a longer one, and one without a multiplier.
  for (const Step step : {Step::own, Step::far, Step::to_zero}) {
    static_cast<void>(judge(point.z.data(), point.xi.data()));
    const double length = norm(point.xi);
    const double rho = step == Step::own ? step_ : step == Step::far ? reach_of_part() / length : 0.0;
    if (judged.value <= content_.tolerance || !(rho < infinity)) continue;
    for (std::size_t i = 0; i < m_; ++i) moved_[i] = sums_.u[i] - rho * point.xi[i];
    project(problem_.set, moved_.data(), nearest_.data());
    std::copy(point.z.begin(), point.z.end(), z.begin());
    if (problem_.A == nullptr) {
      for (std::size_t i = 0; i < m_; ++i) z[i] = nearest_[i] - problem_.offset(i);
      gradient(problem_, z.data(), xi.data());
    } else if (rho > 0.0) {
      for (std::size_t i = 0; i < m_; ++i) xi[i] = point.xi[i] - (sums_.u[i] - nearest_[i]) / rho;
    }
    if (step == Step::to_zero) std::fill(xi.begin(), xi.end(), 0.0);
    const nsds_residual found = judge(z.data(), xi.data());
    if (!(found.value < judged.value)) continue;
    judged = found;
    std::copy(z.begin(), z.end(), point.z.begin());
    std::copy(xi.begin(), xi.end(), point.xi.begin());
  }
  arena_.rewind(mark);
}

}  // namespace nsds::numerics::convex_qp
