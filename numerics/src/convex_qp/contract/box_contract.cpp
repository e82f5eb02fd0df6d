#include "convex_qp/contract/box_contract.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/faces.hpp"
#include "affine/contract/settle.hpp"
#include "convex_qp/residual/conditions.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::convex_qp {

BoxContract::BoxContract(const ConvexQp& problem, double tolerance, double floor, Arena& arena)
    : problem_(problem),
      n_(index(problem.n)),
      m_(index(problem.m)),
      arena_(arena),
      content_{.arena = arena, .has_objective = true, .tolerance = tolerance, .floor = floor},
      k_(arena.take<double>(n_ + m_)),
      lower_(arena.take<double>(n_ + m_, -infinity)),
      upper_(arena.take<double>(n_ + m_, infinity)),
      x_(arena.take<double>(n_ + m_)),
      w_(arena.take<double>(n_ + m_)),
      terms_(arena.take<double>(n_ + m_)),
      u_(arena.take<double>(m_)),
      unit_(arena.take<double>(m_)),
      reach_(arena.take<double>(n_ + m_)),
      u_reach_(arena.take<double>(m_)),
      single_(arena.take<Entry>(m_)),
      K_(matrix_of_conditions(problem, arena, [this](std::size_t i) { return is_row(i); })),
      conditions_{
          {problem.n + problem.m, K_, k_.data(), 1.0, 1.0}, lower_.data(), upper_.data(), 1.0, problem.n} {
  std::copy_n(problem.q, n_, k_.begin());
  conditions_.contract = &content_;
  conditions_.floor = problem.floor;
  find_single_entries();
}

void BoxContract::find_single_entries() {
  std::fill(single_.begin(), single_.end(), Entry{});
  for_each_entry_of_map(problem_, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0) return;
    Entry& only = single_[index(i)];
    only = only.value == 0.0 ? Entry{j, value} : Entry{-1, value};
  });
}

// A row without bounds asks for nothing, and its multiplier is zero.
bool BoxContract::is_row(std::size_t i) const {
  return problem_.set.lower[i] > -infinity || problem_.set.upper[i] < infinity;
}

// Where xi_i is zero the row is on the side that it violates, or that is nearer.
void BoxContract::stand_at(std::size_t i, double xi) {
  const double lower = problem_.set.lower[i], upper = problem_.set.upper[i];
  const bool is_upper =
      lower == -infinity || (upper < infinity && (xi < 0.0 || (xi == 0.0 && upper - u_[i] < u_[i] - lower)));
  const bool is_fixed = lower == upper;
  k_[n_ + i] = is_row(i) ? problem_.offset(i) - (is_upper ? upper : lower) : 0.0;
  lower_[n_ + i] = is_row(i) && (is_upper || is_fixed) ? -infinity : 0.0;
  upper_[n_ + i] = is_row(i) && (!is_upper || is_fixed) ? infinity : 0.0;
}

void BoxContract::stand(std::span<const double> x) {
  multiply_A(problem_, x.data(), u_.data());
  for (std::size_t i = 0; i < m_; ++i) {
    u_[i] += problem_.offset(i);
    stand_at(i, x[n_ + i]);
  }
}

nsds_residual BoxContract::judge(const double* z, const double* xi) {
  std::copy_n(z, n_, x_.begin());
  std::copy_n(xi, m_, x_.begin() + problem_.n);
  stand(x_);
  return affine::judge_contract(conditions_, content_, x_.data(), w_.data(), terms_.data());
}

// Finds the size of each xi_i that some row of the gradient notices, infinite where none does, and what u_i may be where its unknowns are as
// large as the rows allow that they are in.
void BoxContract::find_units() {
  std::fill(unit_.begin(), unit_.end(), infinity);
  std::fill(reach_.begin(), reach_.end(), 0.0);
  std::copy(terms_.begin() + problem_.n, terms_.end(), u_reach_.begin());
  for_each_entry(K_, [&](std::int32_t i, std::int32_t j, double value) {
    if (value != 0.0) reach_[index(j)] = std::max(reach_[index(j)], terms_[index(i)] / std::fabs(value));
  });
  for_each_entry_of_map(problem_, [&](std::int32_t i, std::int32_t j, double value) {
    double& of_row = u_reach_[index(i)];
    of_row = std::max(of_row, std::fabs(value) * reach_[index(j)]);
    if (value != 0.0 && terms_[index(j)] > 0.0)
      unit_[index(i)] = std::min(unit_[index(i)], terms_[index(j)] / std::fabs(value));
  });
}

// A row is on the side to which the natural map takes it in the units of its own terms. A multiplier inside is zero; an unknown that has a row at its
// bound to itself goes there. Without A xi is M z + q where it is not zero.
void BoxContract::take_natural_faces() {
  find_units();
  for (std::size_t i = 0; i < m_; ++i) {
    double& xi = x_[n_ + i];
    const double bound = xi > 0.0 ? problem_.set.lower[i] : problem_.set.upper[i];
    const double distance = std::fabs(u_[i] - bound) / std::max(u_reach_[i], std::fabs(bound));
    const bool is_at_bound = xi != 0.0 && !(distance > std::fabs(xi) / unit_[i]);
    if (!is_at_bound) xi = 0.0;
    const Entry& only = single_[i];
    if (is_at_bound && only.column >= 0) x_[index(only.column)] = (bound - problem_.offset(i)) / only.value;
  }
  if (problem_.A != nullptr) return;
  gradient(problem_, x_.data(), w_.data());
  for (std::size_t i = 0; i < m_; ++i)
    if (x_[n_ + i] != 0.0) x_[n_ + i] = w_[i];
}

bool BoxContract::keep_if_better(Point point, nsds_residual& judged) {
  stand(x_);
  const nsds_residual found =
      affine::judge_contract(conditions_, content_, x_.data(), w_.data(), terms_.data());
  if (!(found.value < judged.value)) return false;
  judged = found;
  std::copy_n(x_.begin(), n_, point.z.begin());
  std::copy_n(x_.begin() + problem_.n, m_, point.xi.begin());
  return true;
}

void BoxContract::settle(Point point, nsds_residual& judged, const SolveContext& context) {
  const auto holds = [&] { return judged.value <= content_.tolerance; };
  const auto begin = [&] { static_cast<void>(judge(point.z.data(), point.xi.data())); };
  // Multipliers of rows that are inside become zero.
  begin();
  take_natural_faces();
  keep_if_better(point, judged);
  // What no row notices goes to zero.
  if (holds()) return;
  begin();
  affine::settle(conditions_, x_.data(), arena_);
  keep_if_better(point, judged);
  // The rows that are at their bounds are solved for, on the faces at hand and on those of the natural map.
  for (const bool natural : {false, true}) {
    if (holds()) return;
    begin();
    if (natural) {
      take_natural_faces();
      stand(x_);
    }
    if (affine::solve_on_faces(conditions_, x_, content_.tolerance, context)) keep_if_better(point, judged);
  }
}

}  // namespace nsds::numerics::convex_qp
