#include "friction/contact_graph.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

ContactBlocks borrow(std::int32_t contacts, const nsds_bsr_arrays& bsr, Arena& arena) {
  const std::size_t count = index(bsr.row_starts[contacts]);
  const std::span<std::int64_t> at = arena.take<std::int64_t>(count);
  std::copy_n(bsr.value_starts, count, at.begin());
  return {contacts, {bsr.row_starts, index(contacts) + 1}, {bsr.block_columns, count}, at, bsr.values};
}

// Gathers the entries of any matrix into blocks.
class Gathering {
 public:
  Gathering(std::int32_t d, std::int32_t contacts, const nsds_matrix& W, Arena& arena)
      : d_(d), contacts_(contacts), W_(W), arena_(arena) {}

  ContactBlocks run() {
    // Pairs (row, column) of every entry that is not zero, repeats of neighbours left out; by column first.
    const std::span<std::int32_t> counts = arena_.take<std::int32_t>(index(contacts_) + 1, 0);
    for_each_pair([&](std::int32_t, std::int32_t column) { ++counts[index(column) + 1]; });
    for (std::size_t c = 0; c < index(contacts_); ++c) counts[c + 1] += counts[c];
    const std::size_t pairs = index(counts[index(contacts_)]);
    const std::span<std::int32_t> rows = arena_.take<std::int32_t>(pairs);
    const std::span<std::int32_t> next = arena_.take<std::int32_t>(index(contacts_));
    std::copy_n(counts.begin(), next.size(), next.begin());
    for_each_pair([&](std::int32_t row, std::int32_t column) { rows[index(next[index(column)]++)] = row; });
    return by_rows(counts, rows);
  }

 private:
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    std::int32_t last_row = -1, last_column = -1;
    for_each_entry(W_, [&](std::int32_t i, std::int32_t j, double value) {
      if (value == 0.0) return;
      const std::int32_t row = i / d_, column = j / d_;
      if (row == last_row && column == last_column) return;
      visit(row, column);
      last_row = row;
      last_column = column;
    });
  }

  ContactBlocks by_rows(std::span<const std::int32_t> starts, std::span<const std::int32_t> rows) {
    // A pair may still be there several times: mark counts it once.
    const std::size_t n = index(contacts_);
    const std::span<std::int32_t> mark = arena_.take<std::int32_t>(n, -1);
    const std::span<std::int32_t> row_starts = arena_.take<std::int32_t>(n + 1, 0);
    const auto each = [&](auto&& visit) {
      std::fill(mark.begin(), mark.end(), -1);
      for (std::int32_t column = 0; column < contacts_; ++column) {
        for (std::int32_t k = starts[index(column)]; k < starts[index(column) + 1]; ++k) {
          const std::int32_t row = rows[index(k)];
          if (mark[index(row)] == column) continue;
          mark[index(row)] = column;
          visit(row, column);
        }
      }
    };
    each([&](std::int32_t row, std::int32_t) { ++row_starts[index(row) + 1]; });
    for (std::size_t c = 0; c < n; ++c) row_starts[c + 1] += row_starts[c];
    const std::size_t count = index(row_starts[n]);
    const std::span<std::int32_t> columns = arena_.take<std::int32_t>(count);
    const std::span<std::int32_t> next = arena_.take<std::int32_t>(n);
    std::copy_n(row_starts.begin(), n, next.begin());
    each([&](std::int32_t row, std::int32_t column) { columns[index(next[index(row)]++)] = column; });
    const std::span<std::int64_t> at = arena_.take<std::int64_t>(count);
    const auto entries = static_cast<std::int64_t>(d_) * d_;
    for (std::size_t k = 0; k < count; ++k) at[k] = static_cast<std::int64_t>(k) * entries;
    return {contacts_, row_starts, columns, at, fill(row_starts, columns)};
  }

  const double* fill(std::span<const std::int32_t> row_starts, std::span<const std::int32_t> columns) {
    const std::size_t entries = index(d_) * index(d_);
    const std::span<double> values = arena_.take<double>(columns.size() * entries, 0.0);
    for_each_entry(W_, [&](std::int32_t i, std::int32_t j, double value) {
      if (value == 0.0) return;
      const std::int32_t row = i / d_, column = j / d_;
      const auto* const begin = columns.data() + row_starts[index(row)];
      const auto* const end = columns.data() + row_starts[index(row) + 1];
      const auto block = static_cast<std::size_t>(std::lower_bound(begin, end, column) - columns.data());
      values[block * entries + index(j % d_) * index(d_) + index(i % d_)] = value;
    });
    return values.data();
  }

  std::int32_t d_, contacts_;
  const nsds_matrix& W_;
  Arena& arena_;
};

bool has_block(const ContactBlocks& blocks, std::int32_t row, std::int32_t column) {
  const auto* const begin = blocks.columns.data() + blocks.row_starts[index(row)];
  const auto* const end = blocks.columns.data() + blocks.row_starts[index(row) + 1];
  return std::binary_search(begin, end, column);
}

// Has every block its transposed one, and every row its diagonal block? Rows are taken in order, so that the
// blocks of a column have to come up row by row.
bool is_symmetric(const ContactBlocks& blocks, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::size_t n = index(blocks.contacts);
  const std::span<std::int32_t> next = arena.take<std::int32_t>(n);
  std::copy_n(blocks.row_starts.begin(), n, next.begin());
  bool symmetric = true;
  for (std::int32_t row = 0; row < blocks.contacts && symmetric; ++row) {
    bool diagonal = false;
    for (std::int32_t k = blocks.row_starts[index(row)]; k < blocks.row_starts[index(row) + 1]; ++k) {
      const std::size_t column = index(blocks.columns[index(k)]);
      std::int32_t& twin = next[column];
      if (twin == blocks.row_starts[column + 1] || blocks.columns[index(twin)] != row) symmetric = false;
      ++twin;
      diagonal = diagonal || blocks.columns[index(k)] == row;
    }
    symmetric = symmetric && diagonal;
  }
  arena.rewind(mark);
  return symmetric;
}

// visit(row, column) for the blocks that only the transposed matrix has, and for missing diagonal ones.
template <class Visit>
void for_each_missing(const ContactBlocks& blocks, Visit&& visit) {
  for (std::int32_t row = 0; row < blocks.contacts; ++row) {
    if (!has_block(blocks, row, row)) visit(row, row);
    for (std::int32_t k = blocks.row_starts[index(row)]; k < blocks.row_starts[index(row) + 1]; ++k) {
      const std::int32_t column = blocks.columns[index(k)];
      if (!has_block(blocks, column, row)) visit(column, row);
    }
  }
}

ContactBlocks symmetrised(const ContactBlocks& given, Arena& arena) {
  const std::size_t n = index(given.contacts);
  if (is_symmetric(given, arena)) return given;
  std::size_t missing = 0;
  for_each_missing(given, [&](std::int32_t, std::int32_t) { ++missing; });
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(n + 1);
  std::copy(given.row_starts.begin(), given.row_starts.end(), starts.begin());
  const std::span<std::int32_t> added = arena.take<std::int32_t>(n + 1, 0);
  for_each_missing(given, [&](std::int32_t row, std::int32_t) { ++added[index(row) + 1]; });
  for (std::size_t c = 0; c < n; ++c) added[c + 1] += added[c];
  for (std::size_t c = 0; c <= n; ++c) starts[c] += added[c];
  const std::span<std::int32_t> extra = arena.take<std::int32_t>(missing);
  const std::span<std::int32_t> next = arena.take<std::int32_t>(n);
  std::copy_n(added.begin(), n, next.begin());
  for_each_missing(given,
                   [&](std::int32_t row, std::int32_t column) { extra[index(next[index(row)]++)] = column; });
  const std::span<std::int32_t> columns = arena.take<std::int32_t>(given.columns.size() + missing);
  const std::span<std::int64_t> at = arena.take<std::int64_t>(columns.size());
  for (std::size_t row = 0; row < n; ++row) {
    auto* const first = extra.data() + added[row];
    auto* const last = extra.data() + added[row + 1];
    std::sort(first, last);
    const std::int32_t* other = first;
    std::size_t place = index(starts[row]);
    for (std::int32_t k = given.row_starts[row]; k <= given.row_starts[row + 1]; ++k) {
      const bool at_end = k == given.row_starts[row + 1];
      while (other != last && (at_end || *other < given.columns[index(k)])) {
        columns[place] = *other++;
        at[place++] = ContactBlocks::no_values;
      }
      if (at_end) break;
      columns[place] = given.columns[index(k)];
      at[place++] = given.at[index(k)];
    }
  }
  return {given.contacts, starts, columns, at, given.values};
}

// The islands, as the connected parts of the graph; island: (contacts) out. Returns how many.
std::int32_t find_islands(const ContactBlocks& blocks, std::span<std::int32_t> island, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> stack = arena.take<std::int32_t>(island.size());
  std::fill(island.begin(), island.end(), -1);
  std::int32_t count = 0;
  for (std::int32_t first = 0; first < blocks.contacts; ++first) {
    if (island[index(first)] >= 0) continue;
    std::size_t depth = 0;
    stack[depth++] = first;
    island[index(first)] = count;
    while (depth > 0) {
      const std::int32_t c = stack[--depth];
      for (std::int32_t k = blocks.row_starts[index(c)]; k < blocks.row_starts[index(c) + 1]; ++k) {
        const std::int32_t other = blocks.columns[index(k)];
        if (island[index(other)] >= 0) continue;
        island[index(other)] = count;
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

// The least colour that no neighbour has, contact after contact. Returns one more than the largest.
std::int32_t colour(const ContactBlocks& blocks, std::span<std::int32_t> colours, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> taken = arena.take<std::int32_t>(colours.size() + 1, -1);  // by contact
  std::fill(colours.begin(), colours.end(), -1);
  std::int32_t count = 0;
  for (std::int32_t c = 0; c < blocks.contacts; ++c) {
    for (std::int32_t k = blocks.row_starts[index(c)]; k < blocks.row_starts[index(c) + 1]; ++k) {
      const std::int32_t other = colours[index(blocks.columns[index(k)])];
      if (other >= 0) taken[index(other)] = c;
    }
    std::int32_t least = 0;
    while (taken[index(least)] == c) ++least;
    colours[index(c)] = least;
    count = std::max(count, least + 1);
  }
  arena.rewind(mark);
  return count;
}

// Stable: of equal keys the earlier comes first.
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

bool is_by_contacts(std::int32_t d, std::int32_t contacts, const nsds_matrix& W) {
  if (W.storage != NSDS_BSR || W.as.bsr.block_rows != contacts || W.as.bsr.block_cols != contacts)
    return false;
  for (std::int32_t c = 0; c <= contacts; ++c)
    if (W.as.bsr.row_offsets[c] != c * d || W.as.bsr.col_offsets[c] != c * d) return false;
  return true;
}

ContactBlocks contact_blocks(std::int32_t d, std::int32_t contacts, const nsds_matrix& W, Arena& arena) {
  const ContactBlocks blocks = is_by_contacts(d, contacts, W) ? borrow(contacts, W.as.bsr, arena)
                                                              : Gathering(d, contacts, W, arena).run();
  return symmetrised(blocks, arena);
}

ContactOrder contact_order(const ContactBlocks& blocks, Arena& arena) {
  const std::size_t n = index(blocks.contacts);
  const std::span<std::int32_t> contacts = arena.take<std::int32_t>(n);
  for (std::size_t c = 0; c < n; ++c) contacts[c] = static_cast<std::int32_t>(c);
  const std::span<std::int32_t> colours = arena.take<std::int32_t>(n);
  const std::span<std::int32_t> island = arena.take<std::int32_t>(n);
  sort_by(colours, colour(blocks, colours, arena), contacts, arena);
  const std::int32_t islands = find_islands(blocks, island, arena);
  number_by_size(island, islands, arena);
  sort_by(island, islands, contacts, arena);
  const std::span<std::int32_t> island_starts = arena.take<std::int32_t>(index(islands) + 1, 0);
  const std::span<std::int32_t> ordered_colours = arena.take<std::int32_t>(n);
  for (std::size_t k = 0; k < n; ++k) {
    ++island_starts[index(island[index(contacts[k])]) + 1];
    ordered_colours[k] = colours[index(contacts[k])];
  }
  for (std::size_t i = 0; i < index(islands); ++i) island_starts[i + 1] += island_starts[i];
  return {contacts, island_starts, ordered_colours};
}

}  // namespace nsds::numerics
