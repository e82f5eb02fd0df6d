// A uniform grid over balls: which of them may be near each other. Work proportional to their number as long
// as they are of similar size; those much larger than the others are held against all.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/contact/shapes.hpp"

namespace nsds {

class Grid {
 public:
  struct Ball {
    Vector3 centre;
    double radius = 0.0;
  };
  /// Sorts the balls into cells. Allocates only when there are more than ever.
  void build(const std::vector<Ball>& balls);
  /// The indices j > i of balls that meet ball i, in ascending order.
  const std::vector<std::int32_t>& neighboursAbove(std::int32_t i);

 private:
  struct Cell {
    std::int64_t x, y, z;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  Cell cellOf(const Vector3& x) const;
  std::size_t slot(const Cell& cell) const;
  void collect(std::int32_t i, const Cell& cell);
  void consider(std::int32_t i, std::int32_t j);

  const std::vector<Ball>* balls_ = nullptr;
  double size_ = 1.0;
  std::vector<Cell> cells_;          // of each ball
  std::vector<std::int32_t> first_;  // hash table: first ball of a slot, -1 if none
  std::vector<std::int32_t> next_;   // of the same slot
  std::vector<std::int32_t> large_;
  std::vector<bool> isLarge_;
  std::vector<double> radii_;
  std::vector<std::int32_t> found_;
};

}  // namespace nsds
