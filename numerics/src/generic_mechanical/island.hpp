// Islands are blocks that W couples, each a problem of its own, in the units of generic_mechanical.h, in
// which all diagonals of W and the largest velocity are about one. Entries are stored by rows of blocks, each
// with the columns of scalars it has and a dense column of its rows for every one of them: what sweeps
// multiply and Newton matrices are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "generic_mechanical/problem.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::generic_mechanical {

struct Island {
  std::span<const std::int32_t> starts;  // (blocks + 1): first row of each, the last is the size
  std::span<const std::int32_t> kinds;   // (blocks), of nsds_block_kind
  std::span<const double> mu;            // (blocks), 0 where there is none
  std::span<const double> lower, upper;  // (size)
  std::span<const double> q;             // (size)
  // The entries of block b: its columns, increasing, are columns[column_starts[b]] and so on, those of its
  // own rows among them from place own[b] on; the k-th of them has its numbers at values[value_starts[b] + k
  // rows].
  std::span<const std::int64_t> column_starts;  // (blocks + 1)
  std::span<const std::int32_t> own;            // (blocks)
  std::span<const std::size_t> value_starts;    // (blocks)
  const std::int32_t* columns = nullptr;
  const double* values = nullptr;
  std::span<const std::int32_t> original;  // (size): rows of the problem

  std::size_t size() const { return q.size(); }
  std::size_t blocks() const { return kinds.size(); }
  std::size_t first(std::size_t block) const { return index(starts[block]); }
  std::size_t rows(std::size_t block) const { return index(starts[block + 1] - starts[block]); }
  bool is_contact(std::size_t block) const { return kinds[block] == NSDS_BLOCK_FRICTION; }
  std::span<const std::int32_t> columns_of(std::size_t block) const {
    return {columns + column_starts[block],
            static_cast<std::size_t>(column_starts[block + 1] - column_starts[block])};
  }
  const double* values_of(std::size_t block) const { return values + value_starts[block]; }
  // (rows x rows), column-major.
  const double* diagonal(std::size_t block) const {
    return values_of(block) + index(own[block]) * rows(block);
  }
  BlockLaw law(std::size_t block) const {
    return {is_contact(block), rows(block), mu[block], &lower[first(block)], &upper[first(block)]};
  }
};

// What number i of an island is in the units of the caller; bounds are those of the caller to the last bit.
inline double to_caller(const MechanicalProblem& problem, const Island& island, std::size_t i, double value) {
  const auto row = index(island.original[i]);
  if (value == island.lower[i]) return problem.lower[row];
  if (value == island.upper[i]) return problem.upper[row];
  return value * problem.lambda_unit[row];
}

// Packs all islands of the problem, in the order of their first blocks, and the blocks in theirs.
std::span<const Island> islands(const MechanicalProblem& problem, Arena& arena);

// w_b = (W lambda + q)_b without the columns of the block itself; w: (rows of it) out.
void product_beside(const Island& island, std::size_t block, const double* lambda, double* w);
// w = W lambda + q, (size) out.
void velocity(const Island& island, const double* lambda, double* w);

}  // namespace nsds::numerics::generic_mechanical
