// Interior points on one island: the central path followed to near its end, where Newton's method takes over.
// What has been begun can be left and taken up again.
#pragma once

#include <cstdint>

#include "core/solve_context.hpp"
#include "friction/factors/newton_lu.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/island.hpp"
#include "friction/islands/progress.hpp"
#include "friction/path/path_follower.hpp"
#include "friction/proximal_newton.hpp"
#include "friction/sweeps/sweeps.hpp"

namespace nsds::numerics::friction {

template <int D>
class InteriorPoint {
 public:
  InteriorPoint(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps, NewtonLu<D>& lu,
                double tolerance, SolveContext& context);
  InteriorPoint(const InteriorPoint&) = delete;
  InteriorPoint& operator=(const InteriorPoint&) = delete;

  // Goes on from where the last run left, at first from inside the cones, wherever progress is; what is found
  // is kept there if it is better. A path that ended, or came hardly nearer to its end all through a run, is
  // given up for another one in the next. NSDS_OK once the error is at most the tolerance; a limit;
  // NSDS_STALLED or NSDS_SINGULAR, after so many factorisations along the path at the latest: Newton's method
  // takes about as many again.
  nsds_status run(Progress<D>& progress, SolveContext& context, std::int64_t most_factorisations);

 private:
  void begin();
  nsds_status follow();
  nsds_status run_newton(std::int64_t most, Progress<D>& progress, SolveContext& context);
  nsds_status settle(Progress<D>& progress, SolveContext& context);

  Criterion<D>& criterion_;
  Progress<D> on_path_, own_;
  PathFollower<D> follower_;
  ProximalNewton<D> newton_;
  int number_ = 0;  // of the path
  bool is_begun_ = false, is_near_ = false;
  double goal_ = 0.0;
};

}  // namespace nsds::numerics::friction
