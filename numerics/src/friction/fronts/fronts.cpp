#include "friction/fronts/fronts.hpp"

#include <algorithm>

#include "linalg/entries.hpp"
#include "linalg/factors/minimum_degree.hpp"

namespace nsds::numerics::friction {
namespace {

struct Pattern {
  std::span<const std::int32_t> starts, columns;
  std::size_t size() const { return starts.size() - 1; }
};

// The elimination tree, and how many rows each column has behind its diagonal.
struct Tree {
  std::span<std::int32_t> order, place, parent, counts;
};

void order_by_amd(const Pattern& pattern, Tree& tree, Arena& arena) {
  const std::size_t n = pattern.size();
  const Arena::Mark mark = arena.mark();
  const auto begins = arena.take<std::int32_t>(n), lengths = arena.take<std::int32_t>(n),
             columns = arena.take<std::int32_t>(room_for(pattern.columns.size(), n));
  for (std::size_t c = 0; c < n; ++c) {
    begins[c] = pattern.starts[c];
    lengths[c] = pattern.starts[c + 1] - pattern.starts[c];
  }
  std::copy(pattern.columns.begin(), pattern.columns.end(), columns.begin());
  order_by_minimum_degree({begins, lengths, columns, static_cast<std::int32_t>(pattern.columns.size())},
                          tree.order, arena);
  arena.rewind(mark);
  for (std::size_t k = 0; k < n; ++k) tree.place[index(tree.order[k])] = static_cast<std::int32_t>(k);
}

// Finds the pattern of L row by row: row k is what the neighbours before k reach in the tree of the rows
// before [Liu 1986, ACM TOMS 12; Davis 2006, ch. 4]. Returns false where there are too many blocks.
bool grow(const Pattern& pattern, Tree& tree, std::int64_t most_blocks, Arena& arena) {
  const Arena::Mark taken = arena.mark();
  const auto mark = arena.take<std::int32_t>(pattern.size(), -1);
  std::fill(tree.parent.begin(), tree.parent.end(), -1);
  std::fill(tree.counts.begin(), tree.counts.end(), 0);
  std::int64_t blocks = 0;
  for (std::size_t row = 0; row < pattern.size() && blocks <= most_blocks; ++row) {
    const auto k = static_cast<std::int32_t>(row);
    mark[row] = k;
    const std::size_t c = index(tree.order[row]);
    for (std::int32_t e = pattern.starts[c]; e < pattern.starts[c + 1]; ++e) {
      std::int32_t i = tree.place[index(pattern.columns[index(e)])];
      if (i > k) continue;
      for (; mark[index(i)] != k; i = tree.parent[index(i)]) {
        if (tree.parent[index(i)] < 0) tree.parent[index(i)] = k;
        mark[index(i)] = k;
        ++tree.counts[index(i)];
        blocks += 2;
      }
    }
  }
  arena.rewind(taken);
  return blocks <= most_blocks;
}

// Renumbers the places so that every subtree is a range that ends at its root.
void postorder(Tree& tree, Arena& arena) {
  const std::size_t n = tree.order.size();
  const Arena::Mark taken = arena.mark();
  const auto head = arena.take<std::int32_t>(n, -1), next = arena.take<std::int32_t>(n, -1);
  const auto stack = arena.take<std::int32_t>(n), post = arena.take<std::int32_t>(n);
  const auto old_order = arena.take<std::int32_t>(n), old_parent = arena.take<std::int32_t>(n),
             old_counts = arena.take<std::int32_t>(n);
  std::copy(tree.order.begin(), tree.order.end(), old_order.begin());
  std::copy(tree.parent.begin(), tree.parent.end(), old_parent.begin());
  std::copy(tree.counts.begin(), tree.counts.end(), old_counts.begin());
  // Each node has a list of its children, the least one first.
  for (std::size_t k = n; k-- > 0;) {
    if (tree.parent[k] < 0) continue;
    next[k] = head[index(tree.parent[k])];
    head[index(tree.parent[k])] = static_cast<std::int32_t>(k);
  }
  // Depth-first search gives a node its number when all its children have theirs.
  std::int32_t done = 0;
  for (std::size_t root = 0; root < n; ++root) {
    if (tree.parent[root] >= 0) continue;
    std::size_t height = 0;
    stack[height++] = static_cast<std::int32_t>(root);
    while (height > 0) {
      const std::size_t k = index(stack[height - 1]);
      if (head[k] >= 0) {
        stack[height++] = head[k];
        head[k] = next[index(head[k])];
      } else {
        post[k] = done++;
        --height;
      }
    }
  }
  // Order, counts and parents move to the new numbers.
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t to = index(post[k]);
    tree.order[to] = old_order[k];
    tree.counts[to] = old_counts[k];
    tree.parent[to] = old_parent[k] < 0 ? -1 : post[index(old_parent[k])];
    tree.place[index(old_order[k])] = post[k];
  }
  arena.rewind(taken);
}

// Tells whether a front may store that many zeros for the sake of being larger.
bool worth_merging(std::int64_t pivots, double zeros, double stored) {
  if (pivots <= 4) return zeros <= 0.5 * stored;
  if (pivots <= 16) return zeros <= 0.2 * stored;
  return zeros <= 0.05 * stored;
}

// Chooses the fronts: columns of one structure make one, and fronts that are nearly that are merged
// [Ashcraft, Grimes 1989, ACM TOMS 15]. Returns the first place of each front, from the last one to the
// first.
std::size_t choose_fronts(const Tree& tree, std::span<std::int32_t> first_places) {
  const auto n = static_cast<std::int32_t>(tree.order.size());
  std::size_t count = 0;
  std::int32_t end = n;  // of the front in the making, which starts at `start`
  std::int32_t start = n;
  double zeros = 0.0;
  for (std::int32_t last = n - 1; last >= 0;) {
    // A column has the structure of the next one if that is its parent and it has just one row more.
    std::int32_t first = last;
    while (first > 0 && tree.parent[index(first) - 1] == first &&
           tree.counts[index(first) - 1] == tree.counts[index(first)] + 1)
      --first;
    const std::int64_t own = last - first + 1, pivots = end - start;
    const std::int32_t parent = tree.parent[index(last)];
    // Columns of one structure join the front of their parent if its rows that they lack, stored as zeros,
    // are few.
    bool merged = false;
    if (pivots > 0 && parent >= start && parent < end) {
      const std::int64_t border = tree.counts[index(end) - 1], together = own + pivots;
      const double more =
          zeros + static_cast<double>(own) * static_cast<double>(pivots + border - tree.counts[index(last)]);
      merged = worth_merging(together, more,
                             static_cast<double>(together) *
                                 (0.5 * static_cast<double>(together) + static_cast<double>(border)));
      if (merged) zeros = more;
    }
    // Otherwise the front in the making is complete.
    if (!merged) {
      if (pivots > 0) first_places[count++] = start;
      end = last + 1;
      zeros = 0.0;
    }
    start = first;
    last = first - 1;
  }
  if (n > 0) first_places[count++] = start;
  return count;
}

// Finds the places behind the pivots that each front touches, by its own rows and through its children, and
// how many children it has.
void find_borders(const Pattern& pattern, const Tree& tree, std::span<const std::int32_t> pivot_starts,
                  std::span<const std::int32_t> border_starts, std::span<std::int32_t> border,
                  std::span<std::int32_t> children, Arena& arena) {
  const std::size_t count = children.size();
  const Arena::Mark taken = arena.mark();
  const auto mark = arena.take<std::int32_t>(pattern.size(), -1);
  const auto front_of = arena.take<std::int32_t>(pattern.size());
  const auto head = arena.take<std::int32_t>(count, -1), next = arena.take<std::int32_t>(count);  // children
  for (std::size_t f = 0; f < count; ++f)
    std::fill(front_of.begin() + pivot_starts[f], front_of.begin() + pivot_starts[f + 1],
              static_cast<std::int32_t>(f));
  for (std::size_t f = 0; f < count; ++f) {
    const std::int32_t end = pivot_starts[f + 1];
    std::size_t size = index(border_starts[f]);
    // A place behind the pivots enters the border once.
    const auto touch = [&](std::int32_t place) {
      if (place < end || mark[index(place)] == static_cast<std::int32_t>(f)) return;
      mark[index(place)] = static_cast<std::int32_t>(f);
      border[size++] = place;
    };
    // Own rows touch places directly, children by what they pass on.
    for (std::int32_t k = pivot_starts[f]; k < end; ++k) {
      const std::size_t c = index(tree.order[index(k)]);
      for (std::int32_t e = pattern.starts[c]; e < pattern.starts[c + 1]; ++e)
        touch(tree.place[index(pattern.columns[index(e)])]);
    }
    for (std::int32_t child = head[f]; child >= 0; child = next[index(child)])
      for (std::int32_t k = border_starts[index(child)]; k < border_starts[index(child) + 1]; ++k)
        touch(border[index(k)]);
    // The parent is the front of the first place in the border.
    if (size == index(border_starts[f])) continue;
    std::sort(border.begin() + border_starts[f], border.begin() + border_starts[f + 1]);
    const std::size_t parent = index(front_of[index(border[index(border_starts[f])])]);
    next[f] = head[parent];
    head[parent] = static_cast<std::int32_t>(f);
    ++children[parent];
  }
  arena.rewind(taken);
}

// Adds up what the fronts store, pass on and work.
void add_costs(Fronts& fronts, Arena& arena) {
  const Arena::Mark taken = arena.mark();
  const auto waiting = arena.take<std::int64_t>(fronts.count());  // blocks of what was passed on: a stack
  std::size_t height = 0;
  std::int64_t total = 0;
  for (std::size_t f = 0; f < fronts.count(); ++f) {
    const std::int64_t pivots = fronts.pivot_starts[f + 1] - fronts.pivot_starts[f];
    const std::int64_t border = fronts.border_starts[f + 1] - fronts.border_starts[f];
    fronts.factor_blocks += pivots * (pivots + 2 * border);
    fronts.most_passed = std::max(fronts.most_passed, total + border * border);
    fronts.largest = std::max(fronts.largest, static_cast<std::int32_t>(pivots + border));
    for (std::int64_t k = 1; k <= pivots; ++k) {
      const auto behind = static_cast<double>(pivots + border - k);
      fronts.products += 1.0 + behind * (behind + 1.0);
    }
    for (std::int32_t child = 0; child < fronts.children[f]; ++child) total -= waiting[--height];
    if (border == 0) continue;
    waiting[height++] = border * border;
    total += border * border;
  }
  arena.rewind(taken);
}

// Gives where the transposed of each block is. Rows come in order, so the first block of a column is the
// first one of that row.
std::span<std::int32_t> mirrored(std::span<const std::int32_t> starts, std::span<const std::int32_t> columns,
                                 Arena& arena) {
  const auto mirror = arena.take<std::int32_t>(columns.size());
  const Arena::Mark taken = arena.mark();
  const auto next = arena.take<std::int32_t>(starts.size() - 1);
  std::copy(starts.begin(), starts.end() - 1, next.begin());
  for (std::size_t e = 0; e < columns.size(); ++e) mirror[e] = next[index(columns[e])]++;
  arena.rewind(taken);
  return mirror;
}

}  // namespace

Fronts plan_fronts(std::span<const std::int32_t> starts, std::span<const std::int32_t> columns,
                   std::int64_t most_blocks, Arena& arena) {
  const Pattern pattern{starts, columns};
  const std::size_t n = pattern.size();
  Tree tree{arena.take<std::int32_t>(n), arena.take<std::int32_t>(n), arena.take<std::int32_t>(n),
            arena.take<std::int32_t>(n)};
  // A good order keeps the fill small; the elimination tree tells the fill without computing it.
  order_by_amd(pattern, tree, arena);
  if (!grow(pattern, tree, most_blocks, arena)) return {};
  postorder(tree, arena);

  // Columns that are eliminated together make a front, and the last of them knows how large its border is.
  const auto last_to_first = arena.take<std::int32_t>(n);
  const std::size_t count = choose_fronts(tree, last_to_first);
  const auto pivot_starts = arena.take<std::int32_t>(count + 1),
             border_starts = arena.take<std::int32_t>(count + 1);
  std::reverse_copy(last_to_first.begin(), last_to_first.begin() + static_cast<std::ptrdiff_t>(count),
                    pivot_starts.begin());
  pivot_starts[count] = static_cast<std::int32_t>(n);
  border_starts[0] = 0;
  for (std::size_t f = 0; f < count; ++f)
    border_starts[f + 1] = border_starts[f] + tree.counts[index(pivot_starts[f + 1]) - 1];
  // The border of a front names the places that it passes on to its parent.
  const auto border = arena.take<std::int32_t>(index(border_starts[count]));
  const auto children = arena.take<std::int32_t>(count, 0);
  find_borders(pattern, tree, pivot_starts, border_starts, border, children, arena);
  Fronts fronts{tree.order, tree.place, pivot_starts, border_starts, border, children};
  add_costs(fronts, arena);
  if (fronts.factor_blocks + fronts.most_passed > most_blocks) return {};
  return fronts;
}

void FactorPlan::make(std::span<const std::int32_t> starts, std::span<const std::int32_t> columns,
                      std::int64_t most_blocks) {
  if (is_made) return;
  fronts = plan_fronts(starts, columns, most_blocks, *arena);
  if (fronts.count() > 0) mirror = mirrored(starts, columns, *arena);
  is_made = true;
}

}  // namespace nsds::numerics::friction
