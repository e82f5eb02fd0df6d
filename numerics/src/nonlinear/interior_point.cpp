#include "nonlinear/interior_point.hpp"

#include <algorithm>

#include "affine/interior_point/interior_loop.hpp"
#include "nonlinear/box_map.hpp"
#include "nonlinear/newton.hpp"

namespace nsds::numerics::nonlinear {
namespace {

constexpr std::int64_t most_finishing = 8;  // Newton steps for the last digits

class NonlinearInterior {
 public:
  NonlinearInterior(Map& map, std::span<double> result, Arena& arena)
      : map_(map), result_(result), inside_(arena.take<double>(map.size())) {}

  std::span<const double> lower() const { return map_.lower(); }
  std::span<const double> upper() const { return map_.upper(); }
  const affine::Structure& structure() const { return map_.jacobian(); }
  static double alpha() { return 1.0; }
  static bool finishes_early() { return false; }

  // Makes the first Jacobian, whose symmetry the linear systems look at.
  bool begin() { return map_.evaluate(result_, inside_) && map_.linearise(result_, inside_); }

  void read_start(std::span<double> a) const { std::copy(result_.begin(), result_.end(), a.begin()); }

  bool evaluate(std::span<const double> a, std::span<double> w, double& residual) {
    // Rounding may have left the bounds.
    for (std::size_t i = 0; i < a.size(); ++i) inside_[i] = std::clamp(a[i], lower()[i], upper()[i]);
    if (!map_.evaluate(inside_, w)) return false;
    residual = natural_map(inside_, w, lower(), upper());
    if (residual < best_) {
      best_ = residual;
      std::copy(inside_.begin(), inside_.end(), result_.begin());
    }
    return true;
  }

  bool linearise(std::span<const double> a, std::span<const double> w) {
    for (std::size_t i = 0; i < a.size(); ++i) inside_[i] = std::clamp(a[i], lower()[i], upper()[i]);
    return map_.linearise(inside_, w);
  }

  SolverClaim finish(std::span<double> a, std::span<const affine::At> /*at*/,
                     affine::InteriorSystem& /*system*/, const SolveContext& context) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::clamp(a[i], lower()[i], upper()[i]);
    if (!map_.evaluate(a, inside_)) return {NSDS_STALLED, 0};
    SolveContext inner = context;
    inner.own = affine::finishing_options;
    inner.max_iterations = std::min(inner.max_iterations, inner.done_before + most_finishing);
    const Arena::Mark mark = context.arena->mark();
    const SolverClaim claim = solve_newton(map_, affine::NewtonKind::minimum, a, inner);
    context.arena->rewind(mark);
    if (claim.status == NSDS_OK) std::copy(a.begin(), a.end(), result_.begin());
    return claim;
  }

 private:
  Map& map_;
  std::span<double> result_;
  std::span<double> inside_;
  double best_ = infinity;
};

}  // namespace

SolverClaim solve_interior_point(Map& map, std::span<double> a, SolveContext& context) {
  NonlinearInterior interior(map, a, *context.arena);
  if (!interior.begin()) return {NSDS_STALLED, 0};
  return affine::InteriorPoint(interior, context).solve();
}

}  // namespace nsds::numerics::nonlinear
