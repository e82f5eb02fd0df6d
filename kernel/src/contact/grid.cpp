#include "contact/grid.hpp"

#include <algorithm>
#include <cmath>

namespace nsds {

void Grid::build(const std::vector<Ball>& balls) {
  balls_ = &balls;
  const std::size_t n = balls.size();
  radii_.resize(n);
  for (std::size_t i = 0; i < n; ++i) radii_[i] = balls[i].radius;
  const auto middle = radii_.begin() + static_cast<std::ptrdiff_t>(n / 2);
  if (n > 0) std::nth_element(radii_.begin(), middle, radii_.end());
  const double largest = n > 0 ? 4.0 * *middle : 1.0;
  size_ = 0.0;
  large_.clear();
  isLarge_.assign(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    isLarge_[i] = balls[i].radius > largest;
    if (isLarge_[i]) {
      large_.push_back(static_cast<std::int32_t>(i));
    } else {
      size_ = std::max(size_, 2.0 * balls[i].radius);
    }
  }
  if (!(size_ > 0.0)) size_ = 1.0;
  std::size_t slots = 16;
  while (slots < 2 * n) slots *= 2;
  first_.assign(slots, -1);
  next_.resize(n);
  cells_.resize(n);
  // Backwards, so that each slot lists its balls in ascending order.
  for (std::size_t i = n; i-- > 0;) {
    if (isLarge_[i]) continue;
    cells_[i] = cellOf(balls[i].centre);
    std::int32_t& head = first_[slot(cells_[i])];
    next_[i] = head;
    head = static_cast<std::int32_t>(i);
  }
}

Grid::Cell Grid::cellOf(const Vector3& x) const {
  const auto index = [this](double coordinate) {
    // Far away all share a cell: slow, but right.
    return static_cast<std::int64_t>(std::floor(std::clamp(coordinate / size_, -1e15, 1e15)));
  };
  return {index(x[0]), index(x[1]), index(x[2])};
}

std::size_t Grid::slot(const Cell& cell) const {
  std::uint64_t hash = static_cast<std::uint64_t>(cell.x) * 0x9E3779B97F4A7C15U;
  hash ^= static_cast<std::uint64_t>(cell.y) * 0xC2B2AE3D27D4EB4FU;
  hash ^= static_cast<std::uint64_t>(cell.z) * 0x165667B19E3779F9U;
  hash ^= hash >> 29U;
  return static_cast<std::size_t>(hash) & (first_.size() - 1);
}

void Grid::consider(std::int32_t i, std::int32_t j) {
  if (j <= i) return;
  const Ball& a = (*balls_)[static_cast<std::size_t>(i)];
  const Ball& b = (*balls_)[static_cast<std::size_t>(j)];
  const double reach = a.radius + b.radius;
  if ((a.centre - b.centre).squaredNorm() <= reach * reach) found_.push_back(j);
}

void Grid::collect(std::int32_t i, const Cell& cell) {
  for (std::int32_t j = first_[slot(cell)]; j >= 0; j = next_[static_cast<std::size_t>(j)]) {
    if (cells_[static_cast<std::size_t>(j)] == cell) consider(i, j);
  }
}

const std::vector<std::int32_t>& Grid::neighboursAbove(std::int32_t i) {
  found_.clear();
  if (isLarge_[static_cast<std::size_t>(i)]) {
    for (std::int32_t j = i + 1; j < static_cast<std::int32_t>(balls_->size()); ++j) consider(i, j);
    return found_;
  }
  const Cell& cell = cells_[static_cast<std::size_t>(i)];
  for (std::int64_t x = cell.x - 1; x <= cell.x + 1; ++x) {
    for (std::int64_t y = cell.y - 1; y <= cell.y + 1; ++y) {
      for (std::int64_t z = cell.z - 1; z <= cell.z + 1; ++z) collect(i, {x, y, z});
    }
  }
  for (const std::int32_t j : large_) consider(i, j);
  std::sort(found_.begin(), found_.end());
  return found_;
}

}  // namespace nsds
