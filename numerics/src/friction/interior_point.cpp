// The central path as a curve in (x, y, log tau): steps along its tangent, Newton corrections across it, both
// by the one factorisation at a point. For convex problems tau would fall all along the path; with s among
// the unknowns the curve may turn back, and is followed through the turn [Allgower, Georg 1990, Numerical
// Continuation Methods].
//
// Default max_iterations: 20000 factorisations.
#include "friction/interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "friction/by_islands.hpp"
#include "friction/central_path.hpp"
#include "friction/proximal_newton.hpp"

namespace nsds::numerics {
namespace {

constexpr double near_enough = 1e-4;  // error from which Newton's method is tried,
constexpr double nearer = 1e-2;       // and from that part of it again
constexpr double first_step = 0.5, least_step = 1e-6;
// Where tau has fallen that far (its logarithm), rounding is what shortens steps: below that part of the step
// that would be tried first they lead nowhere.
constexpr double deep = 23.0, least_deep_part = 0.05;
constexpr double reach = 0.8;  // of a step, in the metric of each contact
constexpr double keep_inside = 0.9;
constexpr double most_infeasible = 0.1, most_off_centre = 0.4;  // of a point that counts as one of the path
constexpr int most_corrections = 5;
// Redundant contacts make the matrices nearly singular as tau goes to zero.
constexpr double shifts[] = {0.0, 1e-14, 1e-12, 1e-10};
constexpr double farthest_back = 2.0, farthest = 30.0;  // change of log tau on the path
constexpr int most_approaches = 50;                     // Newton steps from the start to the path

void add(PathVector& point, double length, const PathVector& direction) {
  for (std::size_t i = 0; i < point.x.size(); ++i) point.x[i] += length * direction.x[i];
  for (std::size_t i = 0; i < point.y.size(); ++i) point.y[i] += length * direction.y[i];
  point.theta += length * direction.theta;
}

void scale(PathVector& direction, double factor) {
  for (double& x : direction.x) x *= factor;
  for (double& y : direction.y) y *= factor;
  direction.theta *= factor;
}

void copy(const PathVector& from, PathVector& to) {
  std::copy(from.x.begin(), from.x.end(), to.x.begin());
  std::copy(from.y.begin(), from.y.end(), to.y.begin());
  to.theta = from.theta;
}

template <int D>
class Follower {
 public:
  // known: the error of the best point there is, which callbacks hear of until the path has a better one.
  Follower(const Island<D>& island, BlockLu<D>& lu, const PathRules& rules, double known,
           Progress<D>& progress, SolveContext& context)
      : path_(island, lu, *context.arena),
        known_(known),
        progress_(progress),
        context_(context),
        left_(rules.most_factorisations),
        point_(path_.vector()),
        trial_(path_.vector()),
        before_(path_.vector()),
        tangent_(path_.vector()),
        newton_(path_.vector()),
        slope_(path_.vector()) {
    path_.choose(rules.number);
    path_.start(point_);
    path_.evaluate(point_);
    first_theta_ = point_.theta;
  }

  std::span<const double> reactions() { return path_.reactions(point_); }

  // From the start to near the path. NSDS_OK, or why not.
  nsds_status approach() {
    for (int k = 0; k < most_approaches && !is_close(); ++k) {
      const nsds_status status = factorise(point_);
      if (status != NSDS_OK) return status;
      path_.newton_direction(newton_);
      add(point_, std::min(1.0, keep_inside * path_.step_limit(point_, newton_, 2.0)), newton_);
      path_.evaluate(point_);
    }
    return is_close() ? NSDS_OK : NSDS_STALLED;
  }

  // From one point of the path to another.
  nsds_status advance() {
    if (point_.theta > first_theta_ + farthest_back || point_.theta < first_theta_ - farthest)
      return NSDS_STALLED;
    path_.evaluate(point_);
    const nsds_status status = factorise(point_);
    if (status != NSDS_OK) return status;
    find_tangent();
    const bool is_deep = point_.theta < first_theta_ - deep;
    const double most = reach / path_.largest_change(tangent_);
    const double least = is_deep ? least_deep_part * std::min(first_step, most) : least_step;
    while (step_ > least) {
      step_ = std::min(step_, most);
      step_ = std::min(step_, keep_inside * path_.step_limit(point_, tangent_, 2.0 * step_));
      copy(point_, trial_);
      add(trial_, step_, tangent_);
      const int corrections = correct();
      if (corrections == limit_reached) return limit_;
      if (corrections <= most_corrections) {
        copy(trial_, point_);
        step_ *= corrections <= 1 ? 2.0 : corrections < most_corrections - 1 ? 1.2 : 0.7;
        return NSDS_OK;
      }
      step_ *= 0.4;
      path_.evaluate(point_);  // whose metric limits the step
    }
    return NSDS_STALLED;
  }

 private:
  static constexpr int limit_reached = -1;

  bool is_close() const {
    return path_.infeasibility() <= most_infeasible && path_.off_centre() <= most_off_centre;
  }

  nsds_status factorise(const PathVector& point) {
    for (const double shift : shifts) {
      if (left_-- <= 0) return NSDS_STALLED;
      const nsds_status status = context_.limit(progress_.iterations, std::min(known_, progress_.error));
      if (status != NSDS_OK) return status;
      ++progress_.iterations;
      if (path_.factorise(point, shift)) return NSDS_OK;
    }
    return NSDS_SINGULAR;
  }

  // The unit tangent; at first, to smaller tau.
  void find_tangent() {
    if (first_orientation_ == 0.0) first_orientation_ = path_.orientation();
    const double sign = path_.orientation() == first_orientation_ ? -1.0 : 1.0;
    path_.tangent(tangent_);
    scale(tangent_, sign / std::sqrt(path_.product(tangent_, tangent_)));
  }

  // Newton steps of trial_ to the path, at right angles to the tangent. Returns how many, more than
  // most_corrections where they do not get there, or limit_reached.
  int correct() {
    path_.evaluate(trial_);
    for (int k = 0; k <= most_corrections; ++k) {
      if (is_close()) return k;
      if (k == most_corrections) break;
      limit_ = factorise(trial_);
      if (limit_ == NSDS_SINGULAR) break;
      if (limit_ != NSDS_OK) return limit_reached;
      path_.newton_direction(newton_);
      path_.tangent(slope_);
      const double along = -path_.product(newton_, tangent_) / path_.product(slope_, tangent_);
      if (!std::isfinite(along)) break;
      add(newton_, along, slope_);
      double length = std::min(1.0, keep_inside * path_.step_limit(trial_, newton_, 2.0));
      length = std::min(length, 1.0 / std::fabs(newton_.theta));
      move_trial(length);
      if (!std::isfinite(trial_.theta)) break;
    }
    return most_corrections + 1;
  }

  // Along newton_, shortened until the merit falls: where a contact begins to slide s bends sharply, and full
  // steps may go to and fro over the bend for ever.
  void move_trial(double length) {
    constexpr int most_halvings = 4;
    const double merit = path_.merit();
    copy(trial_, before_);
    for (int halving = 0;; ++halving, length *= 0.5) {
      copy(before_, trial_);
      add(trial_, length, newton_);
      path_.evaluate(trial_);
      if (path_.merit() <= (1.0 - 1e-4 * length) * merit || halving == most_halvings) return;
    }
  }

  CentralPath<D> path_;
  double known_;
  Progress<D>& progress_;
  SolveContext& context_;
  std::int64_t left_;
  double step_ = first_step;
  double first_orientation_ = 0.0, first_theta_ = 0.0;
  nsds_status limit_ = NSDS_OK;
  PathVector point_, trial_, before_, tangent_, newton_, slope_;
};

// On to where the error is at most the goal, which is left with its point in progress. NSDS_OK; a limit;
// NSDS_STALLED after that many factorisations or where no step brings the path on; NSDS_SINGULAR.
template <int D>
nsds_status follow_path(Follower<D>& follower, Criterion<D>& criterion, double goal, Progress<D>& progress) {
  while (progress.error > goal) {
    const nsds_status status = follower.advance();
    if (status != NSDS_OK) return status;
    progress.keep(criterion(follower.reactions()), follower.reactions());
  }
  return NSDS_OK;
}

// May nothing be tried any more?
bool is_limit(nsds_status status) {
  return status != NSDS_OK && status != NSDS_STALLED && status != NSDS_SINGULAR;
}

// From a point that is near enough.
template <int D>
nsds_status run_newton(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps, BlockLu<D>& lu,
                       Progress<D>& progress, SolveContext& context) {
  constexpr int most_rejections = 10;
  ProximalNewton<D> newton(island, criterion, sweeps, lu, Formulation::alart_curnier, 1e-3, *context.arena);
  return newton.run(progress, context, most_rejections);
}

// From the end of a path. Where contacts open or slide as slowly as 1e-10, as one of four that carry a face
// does when it is that much too short, their reactions have not got far on their way to zero or to the cone:
// with the usual rho Newton's method takes them for contacts that stick, and the speeds, which no reaction
// can take away, for its error. What tells them apart is the ratio of speed to reaction, which is that of tau
// to the square of the reaction where a contact sticks: a rho between them. alpha leaves the others where
// they are the better the smaller it is, unless redundancy asks for more. start: (pad x contacts).
template <int D>
nsds_status settle(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps, BlockLu<D>& lu,
                   std::span<const double> start, Progress<D>& progress, SolveContext& context) {
  constexpr double alphas[] = {1e-10, 1e-6};
  constexpr double rhos[] = {1e10, 1e9, 1e8, 1e7, 1e6, 1e4, 1e2};
  constexpr std::size_t trials = std::size(alphas) * std::size(rhos);
  Progress<D> own(island, criterion, progress.tolerance, progress.iterations, *context.arena);
  ProximalNewton<D> newton(island, criterion, sweeps, lu, Formulation::alart_curnier, alphas[0],
                           *context.arena);
  nsds_status status = NSDS_STALLED;
  for (std::size_t k = 0; k < trials && !is_limit(status) && !progress.is_solved(); ++k) {
    newton.set(alphas[k / std::size(rhos)], rhos[k % std::size(rhos)]);
    std::copy(start.begin(), start.end(), own.r.begin());
    own.error = criterion(own.r);
    status = newton.run(own, context, 0);
    progress.keep(own.error, own.r);
  }
  progress.iterations = own.iterations;
  return status;
}

}  // namespace

template <int D>
nsds_status run_interior_point(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps,
                               BlockLu<D>& lu, const PathRules& rules, Progress<D>& progress,
                               SolveContext& context) {
  const Arena::Mark mark = context.arena->mark();
  Arena& arena = *context.arena;
  Progress<D> on_path(island, criterion, progress.tolerance, progress.iterations, arena);
  Progress<D> own(island, criterion, progress.tolerance, progress.iterations, arena);
  Follower<D> follower(island, lu, rules, progress.error, on_path, context);
  nsds_status path = follower.approach(), status = path;
  on_path.keep(criterion(follower.reactions()), follower.reactions());
  for (double goal = near_enough; !is_limit(path) && !own.is_solved(); goal *= nearer) {
    if (path == NSDS_OK) path = follow_path<D>(follower, criterion, std::max(own.tolerance, goal), on_path);
    own.iterations = on_path.iterations;
    own.error = on_path.error;
    std::copy(on_path.r.begin(), on_path.r.end(), own.r.begin());
    status = path;
    if (is_limit(path) || own.is_solved()) break;
    status = run_newton<D>(island, criterion, sweeps, lu, own, context);
    on_path.iterations = own.iterations;
    progress.keep(own.error, own.r);
    if (is_limit(status) || path != NSDS_OK) break;
  }
  if (!is_limit(status) && !own.is_solved() && on_path.error <= near_enough)
    status = settle<D>(island, criterion, sweeps, lu, follower.reactions(), own, context);
  progress.iterations = std::max(own.iterations, on_path.iterations);
  progress.keep(own.error, own.r);
  context.arena->rewind(mark);
  if (progress.is_solved()) return NSDS_OK;
  return status == NSDS_OK ? NSDS_STALLED : status;
}

template nsds_status run_interior_point<2>(const Island<2>&, Criterion<2>&, Sweeps<2>&, BlockLu<2>&,
                                           const PathRules&, Progress<2>&, SolveContext&);
template nsds_status run_interior_point<3>(const Island<3>&, Criterion<3>&, Sweeps<3>&, BlockLu<3>&,
                                           const PathRules&, Progress<3>&, SolveContext&);

SolverClaim solve_friction_interior_point(const FrictionProblem& problem, double* r, SolveContext& context) {
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        BlockLu<D> lu(island, *context.arena);
        if (!lu.fits()) return refuse_large_factors(context);
        Sweeps<D> sweeps(island, criterion, 0, *context.arena);
        if (progress.error <= near_enough) {  // a good start, or an end that is to be a little better
          const nsds_status status = run_newton<D>(island, criterion, sweeps, lu, progress, context);
          if (status != NSDS_STALLED) return status;
        }
        return run_interior_point<D>(island, criterion, sweeps, lu, {0, context.max_iterations}, progress,
                                     context);
      });
}

}  // namespace nsds::numerics
