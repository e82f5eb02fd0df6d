#include "friction/islands/gathered_blocks.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics::friction {
namespace {

// Gathers the entries of a matrix into blocks of D x D.
template <std::int32_t D>
class Gathering {
 public:
  Gathering(std::int32_t contacts, const nsds_matrix& W, Arena& arena)
      : contacts_(contacts), W_(W), arena_(arena) {}

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
  // A block is entered once where entries that are not zero follow each other in it: enter(row, column) of
  // blocks, then take(i, j, value) of each entry.
  template <class Enter, class Take>
  void walk(Enter&& enter, Take&& take) const {
    std::int32_t last_row = -1, last_column = -1;
    for_each_entry(W_, [&](std::int32_t i, std::int32_t j, double value) {
      if (value == 0.0) return;
      const std::int32_t row = i / D, column = j / D;
      if (row != last_row || column != last_column) enter(row, column);
      last_row = row;
      last_column = column;
      take(i, j, value);
    });
  }

  // visit(row, column), of a block several times where it is entered several times.
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    walk(visit, [](std::int32_t, std::int32_t, double) {});
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
    // Taken column by column, blocks go to their rows, in which columns then increase.
    each([&](std::int32_t row, std::int32_t) { ++row_starts[index(row) + 1]; });
    for (std::size_t c = 0; c < n; ++c) row_starts[c + 1] += row_starts[c];
    const std::size_t count = index(row_starts[n]);
    const std::span<std::int32_t> columns = arena_.take<std::int32_t>(count);
    const std::span<std::int32_t> next = arena_.take<std::int32_t>(n);
    std::copy_n(row_starts.begin(), n, next.begin());
    each([&](std::int32_t row, std::int32_t column) { columns[index(next[index(row)]++)] = column; });
    const std::span<std::int64_t> at = arena_.take<std::int64_t>(count);
    for (std::size_t k = 0; k < count; ++k) at[k] = static_cast<std::int64_t>(k * entries);
    return {contacts_, row_starts, columns, at, {fill(row_starts, columns), D}};
  }

  const double* fill(std::span<const std::int32_t> row_starts, std::span<const std::int32_t> columns) {
    const std::span<double> values = arena_.take<double>(columns.size() * entries, 0.0);
    double* block = nullptr;
    const auto enter = [&](std::int32_t row, std::int32_t column) {
      const auto* const begin = columns.data() + row_starts[index(row)];
      const auto* const end = columns.data() + row_starts[index(row) + 1];
      const std::ptrdiff_t place = std::lower_bound(begin, end, column) - columns.data();
      block = &values[static_cast<std::size_t>(place) * entries];
    };
    walk(enter, [&](std::int32_t i, std::int32_t j, double value) {
      block[index(j % D) * index(D) + index(i % D)] = value;
    });
    return values.data();
  }

  static constexpr std::size_t entries = std::size_t{D} * std::size_t{D};
  std::int32_t contacts_;
  const nsds_matrix& W_;
  Arena& arena_;
};

}  // namespace

ContactBlocks gathered_blocks(std::int32_t d, std::int32_t contacts, const nsds_matrix& W, Arena& arena) {
  if (d == 5) return Gathering<5>(contacts, W, arena).run();
  return d == 2 ? Gathering<2>(contacts, W, arena).run() : Gathering<3>(contacts, W, arena).run();
}

}  // namespace nsds::numerics::friction
