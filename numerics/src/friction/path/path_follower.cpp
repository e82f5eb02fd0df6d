#include "friction/path/path_follower.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr double first_step = 0.5, least_step = 1e-6;
// Where tau has fallen that far (its logarithm), rounding is what shortens steps: below that part of the step
// that would be tried first they lead nowhere.
constexpr double deep = 23.0, least_deep_part = 0.05;
// A step is at most so long, in the metric of each contact. Steps reach far, along hyperbolas, until one
// fails or the path turns back: where it winds they lead on to others near by.
constexpr double reach = 0.8, far_reach = 4.0;
constexpr double keep_inside = 0.9;
constexpr double most_infeasible = 0.1, most_off_centre = 0.4;  // of a point that counts as one of the path
constexpr int most_corrections = 5;
constexpr double slow = 0.25;     // corrections after the first that leave more of the merit end them
constexpr double shorter = 0.25;  // part of a step that is tried where corrections failed
// Redundant contacts make the matrices nearly singular as tau goes to zero.
constexpr double alphas[] = {0.0, 1e-14, 1e-12, 1e-10};
constexpr double farthest_back = 2.0, farthest = 30.0;  // change of log tau on the path
constexpr double most_rise_by_rounding = 1.0;           // of log tau, from the least
constexpr int most_approaches = 50;                     // Newton steps from the start to the path
constexpr int limit_reached = -1;                       // for a number of corrections

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

}  // namespace

template <int D>
PathFollower<D>::PathFollower(const Island<D>& island, NewtonLu<D>& lu, Progress<D>& progress,
                              SolveContext& context)
    : path_(island, lu, *context.arena),
      progress_(progress),
      context_(context),
      point_(path_.vector()),
      trial_(path_.vector()),
      before_(path_.vector()),
      tangent_(path_.vector()),
      newton_(path_.vector()),
      slope_(path_.vector()) {}

template <int D>
void PathFollower<D>::begin(int number) {
  path_.choose(number);
  path_.start(point_);
  path_.evaluate(point_);
  step_ = first_step;
  is_far_ = true;
  is_corrected_ = false;
  first_orientation_ = 0.0;
  first_theta_ = lowest_ = point_.theta;
}

template <int D>
bool PathFollower<D>::is_close() const {
  return path_.infeasibility() <= most_infeasible && path_.off_centre() <= most_off_centre;
}

template <int D>
nsds_status PathFollower<D>::factorise(const PathVector& point) {
  for (const double alpha : alphas) {
    ran_out_ = left_ <= 0;
    if (ran_out_) return NSDS_STALLED;
    --left_;
    const nsds_status status = context_.limit(progress_.iterations, std::min(known_, progress_.error));
    if (status != NSDS_OK) return status;
    ++progress_.iterations;
    if (!path_.factorise(point, alpha)) continue;
    orientation_ = path_.orientation();
    return NSDS_OK;
  }
  return NSDS_SINGULAR;
}

template <int D>
nsds_status PathFollower<D>::approach() {
  for (int k = 0; k < most_approaches && !is_close(); ++k) {
    const nsds_status status = factorise(point_);
    if (status != NSDS_OK) return status;
    path_.newton_direction(newton_);
    add(point_, std::min(1.0, keep_inside * path_.step_limit(point_, newton_, 2.0)), newton_);
    path_.evaluate(point_);
  }
  return is_close() ? NSDS_OK : NSDS_STALLED;
}

// trial_ = where the path should be a step from here. False where that is not inside the cones.
template <int D>
bool PathFollower<D>::predict() {
  if (is_far_) return path_.predict(point_, tangent_, step_, trial_);
  step_ = std::min(step_, keep_inside * path_.step_limit(point_, tangent_, 2.0 * step_));
  copy(point_, trial_);
  add(trial_, step_, tangent_);
  return true;
}

template <int D>
nsds_status PathFollower<D>::advance() {
  // A path that has gone far up or down leads nowhere.
  if (point_.theta > first_theta_ + farthest_back || point_.theta < first_theta_ - farthest)
    return NSDS_STALLED;
  path_.evaluate(point_);
  const nsds_status status = find_tangent();
  if (status != NSDS_OK) return status;
  // Rising where its equations hold by rounding alone, a path is not known to have turned; some have, and go
  // down again soon.
  const bool is_rising = tangent_.theta > 0.0 && point_.theta > lowest_ + most_rise_by_rounding;
  if (is_rising && path_.below_rounding() > most_infeasible) return NSDS_STALLED;
  // The step is as long as the last one allows, and shorter until corrections come back to the path.
  const double change = path_.largest_change(tangent_);
  const bool is_deep = point_.theta < first_theta_ - deep;
  const double least = is_deep ? least_deep_part * std::min(first_step, reach / change) : least_step;
  while (step_ > least) {
    step_ = std::min(step_, (is_far_ ? far_reach : reach) / change);
    if (!predict()) {
      step_ *= 0.5;
      continue;
    }
    const int corrections = correct();
    if (corrections == limit_reached) return limit_;
    // Few corrections let the next step be longer.
    if (corrections <= most_corrections) {
      copy(trial_, point_);
      is_corrected_ = corrections > 0;
      lowest_ = std::min(lowest_, point_.theta);
      step_ *= corrections <= 1 ? 2.0 : corrections < most_corrections - 1 ? 1.2 : 0.7;
      return NSDS_OK;
    }
    step_ *= shorter;
    is_far_ = false;
  }
  return NSDS_STALLED;
}

// Finds the unit tangent; at first, to smaller tau. Where corrections led to the point that of their last
// factorisation, near by, will do.
template <int D>
nsds_status PathFollower<D>::find_tangent() {
  if (is_corrected_) {
    copy(slope_, tangent_);
  } else {
    const nsds_status status = factorise(point_);
    if (status != NSDS_OK) return status;
    path_.tangent(tangent_);
  }
  is_corrected_ = false;  // slope_ is for the corrections to come
  if (first_orientation_ == 0.0) first_orientation_ = orientation_;
  const double sign = orientation_ == first_orientation_ ? -1.0 : 1.0;
  if (sign > 0.0) is_far_ = false;
  scale(tangent_, sign / std::sqrt(path_.product(tangent_, tangent_)));
  return NSDS_OK;
}

// Newton steps of trial_ to the path, at right angles to the tangent. What the prediction left, the first one
// may get rid of slowly; others converge, or lead nowhere. Returns how many, more than
// most_corrections where they do not get there, or limit_reached.
template <int D>
int PathFollower<D>::correct() {
  path_.evaluate(trial_);
  double last = infinity;  // merit
  for (int k = 0;; ++k) {
    if (is_close()) return k;
    const bool is_slow = k > 1 && !(path_.merit() <= slow * last);
    if (k == most_corrections || is_slow) break;
    last = path_.merit();
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

// Moves along newton_, shortened until the merit falls: where a contact begins to slide s bends sharply, and
// full steps may go to and fro over the bend for ever.
template <int D>
void PathFollower<D>::move_trial(double length) {
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

template class PathFollower<2>;
template class PathFollower<3>;

}  // namespace nsds::numerics::friction
