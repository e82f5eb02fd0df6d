#include "polyhedron/proximal_ip/kkt_factor.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/numbers.hpp"
#include "linalg/factors/minimum_degree.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr double speed = 4e9;          // operations a second that no processor that we know exceeds
constexpr double least_pivot = 1e-15;  // a pivot below this, relative to its terms, is rounding
constexpr double dense_enough = 40.0;  // operations an entry from which panels are faster [Chen et al. 2008]
constexpr double entries_between_looks = 2e7;  // operations after which the clock is looked at

}  // namespace

// visit(i, j, k) for the entries beside the diagonal of [Q, A'; A, 0], i < j: k counts the entries of Q and then those
// of the rows of A.
template <class Visit>
static void for_each_beside_diagonal(const Program& program, Visit&& visit) {
  std::size_t count = 0;
  for (std::size_t j = 0; j < program.n; ++j)
    for (std::size_t k = program.Q.begin(j); k < program.Q.end(j); ++k, ++count)
      if (index(program.Q.indices[k]) != j) visit(program.Q.indices[k], static_cast<std::int32_t>(j), count);
  for (std::size_t i = 0; i < program.m; ++i)
    for (std::size_t k = program.rows.begin(i); k < program.rows.end(i); ++k, ++count)
      visit(program.rows.indices[k], static_cast<std::int32_t>(program.n + i), count);
}

static std::size_t entries_beside_diagonal(const Program& program) {
  std::size_t entries = 0;
  for_each_beside_diagonal(program, [&](std::int32_t, std::int32_t, std::size_t) { ++entries; });
  return entries;
}

KktFactor::KktFactor(const Program& program, EliminationOrder* kept, Arena& arena)
    : program_(program),
      size_(program.n + program.m),
      order_(arena.take<std::int32_t>(size_)),
      place_(arena.take<std::int32_t>(size_)),
      signs_(arena.take<signed char>(size_)),
      diagonal_(arena.take<double>(size_)),
      Q_place_(arena.take<std::int32_t>(program.Q.values.size())),
      A_place_(arena.take<std::int32_t>(program.rows.values.size())),
      parent_(arena.take<std::int32_t>(size_)),
      L_starts_(arena.take<std::int64_t>(size_ + 1)),
      L_count_(arena.take<std::int32_t>(size_)),
      pivots_(arena.take<double>(size_)),
      scratch_(arena.take<double>(size_, 0.0)),
      pattern_(arena.take<std::int32_t>(size_)),
      flags_(arena.take<std::int32_t>(size_)) {
  K_.starts = arena.take<std::int32_t>(size_ + 1);
  K_.indices = arena.take<std::int32_t>(entries_beside_diagonal(program));
  K_.values = arena.take<double>(K_.indices.size());
  find_order(kept, arena);
  lay_out_pattern();
  analyse();
  for (std::size_t k = 0; k < size_; ++k) signs_[k] = index(order_[k]) < program_.n ? 1 : -1;
  by_blocks_ = operations_ > dense_enough * static_cast<double>(entries_);
  if (by_blocks_) {
    blocks_.analyse(K_, parent_, L_count_, arena);
    entries_ = blocks_.entries();
  }
  if (!fits_memory()) return;
  if (by_blocks_) {
    blocks_.take_memory(arena);
  } else {
    L_rows_ = arena.take<std::int32_t>(static_cast<std::size_t>(entries_));
    L_ = arena.take<double>(static_cast<std::size_t>(entries_));
  }
}

void KktFactor::find_order(EliminationOrder* kept, Arena& arena) {
  const std::span<const std::int32_t> known =
      kept == nullptr ? std::span<const std::int32_t>() : kept->of(program_);
  if (!known.empty()) {
    std::copy(known.begin(), known.end(), order_.begin());
    return;
  }
  order_by_degree(arena);
  lay_out_pattern();
  analyse();
  // In postorder the columns of a supernode stand together, and L has the same entries.
  put_in_postorder(arena);
  if (kept != nullptr) kept->keep(program_, order_);
}

void KktFactor::order_by_degree(Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> begins = arena.take<std::int32_t>(size_);
  const std::span<std::int32_t> lengths = arena.take<std::int32_t>(size_, 0);
  const std::span<std::int32_t> columns = arena.take<std::int32_t>(room_for(2 * K_.indices.size(), size_));
  for_each_beside_diagonal(program_, [&](std::int32_t i, std::int32_t j, std::size_t) {
    ++lengths[index(i)];
    ++lengths[index(j)];
  });
  std::exclusive_scan(lengths.begin(), lengths.end(), begins.begin(), 0);
  std::fill(lengths.begin(), lengths.end(), 0);
  const auto add = [&](std::int32_t row, std::int32_t column) {
    columns[index(begins[index(row)] + lengths[index(row)]++)] = column;
  };
  for_each_beside_diagonal(program_, [&](std::int32_t i, std::int32_t j, std::size_t) {
    add(i, j);
    add(j, i);
  });
  order_by_minimum_degree({begins, lengths, columns, static_cast<std::int32_t>(2 * K_.indices.size())},
                          order_, arena);
  arena.rewind(mark);
}

// Lays out the upper triangle of the permuted matrix by columns.
void KktFactor::lay_out_pattern() {
  for (std::size_t k = 0; k < size_; ++k) place_[index(order_[k])] = static_cast<std::int32_t>(k);
  std::fill(K_.starts.begin(), K_.starts.end(), 0);
  const auto column = [&](std::int32_t i, std::int32_t j) {
    return index(std::max(place_[index(i)], place_[index(j)]));
  };
  for_each_beside_diagonal(
      program_, [&](std::int32_t i, std::int32_t j, std::size_t) { ++K_.starts[column(i, j) + 1]; });
  for (std::size_t k = 0; k < size_; ++k) K_.starts[k + 1] += K_.starts[k];
  const std::span<std::int32_t> next = pattern_;
  for (std::size_t k = 0; k < size_; ++k) next[k] = K_.starts[k];
  for_each_beside_diagonal(program_, [&](std::int32_t i, std::int32_t j, std::size_t count) {
    const std::int32_t position = next[column(i, j)]++;
    K_.indices[index(position)] = std::min(place_[index(i)], place_[index(j)]);
    (count < Q_place_.size() ? Q_place_[count] : A_place_[count - Q_place_.size()]) = position;
  });
}

// Numbers the columns so that those below one in the elimination tree come right before it.
void KktFactor::put_in_postorder(Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> below = arena.take<std::int32_t>(size_, -1);
  const std::span<std::int32_t> beside = arena.take<std::int32_t>(size_, -1);
  const std::span<std::int32_t> renumbered = arena.take<std::int32_t>(size_);
  for (std::size_t k = size_; k-- > 0;) {
    if (parent_[k] == -1) continue;
    beside[k] = below[index(parent_[k])];
    below[index(parent_[k])] = static_cast<std::int32_t>(k);
  }
  std::size_t count = 0;
  const std::span<std::int32_t> path = pattern_;
  for (std::size_t root = 0; root < size_; ++root) {
    if (parent_[root] != -1) continue;
    std::size_t depth = 0;
    path[depth++] = static_cast<std::int32_t>(root);
    while (depth > 0) {
      const std::size_t k = index(path[depth - 1]);
      if (below[k] == -1) {
        renumbered[count++] = order_[k];
        --depth;
      } else {
        path[depth++] = below[k];
        below[k] = beside[index(below[k])];
      }
    }
  }
  std::copy(renumbered.begin(), renumbered.end(), order_.begin());
  arena.rewind(mark);
}

// Finds the elimination tree and the number of entries in each column of L [Davis 2005, ACM TOMS 31].
void KktFactor::analyse() {
  operations_ = 0.0;
  std::fill(L_count_.begin(), L_count_.end(), 0);
  for (std::size_t k = 0; k < size_; ++k) {
    parent_[k] = -1;
    flags_[k] = static_cast<std::int32_t>(k);
    for (std::size_t p = K_.begin(k); p < K_.end(k); ++p) {
      for (std::int32_t i = K_.indices[p]; flags_[index(i)] != static_cast<std::int32_t>(k);
           i = parent_[index(i)]) {
        if (parent_[index(i)] == -1) parent_[index(i)] = static_cast<std::int32_t>(k);
        ++L_count_[index(i)];
        flags_[index(i)] = static_cast<std::int32_t>(k);
      }
    }
  }
  L_starts_[0] = 0;
  for (std::size_t k = 0; k < size_; ++k) {
    const double count = L_count_[k];
    L_starts_[k + 1] = L_starts_[k] + L_count_[k];
    operations_ += count * (count + 2.0);
  }
  entries_ = L_starts_[size_];
}

bool KktFactor::fits(const SolveContext& context) const {
  return operations_ / speed < context.seconds_left();
}

// Scatters the values of Q and A and the diagonal into the permuted matrix.
void KktFactor::fill(std::span<const double> diagonal, std::span<const unsigned char> held) {
  const std::size_t n = program_.n;
  const auto is_held = [&](std::size_t k) { return !held.empty() && held[k] != 0; };
  for (std::size_t k = 0; k < size_; ++k)
    diagonal_[index(place_[k])] = is_held(k) ? (k < n ? 1.0 : -1.0) : k < n ? diagonal[k] : -diagonal[k];
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = program_.Q.begin(j); k < program_.Q.end(j); ++k) {
      const std::size_t i = index(program_.Q.indices[k]);
      if (i != j)
        K_.values[index(Q_place_[k])] = is_held(i) || is_held(j) ? 0.0 : program_.Q.values[k];
      else if (!is_held(j))
        diagonal_[index(place_[j])] += program_.Q.values[k];
    }
  }
  for (std::size_t i = 0; i < program_.m; ++i)
    for (std::size_t k = program_.rows.begin(i); k < program_.rows.end(i); ++k)
      K_.values[index(A_place_[k])] =
          is_held(n + i) || is_held(index(program_.rows.indices[k])) ? 0.0 : program_.rows.values[k];
}

KktFactor::Outcome KktFactor::factorise(std::span<const double> diagonal, std::span<const unsigned char> held,
                                        const SolveContext& context) {
  fill(diagonal, held);
  if (by_blocks_) {
    switch (blocks_.factorise(diagonal_, signs_, context)) {
      case BlockFactor::Outcome::done:
        return Outcome::done;
      case BlockFactor::Outcome::wrong_sign:
        return Outcome::wrong_sign;
      case BlockFactor::Outcome::out_of_time:
        return Outcome::out_of_time;
    }
  }
  std::fill(L_count_.begin(), L_count_.end(), 0);
  double operations = 0.0;
  double next_look = entries_between_looks;
  for (std::size_t k = 0; k < size_; ++k) {
    flags_[k] = static_cast<std::int32_t>(k);
    const bool has_sign = eliminate(k, operations);
    if (!has_sign) return Outcome::wrong_sign;
    if (operations < next_look || context.time_limit == infinity) continue;
    if (context.seconds() >= context.time_limit) return Outcome::out_of_time;
    next_look = operations + entries_between_looks;
  }
  return Outcome::done;
}

// Computes row k of L by a triangular solve with the rows before it. False where the pivot has not the sign that
// it has in a quasidefinite matrix.
bool KktFactor::eliminate(std::size_t k, double& operations) {
  // The pattern of row k is what the entries of column k reach in the elimination tree.
  std::size_t top = size_;
  for (std::size_t p = K_.begin(k); p < K_.end(k); ++p) {
    std::int32_t i = K_.indices[p];
    scratch_[index(i)] += K_.values[p];
    std::size_t length = 0;
    for (; flags_[index(i)] != static_cast<std::int32_t>(k); i = parent_[index(i)]) {
      pattern_[length++] = i;
      flags_[index(i)] = static_cast<std::int32_t>(k);
    }
    while (length > 0) pattern_[--top] = pattern_[--length];
  }
  double pivot = diagonal_[k];
  double size = std::fabs(pivot);  // of the terms that cancel in the pivot
  for (; top < size_; ++top) {
    const std::size_t i = index(pattern_[top]);
    const double y = scratch_[i];
    scratch_[i] = 0.0;
    const auto begin = static_cast<std::size_t>(L_starts_[i]);
    const std::size_t end = begin + index(L_count_[i]);
    const std::int32_t* const rows = L_rows_.data();
    const double* const L = L_.data();
    double* const scratch = scratch_.data();
    for (std::size_t p = begin; p < end; ++p) scratch[rows[p]] -= L[p] * y;
    const double entry = y / pivots_[i];
    pivot -= entry * y;
    size += std::fabs(entry * y);
    L_rows_[end] = static_cast<std::int32_t>(k);
    L_[end] = entry;
    ++L_count_[i];
    operations += static_cast<double>(end - begin) + 4.0;
  }
  pivots_[k] = pivot;
  return signs_[k] * pivot > least_pivot * size;
}

void KktFactor::solve(std::span<double> x) {
  double* const y = scratch_.data();
  for (std::size_t k = 0; k < size_; ++k) y[k] = x[index(order_[k])];
  by_blocks_ ? blocks_.solve(scratch_) : substitute();
  for (std::size_t k = 0; k < size_; ++k) {
    x[index(order_[k])] = y[k];
    y[k] = 0.0;
  }
}

// Solves with L D L' in its own order.
void KktFactor::substitute() {
  double* const y = scratch_.data();
  const std::int32_t* const rows = L_rows_.data();
  const double* const L = L_.data();
  const std::int64_t* const starts = L_starts_.data();
  for (std::size_t k = 0; k < size_; ++k) {
    const double value = y[k];
    for (std::int64_t p = starts[k]; p < starts[k + 1]; ++p) y[rows[p]] -= L[p] * value;
  }
  for (std::size_t k = size_; k-- > 0;) {
    double sum = y[k] / pivots_[k];
    for (std::int64_t p = starts[k]; p < starts[k + 1]; ++p) sum -= L[p] * y[rows[p]];
    y[k] = sum;
  }
}

}  // namespace nsds::numerics::polyhedron::proximal
