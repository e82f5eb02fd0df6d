// What the problems of every class are drawn with: sizes, the range of their numbers, bounds, and faults of
// the struct.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "drawn_matrix.hpp"
#include "input.hpp"

namespace nsds::fuzz {

constexpr int kLargestSize = 12;

inline Range draw_range(Input& input) {
  const int kind = input.byte() % 16;
  if (kind == 15) return Range::any;
  if (kind >= 11) return Range::extreme;
  return kind >= 5 ? Range::moderate : Range::integers;
}

// Small sizes are where the special paths are.
inline int draw_size(Input& input, int largest = kLargestSize) {
  return input.chance(64) ? input.integer(0, largest < 3 ? largest : 3) : input.integer(0, largest);
}

inline bool is_tame(Range range) {
  return range <= Range::moderate;
}

// Either side may be infinite; mostly lower <= upper.
struct Bounds {
  Bounds(Input& input, int n, Range range) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const bool crossed = input.chance(6);
    for (int i = 0; i < n; ++i) {
      const int kind = input.byte() % 8;
      double low = input.number(range);
      double high = kind == 0 ? low : input.number(range);
      if (low > high && !crossed) std::swap(low, high);
      if (kind == 1 || kind == 3) low = -infinity;
      if (kind == 2 || kind == 3) high = infinity;
      if (crossed && kind == 4) low = infinity;
      lower.push_back(low);
      upper.push_back(high);
      ordered = ordered && low <= high && low < infinity && high > -infinity;
    }
  }
  std::vector<double> lower, upper;
  bool ordered = true;
};

// Another version's struct, a size that the arrays do not have, a null array. Returns whether it did any of
// that.
template <class Problem, class Array>
bool spoil_struct(Input& input, Problem& problem, Array& array) {
  if (!input.chance(8)) return false;
  constexpr std::int32_t sizes[] = {-1, INT32_MIN, INT32_MAX};
  switch (input.byte() % 4) {
    case 0:
      problem.struct_size += 8;
      break;
    case 1:
      problem.size = sizes[input.byte() % 3];
      break;
    case 2:
      problem.size -= 1;
      break;
    default:
      array = nullptr;
  }
  return true;
}

// A sum of products with the size of its terms, to tell zero from rounding.
struct Sum {
  // Wide, so that no product of numbers at the ends of their range over- or underflows.
  long double value = 0.0;
  long double terms = 0.0;
  void add(long double a, long double b) {
    value += a * b;
    terms += std::fabs(a * b);
  }
  // Certificates were checked once in other units; this bound is for finding wrong ones, not rounded ones
  // or those that underflow.
  long double tolerance() const { return 1e-8L * terms + std::numeric_limits<double>::min(); }
};

// (M'y)_j
inline Sum transposed_product(const DrawnMatrix& M, std::span<const double> y, int j) {
  Sum sum;
  for (std::size_t i = 0; i < y.size(); ++i) sum.add(M.entry(static_cast<int>(i), j), y[i]);
  return sum;
}

}  // namespace nsds::fuzz
