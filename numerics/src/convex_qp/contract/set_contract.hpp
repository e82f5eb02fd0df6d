// Judges a convex program over a set that is known by its projection, by the contract of docs/ok.md: rows of the gradient against their terms,
// and u = A z + b as one part with the norm of the set.
#pragma once

#include "affine/contract/contract.hpp"
#include "convex_qp/problem.hpp"
#include "convex_qp/residual/sums.hpp"

namespace nsds::numerics::convex_qp {

class SetContract {
 public:
  // problem, arena: must outlive it. floor: what any row, or the part, may be violated by whatever its terms.
  SetContract(const ConvexQp& problem, double tolerance, double floor, Arena& arena);
  SetContract(const SetContract&) = delete;
  SetContract& operator=(const SetContract&) = delete;
  ~SetContract() = default;

  // z: (n), xi: (m), finite.
  nsds_residual judge(const double* z, const double* xi);

  // Without A z goes where a step of the natural map takes it, else xi does; with the step that is judged, and with one as long as rows of the gradient
  // allow, which takes to zero what is next to it. A multiplier that nothing notices becomes zero. point: in/out, in only where that makes it
  // no better; judged: in/out, of it.
  void settle(Point point, nsds_residual& judged);

  std::span<const double> u() const { return sums_.u; }  // A z + b of the last point that was judged

 private:
  void find_part(const double* z, const double* xi);
  double homogeneity_of_set();
  double reach_of_part() const;
  affine::Rows rows_at(const double* z);
  double part_of_whole(const double* z, const double* xi, const affine::Rows& rows);

  const ConvexQp& problem_;
  std::size_t n_, m_;
  Arena& arena_;
  affine::Contract content_;
  Sums sums_;
  std::span<double> k_, lower_, upper_, x_, w_, terms_, floor_;  // (n + 1), the part last
  std::span<double> size_;                                       // (n) norms of columns of A
  std::span<double> moved_, nearest_, scratch_;                  // (m)
  double step_ = 0.0;                                            // rho of the natural map
  nsds_matrix K_;
  affine::BoxProblem conditions_;
};

}  // namespace nsds::numerics::convex_qp
