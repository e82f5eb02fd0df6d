#include "friction/contact_blocks.hpp"

#include <algorithm>

#include "linalg/entries.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics {
namespace {

ContactBlocks borrow(std::int32_t contacts, const nsds_bsr_arrays& bsr, Arena& arena) {
  const std::size_t count = index(bsr.row_starts[contacts]);
  const std::span<std::int64_t> at = arena.take<std::int64_t>(count);
  std::copy_n(bsr.value_starts, count, at.begin());
  return {contacts, {bsr.row_starts, index(contacts) + 1}, {bsr.block_columns, count}, at, bsr.values};
}

// Neighbours in a column of a dense matrix, not all of them zero.
struct Group {
  std::int32_t first_row, column;
};
constexpr std::int32_t group_size = 2 * static_cast<std::int32_t>(quad_size);

// Writes those of one column; the last rows are a group whatever they are. Returns how many.
NSDS_LOOP std::size_t groups_of_column(const double* column, std::int32_t rows, std::int32_t number, Group* groups) {
  std::size_t count = 0;
  for (std::int32_t first = 0; first < rows; first += group_size) {
    bool is_zero = false;
    if (first + group_size <= rows) {
      const QuadMask found =
          (quad(column + first).v != 0.0) | (quad(column + first + quad_size).v != 0.0);
      is_zero = (found[0] | found[1] | found[2] | found[3]) == 0;
    }
    groups[count] = {first, number};
    count += is_zero ? 0 : 1;
  }
  return count;
}

NSDS_WIDE std::size_t groups_of_column_wide(const double* column, std::int32_t rows, std::int32_t number,
                                            Group* groups) {
  return groups_of_column(column, rows, number, groups);
}

// Of a dense matrix, by columns: it may have few, and is looked at once.
std::span<const Group> nonzero_groups(const nsds_matrix& W, Arena& arena) {
  if (W.storage != NSDS_DENSE) return {};
  const auto groups = arena.take<Group>(index(W.cols) * (index(W.rows) / group_size + 1));
  std::size_t count = 0;
  for (std::int32_t j = 0; j < W.cols; ++j) {
    const double* const column = W.as.dense.values + index(j) * index(W.as.dense.leading_dimension);
    count += (has_wide() ? groups_of_column_wide : groups_of_column)(column, W.rows, j, &groups[count]);
  }
  return groups.first(count);
}

// Gathers the entries of any matrix into blocks of D x D.
template <std::int32_t D>
class Gathering {
 public:
  Gathering(std::int32_t contacts, const nsds_matrix& W, Arena& arena)
      : contacts_(contacts), W_(W), arena_(arena), groups_(nonzero_groups(W, arena)) {}

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
  // visit(i, j, value) for every entry that is not zero.
  template <class Visit>
  void for_each_nonzero(Visit&& visit) const {
    const auto visit_nonzero = [&](std::int32_t i, std::int32_t j, double value) {
      if (value != 0.0) visit(i, j, value);
    };
    if (W_.storage != NSDS_DENSE) {
      for_each_entry(W_, visit_nonzero);
      return;
    }
    for (const Group& group : groups_) {
      const double* const column =
          W_.as.dense.values + index(group.column) * index(W_.as.dense.leading_dimension);
      const std::int32_t end = std::min(group.first_row + group_size, W_.rows);
      for (std::int32_t i = group.first_row; i < end; ++i) visit_nonzero(i, group.column, column[i]);
    }
  }

  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    std::int32_t last_row = -1, last_column = -1;
    for_each_nonzero([&](std::int32_t i, std::int32_t j, double) {
      const std::int32_t row = i / D, column = j / D;
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
    for (std::size_t k = 0; k < count; ++k) at[k] = static_cast<std::int64_t>(k * entries);
    return {contacts_, row_starts, columns, at, fill(row_starts, columns)};
  }

  const double* fill(std::span<const std::int32_t> row_starts, std::span<const std::int32_t> columns) {
    const std::span<double> values = arena_.take<double>(columns.size() * entries, 0.0);
    std::int32_t last_row = -1, last_column = -1;
    double* block = nullptr;
    for_each_nonzero([&](std::int32_t i, std::int32_t j, double value) {
      const std::int32_t row = i / D, column = j / D;
      if (row != last_row || column != last_column) {
        const auto* const begin = columns.data() + row_starts[index(row)];
        const auto* const end = columns.data() + row_starts[index(row) + 1];
        block = &values[static_cast<std::size_t>(std::lower_bound(begin, end, column) - columns.data()) * entries];
        last_row = row;
        last_column = column;
      }
      block[index(j % D) * index(D) + index(i % D)] = value;
    });
    return values.data();
  }

  static constexpr std::size_t entries = std::size_t{D} * std::size_t{D};
  std::int32_t contacts_;
  const nsds_matrix& W_;
  Arena& arena_;
  std::span<const Group> groups_;  // of a dense matrix
};

ContactBlocks gathered(std::int32_t d, std::int32_t contacts, const nsds_matrix& W, Arena& arena) {
  return d == 2 ? Gathering<2>(contacts, W, arena).run() : Gathering<3>(contacts, W, arena).run();
}

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
                                                              : gathered(d, contacts, W, arena);
  return symmetrised(blocks, arena);
}

}  // namespace nsds::numerics
