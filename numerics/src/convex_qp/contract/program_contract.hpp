// Says whether a point solves a convex program, by the contract of docs/ok.md.
#pragma once

#include <optional>

#include "convex_qp/contract/box_contract.hpp"
#include "convex_qp/contract/set_contract.hpp"

namespace nsds::numerics::convex_qp {

class ProgramContract {
 public:
  // problem, arena: must outlive it. floor: what any row may be violated by whatever its terms.
  ProgramContract(const ConvexQp& problem, double tolerance, double floor, Arena& arena) {
    if (problem.set.is_box())
      box_.emplace(problem, tolerance, floor, arena);
    else
      set_.emplace(problem, tolerance, floor, arena);
  }

  // The value is at most the tolerance where the contract holds. worst: n + i is row i of u, n the part behind a projector.
  nsds_residual judge(const double* z, const double* xi) {
    return box_ ? box_->judge(z, xi) : set_->judge(z, xi);
  }

  // Better points beside one that is nearly a solution. judged: in/out, of the point.
  void settle(Point point, nsds_residual& judged, const SolveContext& context) {
    if (box_)
      box_->settle(point, judged, context);
    else
      set_->settle(point, judged);
  }

  std::span<const double> u() const {
    return box_ ? box_->u() : set_->u();
  }  // of the last point that was judged

 private:
  std::optional<BoxContract> box_;
  std::optional<SetContract> set_;
};

}  // namespace nsds::numerics::convex_qp
