// Divides the matrix M into its connected diagonal blocks: for rigid bodies they are the bodies or less, for
// finite elements one block is everything.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::global_friction {

// The blocks of M, which share one array where each is a single row. The rows of block k are
// order[starts[k]], ..., order[starts[k + 1] - 1], increasing.
struct MassBlocks {
  std::span<const std::int32_t> order;     // (n)
  std::span<const std::int32_t> position;  // (n): where a row is in order
  std::span<const std::int32_t> starts;    // (blocks + 1)
  std::span<const std::int32_t> block_of;  // (n): by position
  std::int32_t largest;                    // rows of the largest block
  std::int64_t entries;                    // of all blocks, dense

  std::size_t count() const { return starts.size() - 1; }
};

MassBlocks mass_blocks(const nsds_matrix& M, Arena& arena);

// Blocks of more rows are not inverted one by one.
inline constexpr std::int32_t largest_small_block = 64;
// Nor are more entries in all, which are numbered by 32 bits.
inline constexpr std::int64_t most_entries_of_blocks = std::numeric_limits<std::int32_t>::max();

// M^-1 = B A block by block, in the order of the blocks: A = L^-1, B = A' where all blocks are symmetric and
// positive definite, M = L L'; else A = M^-1 and B = I. The coordinates w with v = B w are those in which a
// contact reads and changes velocities by one and the same matrix where M is symmetric.
struct MassFactors {
  MassBlocks blocks;
  bool symmetric;                              // B = A'
  std::span<const double> A;                   // blocks one after the other, column-major
  std::span<const std::int32_t> value_starts;  // (blocks + 1)

  std::size_t size() const { return blocks.order.size(); }
};

// False, and a sentence, where a block is singular to working precision. No block is large.
bool factorise_blocks(const nsds_matrix& M, const MassBlocks& blocks, Arena& arena, const Sentence& sentence,
                      MassFactors& factors);

// y = A x, or y = B x, for k rows of block number `block`; x and y do not overlap.
void apply_left(const MassFactors& factors, std::size_t block, const double* x, double* y);
void apply_right(const MassFactors& factors, std::size_t block, const double* x, double* y);
// y = B' x.
void apply_right_transposed(const MassFactors& factors, std::size_t block, const double* x, double* y);

// x = M^-1 x, x: (n) in the order of the caller.
void solve_blocks(const MassFactors& factors, double* x);

}  // namespace nsds::numerics::global_friction
