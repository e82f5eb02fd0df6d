#include "friction/island.hpp"

#include <algorithm>

namespace nsds::numerics {
namespace {

// The columns beside the diagonal, increasing within each row. Contacts are taken in their new order and
// entered into the rows of their neighbours: the pattern is symmetric.
void number_columns(const ContactBlocks& blocks, std::span<const std::int32_t> original,
                    std::span<const std::int32_t> position, std::span<const std::int32_t> starts,
                    std::span<std::int32_t> columns, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const auto next = arena.take<std::int32_t>(original.size());
  std::copy_n(starts.begin(), next.size(), next.begin());
  for (std::size_t c = 0; c < original.size(); ++c) {
    const std::size_t o = index(original[c]);
    for (std::int32_t b = blocks.row_starts[o]; b < blocks.row_starts[o + 1]; ++b) {
      const std::size_t row = index(position[index(blocks.columns[index(b)])]);
      if (row != c) columns[index(next[row]++)] = static_cast<std::int32_t>(c);
    }
  }
  arena.rewind(mark);
}

}  // namespace

IslandPattern island_pattern(const ContactBlocks& blocks, const ContactOrder& order, std::size_t k,
                             Arena& arena) {
  const std::size_t first = index(order.island_starts[k]);
  const std::size_t n = index(order.island_starts[k + 1]) - first;
  const std::span<const std::int32_t> original = order.contacts.subspan(first, n);
  std::size_t stored = 0;
  for (const std::int32_t c : original)
    stored += index(blocks.row_starts[index(c) + 1] - blocks.row_starts[index(c)]);
  const std::size_t count = stored - n;  // every row has its diagonal block
  const auto starts = arena.take<std::int32_t>(n + 1);
  const auto columns = arena.take<std::int32_t>(count);
  const auto from = arena.take<std::int64_t>(count);
  const auto diagonal_from = arena.take<std::int64_t>(n);
  const Arena::Mark mark = arena.mark();
  const auto position = arena.take<std::int32_t>(index(blocks.contacts));  // of a contact in the island
  const auto block_of = arena.take<std::int64_t>(n);                       // in the row at hand, by column
  starts[0] = 0;
  for (std::size_t c = 0; c < n; ++c) {
    const std::size_t o = index(original[c]);
    position[o] = static_cast<std::int32_t>(c);
    starts[c + 1] = starts[c] + blocks.row_starts[o + 1] - blocks.row_starts[o] - 1;
  }
  number_columns(blocks, original, position, starts, columns, arena);
  for (std::size_t c = 0; c < n; ++c) {
    const std::size_t o = index(original[c]);
    for (std::int32_t b = blocks.row_starts[o]; b < blocks.row_starts[o + 1]; ++b)
      block_of[index(position[index(blocks.columns[index(b)])])] = blocks.at[index(b)];
    diagonal_from[c] = block_of[c];
    for (std::size_t e = index(starts[c]); e < index(starts[c + 1]); ++e)
      from[e] = block_of[index(columns[e])];
  }
  arena.rewind(mark);
  return {starts, columns, from, diagonal_from, original, order.colours.subspan(first, n)};
}

}  // namespace nsds::numerics
