#include "friction/islands/dense_blocks.hpp"

#include <algorithm>
#include <bit>

#include "linalg/entries.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics::friction {
namespace {

using Word = std::uint64_t;
constexpr std::size_t word_bits = 64;

// column: of blocks, those of one contact; block c begins at row D c.
template <int D>
bool is_zero(const BlockValues& column, std::size_t c) {
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i)
      if (column.values[j * column.leading + D * c + i] != 0.0) return false;
  return true;
}

// Tells whether the blocks of four contacts, from c, are zero.
template <int D>
NSDS_LOOP bool are_four_zero(const BlockValues& column, std::size_t c) {
  QuadMask found = {};
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i)
      found |= quad(column.values + j * column.leading + D * c + quad_size * i).v != 0.0;
  return (found[0] | found[1] | found[2] | found[3]) == 0;
}

// Sets the bits of the blocks that are not zero.
template <int D>
NSDS_LOOP void mark_nonzero(const BlockValues& column, std::size_t contacts, Word* bits) {
  for (std::size_t first = 0; first < contacts; first += quad_size) {
    const std::size_t end = std::min(first + quad_size, contacts);
    if (first + quad_size <= contacts && are_four_zero<D>(column, first)) continue;
    for (std::size_t c = first; c < end; ++c)
      bits[c / word_bits] |= Word{!is_zero<D>(column, c)} << c % word_bits;
  }
}

template <int D>
NSDS_WIDE void mark_nonzero_wide(const BlockValues& column, std::size_t contacts, Word* bits) {
  mark_nonzero<D>(column, contacts, bits);
}

// There is one bit for every block, a row of words for every column of blocks: W is read once.
class BlockBits {
 public:
  BlockBits(std::size_t contacts, Arena& arena)
      : contacts_(contacts),
        words_((contacts + word_bits - 1) / word_bits),
        bits_(arena.take<Word>(words_ * contacts, 0)) {}

  template <int D>
  void read(const nsds_dense_arrays& W) {
    const auto mark = has_wide() ? mark_nonzero_wide<D> : mark_nonzero<D>;
    const std::size_t leading = index(W.leading_dimension);
    for (std::size_t c = 0; c < contacts_; ++c)
      mark({W.values + D * c * leading, leading}, contacts_, &bits_[words_ * c]);
  }

  // visit(row, column), by columns, rows increasing.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t column = 0; column < contacts_; ++column)
      for (std::size_t w = 0; w < words_; ++w)
        for (Word word = bits_[words_ * column + w]; word != 0; word &= word - 1)
          visit(word_bits * w + static_cast<std::size_t>(std::countr_zero(word)), column);
  }

 private:
  std::size_t contacts_, words_;
  std::span<Word> bits_;
};

template <int D>
ContactBlocks blocks_of(std::int32_t contacts, const nsds_dense_arrays& W, Arena& arena) {
  const std::size_t n = index(contacts);
  const std::size_t leading = index(W.leading_dimension);
  BlockBits bits(n, arena);
  bits.read<D>(W);
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(n + 1, 0);
  bits.for_each([&](std::size_t row, std::size_t) { ++starts[row + 1]; });
  for (std::size_t c = 0; c < n; ++c) starts[c + 1] += starts[c];
  const std::span<std::int32_t> columns = arena.take<std::int32_t>(index(starts[n]));
  const std::span<std::int64_t> at = arena.take<std::int64_t>(columns.size());
  const std::span<std::int32_t> next = arena.take<std::int32_t>(n);
  std::copy_n(starts.begin(), n, next.begin());
  bits.for_each([&](std::size_t row, std::size_t column) {
    const std::size_t k = index(next[row]++);
    columns[k] = static_cast<std::int32_t>(column);
    at[k] = static_cast<std::int64_t>(D * (column * leading + row));
  });
  return {contacts, starts, columns, at, {W.values, leading}};
}

}  // namespace

ContactBlocks dense_blocks(std::int32_t d, std::int32_t contacts, const nsds_dense_arrays& W, Arena& arena) {
  if (d == 5) return blocks_of<5>(contacts, W, arena);
  return d == 2 ? blocks_of<2>(contacts, W, arena) : blocks_of<3>(contacts, W, arena);
}

}  // namespace nsds::numerics::friction
