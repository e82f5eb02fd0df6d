// Branch and bound over the segments of one filled-in graph.
#include "nsds/theory/accuracy/hausdorff.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>
#include <vector>

#include "accuracy/filled_graph.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

using accuracy::FilledGraph;
using accuracy::GraphPoint;

// A point of F, as a share of one of its segments, and a segment of G that is near it.
struct Witness {
  double share;
  double distance;      // from `segment`
  std::size_t segment;  // of G
};

// A part of a segment of F, with a bound of the distance of its points from G.
struct Piece {
  std::size_t segment;
  Witness start;
  Witness end;
  double bound;
  int depth;

  bool operator<(const Piece& other) const { return bound < other.bound; }
};

class ExcessSearch {
 public:
  ExcessSearch(const FilledGraph& F, const FilledGraph& G, double tolerance)
      : F_(F), G_(G), tolerance_(tolerance), point_(F.dimension()) {
    // Distances have the rounding of the numbers that they are differences of.
    floor_ = 8.0 * std::numeric_limits<double>::epsilon() * std::max(F.largest(), G.largest());
  }

  double run() {
    seeVertices();
    while (!pieces_.empty() && pieces_.top().bound > good()) {
      const Piece piece = pieces_.top();
      pieces_.pop();
      divide(piece);
    }
    return best_;
  }

 private:
  double good() const { return std::max(best_ * (1.0 + tolerance_), best_ + floor_); }

  GraphPoint at(std::size_t segment, double share) {
    const GraphPoint start = F_.vertex(segment), end = F_.vertex(segment + 1);
    for (std::size_t i = 0; i < point_.size(); ++i) point_[i] = (1.0 - share) * start.x[i] + share * end.x[i];
    return {(1.0 - share) * start.t + share * end.t, point_.data()};
  }

  Witness witness(std::size_t segment, double share, std::size_t near) {
    const FilledGraph::Nearest nearest = G_.nearest(at(segment, share), near, best_);
    best_ = std::max(best_, nearest.distance);
    return {share, nearest.distance, nearest.segment};
  }

  // Along the piece the distance from one segment of G is convex, and that from G is 1-Lipschitz.
  double boundOf(const Piece& piece) {
    const double startFromLast = distance(piece, piece.start.share, piece.end.segment);
    const double endFromFirst = distance(piece, piece.end.share, piece.start.segment);
    return std::min({std::max(piece.start.distance, endFromFirst),
                     std::max(startFromLast, piece.end.distance),
                     0.5 * (piece.start.distance + piece.end.distance + lengthOf(piece))});
  }

  double distance(const Piece& piece, double share, std::size_t segment) {
    return G_.distance(at(piece.segment, share), segment);
  }

  double lengthOf(const Piece& piece) const {
    const GraphPoint start = F_.vertex(piece.segment), end = F_.vertex(piece.segment + 1);
    double square = 0.0;
    for (std::size_t i = 0; i < point_.size(); ++i)
      square += (end.x[i] - start.x[i]) * (end.x[i] - start.x[i]);
    return (piece.end.share - piece.start.share) * std::max(end.t - start.t, std::sqrt(square));
  }

  // Keeps the piece if it may have a point that is farther than the farthest so far.
  void keep(std::size_t segment, const Witness& start, const Witness& end, int depth) {
    Piece piece{segment, start, end, 0.0, depth};
    if (start.segment == end.segment) return;  // no point is farther than the ends
    piece.bound = boundOf(piece);
    if (piece.bound > good()) pieces_.push(piece);
  }

  // Pieces are weighed when all vertices have been seen: the best excess so far then rules most of them out.
  void seeVertices() {
    std::vector<Witness> vertices{witness(0, 0.0, 0)};
    vertices.reserve(F_.vertices());
    for (std::size_t j = 0; j < F_.segments(); ++j)
      vertices.push_back(witness(j, 1.0, vertices.back().segment));
    for (std::size_t j = 0; j < F_.segments(); ++j) {
      vertices[j].share = 0.0;
      keep(j, vertices[j], vertices[j + 1], 0);
    }
  }

  void divide(const Piece& piece) {
    const double share = equallyFar(piece);
    const Witness middle = witness(piece.segment, share, piece.start.segment);
    keep(piece.segment, piece.start, middle, piece.depth + 1);
    keep(piece.segment, middle, piece.end, piece.depth + 1);
  }

  // Where the segments of G that are near the ends are equally far. Pieces that have been divided often without success are
  // halved.
  double equallyFar(const Piece& piece) {
    const double from = piece.start.share, to = piece.end.share, middle = 0.5 * (from + to);
    constexpr int kPatience = 16;  // a guess: random polylines take 4 divisions at most
    if (piece.depth >= kPatience) return middle;
    const auto difference = [&](double share) {
      return distance(piece, share, piece.start.segment) - distance(piece, share, piece.end.segment);
    };
    const double atStart = difference(from), atEnd = difference(to);
    if (!(atStart < 0.0 && atEnd > 0.0)) return middle;
    std::uintmax_t evaluations = 60;
    const auto bracket = boost::math::tools::toms748_solve(
        difference, from, to, atStart, atEnd, boost::math::tools::eps_tolerance<double>(52), evaluations);
    const double share = 0.5 * (bracket.first + bracket.second);
    return share > from && share < to ? share : middle;
  }

  const FilledGraph& F_;
  const FilledGraph& G_;
  double tolerance_;
  double floor_;
  double best_ = 0.0;  // the largest distance from G of a point of F so far
  std::priority_queue<Piece> pieces_;
  std::vector<double> point_;
};

void checkGraphs(const SampledFunction& f, const SampledFunction& g, double tolerance) {
  check::that(f.dimension() == g.dimension(), "Hausdorff distance: values of {} and of {} entries",
              f.dimension(), g.dimension());
  check::that(!f.empty() && !g.empty(), "Hausdorff distance: a function without samples");
  check::that(tolerance >= 0.0 && tolerance < 1.0, "Hausdorff distance: the tolerance is {}", tolerance);
}

}  // namespace

double excess(const SampledFunction& f, const SampledFunction& g, double tolerance) {
  checkGraphs(f, g, tolerance);
  return ExcessSearch(FilledGraph(f), FilledGraph(g), tolerance).run();
}

double hausdorffDistance(const SampledFunction& f, const SampledFunction& g, double tolerance) {
  checkGraphs(f, g, tolerance);
  const FilledGraph F(f), G(g);
  return std::max(ExcessSearch(F, G, tolerance).run(), ExcessSearch(G, F, tolerance).run());
}

}  // namespace nsds
