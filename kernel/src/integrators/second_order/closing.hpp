// How exactly gaps and joints can be closed at the end of a step: what tolerances leave of them, and what rounding of coordinates.
#pragma once

#include "compiled_model/compiled_model.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

/// [m] Gaps at the end of a step of length h up to this are closed: of the length scale rounding of coordinates makes some, and of the
/// way that the model's accelerations cover in a step the tolerance of a solver leaves some.
double closedGap(const Scales& scales, double h);

/// [m] What the defects of gaps are a share of in Newton's test: the way that the velocity scale makes in a step. However short that
/// is, 1e-10 of it, the tolerance, is no less than ten roundings of the length scale.
double closingWay(const Scales& scales, double h);

/// [m] The part of |defect| of an output that is more than rounding of its coordinates q: (positions) of the model, of which those that
/// are far from the origin have most. row: in the interaction, whose H the condensed operator has.
double beyondCoordinates(const CompiledModel& model, std::size_t interaction, std::int32_t row,
                         const double* q, double defect);

/// Rounding of a displacement by which gaps are closed, which is that of the largest of the coordinates q of a system.
double roundingOf(VectorConstRef q);

}  // namespace nsds
