// Reads and writes the matrix part of every problem file, NM(M), whose form is described in lcp.hpp.
#pragma once

#include <iosfwd>

#include "nsds/problems/matrix.hpp"
#include "text_reader.hpp"

namespace nsds::problems {

/// Reads NM(name), which must be (rows x cols). Throws FileError.
Matrix readMatrix(TextReader& reader, const char* name, std::int32_t rows, std::int32_t cols);

/// Reads NM(name), which must be square, of a size that the matrix itself says. vector: what of this size
/// follows, for a file that is too short. Throws FileError.
Matrix readSquareMatrix(TextReader& reader, const char* name, const char* vector);

/// Writes NM with 17 significant digits. Throws std::invalid_argument for a matrix that is not well formed,
/// and for an operator.
void writeMatrix(std::ostream& out, const nsds_matrix& matrix);

/// Writes one number with 17 significant digits.
void writeNumber(std::ostream& out, double value);

/// Writes a vector, one number a line. Throws std::invalid_argument for a number that is not finite.
void writeVector(std::ostream& out, const char* name, const double* values, std::int32_t count);

/// The storages of NM, one file each. The reader stands behind "storage rows cols".
Matrix readBlockMatrix(TextReader& reader, std::int32_t rows, std::int32_t cols);
Matrix readSparseMatrix(TextReader& reader, std::int32_t rows, std::int32_t cols);

}  // namespace nsds::problems
