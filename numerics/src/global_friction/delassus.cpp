#include "global_friction/delassus.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {
namespace {

// visit(row, where its values begin) for the rows of a block.
template <class Visit>
void for_each_row(const PackedBlocks& packed, std::size_t block, Visit&& visit) {
  std::int64_t at = packed.value_starts[block];
  const auto width = static_cast<std::int64_t>(packed.width(block));
  for (std::int32_t s = packed.segment_starts[block]; s < packed.segment_starts[block + 1]; ++s) {
    const Segment& segment = packed.segments[index(s)];
    for (std::int32_t i = 0; i < segment.count; ++i, at += width) visit(segment.first + i, at);
  }
}

// visit(c, other) once for every contact with which c shares a row, itself among them.
template <class Visit>
void for_each_neighbour(const PackedBlocks& contacts, const RowEntries& rows, std::size_t c,
                        std::span<std::int32_t> mark, Visit&& visit) {
  const auto self = static_cast<std::int32_t>(c);
  mark[c] = self;  // a contact without bodies has its block as well
  visit(self);
  for_each_row(contacts, c, [&](std::int32_t row, std::int64_t) {
    for (std::int64_t e = rows.starts[index(row)]; e < rows.starts[index(row) + 1]; ++e) {
      const std::int32_t other = rows.entries[static_cast<std::size_t>(e)].contact;
      if (mark[index(other)] == self) continue;
      mark[index(other)] = self;
      visit(other);
    }
  });
}

// block += read' write, of one row each; column-major.
void add_row(std::size_t width, const double* read, const double* write, double* block) {
  for (std::size_t j = 0; j < width; ++j)
    for (std::size_t i = 0; i < width; ++i) block[j * width + i] += read[i] * write[j];
}

}  // namespace

RowEntries entries_by_rows(const PackedBlocks& contacts, std::size_t size, Arena& arena) {
  const auto starts = arena.take<std::int64_t>(size + 1, 0);
  for (std::size_t c = 0; c < contacts.count(); ++c)
    for_each_row(contacts, c, [&](std::int32_t row, std::int64_t) { ++starts[index(row) + 1]; });
  for (std::size_t i = 0; i < size; ++i) starts[i + 1] += starts[i];
  const auto entries = arena.take<RowEntries::Entry>(static_cast<std::size_t>(starts[size]));
  const Arena::Mark mark = arena.mark();
  const auto next = arena.take<std::int64_t>(size);
  std::copy_n(starts.begin(), size, next.begin());
  for (std::size_t c = 0; c < contacts.count(); ++c)
    for_each_row(contacts, c, [&](std::int32_t row, std::int64_t at) {
      entries[static_cast<std::size_t>(next[index(row)]++)] = {static_cast<std::int32_t>(c), at};
    });
  arena.rewind(mark);
  return {starts, entries};
}

std::int64_t count_delassus_blocks(const PackedBlocks& contacts, const RowEntries& rows, std::int64_t limit,
                                   Arena& arena) {
  const Arena::Mark start = arena.mark();
  const auto mark = arena.take<std::int32_t>(contacts.count(), -1);
  std::int64_t blocks = 0;
  for (std::size_t c = 0; c < contacts.count() && blocks <= limit; ++c)
    for_each_neighbour(contacts, rows, c, mark, [&](std::int32_t) { ++blocks; });
  arena.rewind(start);
  return blocks;
}

nsds_matrix form_delassus(const PackedBlocks& contacts, const RowEntries& rows, std::int64_t blocks,
                          Arena& arena) {
  const std::size_t count = contacts.count(), width = count > 0 ? contacts.width(0) : 1;
  const auto row_starts = arena.take<std::int32_t>(count + 1);
  const auto columns = arena.take<std::int32_t>(static_cast<std::size_t>(blocks));
  const auto value_starts = arena.take<std::int32_t>(columns.size() + 1);
  const auto values = arena.take<double>(columns.size() * width * width, 0.0);
  const auto mark = arena.take<std::int32_t>(count, -1);
  const auto place = arena.take<std::int32_t>(count);  // of the block with that column in the row at hand
  std::size_t stored = 0;
  row_starts[0] = 0;
  for (std::size_t c = 0; c < count; ++c) {
    // A row has a block for each contact on the same bodies, in the order of contacts.
    const std::size_t first = stored;
    for_each_neighbour(contacts, rows, c, mark, [&](std::int32_t other) { columns[stored++] = other; });
    std::sort(columns.begin() + static_cast<std::ptrdiff_t>(first),
              columns.begin() + static_cast<std::ptrdiff_t>(stored));
    for (std::size_t k = first; k < stored; ++k) place[index(columns[k])] = static_cast<std::int32_t>(k);
    // W_cd = Σ read_cᵀ write_d over the velocities that both touch.
    for_each_row(contacts, c, [&](std::int32_t row, std::int64_t at) {
      for (std::int64_t e = rows.starts[index(row)]; e < rows.starts[index(row) + 1]; ++e) {
        const RowEntries::Entry& entry = rows.entries[static_cast<std::size_t>(e)];
        add_row(width, contacts.read.data() + at, contacts.write.data() + entry.at,
                &values[index(place[index(entry.contact)]) * width * width]);
      }
    });
    row_starts[c + 1] = static_cast<std::int32_t>(stored);
  }
  for (std::size_t k = 0; k < value_starts.size(); ++k)
    value_starts[k] = static_cast<std::int32_t>(k * width * width);
  const auto offsets = contacts.columns;
  return nsds_matrix_bsr(static_cast<std::int32_t>(count), static_cast<std::int32_t>(count), offsets.data(),
                         offsets.data(), row_starts.data(), columns.data(), value_starts.data(),
                         values.data());
}

}  // namespace nsds::numerics::global_friction
