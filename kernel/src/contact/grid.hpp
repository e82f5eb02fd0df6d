// A uniform grid over balls finds which of them meet. Its work is proportional to their number as long as
// they are of similar size; those much larger than the others are held against all.
//
// The balls lie in one array in the lexicographic order of their cells (x, y, z). One sweep along it finds
// the pairs: cells beside a ball's that come later are the next one of its own column (x, y) and those of
// four other columns, and where these begin only moves forward along the sweep.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "nsds/kernel/contact/shapes.hpp"

namespace nsds {

class Grid {
 public:
  struct Ball {
    Vector3 centre;
    double radius = 0.0;
  };
  /// Finds the pairs that meet. Allocates only when there are more balls than ever, or pairs than room.
  void build(const std::vector<Ball>& balls);
  /// The indices j > i of balls that meet ball i, in ascending order.
  std::span<const std::int32_t> neighboursAbove(std::int32_t i) const;

 private:
  struct Cell {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
    friend bool operator<(const Cell& a, const Cell& b) {
      return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
    }
  };
  struct Placed {
    Cell cell;
    Ball ball;
    std::int32_t index = 0;
  };
  struct Pair {
    std::int32_t lower;
    std::int32_t upper;
  };
  double medianRadius(const std::vector<Ball>& balls);
  void place(const std::vector<Ball>& balls);
  Cell cellOf(const Vector3& x) const;
  void sort();
  void sweep();
  void meetUpTo(const Cell& last, const Placed* others, const Placed& ball);
  void meet(const Placed& a, const Placed& b);
  void list(std::size_t balls);

  double size_ = 1.0;
  std::vector<Placed> placed_;  // by cell; keeps its order, which is nearly right at the next build
  std::size_t small_ = 0;       // that many are in cells; behind them come those held against all
  std::vector<double> radii_;
  std::vector<Pair> pairs_;
  std::vector<std::size_t> first_;  // of each ball, its first neighbour; (balls + 1)
  std::vector<std::int32_t> neighbours_;
};

}  // namespace nsds
