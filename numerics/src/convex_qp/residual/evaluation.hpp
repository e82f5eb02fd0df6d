// The residual of a convex program with what it was made of.
#pragma once

#include <optional>
#include <span>

#include "convex_qp/problem.hpp"
#include "convex_qp/residual/block_residual.hpp"
#include "core/arena.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::convex_qp {

class Evaluation {
 public:
  Evaluation(const ConvexQp& problem, Arena& arena);

  nsds_residual operator()(const double* z, const double* xi);

  // The products belong to the last evaluation.
  std::span<const double> w() const { return sums_.w; }          // M z + q
  std::span<const double> force() const { return sums_.force; }  // A'xi
  std::span<const double> u() const { return sums_.u; }          // A z + b

 private:
  void measure_stationarity(nsds_residual& residual) const;
  void measure_natural_map(const double* xi, nsds_residual& residual);

  const ConvexQp& problem_;
  Sums sums_;
  std::span<double> moved_, map_;        // (m)
  std::optional<BlockResidual> blocks_;  // measures where the caller has given no units
};

}  // namespace nsds::numerics::convex_qp
