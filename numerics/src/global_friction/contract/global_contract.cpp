#include "global_friction/contract/global_contract.hpp"

#include <algorithm>

#include "affine/contract/settle.hpp"
#include "friction/contact/cone.hpp"
#include "friction/contract/judge_parts.hpp"
#include "friction/contract/settle_contacts.hpp"

namespace nsds::numerics::global_friction {
namespace {

// (r, v, lambda).
std::span<double> joined(const GlobalForm& form, const Point& point, Arena& arena) {
  const auto x = arena.take<double>(form.size());
  auto next = std::copy(point.r.begin(), point.r.end(), x.begin());
  next = std::copy(point.v.begin(), point.v.end(), next);
  std::copy(point.lambda.begin(), point.lambda.end(), next);
  return x;
}

// The matrix of the form by columns.
nsds_matrix matrix_of(const GlobalForm& form, Arena& arena) {
  const std::size_t n = form.size();
  const auto starts = arena.take<std::int32_t>(n + 1, 0), next = arena.take<std::int32_t>(n);
  form.walk([&](std::int32_t, std::int32_t j, double) { ++starts[index(j) + 1]; });
  for (std::size_t j = 0; j < n; ++j) starts[j + 1] += starts[j];
  std::copy_n(starts.begin(), n, next.begin());
  const auto rows = arena.take<std::int32_t>(index(starts[n]));
  const auto values = arena.take<double>(rows.size());
  form.walk([&](std::int32_t i, std::int32_t j, double value) {
    const auto to = index(next[index(j)]++);
    rows[to] = i;
    values[to] = value;
  });
  const auto count = static_cast<std::int32_t>(n);
  return nsds_matrix_csc(count, count, starts.data(), rows.data(), values.data());
}

}  // namespace

nsds_residual judge_global(const GlobalForm& form, const ContactContract& contract, const Point& point) {
  Arena& arena = contract.arena;
  const Arena::Mark mark = arena.mark();
  const auto x = joined(form, point, arena);
  const auto w = arena.take<double>(form.size()), magnitude = arena.take<double>(form.size());
  std::copy_n(form.datum(), form.size(), w.begin());
  std::transform(w.begin(), w.end(), magnitude.begin(), [](double value) { return std::fabs(value); });
  form.walk([&](std::int32_t i, std::int32_t j, double value) {
    const double term = value * x[index(j)];
    w[index(i)] += term;
    magnitude[index(i)] += std::fabs(term);
  });
  const nsds_residual found =
      judge_parts(friction::MixedLaws(form), contract, x.data(), w.data(), magnitude.data());
  arena.rewind(mark);
  return found;
}

void remove_rounding(const GlobalForm& form, double unnoticed, const Point& point, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const auto x = joined(form, point, arena);
  const auto lower = arena.take<double>(form.size(), -infinity),
             upper = arena.take<double>(form.size(), infinity);
  const auto n = static_cast<std::int32_t>(form.size());
  const nsds_matrix K = matrix_of(form, arena);
  affine::settle({{n, K, form.datum(), 1.0, 1.0}, lower.data(), upper.data(), 1.0, n}, x.data(), arena,
                 unnoticed);
  auto from = x.begin();
  for (const std::span<double> part : {point.r, point.v, point.lambda}) {
    std::copy_n(from, part.size(), part.begin());
    from += static_cast<std::ptrdiff_t>(part.size());
  }
  arena.rewind(mark);
}

void move_into_cones(const Problem& problem, double tolerance, double* r) {
  if (problem.rolls)
    friction::project_on_rolling_cones(cone_contacts(problem), r);
  else
    friction::project_on_cones(problem.dimension, problem.contacts, problem.mu, r);
  friction::Problem contacts{problem.dimension, problem.contacts, problem.M, problem.b, problem.mu};
  contacts.five_rows = problem.rolls;
  contacts.mu_r = problem.mu_r;
  friction::put_on_limits(contacts, tolerance, r);
}

}  // namespace nsds::numerics::global_friction
