// Measures complementarity index by index, in classes without an objective.
#pragma once

#include <cstdint>
#include <span>

#include "affine/residual/row_point.hpp"

namespace nsds::numerics::affine {

// Rows that hold with equality are complementary, and so are unknowns so near to their bounds that no row feels it.
class RowComplementarity {
 public:
  // reach: (n) scratch. Both must outlive it.
  RowComplementarity(const RowPoint& point, std::span<double> reach);

  void judge(RowFindings& found) const;
  // What row i is short of holding with equality; 0 where its unknown stands at its bound.
  double missed(std::int32_t i) const;

 private:
  bool is_apart(std::int32_t i) const;
  double distance(std::int32_t i) const;
  double moved(std::int32_t i) const { return distance(i) * reach_[index(i)]; }
  double row(std::int32_t i) const;
  bool is_in_doubt() const;

  const RowPoint& point_;
  std::span<double>
      reach_;  // what one of z_i changes in the rows, against their terms; empty where no row needs it
};

}  // namespace nsds::numerics::affine
