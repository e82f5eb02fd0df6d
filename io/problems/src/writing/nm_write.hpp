// Writes the matrix part of every problem file, NM(M), whose form is described in lcp.hpp, and vectors.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "nsds/numerics/matrix.h"
#include "nsds/problems/export.hpp"

namespace nsds::problems {

/// Writes NM with 17 significant digits. Throws std::invalid_argument for a matrix that is not well formed,
/// and for an operator.
NSDS_PROBLEMS_API void writeMatrix(std::ostream& out, const nsds_matrix& matrix);

/// Writes one number with 17 significant digits.
NSDS_PROBLEMS_API void writeNumber(std::ostream& out, double value);

/// Writes a vector, one number a line. Throws std::invalid_argument for a number that is not finite.
NSDS_PROBLEMS_API void writeVector(std::ostream& out, const char* name, const double* values,
                                   std::int32_t count);

}  // namespace nsds::problems
