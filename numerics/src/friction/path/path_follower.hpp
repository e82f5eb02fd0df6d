// The central path as a curve in (x, y, log tau): steps along its tangent, Newton corrections across it, by
// about one factorisation a step. For convex problems tau would fall all along the path; with s among
// the unknowns the curve may turn back, and is followed through the turn [Allgower, Georg 1990, Numerical
// Continuation Methods].
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "friction/islands/progress.hpp"
#include "friction/path/central_path.hpp"

namespace nsds::numerics::friction {

template <int D>
class PathFollower {
 public:
  // progress: counts the factorisations.
  PathFollower(const Island<D>& island, NewtonLu<D>& lu, Progress<D>& progress, SolveContext& context);

  // Begins at the start of path number `number` of CentralPath.
  void begin(int number);
  // Tells how many factorisations there may be from now on. known: the error of the best point there is, of
  // which callbacks hear until the path has a better one.
  void allow(std::int64_t factorisations, double known) {
    left_ = factorisations;
    ran_out_ = false;
    known_ = known;
  }
  std::int64_t left() const { return left_; }

  // Go from the start to near the path, and from one point of it to another. NSDS_OK; a limit; NSDS_SINGULAR;
  // NSDS_STALLED where nothing leads on, or where it ran out of factorisations: with more of them the next
  // call goes on.
  nsds_status approach();
  nsds_status advance();

  bool ran_out() const { return ran_out_; }

  // Gives the least log tau that the path has come to.
  double lowest() const { return lowest_; }

  // Gives the reactions of the point at hand.
  std::span<const double> reactions() { return path_.reactions(point_); }

 private:
  bool is_close() const;
  nsds_status factorise(const PathVector& point);
  nsds_status find_tangent();
  bool predict();
  int correct();
  void move_trial(double length);

  CentralPath<D> path_;
  Progress<D>& progress_;
  SolveContext& context_;
  double known_ = 0.0;
  std::int64_t left_ = 0;
  bool ran_out_ = false;
  bool is_far_ = true;
  bool is_corrected_ = false;  // did corrections lead to the point, the last of which left slope_?
  double step_ = 0.0;
  double orientation_ = 0.0;  // of the last factors of the path
  double first_orientation_ = 0.0, first_theta_ = 0.0, lowest_ = 0.0;
  nsds_status limit_ = NSDS_OK;
  PathVector point_, trial_, before_, tangent_, newton_, slope_;
};

}  // namespace nsds::numerics::friction
