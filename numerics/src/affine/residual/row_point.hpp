// A point that is measured row by row, and what has been found to be wrong with it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "affine/box_problem.hpp"
#include "affine/residual/row_terms.hpp"
#include "affine/residual/row_units.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::affine {

struct RowPoint {
  const BoxProblem& problem;
  const RowUnits& units;
  const RowTerms& terms;
  const double* z;  // (n)
  const double* w;  // (n), M z + q

  double scale(std::int32_t i) const { return terms.scale[index(i)]; }
};

class RowFindings {
 public:
  explicit RowFindings(nsds_residual& residual) : residual_(residual) {}

  // part: primal, dual or complementarity of the residual. A part that is no number is worse than any.
  void take(double nsds_residual::*part, double value, std::int32_t row) {
    is_number_ = is_number_ && value == value;
    residual_.*part = std::max(residual_.*part, value);
    if (!(value > residual_.value)) return;
    residual_.value = value;
    residual_.worst = row;
  }
  // A part that is of the whole point leaves the worst row as it is.
  void take(double nsds_residual::*part, double value) { take(part, value, residual_.worst); }
  void take_roundoff(double value) { residual_.roundoff_floor = std::max(residual_.roundoff_floor, value); }

  double value() const { return residual_.value; }
  bool is_number() const { return is_number_; }

 private:
  nsds_residual& residual_;
  bool is_number_ = true;
};

}  // namespace nsds::numerics::affine
