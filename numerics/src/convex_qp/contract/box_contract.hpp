// Judges a convex program over a box by the contract of docs/ok.md: as the affine problem of its conditions of optimality,
//
//   x = (z, xi),   [M -A'; A 0] x + (q, b - side),
//
// where row i of A stands on the side that the sign of xi_i says, lower for xi_i ≥ 0 and upper for xi_i ≤ 0.
#pragma once

#include "affine/contract/contract.hpp"
#include "convex_qp/problem.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::convex_qp {

class BoxContract {
 public:
  // problem, arena: must outlive it. floor: what any row may be violated by whatever its terms.
  BoxContract(const ConvexQp& problem, double tolerance, double floor, Arena& arena);
  BoxContract(const BoxContract&) = delete;
  BoxContract& operator=(const BoxContract&) = delete;
  ~BoxContract() = default;

  // z: (n), xi: (m), finite.
  nsds_residual judge(const double* z, const double* xi);

  // Moves a point that is nearly a solution to the faces that it stands on, and solves there. point: in/out, in only where that makes it no better; judged:
  // in/out, of it.
  void settle(Point point, nsds_residual& judged, const SolveContext& context);

  std::span<const double> u() const { return u_; }  // A z + b of the last point that was judged

 private:
  // The only entry of a row of A; column -1: it has none or more.
  struct Entry {
    std::int32_t column = -1;
    double value = 0.0;
  };

  void stand(std::span<const double> x);
  void stand_at(std::size_t i, double xi);
  bool is_row(std::size_t i) const;
  void find_single_entries();
  void take_natural_faces();
  void find_units();
  bool keep_if_better(Point point, nsds_residual& judged);

  const ConvexQp& problem_;
  std::size_t n_, m_;
  Arena& arena_;
  affine::Contract content_;
  std::span<double> k_, lower_, upper_;       // (n + m)
  std::span<double> x_, w_, terms_;           // (n + m) the point that is looked at, and its rows
  std::span<double> u_;                       // (m)
  std::span<double> unit_, reach_, u_reach_;  // (m), (n + m), (m), of take_natural_faces
  std::span<Entry> single_;                   // (m)
  nsds_matrix K_;
  affine::BoxProblem conditions_;
};

}  // namespace nsds::numerics::convex_qp
