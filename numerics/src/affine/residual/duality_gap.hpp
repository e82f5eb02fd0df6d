// Measures the duality gap of a program at a point, against the largest part of its objective.
#pragma once

#include "affine/residual/row_point.hpp"

namespace nsds::numerics::affine {

// The violations of rows count with what they would add to the gap at the prices of their multipliers.
void judge_gap(const RowPoint& point, RowFindings& found);

}  // namespace nsds::numerics::affine
