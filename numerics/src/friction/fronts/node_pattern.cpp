#include "friction/fronts/node_pattern.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics::friction {
namespace {

// A contact that touches a node, and which of its nodes that is.
struct Touch {
  std::int32_t contact, which;
};

// The touches of each node.
struct Touches {
  std::span<const std::int32_t> starts;  // (nodes + 1)
  std::span<const Touch> all;

  std::span<const Touch> of(std::size_t node) const {
    return all.subspan(index(starts[node]), index(starts[node + 1] - starts[node]));
  }
};

Touches touches_by_nodes(std::span<const std::int32_t> touch_starts, std::span<const std::int32_t> node_of,
                         std::size_t nodes, Arena& arena) {
  const auto starts = arena.take<std::int32_t>(nodes + 1, 0);
  const auto all = arena.take<Touch>(node_of.size());
  for (const std::int32_t node : node_of) ++starts[index(node) + 1];
  for (std::size_t n = 0; n < nodes; ++n) starts[n + 1] += starts[n];
  const auto next = arena.take<std::int32_t>(nodes);
  std::copy_n(starts.begin(), nodes, next.begin());
  for (std::size_t c = 0; c + 1 < touch_starts.size(); ++c)
    for (std::int32_t k = touch_starts[c]; k < touch_starts[c + 1]; ++k)
      all[index(next[index(node_of[index(k)])]++)] = {static_cast<std::int32_t>(c), k - touch_starts[c]};
  return {starts, all};
}

std::span<std::int32_t> starts_of_places(std::span<const std::int32_t> touch_starts, Arena& arena) {
  const auto starts = arena.take<std::int32_t>(touch_starts.size());
  starts[0] = 0;
  for (std::size_t c = 0; c + 1 < touch_starts.size(); ++c) {
    const std::int32_t touched = touch_starts[c + 1] - touch_starts[c];
    starts[c + 1] = starts[c] + touched * touched;
  }
  return starts;
}

}  // namespace

NodePattern node_pattern(std::span<const std::int32_t> touch_starts, std::span<const std::int32_t> node_of,
                         std::size_t nodes, Arena& arena) {
  const auto place_starts = starts_of_places(touch_starts, arena);
  const auto places = arena.take<std::int32_t>(index(place_starts.back()));
  const auto starts = arena.take<std::int32_t>(nodes + 1);
  const auto columns = arena.take<std::int32_t>(places.size());  // or less
  const Arena::Mark mark = arena.mark();
  const Touches touches = touches_by_nodes(touch_starts, node_of, nodes, arena);
  const auto place = arena.take<std::int32_t>(nodes, -1);  // of a column in the row at hand
  std::int32_t stored = 0;
  for (std::size_t n = 0; n < nodes; ++n) {
    // visit(node, place): every node that a contact of n touches, itself among them.
    const auto for_each_other = [&](auto&& visit) {
      for (const Touch& touch : touches.of(n)) {
        const std::size_t c = index(touch.contact);
        const std::int32_t touched = touch_starts[c + 1] - touch_starts[c];
        for (std::int32_t k = 0; k < touched; ++k)
          visit(index(node_of[index(touch_starts[c] + k)]),
                index(place_starts[c] + touch.which * touched + k));
      }
    };
    starts[n] = stored;
    place[n] = ~static_cast<std::int32_t>(n);
    for_each_other([&](std::size_t other, std::size_t) {
      if (other == n || place[other] >= starts[n]) return;
      place[other] = stored;
      columns[index(stored++)] = static_cast<std::int32_t>(other);
    });
    std::sort(columns.begin() + starts[n], columns.begin() + stored);
    for (std::int32_t e = starts[n]; e < stored; ++e) place[index(columns[index(e)])] = e;
    for_each_other([&](std::size_t other, std::size_t at) { places[at] = place[other]; });
  }
  starts[nodes] = stored;
  arena.rewind(mark);
  return {starts, columns.first(index(stored)), place_starts, places};
}

}  // namespace nsds::numerics::friction
