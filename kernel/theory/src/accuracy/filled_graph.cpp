// The distance of a point from a segment, and the search for the nearest segment.
#include "accuracy/filled_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsds::accuracy {

FilledGraph::FilledGraph(const SampledFunction& f) : dimension_(static_cast<std::size_t>(f.dimension())) {
  times_.reserve(2 * f.size());
  values_.reserve(2 * f.size() * dimension_);
  for (std::size_t i = 0; i < f.size(); ++i) {
    const VectorView left = f.left(i), right = f.right(i);
    addVertex(f.time(i), left.data());
    if (left != right) addVertex(f.time(i), right.data());
  }
  if (times_.size() == 1) addVertex(f.time(0), f.left(0).data());
}

void FilledGraph::addVertex(double t, const double* x) {
  times_.push_back(t);
  values_.insert(values_.end(), x, x + dimension_);
  largest_ = std::max(largest_, std::abs(t));
  for (std::size_t i = 0; i < dimension_; ++i) largest_ = std::max(largest_, std::abs(x[i]));
}

namespace {

// The offset of a point from c(λ) = (s, y) + λ (Δs, Δy) is (α − λ Δs, β − λ Δy); a(λ) = |α − λ Δs|, b(λ) = ‖β − λ Δy‖.
struct Offset {
  double alpha = 0.0;
  double ds = 0.0;
  double betaSquared = 0.0;
  double dySquared = 0.0;
  double betaDy = 0.0;
  double wedge = 0.0;  // |β ∧ Δy|, of the part of β that is normal to Δy
  double skew = 0.0;   // ‖α Δy − Δs β‖
};

struct Roots {
  double first;
  double second;
};

// The λ at which a = b: roots of a² − b² = A λ² − 2 B λ + C. The discriminant B² − A C is ‖α Δy − Δs β‖² − |β ∧ Δy|², which
// has the digits that B² − A C loses near a double root.
Roots crossingsOf(const Offset& o) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const double discriminant = (o.skew - o.wedge) * (o.skew + o.wedge);
  if (!(discriminant >= 0.0)) return {none, none};
  const double length = std::sqrt(o.dySquared), beta = std::sqrt(o.betaSquared);
  const double A = (o.ds - length) * (o.ds + length);
  const double B = o.alpha * o.ds - o.betaDy;
  const double C = (std::abs(o.alpha) - beta) * (std::abs(o.alpha) + beta);
  const double q = B + std::copysign(std::sqrt(discriminant), B);
  if (q == 0.0) return {none, none};
  return {C / q, A != 0.0 ? q / A : none};
}

}  // namespace

// max(a, b) is convex in λ. It is least at an end, where a or b is least, or where they are equal.
double FilledGraph::distance(const GraphPoint& point, std::size_t j) const {
  const GraphPoint start = vertex(j), end = vertex(j + 1);
  const auto time = [&](double lambda) {
    return (point.t - start.t) * (1.0 - lambda) + (point.t - end.t) * lambda;
  };
  const auto value = [&](double lambda, std::size_t i) {
    return (point.x[i] - start.x[i]) * (1.0 - lambda) + (point.x[i] - end.x[i]) * lambda;
  };
  double best = std::numeric_limits<double>::infinity(), least = 0.0;
  const auto consider = [&](double lambda) {
    if (!(lambda >= 0.0 && lambda <= 1.0)) return;
    double square = 0.0;
    for (std::size_t i = 0; i < dimension_; ++i) square += value(lambda, i) * value(lambda, i);
    const double candidate = std::max(std::abs(time(lambda)), std::sqrt(square));
    if (candidate >= best) return;
    best = candidate;
    least = lambda;
  };

  // The ends, and where a or b is least.
  Offset o;
  o.ds = end.t - start.t;
  for (std::size_t i = 0; i < dimension_; ++i) {
    const double dy = end.x[i] - start.x[i];
    o.dySquared += dy * dy;
    o.betaDy += (point.x[i] - start.x[i]) * dy;
  }
  consider(0.0);
  consider(1.0);
  if (o.ds > 0.0) consider((point.t - start.t) / o.ds);
  if (!(o.dySquared > 0.0)) return best;
  consider(o.betaDy / o.dySquared);

  // Where a and b are equal, sought from the best of those: far from it the offsets are large, and so is their rounding.
  const double from = least;
  o.alpha = time(from);
  o.betaDy = 0.0;
  for (std::size_t i = 0; i < dimension_; ++i) o.betaDy += value(from, i) * (end.x[i] - start.x[i]);
  const double foot = o.betaDy / o.dySquared;
  double across = 0.0, turned = 0.0;
  for (std::size_t i = 0; i < dimension_; ++i) {
    const double beta = value(from, i), dy = end.x[i] - start.x[i];
    const double normal = dimension_ == 1 ? 0.0 : beta - foot * dy, skew = o.alpha * dy - o.ds * beta;
    o.betaSquared += beta * beta;
    across += normal * normal;
    turned += skew * skew;
  }
  o.wedge = std::sqrt(across * o.dySquared);
  o.skew = std::sqrt(turned);
  const Roots crossings = crossingsOf(o);
  consider(from + crossings.first);
  consider(from + crossings.second);
  return best;
}

// A lower bound of the distance from segment j, by coordinates.
bool FilledGraph::boxIsFarther(const GraphPoint& point, std::size_t j, double distance) const {
  const double* start = vertex(j).x;
  const double* end = vertex(j + 1).x;
  for (std::size_t i = 0; i < dimension_; ++i) {
    const double x = point.x[i];
    if (std::min(start[i], end[i]) - x >= distance || x - std::max(start[i], end[i]) >= distance) return true;
  }
  return false;
}

FilledGraph::Nearest FilledGraph::nearest(const GraphPoint& point, std::size_t near, double enough) const {
  Nearest best{distance(point, near), near};
  const auto consider = [&](std::size_t j) {
    if (boxIsFarther(point, j, best.distance)) return;
    const double candidate = distance(point, j);
    if (candidate < best.distance) best = {candidate, j};
  };
  // Segments before `before` and from `after` on have not been seen.
  std::size_t before = near, after = near + 1;
  while (best.distance > enough) {
    const bool back = before > 0 && point.t - times_[before] < best.distance;
    const bool forth = after < segments() && times_[after] - point.t < best.distance;
    if (!back && !forth) break;
    if (back) consider(--before);
    if (forth && best.distance > enough) consider(after++);
  }
  return best;
}

}  // namespace nsds::accuracy
