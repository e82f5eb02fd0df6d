// Augmented Lagrangian [Kanzow, Steck 2018, Comput. Optim. Appl. 69]: rows of g by multipliers and penalties, K as it is,
//
//   -(F(z) - ∇_y g(z, z) lambda) in the normal cone of K at z - c(z),   lambda = max(0, u - ρ g(z, z)),
//   u ← lambda, within bounds;   ρ ← 10 ρ where |min(g, lambda)| did not fall to a quarter.
#include <algorithm>
#include <cmath>

#include "qvi/newton_on_conditions.hpp"
#include "qvi/outer.hpp"
#include "qvi/registry.hpp"

namespace nsds::numerics::qvi {
namespace {

// The penalty grows by `growth` unless the violation falls to the part `enough_progress` of what it was. Both were measured on the
// instances by formula with 20 to 2500 unknowns, in steps of Newton's method over all subproblems: 10 to 69 steps with these
// values, 17 to 96 where to halve the violation was enough, and 74 to 281 with a growth of 3 where progress by a tenth was.
constexpr double growth = 10.0, enough_progress = 0.25;
// Convergence to feasible points is proved for bounded estimates of the multipliers [Kanzow, Steck 2018]. The bound, in units, is a
// guess: where multipliers are larger the penalty takes the rest.
constexpr double largest_estimate = 1e6;
// The method gives up where the penalty, in units, hides all that is not multiplied by it: 1e12 leaves four digits of the others.
constexpr double largest_penalty = 1e12;

class AugmentedLagrangian {
 public:
  AugmentedLagrangian(QuasiInequality& problem, std::span<double> y, SolveContext& context)
      : problem_(problem),
        arena_(*context.arena),
        outer_(problem, y, context),
        penalty_(context.own[0]),
        y_(arena_.take<double>(y.size())),
        x_(arena_.take<double>(problem.inequality().unknowns())),
        estimates_(arena_.take<double>(problem.functions().g().count())),
        g_(arena_.take<double>(estimates_.size())) {
    std::copy(y.begin(), y.end(), y_.begin());
  }

  SolverClaim solve() {
    while (!outer_.ends(y_)) {
      const std::span<const double> lambda = multipliers();
      for (std::size_t i = 0; i < estimates_.size(); ++i)
        estimates_[i] = std::clamp(lambda[i], 0.0, largest_estimate);
      const Arena::Mark mark = arena_.mark();
      const bool found = step();
      arena_.rewind(mark);
      if (!found || penalty_ > largest_penalty) return outer_.stall();
    }
    return outer_.claim();
  }

 private:
  std::span<const double> multipliers() const {
    return std::span<const double>(y_).subspan(problem_.size(), estimates_.size());
  }

  // Solves a subproblem. False: it is not defined at its start, or at what was found.
  bool step() {
    if (!problem_.place(y_, x_)) return false;
    const Variant variant{.penalty = penalty_, .estimates = estimates_};
    Conditions conditions(problem_.functions(), problem_.units().z, variant, arena_);
    const SolveContext inner = outer_.inner();
    outer_.add(solve_newton_on(conditions, x_, inner.tolerance, inner));
    const std::span<const double> solved = problem_.y_of(x_);
    std::copy(solved.begin(), solved.end(), y_.begin());
    return update_penalty();
  }

  bool update_penalty() {
    const std::span<const double> z = std::span<const double>(y_).first(problem_.size());
    if (!problem_.functions().g().evaluate({z, z}, g_)) return false;
    double violation = 0.0;
    for (std::size_t i = 0; i < g_.size(); ++i)
      violation = std::max(violation, std::fabs(std::min(g_[i], multipliers()[i])));
    if (violation > enough_progress * violation_) penalty_ *= growth;
    violation_ = violation;
    return true;
  }

  QuasiInequality& problem_;
  Arena& arena_;
  OuterIteration outer_;
  double penalty_, violation_ = infinity;
  std::span<double> y_, x_, estimates_, g_;
};

}  // namespace

SolverClaim solve_augmented_lagrangian(QuasiInequality& problem, std::span<double> y, SolveContext& context) {
  if (problem.functions().g().count() == 0) {
    context.sentence.write("solver '{}' needs rows of g; try solver 'kkt_newton'.", context.solver);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  if (!takes_newton(problem.conditions(), context)) return {NSDS_NOT_APPLICABLE, 0};
  return AugmentedLagrangian(problem, y, context).solve();
}

}  // namespace nsds::numerics::qvi
