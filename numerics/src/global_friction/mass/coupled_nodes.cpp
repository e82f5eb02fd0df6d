#include "global_friction/mass/coupled_nodes.hpp"

#include <algorithm>

#include "friction/factors/block_lu.hpp"
#include "global_friction/mass/body_nodes.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {
namespace {

constexpr std::size_t most_touched_blocks = 16 * static_cast<std::size_t>(friction::most_factor_blocks);

// Records what touches which nodes: contacts, bilateral rows, pairs of nodes of M.
class Touches {
 public:
  Touches(std::size_t most_touches, std::size_t most_nodes, Arena& arena)
      : starts_(arena.take<std::int32_t>(most_touches + 1)), touched_(arena.take<std::int32_t>(most_nodes)) {
    starts_[0] = 0;
  }

  // Blocks that they make, each as often as it is touched.
  std::int64_t blocks() const { return blocks_; }
  std::span<const std::int32_t> starts() const { return starts_.first(count_ + 1); }
  std::span<const std::int32_t> touched() const { return touched_.first(index(starts_[count_])); }

  // Adds the nodes of those rows of M, increasing, each once.
  void add(std::span<const std::int32_t> rows, std::span<const std::int32_t> node) {
    const auto first = touched_.begin() + starts_[count_];
    auto last = first;
    for (const std::int32_t row : rows) *last++ = node[index(row)];
    std::sort(first, last);
    const auto end = std::unique(first, last);
    starts_[++count_] = static_cast<std::int32_t>(end - touched_.begin());
    blocks_ += std::int64_t{end - first} * std::int64_t{end - first};
  }

  void add_pair(std::int32_t first, std::int32_t second) {
    const std::int32_t at = starts_[count_];
    touched_[index(at)] = first;
    touched_[index(at) + 1] = second;
    starts_[++count_] = at + 2;
    blocks_ += 4;
  }

 private:
  std::span<std::int32_t> starts_, touched_;
  std::size_t count_ = 0;
  std::int64_t blocks_ = 0;
};

// Most pairs come twice, from both sides.
void add_pairs(const ColumnView& M, const MassBlocks& blocks, const CoupledNodes& nodes, Touches& touches,
               Arena& arena) {
  const Arena::Mark taken = arena.mark();
  const auto mark = arena.take<std::int32_t>(index(nodes.count), -1);
  for (const std::int32_t column : blocks.order) {
    const std::int32_t node = nodes.node[index(column)];
    for_each_entry(M, index(column), [&](std::size_t row, double) {
      const std::int32_t other = nodes.node[row];
      if (other == node || mark[index(other)] == node) return;
      mark[index(other)] = node;
      touches.add_pair(other, node);
    });
  }
  arena.rewind(taken);
}

}  // namespace

CoupledNodes couple_nodes(const Problem& problem, const Columns& columns, Arena& arena) {
  const std::size_t n = index(problem.velocities), contacts = index(problem.contacts);
  const auto width = static_cast<std::size_t>(problem.dimension);
  const std::size_t rows = columns.G.starts.empty() ? 0 : columns.G.starts.size() - 1;
  const std::size_t entries_of_M = columns.M.rows.size();
  // A pattern that may grow too large is given up before it takes memory.
  if (columns.H.rows.size() + columns.G.rows.size() + 4 * entries_of_M > most_touched_blocks) return {};
  // Each velocity is a row in one of the nodes of its body.
  const Nodes numbers = number_nodes(problem.blocks, arena);
  CoupledNodes nodes{numbers.count, arena.take<std::int32_t>(n), arena.take<std::int32_t>(n), {}, {}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    nodes.node[i] = numbers.of[index(problem.blocks.position[i])];
    nodes.place[i] = numbers.place[index(problem.blocks.position[i])];
  }
  Touches touches(contacts + rows + entries_of_M,
                  columns.H.rows.size() + columns.G.rows.size() + 2 * entries_of_M, arena);
  const auto rows_between = [](const ColumnView& A, std::size_t first, std::size_t end) {
    return A.rows.subspan(index(A.starts[first]), index(A.starts[end] - A.starts[first]));
  };
  // Contacts come first, so that what they touch can be read from the front; then rows, and pairs that M
  // couples.
  for (std::size_t c = 0; c < contacts; ++c)
    touches.add(rows_between(columns.H, width * c, width * (c + 1)), nodes.node);
  for (std::size_t j = 0; j < rows; ++j) touches.add(rows_between(columns.G, j, j + 1), nodes.node);
  nodes.starts = touches.starts();
  nodes.touched = touches.touched();
  add_pairs(columns.M, problem.blocks, nodes, touches, arena);
  // The pattern has a block for every two nodes that something touches together.
  if (touches.blocks() > static_cast<std::int64_t>(most_touched_blocks)) return {};
  nodes.pattern = friction::node_pattern(touches.starts(), touches.touched(), index(nodes.count), arena);
  nodes.starts = nodes.starts.first(contacts + 1);
  nodes.touched = nodes.touched.first(index(nodes.starts[contacts]));
  return nodes;
}

}  // namespace nsds::numerics::global_friction
