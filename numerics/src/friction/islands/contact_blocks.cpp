#include "friction/islands/contact_blocks.hpp"

#include <algorithm>

#include "friction/islands/dense_blocks.hpp"
#include "friction/islands/gathered_blocks.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::friction {
namespace {

ContactBlocks borrow(std::int32_t d, std::int32_t contacts, const nsds_bsr_arrays& bsr, Arena& arena) {
  const std::size_t count = index(bsr.row_starts[contacts]);
  const std::span<std::int64_t> at = arena.take<std::int64_t>(count);
  std::copy_n(bsr.value_starts, count, at.begin());
  return {contacts,
          {bsr.row_starts, index(contacts) + 1},
          {bsr.block_columns, count},
          at,
          {bsr.values, index(d)}};
}

bool has_block(const ContactBlocks& blocks, std::int32_t row, std::int32_t column) {
  const auto* const begin = blocks.columns.data() + blocks.row_starts[index(row)];
  const auto* const end = blocks.columns.data() + blocks.row_starts[index(row) + 1];
  return std::binary_search(begin, end, column);
}

// Tells whether every block has its transposed one, and every row its diagonal block. Rows are taken in
// order, so that the blocks of a column have to come up row by row.
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
  // Blocks that are missing are counted, and then listed, by rows.
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
  // Given and missing blocks of a row are merged by columns; missing ones have no values.
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

}  // namespace

bool is_by_contacts(std::int32_t d, std::int32_t contacts, const nsds_matrix& W) {
  if (W.storage != NSDS_BSR || W.as.bsr.block_rows != contacts || W.as.bsr.block_cols != contacts)
    return false;
  for (std::int32_t c = 0; c <= contacts; ++c)
    if (W.as.bsr.row_offsets[c] != c * d || W.as.bsr.col_offsets[c] != c * d) return false;
  return true;
}

ContactBlocks stored_blocks(std::int32_t d, std::int32_t contacts, const nsds_matrix& W, Arena& arena) {
  if (is_by_contacts(d, contacts, W)) return borrow(d, contacts, W.as.bsr, arena);
  if (W.storage == NSDS_DENSE) return dense_blocks(d, contacts, W.as.dense, arena);
  return gathered_blocks(d, contacts, W, arena);
}

ContactBlocks contact_blocks(std::int32_t d, std::int32_t contacts, const nsds_matrix& W, Arena& arena) {
  return symmetrised(stored_blocks(d, contacts, W, arena), arena);
}

}  // namespace nsds::numerics::friction
