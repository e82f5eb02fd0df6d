// A filled-in graph as a polyline in R × Rⁿ, and the distance of points from it.
#pragma once

#include <cstddef>
#include <vector>

#include "nsds/theory/accuracy/sampled_function.hpp"

namespace nsds::accuracy {

// A point of a polyline of n values, borrowed.
struct GraphPoint {
  double t;
  const double* x;  // (n)
};

class FilledGraph {
 public:
  explicit FilledGraph(const SampledFunction& f);

  std::size_t dimension() const { return dimension_; }
  std::size_t vertices() const { return times_.size(); }
  // At least 1: a graph of one point is a segment of no length.
  std::size_t segments() const { return times_.size() - 1; }
  GraphPoint vertex(std::size_t i) const { return {times_[i], values_.data() + i * dimension_}; }
  double largest() const { return largest_; }  // of all |t| and |x_i|

  // The distance of a point from segment j.
  double distance(const GraphPoint& point, std::size_t j) const;

  struct Nearest {
    double distance;
    std::size_t segment;
  };
  // The nearest segment, sought outwards from segment `near`, or the first that is found to be no farther than `enough`.
  Nearest nearest(const GraphPoint& point, std::size_t near, double enough) const;

 private:
  void addVertex(double t, const double* x);
  bool boxIsFarther(const GraphPoint& point, std::size_t j, double distance) const;

  std::size_t dimension_;
  double largest_ = 0.0;
  std::vector<double> times_;
  std::vector<double> values_;  // (dimension) a vertex
};

}  // namespace nsds::accuracy
