#include "global_friction/mass/body_nodes.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {

using friction::node_size;

Nodes number_nodes(const MassBlocks& blocks, Arena& arena) {
  const std::size_t n = blocks.order.size();
  Nodes nodes{arena.take<std::int32_t>(n), arena.take<std::int32_t>(n)};
  std::int32_t filled = node_size, last_size = 0;
  for (std::size_t block = 0; block < blocks.count(); ++block) {
    const std::int32_t size = blocks.starts[block + 1] - blocks.starts[block];
    if (size > 1 || last_size > 1) filled = node_size;
    for (std::int32_t row = blocks.starts[block]; row < blocks.starts[block + 1]; ++row) {
      if (filled == node_size) {
        ++nodes.count;
        filled = 0;
      }
      nodes.of[index(row)] = nodes.count - 1;
      nodes.place[index(row)] = filled++;
    }
    last_size = size;
  }
  return nodes;
}

friction::VelocityBlocks velocity_blocks(const PackedBlocks& contacts, const MassBlocks& blocks,
                                         Arena& arena) {
  const std::size_t count = contacts.count(), width = count > 0 ? contacts.width(0) : 1;
  const Nodes nodes = number_nodes(blocks, arena);
  const auto starts = arena.take<std::int32_t>(count + 1);
  // Rows come in order, and those of a node one after the other.
  const auto for_each_row = [&](std::size_t c, auto&& visit) {
    auto at = static_cast<std::size_t>(contacts.value_starts[c]);
    std::int32_t last = -1;
    for (std::int32_t s = contacts.segment_starts[c]; s < contacts.segment_starts[c + 1]; ++s) {
      const Segment& segment = contacts.segments[index(s)];
      for (std::int32_t row = segment.first; row < segment.first + segment.count; ++row, at += width) {
        visit(index(row), at, nodes.of[index(row)] != last);
        last = nodes.of[index(row)];
      }
    }
  };
  // A contact has a block for each node that it touches.
  starts[0] = 0;
  for (std::size_t c = 0; c < count; ++c) {
    starts[c + 1] = starts[c];
    for_each_row(c, [&](std::size_t, std::size_t, bool is_new) { starts[c + 1] += is_new ? 1 : 0; });
  }
  // Values go to their rows in the block; rows that the node has and the contact does not touch stay zero.
  const std::size_t total = index(starts[count]);
  const auto node_of = arena.take<std::int32_t>(total);
  const auto values = arena.take<double>(node_size * width * total, 0.0);
  for (std::size_t c = 0; c < count; ++c) {
    std::size_t next = index(starts[c]);
    for_each_row(c, [&](std::size_t row, std::size_t at, bool is_new) {
      if (is_new) node_of[next++] = nodes.of[row];
      double* const block = &values[node_size * width * (next - 1)];
      for (std::size_t j = 0; j < width; ++j)
        block[node_size * j + index(nodes.place[row])] = contacts.read[at + j];
    });
  }
  return {nodes.count, starts, node_of, values};
}

}  // namespace nsds::numerics::global_friction
