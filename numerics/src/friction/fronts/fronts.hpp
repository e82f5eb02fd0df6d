// The plan of a multifrontal factorisation of a matrix with a symmetric pattern of blocks, by contacts: in
// which order they are eliminated, which of them together in one dense front, and what the front passes on
// [Duff, Reid 1983, ACM TOMS 9; Liu 1992, SIAM Rev. 34].
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"

namespace nsds::numerics::friction {

struct Fronts {
  std::span<const std::int32_t> order, place;  // (contacts): the k-th eliminated one; its inverse
  // Front f eliminates the places pivot_starts[f] to pivot_starts[f + 1] and passes on to its parent, a later
  // front, the matrix of the places border[border_starts[f]] to border[border_starts[f + 1]], increasing.
  // Children come right before their parent, each after its own.
  std::span<const std::int32_t> pivot_starts, border_starts;  // (fronts + 1)
  std::span<const std::int32_t> border;
  std::span<const std::int32_t> children;  // (fronts): how many
  std::int64_t factor_blocks = 0;          // of L and U, the diagonal included
  std::int64_t most_passed = 0;  // blocks passed on and not yet taken, at most, with those in the making
  std::int32_t largest = 0;      // contacts of the largest front
  double products = 0.0;         // of two blocks, in one factorisation

  std::size_t count() const { return children.size(); }
};

// starts, columns: the pattern by rows, symmetric, without its diagonal. No fronts where the factors and what
// is passed on would have more blocks than that.
Fronts plan_fronts(std::span<const std::int32_t> starts, std::span<const std::int32_t> columns,
                   std::int64_t most_blocks, Arena& arena);

// The plan for a pattern, made once.
struct FactorPlan {
  Arena* arena;
  bool is_made = false;
  Fronts fronts = {};
  std::span<const std::int32_t> mirror = {};  // (blocks): block (i, j): which one is (j, i)

  // starts, columns: the same ones every time.
  void make(std::span<const std::int32_t> starts, std::span<const std::int32_t> columns,
            std::int64_t most_blocks);
};

}  // namespace nsds::numerics::friction
