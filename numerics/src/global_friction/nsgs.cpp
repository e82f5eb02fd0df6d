// Nonsmooth Gauss-Seidel on velocities as a solver of its own, accelerated or relaxed.
//
// Default max_iterations: 100000 sweeps.
#include "global_friction/nsgs.hpp"

#include <limits>

namespace nsds::numerics {
namespace {

enum Option : int { acceleration_option, relaxation_option };

// Has the error not halved for long? Then rounding or cycling holds it.
class Stagnation {
 public:
  bool operator()(std::int64_t sweep, double error) {
    if (error < 0.5 * best_) {
      best_ = error;
      since_ = sweep;
    }
    return sweep - since_ > 20000;
  }

 private:
  double best_ = std::numeric_limits<double>::infinity();
  std::int64_t since_ = 0;
};

}  // namespace

SolverClaim solve_global_nsgs(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context) {
  if (!can_sweep(problem, context.sentence)) return {NSDS_NOT_APPLICABLE};
  const double relaxation = context.own[relaxation_option];
  const bool accelerate = context.own[acceleration_option] != 0.0 && relaxation == 1.0;
  if (problem.dimension == 2)
    return sweep_velocities<2>(problem, point, relaxation, accelerate, context, Stagnation{});
  return sweep_velocities<3>(problem, point, relaxation, accelerate, context, Stagnation{});
}

}  // namespace nsds::numerics
