#include "friction/islands/island.hpp"

#include <algorithm>

namespace nsds::numerics::friction {
namespace {

// All islands share this memory for their patterns, and each takes its part off the front.
struct PatternMemory {
  std::span<std::int32_t> starts, columns;
  std::span<std::int64_t> from, diagonal_from;
};

struct Scratch {
  std::span<std::int32_t> position;  // of a contact of the problem in its island
  std::span<std::int32_t> next;      // by row of the island at hand: place that is filled next
  std::span<std::int64_t> block_of;  // by column of it, in the row at hand
};

// Numbers the columns beside the diagonal, increasing within each row. Contacts are taken in their new order
// and entered into the rows of their neighbours: the pattern is symmetric.
void number_columns(const ContactBlocks& blocks, const IslandPattern& pattern, const Scratch& scratch,
                    std::span<std::int32_t> columns) {
  const std::size_t n = pattern.original.size();
  std::copy_n(pattern.starts.begin(), n, scratch.next.begin());
  for (std::size_t c = 0; c < n; ++c) {
    const std::size_t o = index(pattern.original[c]);
    for (std::int32_t b = blocks.row_starts[o]; b < blocks.row_starts[o + 1]; ++b) {
      const std::size_t row = index(scratch.position[index(blocks.columns[index(b)])]);
      if (row != c) columns[index(scratch.next[row]++)] = static_cast<std::int32_t>(c);
    }
  }
}

IslandPattern pattern_of(const ContactBlocks& blocks, std::span<const std::int32_t> original,
                         const Scratch& scratch, PatternMemory& memory) {
  const std::size_t n = original.size();
  const auto starts = take_front(memory.starts, n + 1);
  // Contacts get their places in the island, and rows theirs, with the diagonal apart.
  starts[0] = 0;
  for (std::size_t c = 0; c < n; ++c) {
    const std::size_t o = index(original[c]);
    scratch.position[o] = static_cast<std::int32_t>(c);
    starts[c + 1] = starts[c] + blocks.row_starts[o + 1] - blocks.row_starts[o] - 1;
  }
  const auto columns = take_front(memory.columns, index(starts[n]));
  const auto from = take_front(memory.from, columns.size());
  const auto diagonal_from = take_front(memory.diagonal_from, n);
  const IslandPattern pattern{starts, columns, from, diagonal_from, original};
  number_columns(blocks, pattern, scratch, columns);
  // Every block remembers where its values are in the given matrix.
  for (std::size_t c = 0; c < n; ++c) {
    const std::size_t o = index(original[c]);
    for (std::int32_t b = blocks.row_starts[o]; b < blocks.row_starts[o + 1]; ++b)
      scratch.block_of[index(scratch.position[index(blocks.columns[index(b)])])] = blocks.at[index(b)];
    diagonal_from[c] = scratch.block_of[c];
    for (std::size_t e = index(starts[c]); e < index(starts[c + 1]); ++e)
      from[e] = scratch.block_of[index(columns[e])];
  }
  return pattern;
}

}  // namespace

std::span<IslandPattern> island_patterns(const ContactBlocks& blocks, const ContactOrder& order,
                                         Arena& arena) {
  const std::size_t contacts = order.contacts.size(), islands = order.island_starts.size() - 1;
  const std::size_t beside_diagonal = blocks.columns.size() - contacts;  // every row has its diagonal block
  const auto patterns = arena.take<IslandPattern>(islands);
  PatternMemory memory{arena.take<std::int32_t>(contacts + islands),
                       arena.take<std::int32_t>(beside_diagonal), arena.take<std::int64_t>(beside_diagonal),
                       arena.take<std::int64_t>(contacts)};
  const Arena::Mark mark = arena.mark();
  const Scratch scratch{arena.take<std::int32_t>(contacts), arena.take<std::int32_t>(contacts),
                        arena.take<std::int64_t>(contacts)};
  for (std::size_t k = 0; k < islands; ++k) {
    const std::size_t first = index(order.island_starts[k]), end = index(order.island_starts[k + 1]);
    patterns[k] = pattern_of(blocks, order.contacts.subspan(first, end - first), scratch, memory);
  }
  arena.rewind(mark);
  return patterns;
}

}  // namespace nsds::numerics::friction
