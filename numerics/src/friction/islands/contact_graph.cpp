#include "friction/islands/contact_graph.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics::friction {
namespace {

// Finds the islands, which are the connected components of the graph. island: (contacts) out. Returns how
// many.
std::int32_t find_islands(const ContactBlocks& blocks, std::span<std::int32_t> island, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> stack = arena.take<std::int32_t>(island.size());
  std::fill(island.begin(), island.end(), -1);
  std::int32_t count = 0, found = 0;
  for (std::int32_t first = 0; found < blocks.contacts; ++first) {
    if (island[index(first)] >= 0) continue;
    // An island is searched depth first from its least contact; the search is over when all contacts are
    // found.
    std::size_t depth = 0;
    stack[depth++] = first;
    island[index(first)] = count;
    ++found;
    while (depth > 0 && found < blocks.contacts) {
      const std::int32_t c = stack[--depth];
      for (std::int32_t k = blocks.row_starts[index(c)]; k < blocks.row_starts[index(c) + 1]; ++k) {
        const std::int32_t other = blocks.columns[index(k)];
        if (island[index(other)] >= 0) continue;
        island[index(other)] = count;
        ++found;
        stack[depth++] = other;
      }
    }
    ++count;
  }
  arena.rewind(mark);
  return count;
}

// Numbers the islands anew, small ones first: one that is hard to solve does not keep the others waiting.
void number_by_size(std::span<std::int32_t> island, std::int32_t islands, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> size = arena.take<std::int32_t>(index(islands), 0);
  const std::span<std::int32_t> sorted = arena.take<std::int32_t>(index(islands));
  const std::span<std::int32_t> number = arena.take<std::int32_t>(index(islands));
  for (const std::int32_t i : island) ++size[index(i)];
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = static_cast<std::int32_t>(i);
  std::sort(sorted.begin(), sorted.end(), [&](std::int32_t a, std::int32_t b) {
    return size[index(a)] != size[index(b)] ? size[index(a)] < size[index(b)] : a < b;
  });
  for (std::size_t k = 0; k < sorted.size(); ++k) number[index(sorted[k])] = static_cast<std::int32_t>(k);
  for (std::int32_t& i : island) i = number[index(i)];
  arena.rewind(mark);
}

// Gives contact after contact the least colour that no neighbour has. Returns one more than the largest.
std::int32_t colour(const ContactBlocks& blocks, std::span<std::int32_t> colours, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> taken = arena.take<std::int32_t>(colours.size() + 1, -1);  // by contact
  std::int32_t count = 0;
  for (std::int32_t c = 0; c < blocks.contacts; ++c) {
    // Columns increase: those before c have their colours, and the block on the diagonal ends them.
    for (std::int32_t k = blocks.row_starts[index(c)]; blocks.columns[index(k)] < c; ++k)
      taken[index(colours[index(blocks.columns[index(k)])])] = c;
    std::int32_t least = 0;
    while (taken[index(least)] == c) ++least;
    colours[index(c)] = least;
    count = std::max(count, least + 1);
  }
  arena.rewind(mark);
  return count;
}

// Sorts contacts by their keys, equal ones in the order they had.
void sort_by(std::span<const std::int32_t> key, std::int32_t keys, std::span<std::int32_t> contacts,
             Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(index(keys) + 1, 0);
  const std::span<std::int32_t> before = arena.take<std::int32_t>(contacts.size());
  std::copy(contacts.begin(), contacts.end(), before.begin());
  for (const std::int32_t c : before) ++starts[index(key[index(c)]) + 1];
  for (std::size_t k = 0; k < index(keys); ++k) starts[k + 1] += starts[k];
  for (const std::int32_t c : before) contacts[index(starts[index(key[index(c)])]++)] = c;
  arena.rewind(mark);
}

}  // namespace

ContactOrder contact_order(const ContactBlocks& blocks, Arena& arena) {
  const std::size_t n = index(blocks.contacts);
  const std::span<std::int32_t> contacts = arena.take<std::int32_t>(n);
  const std::span<std::int32_t> starts =
      arena.take<std::int32_t>(n + 1, 0);  // for as many islands as contacts
  const Arena::Mark mark = arena.mark();
  for (std::size_t c = 0; c < n; ++c) contacts[c] = static_cast<std::int32_t>(c);
  const std::span<std::int32_t> colours = arena.take<std::int32_t>(n);
  const std::span<std::int32_t> island = arena.take<std::int32_t>(n);
  sort_by(colours, colour(blocks, colours, arena), contacts, arena);
  const std::int32_t islands = find_islands(blocks, island, arena);
  number_by_size(island, islands, arena);
  sort_by(island, islands, contacts, arena);
  for (const std::int32_t i : island) ++starts[index(i) + 1];
  for (std::size_t i = 0; i < index(islands); ++i) starts[i + 1] += starts[i];
  arena.rewind(mark);
  return {contacts, starts.first(index(islands) + 1)};
}

}  // namespace nsds::numerics::friction
