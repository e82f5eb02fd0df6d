// What the drivers of vi and qvi share: one of the sets of vi.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "drawn_ball.hpp"
#include "nsds/numerics/vi.h"
#include "program_subject.hpp"

namespace nsds::fuzz {

class DrawnSet {
 public:
  DrawnSet(Input& input, int n, Range range)
      : polyhedron_(input, n, range),
        ball_(input, n),
        kind_(static_cast<nsds_vi_set>(input.integer(input.chance(4) ? 0 : 1, 4))) {
    if (kind_ == NSDS_VI_CONES) draw_cones(input, n, range);
  }
  DrawnSet(const DrawnSet&) = delete;
  DrawnSet& operator=(const DrawnSet&) = delete;
  ~DrawnSet() = default;

  int rows() const { return kind_ == NSDS_VI_POLYHEDRON ? polyhedron_.m + polyhedron_.e : 0; }

  bool sound() const {
    switch (kind_) {
      case NSDS_VI_BOX:
        return polyhedron_.bounds.ordered || (polyhedron_.without_lower && polyhedron_.without_upper);
      case NSDS_VI_CONES:
        return std::all_of(cones_.begin(), cones_.end(),
                           [](const nsds_cone& cone) { return std::isfinite(cone.mu); });
      case NSDS_VI_PROJECTOR:
        return ball_.fault == 0;
      case NSDS_VI_POLYHEDRON:  // it may be empty, and nothing can be projected onto it
      case NSDS_VI_NO_SET:
        return false;
    }
    return false;
  }

  // Half-lines are bounds.
  const double* lower() const {
    if (kind_ == NSDS_VI_CONES) return cone_lower_.data();
    return has_bounds() && !polyhedron_.without_lower ? polyhedron_.bounds.lower.data() : nullptr;
  }
  const double* upper() const {
    return has_bounds() && !polyhedron_.without_upper ? polyhedron_.bounds.upper.data() : nullptr;
  }

  template <class Problem>
  void enter(Problem& problem) {
    problem.set = kind_;
    if (kind_ == NSDS_VI_POLYHEDRON) polyhedron_.enter(problem);
    if (kind_ == NSDS_VI_BOX) {
      problem.lower = lower();
      problem.upper = upper();
    }
    if (kind_ == NSDS_VI_CONES) {
      problem.cone_count = static_cast<std::int32_t>(cones_.size());
      problem.cones = cones_.data();
    }
    if (kind_ == NSDS_VI_PROJECTOR) {
      problem.project = project_onto_ball;
      problem.user = &ball_;
    }
  }

 private:
  bool has_bounds() const { return kind_ == NSDS_VI_BOX || kind_ == NSDS_VI_POLYHEDRON; }

  void draw_cones(Input& input, int n, Range range) {
    for (int left = n; left > 0;) {
      nsds_cone cone{};
      cone.kind = static_cast<nsds_cone_kind>(input.integer(0, 2));
      cone.size = input.integer(1, left);
      if (cone.kind == NSDS_CONE_LORENTZ) cone.mu = std::fabs(input.number(range));
      left -= cone.size;
      const double bound =
          cone.kind == NSDS_CONE_NONNEGATIVE ? 0.0 : -std::numeric_limits<double>::infinity();
      cone_lower_.insert(cone_lower_.end(), static_cast<std::size_t>(cone.size), bound);
      cones_.push_back(cone);
    }
  }

  DrawnPolyhedron polyhedron_;
  Ball ball_;
  nsds_vi_set kind_;
  std::vector<nsds_cone> cones_;
  std::vector<double> cone_lower_;
};

}  // namespace nsds::fuzz
