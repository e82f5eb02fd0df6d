#include "friction/island.hpp"

#include <algorithm>

namespace nsds::numerics {
namespace {

template <int D>
void copy_block(const ContactBlocks& blocks, std::size_t k, double scale, double* out) {
  std::fill_n(out, block_size<D>, 0.0);
  if (blocks.at[k] == ContactBlocks::no_values) return;
  const double* value = blocks.values + blocks.at[k];
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) out[j * pad<D> + i] = scale * *value++;
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
  // Position of a contact in the island, and the places of a row's blocks in the order of their columns.
  const auto position = arena.take<std::int32_t>(index(blocks.contacts));
  const auto sorted = arena.take<std::int32_t>(n);
  for (std::size_t c = 0; c < n; ++c) position[index(original[c])] = static_cast<std::int32_t>(c);

  std::size_t place = 0;
  for (std::size_t c = 0; c < n; ++c) {
    const auto o = index(original[c]);
    starts[c] = static_cast<std::int32_t>(place);
    mu[c] = problem.mu[o];
    for (std::size_t i = 0; i < D; ++i) q[pad<D> * c + i] = problem.q[D * o + i] / problem.s_w;
    std::size_t in_row = 0;
    for (std::int32_t b = blocks.row_starts[o]; b < blocks.row_starts[o + 1]; ++b) {
      if (index(blocks.columns[index(b)]) != o) {
        sorted[in_row++] = b;
        continue;
      }
      copy_block<D>(blocks, index(b), scale, &diagonal[block_size<D> * c]);
      weights[c] = weight<D>(&diagonal[block_size<D> * c]);
    }
    std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(in_row),
              [&](std::int32_t a, std::int32_t b) {
                return position[index(blocks.columns[index(a)])] < position[index(blocks.columns[index(b)])];
              });
    for (std::size_t s = 0; s < in_row; ++s, ++place) {
      columns[place] = position[index(blocks.columns[index(sorted[s])])];
      copy_block<D>(blocks, index(sorted[s]), scale, &values[block_size<D> * place]);
    }
  }
  starts[n] = static_cast<std::int32_t>(place);
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
