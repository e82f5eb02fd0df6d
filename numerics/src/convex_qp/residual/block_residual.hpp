// The residual of a convex program block by block, where the caller has given no units (convex_qp.h states it).
#pragma once

#include <cstdint>
#include <span>

#include "convex_qp/residual/block_units.hpp"
#include "convex_qp/residual/sums.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::convex_qp {

class BlockResidual {
 public:
  // problem, arena: must outlive it.
  BlockResidual(const ConvexQp& problem, Arena& arena);

  // z: (n), xi: (m), sums: evaluated there. residual: in/out, initialised.
  void measure(const double* z, const double* xi, const Sums& sums, nsds_residual& residual);

 private:
  void choose_terms(const double* z, const double* xi, const Sums& sums);
  void find_units_of_xi();
  void measure_stationarity(const Sums& sums, nsds_residual& residual) const;
  void measure_box(const double* xi, const Sums& sums, nsds_residual& residual) const;
  void measure_block(const double* xi, const Sums& sums, nsds_residual& residual);
  double nearest_bound(const Sums& sums, std::size_t i) const;
  double data_of_rows(const Sums& sums) const;
  double data_of_block();

  const ConvexQp& problem_;
  BlockUnits units_;
  std::span<double> size_A_;          // (m) largest entries of rows of A
  std::span<double> terms_z_;         // (n) what rows of stationarity are measured against
  std::span<double> terms_u_;         // (m) the same for u
  std::span<double> unit_xi_;         // (m) the size of xi that some row of stationarity sees
  std::span<double> moved_, change_;  // (m) scratch
};

}  // namespace nsds::numerics::convex_qp
