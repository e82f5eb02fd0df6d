// What the classes share whose problem is a map of the user: their points, how a start is found, and what the report counts.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/drive.hpp"
#include "linalg/dense_loops.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::nonlinear {

// Unknowns, with multipliers where the class has some, and F there, in units.
struct MapPoint {
  std::span<double> x;
  std::span<double> b;
  nsds_residual judged;
  double natural = infinity;  // the natural map, by which points that are no solutions are compared
};

// Problem is the driven problem of a class, which derives from this and has
//
//   bool set_start_inside(point, warm, distance)   a start that far from bounds, or half of their width, measured
//   nsds_residual residual_of(point)               where point.b is F
//   double natural_of(point)                       what points that are no solutions are compared by; the residual itself by default
//   SolverClaim run(point, context)                the solver of the call
//   double unit_of(k)                              what one of unknown k is, where there are multipliers
//   bool measure(point)                            where that takes more than F
template <class Problem>
class DrivenMap : public DrivenProblem {
 public:
  static constexpr const char* overflows = "F is not defined, or";

  // unknowns: those of F, and the multipliers behind them.
  DrivenMap(Map& F, std::size_t unknowns, const CallFrame& frame) : F_(F), unknowns_(unknowns) {
    F_.watch().set({frame.begin, frame.options.time_limit()});
  }

  MapPoint take_point(Arena& arena) const {
    return {arena.take<double>(unknowns_), arena.take<double>(F_.size()), {}};
  }

  // Where F is not defined at the start, points further inside the bounds are tried.
  bool set_start(MapPoint& point, bool warm) const {
    for (const double distance : {0.0, 1e-6, 1e-3, 0.1, 1.0, 10.0})
      if (self().set_start_inside(point, warm, distance)) return true;
    return false;
  }

  bool is_finite(const MapPoint& point) const {
    return all_finite(point.x.data(), point.x.size()) && all_finite(point.b.data(), point.b.size());
  }

  // What rounding to the units of the caller changes is measured again.
  bool hand_over(MapPoint& point) const {
    bool changed = false;
    for (std::size_t k = 0; k < unknowns_; ++k) {
      const double given = self().in_units_of_caller(point, k);
      const double back = given / self().unit_of(k);
      if (!std::isfinite(given) || !std::isfinite(back)) return false;
      changed = changed || back != point.x[k];
      point.x[k] = k < F_.size() ? std::clamp(back, F_.lower()[k], F_.upper()[k]) : back;
    }
    if (changed && !self().measure(point)) return false;
    for (std::size_t i = 0; i < F_.size(); ++i)
      if (!std::isfinite(point.b[i] * F_.units().of_w(i))) return false;
    return true;
  }

  // Of points that are no solutions the one is better whose natural map is less.
  bool is_worse(const MapPoint& point, const MapPoint& start) const {
    return !(point.natural <= start.natural && is_finite(point));
  }

  SolverClaim solve(MapPoint& point, SolveContext& context) const {
    const SolverClaim claim = self().run(point, context);
    if (F_.watch().ran_out()) context.note_lack_of_time();
    factorizations_ = context.factorizations();
    if (!is_refusal(claim.status)) self().measure(point);
    return claim;
  }

  // False: F is not defined there.
  bool measure(MapPoint& point) const {
    if (F_.evaluate(point.x.first(F_.size()), point.b)) {
      point.judged = self().residual_of(point);
      point.natural = self().natural_of(point);
      return std::isfinite(point.judged.value);
    }
    nsds_residual_init(&point.judged);
    point.judged.value = point.natural = infinity;
    return false;
  }

  double natural_of(const MapPoint& point) const { return point.judged.value; }

 protected:
  double unit_of(std::size_t k) const { return F_.units().of_z(k); }

  double in_units_of_caller(const MapPoint& point, std::size_t k) const {
    return k < F_.size() ? F_.given(k, point.x[k]) : point.x[k] * self().unit_of(k);
  }

  void write_counts(nsds_report& report) const {
    report.evaluations = F_.counts().evaluations;
    report.jacobians = F_.counts().jacobians;
    report.factorizations = factorizations_;
  }

 private:
  const Problem& self() const { return static_cast<const Problem&>(*this); }

  Map& F_;
  std::size_t unknowns_;
  mutable std::int64_t factorizations_ = 0;
};

}  // namespace nsds::numerics::nonlinear
