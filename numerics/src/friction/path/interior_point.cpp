// Default max_iterations: 20000 sweeps and factorisations.
#include "friction/path/interior_point.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "friction/by_islands.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr double near_enough = 1e-4;       // error from which Newton's method is tried,
constexpr double nearer = 1e-2;            // and from that part of it again,
constexpr std::int64_t least_newton = 40;  // with as many factorisations as the path took, or so many
constexpr int most_failures = 10;
constexpr int most_turns = 12;
constexpr std::int64_t first_factorisations = 100;  // of the turns, which double
constexpr double least_fall = 0.5;                  // of the least log tau in a turn of a path that is kept

// Tells whether a method that ended so has neither solved the island nor met a limit.
bool may_go_on(nsds_status status) {
  return status == NSDS_STALLED || status == NSDS_SINGULAR;
}

}  // namespace

template <int D>
InteriorPoint<D>::InteriorPoint(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps,
                                NewtonLu<D>& lu, double tolerance, SolveContext& context)
    : criterion_(criterion),
      on_path_(island, criterion, tolerance, 0, *context.arena),
      own_(island, criterion, tolerance, 0, *context.arena),
      follower_(island, lu, on_path_, context),
      newton_(island, criterion, sweeps, lu, Formulation::alart_curnier, 1e-3, *context.arena) {}

// Follows the path to where the error is at most the goal. NSDS_OK; a limit; NSDS_STALLED, NSDS_SINGULAR.
template <int D>
nsds_status InteriorPoint<D>::follow() {
  while (on_path_.error > goal_) {
    const nsds_status status = is_near_ ? follower_.advance() : follower_.approach();
    on_path_.keep(criterion_(follower_.reactions()), follower_.reactions());
    if (status != NSDS_OK) return status;
    is_near_ = true;
  }
  return NSDS_OK;
}

// Runs Newton's method from the best point of the path.
template <int D>
nsds_status InteriorPoint<D>::run_newton(std::int64_t most, Progress<D>& progress, SolveContext& context) {
  own_.iterations = progress.iterations;
  own_.error = on_path_.error;
  std::copy(on_path_.r.begin(), on_path_.r.end(), own_.r.begin());
  newton_.set(1e-3, 1.0);
  const nsds_status status =
      newton_.run(own_, context, {.rejections = most_failures, .factorisations = most});
  progress.iterations = own_.iterations;
  progress.keep(own_.error, own_.r);
  return status;
}

// Settles what the end of a path leaves. Where contacts open or slide as slowly as 1e-10, as one of four that
// carry a face does when it is that much too short, their reactions have not got far on their way to zero or
// to the cone: with the usual rho Newton's method takes them for contacts that stick, and the speeds, which
// no reaction can take away, for its error. What tells them apart is the ratio of speed to reaction, which is
// that of tau to the square of the reaction where a contact sticks: a rho between them. alpha leaves the
// others where they are the better the smaller it is, unless redundancy asks for more.
template <int D>
nsds_status InteriorPoint<D>::settle(Progress<D>& progress, SolveContext& context) {
  constexpr double alphas[] = {1e-10, 1e-6};
  constexpr double rhos[] = {1e10, 1e9, 1e8, 1e7, 1e6, 1e4, 1e2};
  constexpr std::size_t trials = std::size(alphas) * std::size(rhos);
  nsds_status status = NSDS_STALLED;
  for (std::size_t k = 0; k < trials && may_go_on(status); ++k) {
    const std::span<const double> start = follower_.reactions();
    newton_.set(alphas[k / std::size(rhos)], rhos[k % std::size(rhos)]);
    std::copy(start.begin(), start.end(), own_.r.begin());
    own_.error = criterion_(own_.r);
    own_.iterations = progress.iterations;
    status = newton_.run(own_, context, {.rejections = 0});
    progress.iterations = own_.iterations;
    progress.keep(own_.error, own_.r);
  }
  return status == NSDS_OK && !progress.is_solved() ? NSDS_STALLED : status;
}

template <int D>
void InteriorPoint<D>::begin() {
  follower_.begin(number_++);
  on_path_.error = std::numeric_limits<double>::infinity();
  goal_ = near_enough;
  is_begun_ = true;
  is_near_ = false;
}

template <int D>
nsds_status InteriorPoint<D>::run(Progress<D>& progress, SolveContext& context,
                                  std::int64_t most_factorisations) {
  if (!is_begun_) begin();
  const double lowest = follower_.lowest();
  for (std::int64_t left = most_factorisations;;
       left = follower_.left(), goal_ = nearer * std::min(goal_, on_path_.error)) {
    // The path is followed to a goal that is nearer each time.
    goal_ = std::max(goal_, progress.tolerance);
    on_path_.iterations = progress.iterations;
    follower_.allow(left, progress.error);
    const nsds_status path = follow();
    progress.iterations = on_path_.iterations;
    progress.keep(on_path_.error, on_path_.r);
    if (progress.is_solved()) return NSDS_OK;
    if (path != NSDS_OK && !may_go_on(path)) return path;
    // A path that has used up its budget goes on the next time if it has come down far enough.
    if (path == NSDS_STALLED && follower_.ran_out()) {
      is_begun_ = follower_.lowest() <= lowest - least_fall;
      return is_begun_ || on_path_.error > near_enough ? path : settle(progress, context);
    }
    // Newton's method tries from the end of the path.
    is_begun_ = path == NSDS_OK;
    const nsds_status status = run_newton(std::max(least_newton, left - follower_.left()), progress, context);
    if (progress.is_solved()) return NSDS_OK;
    if (!may_go_on(status)) return status == NSDS_OK ? NSDS_STALLED : status;
    if (!is_begun_) return on_path_.error <= near_enough ? settle(progress, context) : path;
  }
}

template class InteriorPoint<2>;
template class InteriorPoint<3>;

SolverClaim solve_interior_point(const Problem& problem, double* r, SolveContext& context) {
  return solve_coulomb_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        Arena& arena = *context.arena;
        NewtonLu<D> lu(island, arena);
        if (!lu.fits()) return refuse_large_factors(context);
        Sweeps<D> sweeps(island, criterion, 0, arena);
        nsds_status status = NSDS_STALLED;
        if (progress.error <= near_enough) {  // a good start, or an end that is to be a little better
          ProximalNewton<D> newton(island, criterion, sweeps, lu, Formulation::alart_curnier, 1e-3, arena);
          status = newton.run(progress, context, {.rejections = most_failures});
        }
        InteriorPoint<D> path(island, criterion, sweeps, lu, progress.tolerance, context);
        for (int turn = 0; turn < most_turns && may_go_on(status); ++turn)
          status = path.run(progress, context, first_factorisations << turn);
        return status;
      });
}

}  // namespace nsds::numerics::friction
