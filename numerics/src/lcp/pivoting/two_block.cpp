#include "lcp/pivoting/two_block.hpp"

#include <utility>

#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {

// Union-find whose links know whether their ends are of different kinds [Tarjan 1975].
class Kinds {
 public:
  Kinds(std::int32_t n, Arena& arena)
      : parent_(arena.take<std::int32_t>(index(n))), differs_(arena.take<std::int32_t>(index(n), 0)) {
    for (std::int32_t i = 0; i < n; ++i) parent_[index(i)] = i;
  }

  // i and j are of different kinds; false where they are known to be of the same.
  bool separate(std::int32_t i, std::int32_t j) {
    const auto [root_i, kind_i] = find(i);
    const auto [root_j, kind_j] = find(j);
    if (root_i == root_j) return kind_i != kind_j;
    parent_[index(root_i)] = root_j;
    differs_[index(root_i)] = kind_i == kind_j ? 1 : 0;
    return true;
  }

 private:
  // The root, and whether i differs from it. Halves the path on the way.
  std::pair<std::int32_t, std::int32_t> find(std::int32_t i) {
    std::int32_t kind = 0;
    while (parent_[index(i)] != i) {
      const std::int32_t above = parent_[index(i)];
      differs_[index(i)] ^= differs_[index(above)];
      parent_[index(i)] = parent_[index(above)];
      kind ^= differs_[index(i)];
      i = parent_[index(i)];
    }
    return {i, kind};
  }

  std::span<std::int32_t> parent_, differs_;
};

}  // namespace

bool is_two_block(const Lcp& problem, Arena& arena) {
  Kinds kinds(problem.n, arena);
  bool consistent = true;
  for_each_entry(problem.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (consistent && value != 0.0) consistent = i != j && kinds.separate(i, j);
  });
  return consistent;
}

}  // namespace nsds::numerics::lcp
