#include "friction/island.hpp"

#include <algorithm>

namespace nsds::numerics {
namespace {

template <int D>
void copy_block(const ContactBlocks& blocks, std::size_t k, double scale, double* out) {
  if (blocks.at[k] == ContactBlocks::no_values) {
    std::fill_n(out, block_size<D>, 0.0);
    return;
  }
  const double* const value = blocks.values + blocks.at[k];
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < pad<D>; ++i) out[j * pad<D> + i] = i < D ? scale * value[j * D + i] : 0.0;
}

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

template <int D>
double weight(const double* block) {
  double trace = 0.0;
  for (std::size_t k = 0; k < D; ++k) trace += block[k * pad<D> + k];
  return trace > 0.0 ? trace / D : 1.0;
}

}  // namespace

template <int D>
Island<D> make_island(const FrictionProblem& problem, const ContactBlocks& blocks, const ContactOrder& order,
                      std::size_t k, Arena& arena) {
  const std::size_t first = index(order.island_starts[k]);
  const std::size_t n = index(order.island_starts[k + 1]) - first;
  const std::span<const std::int32_t> original = order.contacts.subspan(first, n);
  const double scale = problem.s_r / problem.s_w;

  std::size_t stored = 0;
  for (const std::int32_t c : original)
    stored += index(blocks.row_starts[index(c) + 1] - blocks.row_starts[index(c)]);
  const std::size_t count = stored - n;  // every row has its diagonal block
  const auto starts = arena.take<std::int32_t>(n + 1);
  const auto columns = arena.take<std::int32_t>(count);
  const auto values = arena.take<double>(block_size<D> * count);
  const auto diagonal = arena.take<double>(block_size<D> * n);
  const auto weights = arena.take<double>(n);
  const auto q = arena.take<double>(pad<D> * n, 0.0);
  const auto mu = arena.take<double>(n);
  const Arena::Mark mark = arena.mark();
  const auto position = arena.take<std::int32_t>(index(blocks.contacts));  // of a contact in the island
  const auto block_of = arena.take<std::int32_t>(n);                       // in the row at hand, by column
  starts[0] = 0;
  for (std::size_t c = 0; c < n; ++c) {
    const std::size_t o = index(original[c]);
    position[o] = static_cast<std::int32_t>(c);
    starts[c + 1] = starts[c] + blocks.row_starts[o + 1] - blocks.row_starts[o] - 1;
  }
  number_columns(blocks, original, position, starts, columns, arena);
  for (std::size_t c = 0; c < n; ++c) {
    const std::size_t o = index(original[c]);
    mu[c] = problem.mu[o];
    for (std::size_t i = 0; i < D; ++i) q[pad<D> * c + i] = problem.q[D * o + i] / problem.s_w;
    for (std::int32_t b = blocks.row_starts[o]; b < blocks.row_starts[o + 1]; ++b)
      block_of[index(position[index(blocks.columns[index(b)])])] = b;
    copy_block<D>(blocks, index(block_of[c]), scale, &diagonal[block_size<D> * c]);
    weights[c] = weight<D>(&diagonal[block_size<D> * c]);
    for (std::size_t place = index(starts[c]); place < index(starts[c + 1]); ++place)
      copy_block<D>(blocks, index(block_of[index(columns[place])]), scale, &values[block_size<D> * place]);
  }
  arena.rewind(mark);
  return {n,           starts,     columns, values,   diagonal,
          weights,     q,          mu,      original, order.colours.subspan(first, n),
          problem.s_r, problem.s_w};
}

template Island<2> make_island<2>(const FrictionProblem&, const ContactBlocks&, const ContactOrder&,
                                  std::size_t, Arena&);
template Island<3> make_island<3>(const FrictionProblem&, const ContactBlocks&, const ContactOrder&,
                                  std::size_t, Arena&);

}  // namespace nsds::numerics
