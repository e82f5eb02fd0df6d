// An island of contacts is here as the solvers of friction see it: in units of its own (contact_memory.cpp),
// in the order of contact_graph.hpp, laid out for sweeps. Columns of blocks and blocks of vectors are padded
// (padding.hpp).
//
// D is the number of rows of a contact: 2 and 3 for Coulomb's friction, 5 where it resists rolling too. Rolling
// in a plane, with three rows of the caller, has five here as well: those of the tangent and of the moment that a
// plane has not are coupled to nothing, so that their reactions are zero. So have points that flow plastically.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "friction/contact/cone.hpp"
#include "friction/contact/padding.hpp"
#include "friction/islands/contact_graph.hpp"
#include "friction/islands/velocity_blocks.hpp"
#include "friction/problem.hpp"

namespace nsds::numerics::friction {

// The pattern of an island.
struct IslandPattern {
  std::span<const std::int32_t> starts, columns;  // as in Island
  std::span<const std::int64_t> from;             // (blocks): where each begins in the values
  std::span<const std::int64_t> diagonal_from;    // (contacts)
  std::span<const std::int32_t> original;         // as in Island
};

// Makes the patterns of all islands of the order, one after the other in memory.
std::span<IslandPattern> island_patterns(const ContactBlocks& blocks, const ContactOrder& order,
                                         Arena& arena);

struct FactorPlan;
class ContactResponse;

template <int D>
struct Island {
  std::size_t contacts = 0;
  // The blocks beside the diagonal, by rows.
  std::span<const std::int32_t> starts;   // (contacts + 1)
  std::span<const std::int32_t> columns;  // (blocks), increasing within a row
  std::span<const double> blocks;         // (block_size x blocks)
  std::span<const double> diagonal;       // (block_size x contacts)
  std::span<const double> weights;        // (contacts): trace(W_cc) / d, or 1 where that is not positive
  std::span<const double> q;              // (pad x contacts)
  std::span<const Coefficients<D>> mu;    // (contacts)
  // Between these units and those of the caller.
  std::span<const std::int32_t> original;  // (contacts): number of the contact in the problem
  FactorPlan* plan = nullptr;              // of factorisations, made when one is first needed
  double s_r = 1.0, s_w = 1.0;
  double r_unit = 1.0, u_unit = 1.0;  // the same over the units of the problem, those of its residual
  const VelocityBlocks* velocities = nullptr;  // of the problem, in the order and the units of the caller
  // D = 5: the unit of length of each contact in those of the caller, see contact_memory.cpp, and over that of
  // the residual. rows: those of the caller.
  std::span<const double> lengths = {}, length_ratios = {};  // (contacts)
  BlockRows rows{D};
  // Not null: W is this, blocks and diagonal are not there, and the weights only tell their size.
  const ContactResponse* response = nullptr;

  std::size_t vector_size() const { return pad<D> * contacts; }
};

template <int D>
double mean_weight(const Island<D>& island) {
  double sum = 0.0;
  for (const double weight : island.weights) sum += weight;
  return sum / static_cast<double>(island.contacts);
}

// Goes in and out of the units and the order of the island. given: (d nc) of the problem; r: (pad x
// contacts).
template <int D>
void gather(const Island<D>& island, const double* given, std::span<double> r) {
  for (std::size_t c = 0; c < island.contacts; ++c) {
    if constexpr (D == rolling_rows) {
      double* const to = &r[pad<D> * c];
      std::fill_n(to, pad<D>, 0.0);
      for (std::size_t k = 0; k < island.rows.count; ++k) {
        const std::size_t row = island.rows.of(k);
        to[row] = given[island.rows.count * index(island.original[c]) + k] / island.s_r;
        if (row >= 3) to[row] /= island.lengths[c];
      }
    } else {
      for (std::size_t k = D; k < pad<D>; ++k) r[pad<D> * c + k] = 0.0;
      for (std::size_t k = 0; k < D; ++k)
        r[pad<D> * c + k] = given[D * index(island.original[c]) + k] / island.s_r;
    }
  }
}

template <int D>
// NOLINTNEXTLINE(readability-non-const-parameter): given is written
void scatter(const Island<D>& island, std::span<const double> r, double* given) {
  for (std::size_t c = 0; c < island.contacts; ++c) {
    if constexpr (D == rolling_rows) {
      for (std::size_t k = 0; k < island.rows.count; ++k) {
        const std::size_t row = island.rows.of(k);
        given[island.rows.count * index(island.original[c]) + k] =
            r[pad<D> * c + row] * island.s_r * (row >= 3 ? island.lengths[c] : 1.0);
      }
    } else {
      for (std::size_t k = 0; k < D; ++k)
        given[D * index(island.original[c]) + k] = r[pad<D> * c + k] * island.s_r;
    }
  }
}

}  // namespace nsds::numerics::friction
