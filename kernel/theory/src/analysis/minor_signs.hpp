// Where principal minors of the step matrix S(h) change their signs.
#pragma once

#include <vector>

#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"

namespace nsds {

/// False beyond 8 rows, which are 255 minors, and beyond 40 states: each minor is an eigenvalue problem of as many rows, some
/// milliseconds.
bool hasMinorSigns(const LinearComplementaritySystem& system);

/// The steps at which a principal minor of S(h) may change its sign: det S_II det(M - hθA) is the determinant of
/// [M - hθA, -hB_I; γC_I, D_II], and so a polynomial in h.
std::vector<double> minorSignChanges(const LinearComplementaritySystem& system, double from, double to,
                                     double theta, double gamma);

}  // namespace nsds
