// Is a step of one length well posed?
#pragma once

#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"

namespace nsds {

/// Errors: InvalidArgument naming `owner` if theta is not in [0, 1] or gamma not in (0, 1].
void checkScheme(const char* owner, double theta, double gamma);

/// Is S(h) a P-matrix, within its rounding? no, without a minor, where M - h θ A is singular; undecided where rounding hides whether it is.
PMatrixAnswer askStep(const LinearComplementaritySystem& system, double h, double theta, double gamma);

}  // namespace nsds
