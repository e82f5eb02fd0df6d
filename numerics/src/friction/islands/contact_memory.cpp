#include "friction/islands/contact_memory.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/numbers.hpp"
#include "friction/rolling/rolling.hpp"

namespace nsds::numerics::friction {
namespace {

// The numbers of all islands lie here, each array of one island behind that of the one before: those of one
// contact are one island as well.
template <int D>
struct ValueMemory {
  std::span<double> blocks, diagonal, weights, q, lengths, length_ratios;  // the last two: D = 5
  std::span<Coefficients<D>> mu;

  ValueMemory(std::size_t contacts, std::size_t beside_diagonal, Arena& arena)
      : blocks(arena.take<double>(block_size<D> * beside_diagonal)),
        diagonal(arena.take<double>(block_size<D> * contacts)),
        weights(arena.take<double>(contacts)),
        q(arena.take<double>(pad<D> * contacts, 0.0)),
        lengths(arena.take<double>(D == rolling_rows ? contacts : 0)),
        length_ratios(arena.take<double>(lengths.size())),
        mu(arena.take<Coefficients<D>>(contacts)) {}
};

template <int D>
void take(const IslandPattern& pattern, ValueMemory<D>& memory, PackedIsland<D>& packed) {
  const std::size_t n = pattern.original.size();
  packed.pattern = pattern;
  packed.blocks = take_front(memory.blocks, block_size<D> * pattern.columns.size());
  packed.diagonal = take_front(memory.diagonal, block_size<D> * n);
  packed.weights = take_front(memory.weights, n);
  packed.q = take_front(memory.q, pad<D> * n);
  packed.mu = take_front(memory.mu, n);
  packed.lengths = take_front(memory.lengths, D == rolling_rows ? n : 0);
  packed.length_ratios = take_front(memory.length_ratios, packed.lengths.size());
}

// Block at `from`, as block number k of out.
template <int D>
void copy_block(const BlockValues& W, std::int64_t from, double scale, std::size_t k, double* out) {
  out += block_size<D> * k;
  if (from == ContactBlocks::no_values) {
    std::fill_n(out, block_size<D>, 0.0);
    return;
  }
  const double* const value = W.values + from;
  for (std::size_t j = 0; j < D; ++j) {
    for (std::size_t i = 0; i < D; ++i) out[j * pad<D> + i] = scale * value[j * W.leading + i];
    for (std::size_t i = D; i < pad<D>; ++i) out[j * pad<D> + i] = 0.0;
  }
}

template <int D>
double weight(const double* block) {
  double trace = 0.0;
  for (std::size_t k = 0; k < D; ++k) trace += block[k * pad<D> + k];
  return trace > 0.0 ? trace / D : 1.0;
}

// Units in which the numbers of an island are about one. Where an iteration goes must not depend on the
// caller's, so these are what he measures with, s_r and s_w of the problem; but a contact alone is solved by
// its closed form, and powers of two beside them leave all the digits of that to the caller.
struct Units {
  double matrix, r, w;
};

class UnitsBySize {
 public:
  explicit UnitsBySize(const Problem& problem)
      : several_{problem.matrix_scale, problem.s_r, problem.s_w},
        alone_{power_of_two(problem.matrix_scale), power_of_two(problem.s_r), 0.0} {
    alone_.w = alone_.r * alone_.matrix;
  }
  const Units& of(const IslandPattern& pattern) const {
    return pattern.original.size() > 1 ? several_ : alone_;
  }

 private:
  Units several_, alone_;
};

// With moments beside forces, the entries of a block differ by the square of a length. In the length L of the contact
// the moments of its block weigh as much as its forces: that changes nothing but mu_r, and methods that know a contact
// by one weight see it round. The power of two beside L rounds nothing.
double packing_length(const Problem& problem, std::int32_t contact) {
  return power_of_two(problem.lengths[index(contact)]);
}

// A block of the caller's rows as one of five, in the lengths of its row and its column.
void copy_rolling_block(const BlockValues& W, std::int64_t from, const BlockRows& rows, double scale,
                        double of_row, double of_column, double* out) {
  std::fill_n(out, block_size<rolling_rows>, 0.0);
  if (from == ContactBlocks::no_values) return;
  const double* const value = W.values + from;
  for (std::size_t j = 0; j < rows.count; ++j)
    for (std::size_t i = 0; i < rows.count; ++i) {
      const std::size_t row = rows.of(i), column = rows.of(j);
      out[column * pad<rolling_rows> + row] =
          scale * (row < 3 ? 1.0 : of_row) * (column < 3 ? 1.0 : of_column) * value[j * W.leading + i];
    }
}

// The rows that the caller has not get the mean of the others on the diagonal.
void complete_diagonal(const BlockRows& rows, double* block) {
  if (rows.count == rolling_rows) return;
  constexpr std::size_t next = pad<rolling_rows> + 1;
  const std::size_t third = rows.of(2), idle = 5 - third;
  const double mean = (block[0] + block[next] + block[third * next]) / 3.0;
  block[idle * next] = block[4 * next] = mean > 0.0 ? mean : 1.0;
}

void copy_rolling_matrix(const Problem& problem, double scale, const BlockValues& W,
                         PackedIsland<rolling_rows>& packed) {
  const IslandPattern& pattern = packed.pattern;
  const BlockRows rows = problem.rows();
  for (std::size_t c = 0; c < pattern.original.size(); ++c)
    packed.lengths[c] = packing_length(problem, pattern.original[c]);
  for (std::size_t c = 0; c < pattern.original.size(); ++c) {
    const double length = packed.lengths[c];
    for (std::size_t e = index(pattern.starts[c]); e < index(pattern.starts[c + 1]); ++e)
      copy_rolling_block(W, pattern.from[e], rows, scale, length, packed.lengths[index(pattern.columns[e])],
                         &packed.blocks[block_size<rolling_rows> * e]);
    double* const diagonal = &packed.diagonal[block_size<rolling_rows> * c];
    copy_rolling_block(W, pattern.diagonal_from[c], rows, scale, length, length, diagonal);
    complete_diagonal(rows, diagonal);
    packed.weights[c] = weight<rolling_rows>(diagonal);
  }
}

template <int D>
void copy_matrix(const Problem& problem, const UnitsBySize& units, const BlockValues& W,
                 PackedIsland<D>& packed) {
  const IslandPattern& pattern = packed.pattern;
  const double scale = 1.0 / units.of(pattern).matrix;
  if constexpr (D == rolling_rows)
    return copy_rolling_matrix(problem, scale, W, packed);
  else {
    for (std::size_t k = 0; k < pattern.columns.size(); ++k)
      copy_block<D>(W, pattern.from[k], scale, k, packed.blocks.data());
    for (std::size_t c = 0; c < pattern.original.size(); ++c) {
      copy_block<D>(W, pattern.diagonal_from[c], scale, c, packed.diagonal.data());
      packed.weights[c] = weight<D>(&packed.diagonal[block_size<D> * c]);
    }
  }
}

// In the unit of length of moments and that of forces.
ConeCoefficients coefficients(const Problem& problem, std::size_t contact, double length, double force) {
  return cone_contacts(problem).coefficients(contact, length, force);
}

template <int D>
void copy_vectors(const Problem& problem, const UnitsBySize& by_size, PackedIsland<D>& packed) {
  const IslandPattern& pattern = packed.pattern;
  const Units& units = by_size.of(pattern);
  for (std::size_t c = 0; c < pattern.original.size(); ++c) {
    const std::size_t o = index(pattern.original[c]);
    if constexpr (D == rolling_rows) {
      const BlockRows rows = problem.rows();
      packed.mu[c] = coefficients(problem, o, packed.lengths[c], units.r);
      packed.length_ratios[c] = packed.lengths[c] / problem.lengths[o];
      for (std::size_t i = 0; i < rows.count; ++i) {
        const std::size_t row = rows.of(i);
        packed.q[pad<D> * c + row] =
            problem.q[rows.count * o + i] / units.w * (row < 3 ? 1.0 : packed.lengths[c]);
      }
    } else {
      packed.mu[c] = problem.mu[o];
      for (std::size_t i = 0; i < D; ++i) packed.q[pad<D> * c + i] = problem.q[D * o + i] / units.w;
    }
  }
  packed.island = {pattern.original.size(),
                   pattern.starts,
                   pattern.columns,
                   packed.blocks,
                   packed.diagonal,
                   packed.weights,
                   packed.q,
                   packed.mu,
                   pattern.original,
                   &packed.plan,
                   units.r,
                   units.w,
                   units.r / problem.s_r,
                   units.w / problem.s_w,
                   problem.velocities,
                   packed.lengths,
                   packed.length_ratios,
                   problem.rows()};
}

}  // namespace

template <int D>
Island<D> isolated_contacts(std::span<const PackedIsland<D>> packed) {
  std::size_t n = 0;
  while (n < packed.size() && packed[n].island.contacts == 1) ++n;
  if (n == 0) return {};
  Island<D> all = packed[0].island;
  all.contacts = n;
  all.starts = {all.starts.data(), n + 1};
  all.diagonal = {all.diagonal.data(), block_size<D> * n};
  all.weights = {all.weights.data(), n};
  all.q = {all.q.data(), pad<D> * n};
  all.mu = {all.mu.data(), n};
  if (!all.lengths.empty()) {
    all.lengths = {all.lengths.data(), n};
    all.length_ratios = {all.length_ratios.data(), n};
  }
  all.original = {all.original.data(), n};
  all.plan = nullptr;
  return all;
}

ContactMemory& ContactMemory::of(nsds_workspace& workspace) {
  if (auto* const memory = dynamic_cast<ContactMemory*>(workspace.memory.get())) return *memory;
  workspace.memory = std::make_unique<ContactMemory>();
  return static_cast<ContactMemory&>(*workspace.memory);
}

void ContactMemory::keep(nsds_reuse unchanged) {
  kept_ = std::min(kept_, unchanged);
}

template <>
std::span<PackedIsland<2>>& ContactMemory::islands<2>() {
  return flat_;
}
template <>
std::span<PackedIsland<3>>& ContactMemory::islands<3>() {
  return spatial_;
}
template <>
std::span<PackedIsland<rolling_rows>>& ContactMemory::islands<rolling_rows>() {
  return rolling_;
}

// Order, patterns and memory for the values, and the values where they are not by contacts.
template <int D>
void ContactMemory::plan(const Problem& problem, Arena& scratch) {
  flat_ = {};
  spatial_ = {};
  rolling_ = {};
  const ContactBlocks blocks = contact_blocks(problem.dimension, problem.contacts, problem.W, scratch);
  const ContactOrder order = contact_order(blocks, arena_);
  const UnitsBySize units(problem);
  const std::span<const IslandPattern> patterns = island_patterns(blocks, order, arena_);
  auto& all = islands<D>();
  all = arena_.take<PackedIsland<D>>(patterns.size());
  const std::size_t contacts = order.contacts.size();
  ValueMemory<D> memory(contacts, blocks.columns.size() - contacts, arena_);
  for (std::size_t k = 0; k < all.size(); ++k) {
    take(patterns[k], memory, all[k]);
    all[k].plan = {.arena = &arena_};
    copy_matrix<D>(problem, units, blocks.values, all[k]);
  }
}

// Where the diagonal of W gives no units, mu_r does, and may have changed since W was packed.
template <int D>
bool ContactMemory::is_packed_alike(const Problem& problem) {
  if constexpr (D == rolling_rows) {
    if (problem.matrix_scale != matrix_scale_) return false;
    for (const auto& packed : islands<D>())
      for (std::size_t c = 0; c < packed.lengths.size(); ++c)
        if (packed.lengths[c] != packing_length(problem, packed.pattern.original[c])) return false;
  }
  return true;
}

template <int D>
std::span<PackedIsland<D>> ContactMemory::pack(const Problem& problem, Arena& scratch) {
  const UnitsBySize units(problem);
  if (kept_ == NSDS_REUSE_VALUES && !is_packed_alike<D>(problem)) kept_ = NSDS_REUSE_STRUCTURE;
  // Where blocks of zeros are left out the pattern is a matter of the values too.
  const bool by_contacts = is_by_contacts(problem.dimension, problem.contacts, problem.W);
  if (kept_ == NSDS_REUSE_NONE || (kept_ == NSDS_REUSE_STRUCTURE && !by_contacts)) {
    kept_ = NSDS_REUSE_NONE;  // in case that memory runs out on the way
    arena_.rewind();
    const Arena::Mark mark = scratch.mark();
    plan<D>(problem, scratch);
    scratch.rewind(mark);
  } else if (kept_ == NSDS_REUSE_STRUCTURE) {
    for (auto& packed : islands<D>())
      copy_matrix<D>(problem, units, {problem.W.as.bsr.values, index(problem.dimension)}, packed);
  }
  for (auto& packed : islands<D>()) copy_vectors<D>(problem, units, packed);
  kept_ = NSDS_REUSE_VALUES;
  matrix_scale_ = problem.matrix_scale;
  return islands<D>();
}

template Island<2> isolated_contacts<2>(std::span<const PackedIsland<2>>);
template Island<3> isolated_contacts<3>(std::span<const PackedIsland<3>>);
template Island<rolling_rows> isolated_contacts<rolling_rows>(std::span<const PackedIsland<rolling_rows>>);
template std::span<PackedIsland<2>> ContactMemory::pack<2>(const Problem&, Arena&);
template std::span<PackedIsland<3>> ContactMemory::pack<3>(const Problem&, Arena&);
template std::span<PackedIsland<rolling_rows>> ContactMemory::pack<rolling_rows>(const Problem&, Arena&);

}  // namespace nsds::numerics::friction
