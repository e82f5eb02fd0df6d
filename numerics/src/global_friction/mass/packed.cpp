#include "global_friction/mass/packed.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {
namespace {

constexpr std::int32_t most_rows_a_block = 6;  // of G: all that two bodies can have in common

// Collects which blocks of M some columns touch.
class Touched {
 public:
  Touched(const MassFactors& factors, Arena& arena)
      : factors_(factors),
        mark_(arena.take<std::int32_t>(factors.blocks.count(), -1)),
        bodies_(arena.take<std::int32_t>(factors.blocks.count())) {}

  void clear() {
    ++round_;
    count_ = 0;
  }
  void add(const ColumnView& columns, std::int32_t column) {
    for (std::int32_t k = columns.starts[index(column)]; k < columns.starts[index(column) + 1]; ++k) {
      if (columns.values[index(k)] == 0.0) continue;
      const std::int32_t row = factors_.blocks.position[index(columns.rows[index(k)])];
      const std::int32_t body = factors_.blocks.block_of[index(row)];
      if (mark_[index(body)] == round_) continue;
      mark_[index(body)] = round_;
      bodies_[count_++] = body;
    }
  }
  std::span<const std::int32_t> sorted() {
    std::sort(bodies_.begin(), bodies_.begin() + static_cast<std::ptrdiff_t>(count_));
    return bodies_.first(count_);
  }

 private:
  const MassFactors& factors_;
  std::span<std::int32_t> mark_, bodies_;
  std::int32_t round_ = -1;
  std::size_t count_ = 0;
};

// visit(segment) over sorted bodies, neighbours joined.
template <class Visit>
void for_each_segment(const MassFactors& factors, std::span<const std::int32_t> bodies, Visit&& visit) {
  Segment segment{0, 0};
  for (const std::int32_t body : bodies) {
    const std::int32_t first = factors.blocks.starts[index(body)];
    const std::int32_t count = factors.blocks.starts[index(body) + 1] - first;
    if (segment.count > 0 && segment.first + segment.count == first) {
      segment.count += count;
      continue;
    }
    if (segment.count > 0) visit(segment);
    segment = {first, count};
  }
  if (segment.count > 0) visit(segment);
}

// Multiplies the columns of a block on one body, row by row, by A and by B'.
class Transformation {
 public:
  Transformation(const MassFactors& factors, Arena& arena)
      : factors_(factors),
        x_(arena.take<double>(index(factors.blocks.largest))),
        y_(arena.take<double>(index(factors.blocks.largest))) {}

  // given, read, write: (rows x width) row by row; read may be null.
  void operator()(std::int32_t body, std::size_t width, const double* given, double* read, double* write) {
    const std::size_t rows =
        index(factors_.blocks.starts[index(body) + 1] - factors_.blocks.starts[index(body)]);
    for (std::size_t j = 0; j < width; ++j) {
      for (std::size_t i = 0; i < rows; ++i) x_[i] = given[i * width + j];
      apply_left(factors_, index(body), x_.data(), y_.data());
      for (std::size_t i = 0; i < rows; ++i) write[i * width + j] = y_[i];
      if (read == nullptr) continue;
      apply_right_transposed(factors_, index(body), x_.data(), y_.data());
      for (std::size_t i = 0; i < rows; ++i) read[i * width + j] = y_[i];
    }
  }

 private:
  const MassFactors& factors_;
  std::span<double> x_, y_;
};

// from_columns(k): first column of block k in the given matrix; widths by packed.columns.
template <class FirstColumn>
PackedBlocks pack(const ColumnView& given, std::span<const std::int32_t> columns, FirstColumn&& first_column,
                  const MassFactors& factors, Arena& arena) {
  const std::size_t count = columns.size() - 1;
  const auto segment_starts = arena.take<std::int32_t>(count + 1);
  const auto value_starts = arena.take<std::int64_t>(count + 1);
  Touched touched(factors, arena);
  // A block is packed over all bodies that its columns touch.
  const auto touch = [&](std::size_t k) {
    touched.clear();
    const std::int32_t first = first_column(k);
    for (std::int32_t j = 0; j < columns[k + 1] - columns[k]; ++j) touched.add(given, first + j);
    return touched.sorted();
  };
  // Segments and values are counted first.
  segment_starts[0] = 0;
  value_starts[0] = 0;
  for (std::size_t k = 0; k < count; ++k) {
    segment_starts[k + 1] = segment_starts[k];
    value_starts[k + 1] = value_starts[k];
    for_each_segment(factors, touch(k), [&](const Segment& segment) {
      ++segment_starts[k + 1];
      value_starts[k + 1] += static_cast<std::int64_t>(segment.count) * (columns[k + 1] - columns[k]);
    });
  }
  // Where the factors are symmetric a block reads by the values it writes by.
  const auto segments = arena.take<Segment>(index(segment_starts[count]));
  const auto values = static_cast<std::size_t>(value_starts[count]);
  const auto write = arena.take<double>(values, 0.0);
  const auto read = factors.symmetric ? write : arena.take<double>(values);
  const Arena::Mark mark = arena.mark();
  Transformation transform(factors, arena);
  const auto offset = arena.take<std::int32_t>(factors.size());  // of a row of w in the values of a block
  std::int64_t largest = 0;
  for (std::size_t k = 0; k < count; ++k) largest = std::max(largest, value_starts[k + 1] - value_starts[k]);
  const auto dense = arena.take<double>(static_cast<std::size_t>(largest));
  std::size_t place = 0;
  for (std::size_t k = 0; k < count; ++k) {
    // The rows of the bodies get their places in the block.
    const std::size_t width = index(columns[k + 1] - columns[k]);
    const auto bodies = touch(k);
    std::int32_t rows = 0;
    for_each_segment(factors, bodies, [&](const Segment& segment) {
      segments[place++] = segment;
      for (std::int32_t i = 0; i < segment.count; ++i) offset[index(segment.first + i)] = rows++;
    });
    // The entries are copied as they are, and then multiplied body by body by the factors of M⁻¹.
    std::fill_n(dense.begin(), index(rows) * width, 0.0);
    for (std::size_t j = 0; j < width; ++j) {
      const std::size_t column = index(first_column(k)) + j;
      for (std::int32_t e = given.starts[column]; e < given.starts[column + 1]; ++e) {
        if (given.values[index(e)] == 0.0) continue;
        const std::int32_t row = factors.blocks.position[index(given.rows[index(e)])];
        dense[index(offset[index(row)]) * width + j] = given.values[index(e)];
      }
    }
    const auto begin = static_cast<std::size_t>(value_starts[k]);
    for (const std::int32_t body : bodies) {
      const std::size_t at = index(offset[index(factors.blocks.starts[index(body)])]) * width;
      transform(body, width, &dense[at], factors.symmetric ? nullptr : &read[begin + at], &write[begin + at]);
    }
  }
  arena.rewind(mark);
  return {columns, segment_starts, segments, value_starts, read, write};
}

// visit(i, j, value), by rows or columns, into a view.
ColumnView gathered(const nsds_matrix& A, bool transposed, Arena& arena) {
  const std::size_t count = index(transposed ? A.rows : A.cols);
  const auto starts = arena.take<std::int32_t>(count + 1, 0);
  numerics::for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
    if (value != 0.0) ++starts[index(transposed ? i : j) + 1];
  });
  for (std::size_t k = 0; k < count; ++k) starts[k + 1] += starts[k];
  const auto rows = arena.take<std::int32_t>(index(starts[count]));
  const auto values = arena.take<double>(index(starts[count]));
  const auto next = arena.take<std::int32_t>(count);
  std::copy_n(starts.begin(), count, next.begin());
  numerics::for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0) return;
    const std::size_t place = index(next[index(transposed ? i : j)]++);
    rows[place] = transposed ? j : i;
    values[place] = value;
  });
  return {starts, rows, values};
}

}  // namespace

ColumnView columns_of(const nsds_matrix& A, Arena& arena) {
  if (A.storage != NSDS_CSC) return gathered(A, false, arena);
  const std::size_t entries = index(A.as.csc.column_starts[A.cols]);
  return {{A.as.csc.column_starts, index(A.cols) + 1},
          {A.as.csc.row_indices, entries},
          {A.as.csc.values, entries}};
}

ColumnView rows_of(const nsds_matrix& A, Arena& arena) {
  return gathered(A, true, arena);
}

PackedBlocks pack_contacts(const ColumnView& H, std::int32_t width, std::span<const std::int32_t> order,
                           const MassFactors& factors, Arena& arena) {
  const auto columns = arena.take<std::int32_t>(order.size() + 1);
  for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = static_cast<std::int32_t>(k) * width;
  return pack(
      H, columns, [&](std::size_t k) { return order[k] * width; }, factors, arena);
}

PackedBlocks pack_rows(const ColumnView& G, const MassFactors& factors, Arena& arena) {
  const std::size_t count = G.starts.size() - 1;
  const auto columns = arena.take<std::int32_t>(count + 1);
  Touched touched(factors, arena);
  const auto last = arena.take<std::int32_t>(factors.blocks.count());
  std::size_t blocks = 0, last_size = 0;
  for (std::size_t j = 0; j < count; ++j) {
    touched.clear();
    touched.add(G, static_cast<std::int32_t>(j));
    const auto bodies = touched.sorted();
    const bool same = blocks > 0 && std::equal(bodies.begin(), bodies.end(), last.begin(),
                                               last.begin() + static_cast<std::ptrdiff_t>(last_size));
    if (same && static_cast<std::int32_t>(j) - columns[blocks - 1] < most_rows_a_block) continue;
    columns[blocks++] = static_cast<std::int32_t>(j);
    std::copy(bodies.begin(), bodies.end(), last.begin());
    last_size = bodies.size();
  }
  columns[blocks] = static_cast<std::int32_t>(count);
  return pack(
      G, columns.first(blocks + 1), [&](std::size_t k) { return columns[k]; }, factors, arena);
}

void local_matrix(const PackedBlocks& packed, std::size_t block, double* S) {
  const std::size_t k = packed.width(block);
  std::fill_n(S, k * k, 0.0);
  for (std::int64_t at = packed.value_starts[block]; at < packed.value_starts[block + 1];
       at += static_cast<std::int64_t>(k))
    for (std::size_t j = 0; j < k; ++j)
      for (std::size_t i = 0; i < k; ++i)
        S[j * k + i] +=
            packed.read[static_cast<std::size_t>(at) + i] * packed.write[static_cast<std::size_t>(at) + j];
}

void to_packed(const MassFactors& factors, const double* x, double* w) {
  double given[largest_small_block];
  for (std::size_t block = 0; block < factors.blocks.count(); ++block) {
    const std::int32_t first = factors.blocks.starts[block], last = factors.blocks.starts[block + 1];
    for (std::int32_t k = first; k < last; ++k) given[k - first] = x[index(factors.blocks.order[index(k)])];
    apply_left(factors, block, given, w + first);
  }
}

}  // namespace nsds::numerics::global_friction
