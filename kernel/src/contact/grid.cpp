#include "contact/grid.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace nsds {

namespace {

constexpr std::int64_t beyond = std::numeric_limits<std::int64_t>::max();  // any cell: of large balls

}  // namespace

void Grid::build(const std::vector<Ball>& balls) {
  place(balls);
  sort();
  pairs_.clear();
  sweep();
  for (std::size_t large = small_; large < placed_.size(); ++large) {
    for (std::size_t other = 0; other < large; ++other) meet(placed_[large], placed_[other]);
  }
  list(balls.size());
}

std::span<const std::int32_t> Grid::neighboursAbove(std::int32_t i) const {
  const std::size_t begin = first_[static_cast<std::size_t>(i)];
  return {neighbours_.data() + begin, first_[static_cast<std::size_t>(i) + 1] - begin};
}

double Grid::medianRadius(const std::vector<Ball>& balls) {
  if (balls.empty()) return 0.0;
  radii_.resize(balls.size());
  std::transform(balls.begin(), balls.end(), radii_.begin(), [](const Ball& ball) { return ball.radius; });
  const auto middle = radii_.begin() + static_cast<std::ptrdiff_t>(balls.size() / 2);
  std::nth_element(radii_.begin(), middle, radii_.end());
  return *middle;
}

/// Puts each ball into its cell, in the order of the last build.
void Grid::place(const std::vector<Ball>& balls) {
  if (placed_.size() != balls.size()) {
    placed_.resize(balls.size());
    for (std::size_t i = 0; i < balls.size(); ++i) placed_[i].index = static_cast<std::int32_t>(i);
    // Cubes packed in layers have 26 neighbours, half of them above: pairs that come and go find room.
    pairs_.reserve(13 * balls.size());
    neighbours_.reserve(13 * balls.size());
  }
  const double largest = 4.0 * medianRadius(balls);
  double radius = 0.0;
  for (const Ball& ball : balls) {
    if (ball.radius <= largest) radius = std::max(radius, ball.radius);
  }
  // Wider than two balls, so that rounding does not put two that meet into cells farther apart.
  size_ = radius > 0.0 ? 1.001 * 2.0 * radius : 1.0;
  small_ = balls.size();
  for (Placed& placed : placed_) {
    placed.ball = balls[static_cast<std::size_t>(placed.index)];
    const bool large = placed.ball.radius > largest;
    placed.cell = large ? Cell{beyond, beyond, beyond} : cellOf(placed.ball.centre);
    if (large) --small_;
  }
}

Grid::Cell Grid::cellOf(const Vector3& x) const {
  const auto index = [this](double coordinate) {
    // Far away all share a cell: slow, but right.
    const double cells = std::max(-1e12, std::min(1e12, coordinate / size_));
    const auto towardsZero = static_cast<std::int64_t>(cells);
    return towardsZero - (cells < static_cast<double>(towardsZero) ? 1 : 0);
  };
  return {index(x[0]), index(x[1]), index(x[2])};
}

/// Sorts balls by their cells: by insertion while few of them have changed theirs.
void Grid::sort() {
  const auto before = [](const Placed& a, const Placed& b) { return a.cell < b.cell; };
  auto moves = static_cast<std::ptrdiff_t>(4 * placed_.size());
  for (auto ball = placed_.begin(); ball != placed_.end(); ++ball) {
    if (ball == placed_.begin() || !before(*ball, *(ball - 1))) continue;
    const auto to = std::upper_bound(placed_.begin(), ball, *ball, before);
    moves -= ball - to;
    if (moves < 0) return std::sort(placed_.begin(), placed_.end(), before);
    const Placed moved = *ball;
    std::move_backward(to, ball, ball + 1);
    *to = moved;
  }
}

void Grid::sweep() {
  constexpr std::array<std::array<std::int64_t, 2>, 4> columns{{{0, 1}, {1, -1}, {1, 0}, {1, 1}}};
  const Placed* const end = placed_.data() + small_;
  std::array<const Placed*, 4> begins{};  // of the cells beside in each column
  begins.fill(placed_.data());
  for (const Placed* ball = placed_.data(); ball != end; ++ball) {
    const auto [x, y, z] = ball->cell;
    meetUpTo({x, y, z + 1}, ball + 1, *ball);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Cell from{x + columns[k][0], y + columns[k][1], z - 1};
      while (begins[k] != end && begins[k]->cell < from) ++begins[k];
      meetUpTo({from.x, from.y, z + 1}, begins[k], *ball);
    }
  }
}

/// Holds the ball against others, in their order up to the last cell.
void Grid::meetUpTo(const Cell& last, const Placed* others, const Placed& ball) {
  const Placed* const end = placed_.data() + small_;
  for (; others != end && !(last < others->cell); ++others) meet(ball, *others);
}

void Grid::meet(const Placed& a, const Placed& b) {
  const double reach = a.ball.radius + b.ball.radius;
  if ((a.ball.centre - b.ball.centre).squaredNorm() <= reach * reach)
    pairs_.push_back({std::min(a.index, b.index), std::max(a.index, b.index)});
}

/// Lists the pairs by their lower ball, counted first.
void Grid::list(std::size_t balls) {
  first_.assign(balls + 1, 0);
  neighbours_.resize(pairs_.size());
  for (const Pair& pair : pairs_) ++first_[static_cast<std::size_t>(pair.lower)];
  for (std::size_t i = 0; i < balls; ++i) first_[i + 1] += first_[i];
  // Lists are filled from behind: each entry moves from the end of its list to the beginning.
  for (const Pair& pair : pairs_) neighbours_[--first_[static_cast<std::size_t>(pair.lower)]] = pair.upper;
  for (std::size_t i = 0; i < balls; ++i) {
    const auto at = [&](std::size_t k) { return neighbours_.begin() + static_cast<std::ptrdiff_t>(k); };
    std::sort(at(first_[i]), at(first_[i + 1]));
  }
}

}  // namespace nsds
