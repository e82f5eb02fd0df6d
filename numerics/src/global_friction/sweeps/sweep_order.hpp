// Decides in which order sweeps over velocities take the contacts, and what may be done at the same time.
//
// Bodies are divided into chunks, grown along contacts to a size that stays in the cache of a processor.
// Contacts within a chunk come first, chunk after chunk, each by colours: contacts of one colour share no
// body. Then those between chunks, by colours of all of them. Chunks do not share bodies, nor do contacts
// of a colour, so that threads may take chunks, and packs of one colour, in any order: the bits are the same.
// Last are the contacts that packs do not take, for one thread: by colours as well, the last of which is for
// what no other fits and goes by number alone.
#pragma once

#include "global_friction/sweeps/contact_packs.hpp"

namespace nsds::numerics::global_friction {

inline constexpr std::size_t most_colours = 64;

struct SweepOrder {
  std::span<const std::int32_t> lanes;  // the contact of each lane of each pack, pack by pack
  std::span<const std::int32_t>
      group_starts;  // (groups + 1), packs: a group is a colour of a chunk or between
  std::span<const std::int32_t>
      chunk_starts;                      // (chunks + 1): first group of each chunk; then come those between
  std::span<const std::int32_t> others;  // the contacts that packs do not take

  std::size_t chunks() const { return chunk_starts.size() - 1; }
  std::size_t groups() const { return group_starts.size() - 1; }
};

template <int D>
SweepOrder sweep_order(const ContactReader<D>& reader, const ColumnView& H, const Problem& problem,
                       Arena& arena);

}  // namespace nsds::numerics::global_friction
