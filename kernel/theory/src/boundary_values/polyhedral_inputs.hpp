// A polyhedron K = { u : H u ≥ k } of inputs as a box of inputs and multipliers: u ∈ SOL(K, q + F) if and only if
//
//   0 = q + F(u) − Hᵀ a,   u free,      0 ≤ a ⟂ H u − k ≥ 0.
#pragma once

#include "nsds/theory/boundary_values/dvi_boundary_value_problem.hpp"

namespace nsds {

/// The problem in the inputs (u, a), whose set is a box. It holds a copy of the given one.
DviBoundaryValueProblem withMultipliers(const DviBoundaryValueProblem& problem);

}  // namespace nsds
