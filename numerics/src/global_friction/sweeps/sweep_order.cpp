#include "global_friction/sweeps/sweep_order.hpp"

#include <algorithm>
#include <bit>

#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {
namespace {

constexpr std::size_t colours = most_colours;
constexpr auto pack_lanes = static_cast<std::int32_t>(lanes);
constexpr std::size_t largest_chunk = 2048, least_chunk = 512;  // bodies

// Gives the size of chunks of a problem of that many bodies: small enough that threads find some, whatever
// their number.
std::size_t bodies_a_chunk(std::size_t bodies) {
  return std::clamp(bodies / 32, least_chunk, largest_chunk);
}

// Neighbours are the bodies that touch each body.
struct Neighbours {
  std::span<const std::int32_t> starts, bodies;
};

Neighbours neighbours_of(std::span<const BodyPair> pairs, const Bodies& bodies, Arena& arena) {
  const auto starts = arena.take<std::int32_t>(bodies.count + 2, 0);
  const auto joins = [&](const BodyPair& pair) {
    return pair.first >= 0 && index(pair.second) < bodies.count;
  };
  for (const BodyPair& pair : pairs) {
    if (!joins(pair)) continue;
    ++starts[index(pair.first) + 2];
    ++starts[index(pair.second) + 2];
  }
  for (std::size_t k = 2; k < starts.size(); ++k) starts[k] += starts[k - 1];
  const auto entries = arena.take<std::int32_t>(index(starts.back()));
  for (const BodyPair& pair : pairs) {
    if (!joins(pair)) continue;
    entries[index(starts[index(pair.first) + 1]++)] = pair.second;
    entries[index(starts[index(pair.second) + 1]++)] = pair.first;
  }
  return {starts.first(bodies.count + 1), entries};
}

// Grows the chunk of each body breadth first, from the least body that has none. Returns their number.
std::size_t grow_chunks(const Neighbours& neighbours, std::span<std::int32_t> chunk_of, Arena& arena) {
  const std::size_t count = chunk_of.size(), most = bodies_a_chunk(count);
  std::fill(chunk_of.begin(), chunk_of.end(), -1);
  const auto queue = arena.take<std::int32_t>(count);
  std::size_t taken = 0, seed = 0, chunks = 0;
  while (taken < count) {
    const auto chunk = static_cast<std::int32_t>(chunks++);
    std::size_t size = 0, head = 0, tail = 0;
    while (size < most && taken < count) {
      // A chunk begins with the least body that is left, and goes on with the next where its part of the
      // graph is used up.
      if (head == tail) {
        while (chunk_of[seed] >= 0) ++seed;
        head = tail = 0;
        chunk_of[seed] = chunk;
        queue[tail++] = static_cast<std::int32_t>(seed);
        ++size;
        ++taken;
        continue;
      }
      // Neighbours join in the order in which they are met, until the chunk is full.
      const std::size_t body = index(queue[head++]);
      for (std::int32_t e = neighbours.starts[body]; e < neighbours.starts[body + 1] && size < most; ++e) {
        const std::int32_t other = neighbours.bodies[index(e)];
        if (chunk_of[index(other)] >= 0) continue;
        chunk_of[index(other)] = chunk;
        queue[tail++] = other;
        ++size;
        ++taken;
      }
    }
  }
  return chunks;
}

// Takes the least colour that neither body has; `colours` where there is none.
std::size_t take_colour(std::span<std::uint64_t> taken, const BodyPair& pair, std::size_t ground) {
  std::uint64_t& first = taken[index(pair.first)];
  std::uint64_t& second = taken[index(pair.second) == ground ? index(pair.first) : index(pair.second)];
  const std::size_t colour = index(std::countr_one(first | second));
  if (colour == colours) return colours;
  first |= std::uint64_t{1} << colour;
  second |= std::uint64_t{1} << colour;
  return colour;
}

// Orders what packs do not take, by colours of the blocks of M that they touch.
template <int D>
void order_others(const ColumnView& H, const Problem& problem, std::span<std::int32_t> others, Arena& arena) {
  const auto taken = arena.take<std::uint64_t>(problem.blocks.count(), 0);
  const auto colour = arena.take<std::uint8_t>(others.size());
  const auto given = arena.take<std::int32_t>(others.size());
  std::copy(others.begin(), others.end(), given.begin());
  std::size_t starts[colours + 1] = {};
  const auto for_each_block = [&](std::size_t c, auto&& visit) {
    for (std::int32_t e = H.starts[D * c]; e < H.starts[D * (c + 1)]; ++e)
      visit(index(problem.blocks.block_of[index(problem.blocks.position[index(H.rows[index(e)])])]));
  };
  for (std::size_t k = 0; k < given.size(); ++k) {
    std::uint64_t used = 0;
    for_each_block(index(given[k]), [&](std::size_t block) { used |= taken[block]; });
    const auto least = std::min<std::size_t>(index(std::countr_one(used)), colours - 1);
    for_each_block(index(given[k]), [&](std::size_t block) { taken[block] |= std::uint64_t{1} << least; });
    colour[k] = static_cast<std::uint8_t>(least);
    ++starts[least + 1];
  }
  for (std::size_t k = 0; k < colours; ++k) starts[k + 1] += starts[k];
  for (std::size_t k = 0; k < given.size(); ++k) others[starts[colour[k]]++] = given[k];
}

}  // namespace

template <int D>
SweepOrder sweep_order(const ContactReader<D>& reader, const ColumnView& H, const Problem& problem,
                       Arena& arena) {
  const Bodies& bodies = reader.bodies();
  const std::size_t count = index(problem.contacts);
  const std::size_t most_chunks = bodies.count / bodies_a_chunk(bodies.count) + 1;
  const auto order = arena.take<std::int32_t>(count + lanes * std::min(count, (most_chunks + 1) * colours));
  const auto chunk_starts = arena.take<std::int32_t>(most_chunks + 1);
  const auto group_starts = arena.take<std::int32_t>((most_chunks + 1) * colours + 2, 0);
  const Arena::Mark mark = arena.mark();
  // Bodies are divided into chunks along contacts.
  const auto pairs = arena.take<BodyPair>(count);
  for (std::size_t c = 0; c < count; ++c) pairs[c] = reader.bodies_of(c);
  const auto chunk_of = arena.take<std::int32_t>(bodies.count);
  const std::size_t chunks = grow_chunks(neighbours_of(pairs, bodies, arena), chunk_of, arena);
  const auto inside = arena.take<std::uint64_t>(bodies.count, 0);
  const auto between = arena.take<std::uint64_t>(bodies.count, 0);
  const std::size_t groups = (chunks + 1) * colours;  // the one behind: what packs do not take
  const auto group_of = arena.take<std::int32_t>(count);
  // A contact belongs to a colour within its chunk, or to one between chunks.
  for (std::size_t c = 0; c < count; ++c) {
    std::size_t group = groups;
    if (pairs[c].first >= 0) {
      const std::int32_t chunk = chunk_of[index(pairs[c].first)];
      const bool joins = index(pairs[c].second) < bodies.count && chunk_of[index(pairs[c].second)] != chunk;
      const std::size_t colour = take_colour(joins ? between : inside, pairs[c], bodies.count);
      if (colour < colours) group = (joins ? chunks : index(chunk)) * colours + colour;
    }
    group_of[c] = static_cast<std::int32_t>(group);
    ++group_starts[group + 1];
  }
  // Groups fill their last pack; what packs do not take comes behind, as it is.
  const std::size_t other_count = index(group_starts[groups + 1]);
  for (std::size_t g = 0; g < groups; ++g)
    group_starts[g + 1] = group_starts[g] + (group_starts[g + 1] + pack_lanes - 1) / pack_lanes;
  const auto next = arena.take<std::int32_t>(groups + 1);
  for (std::size_t g = 0; g <= groups; ++g) next[g] = pack_lanes * group_starts[g];
  for (std::size_t c = 0; c < count; ++c)
    order[index(next[index(group_of[c])]++)] = static_cast<std::int32_t>(c);
  for (std::size_t g = 0; g < groups; ++g) {
    const std::int32_t end = pack_lanes * group_starts[g + 1], last = next[g] / pack_lanes * pack_lanes;
    for (std::int32_t k = next[g]; k < end; ++k) order[index(k)] = order[index(last)];
  }
  for (std::size_t k = 0; k <= chunks; ++k) chunk_starts[k] = static_cast<std::int32_t>(k * colours);
  const std::size_t packed = lanes * index(group_starts[groups]);
  const auto others = order.subspan(packed, other_count);
  order_others<D>(H, problem, others, arena);
  arena.rewind(mark);
  return {order.first(packed), group_starts.first(groups + 1), chunk_starts.first(chunks + 1), others};
}

template SweepOrder sweep_order<2>(const ContactReader<2>&, const ColumnView&, const Problem&, Arena&);
template SweepOrder sweep_order<3>(const ContactReader<3>&, const ColumnView&, const Problem&, Arena&);

}  // namespace nsds::numerics::global_friction
