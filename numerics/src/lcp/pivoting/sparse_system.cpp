// A sparse M_FF has an LDL' [Davis 2005, ACM TOMS 31, algorithm 849] in the AMD order of the whole matrix
// [Amestoy, Davis, Duff 2004, ACM TOMS 30, algorithm 837]. Leaving out rows makes no fill that the whole
// matrix does not have, so that one order serves every F.

#include <algorithm>
#include <cmath>

#include "lcp/pivoting/principal_system.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/minimum_degree.hpp"

extern "C" {  // the header of LDL does not say so itself
#include <ldl.h>
}

namespace nsds::numerics::lcp {
namespace {

// Makes room for count items, with some to spare for the next set.
template <class T>
void provide(std::span<T>& items, std::size_t count, Arena& arena) {
  if (items.size() < count) items = arena.take<T>(count + count / 2);
}

}  // namespace

SparseSystem::SparseSystem(const Lcp& problem, const affine::Structure& structure, Arena& arena)
    : structure_(structure), arena_(arena) {
  const std::size_t n = index(problem.n);
  for (auto* items : {&order_, &members_, &place_, &parent_, &counts_, &flags_, &pattern_})
    *items = arena.take<std::int32_t>(n);
  for (auto* items : {&starts_, &L_starts_}) *items = arena.take<std::int32_t>(n + 1);
  for (auto* items : {&before_, &D_, &y_}) *items = arena.take<double>(n);
  rows_ = arena.take<std::int32_t>(static_cast<std::size_t>(structure.entries) + n);
  values_ = arena.take<double>(static_cast<std::size_t>(structure.entries) + n);
  order(problem.n);
}

void SparseSystem::order(std::int32_t n) {
  const affine::Columns& columns = structure_.columns;
  const std::size_t size = index(n);
  const std::span<std::int32_t> pattern =
      arena_.take<std::int32_t>(room_for(2 * static_cast<std::size_t>(structure_.entries), size));
  const std::span<std::int32_t> begins = arena_.take<std::int32_t>(size);
  const std::span<std::int32_t> lengths = arena_.take<std::int32_t>(size, 0);
  // M is symmetric up to rounding only; its lower triangle makes a pattern that is.
  const auto for_each_pair = [&](auto&& visit) {
    for (std::int32_t j = 0; j < n; ++j)
      for (std::int32_t k = columns.starts[j]; k < columns.starts[j + 1]; ++k)
        if (columns.rows[k] > j && columns.values[k] != 0.0) visit(index(columns.rows[k]), index(j));
  };
  for_each_pair([&](std::size_t i, std::size_t j) {
    ++lengths[i];
    ++lengths[j];
  });
  // Each row gets room for its neighbours, whose order does not matter.
  std::int32_t used = 0;
  for (std::size_t j = 0; j < size; ++j) {
    begins[j] = used;
    used += lengths[j];
    lengths[j] = 0;
  }
  for_each_pair([&](std::size_t i, std::size_t j) {
    pattern[index(begins[i] + lengths[i]++)] = static_cast<std::int32_t>(j);
    pattern[index(begins[j] + lengths[j]++)] = static_cast<std::int32_t>(i);
  });
  order_by_minimum_degree({begins, lengths, pattern, used}, order_, arena_);
}

void SparseSystem::gather(std::span<const std::int32_t> F, std::span<const std::int32_t> where,
                          double added) {
  // Members of F stand in the order of the whole matrix.
  std::int32_t placed = 0;
  for (const std::int32_t i : order_) {
    const std::int32_t position = where[index(i)];
    if (position < 0) continue;
    place_[index(position)] = placed;
    members_[index(placed++)] = position;
  }
  // LDL reads the upper triangle. Pivots are compared with the diagonal before the shift.
  const affine::Columns& columns = structure_.columns;
  std::int32_t used = 0;
  for (std::int32_t b = 0; b < placed; ++b) {
    starts_[index(b)] = used;
    const std::int32_t j = F[index(members_[index(b)])];
    for (std::int32_t k = columns.starts[j]; k < columns.starts[j + 1]; ++k) {
      const std::int32_t position = where[index(columns.rows[k])];
      if (position < 0 || place_[index(position)] > b || columns.values[k] == 0.0) continue;
      rows_[index(used)] = place_[index(position)];
      values_[index(used)] = columns.values[k];
      if (columns.rows[k] == j) {
        before_[index(b)] = columns.values[k];
        values_[index(used)] += added * columns.values[k];
      }
      ++used;
    }
  }
  starts_[index(placed)] = used;
}

Factor SparseSystem::decompose() {
  ldl_symbolic(size_, starts_.data(), rows_.data(), L_starts_.data(), parent_.data(), counts_.data(),
               flags_.data(), nullptr, nullptr);
  provide(L_rows_, index(L_starts_[index(size_)]), arena_);
  provide(L_values_, index(L_starts_[index(size_)]), arena_);
  const std::int32_t done =
      ldl_numeric(size_, starts_.data(), rows_.data(), values_.data(), L_starts_.data(), parent_.data(),
                  counts_.data(), L_rows_.data(), L_values_.data(), D_.data(), y_.data(), pattern_.data(),
                  flags_.data(), nullptr, nullptr);
  for (std::int32_t k = 0; k < size_; ++k)
    if (k >= done || !(D_[index(k)] > singular_pivot * before_[index(k)])) return Factor::not_p;
  return Factor::regular;
}

Factor SparseSystem::factorise(std::span<const std::int32_t> F, std::span<const std::int32_t> where) {
  size_ = static_cast<std::int32_t>(F.size());
  if (!shifting_) {
    gather(F, where, 0.0);
    if (decompose() == Factor::regular) return Factor::regular;
    shifting_ = true;
  }
  gather(F, where, shift);
  return decompose() == Factor::regular ? Factor::shifted : Factor::not_p;
}

void SparseSystem::solve(double* x) {
  for (std::int32_t k = 0; k < size_; ++k) y_[index(k)] = x[members_[index(k)]];
  ldl_lsolve(size_, y_.data(), L_starts_.data(), L_rows_.data(), L_values_.data());
  ldl_dsolve(size_, y_.data(), D_.data());
  ldl_ltsolve(size_, y_.data(), L_starts_.data(), L_rows_.data(), L_values_.data());
  for (std::int32_t k = 0; k < size_; ++k) x[members_[index(k)]] = y_[index(k)];
}

}  // namespace nsds::numerics::lcp
