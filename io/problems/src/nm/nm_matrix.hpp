// Reads the matrix part of every problem file, NM(M), whose form is described in lcp.hpp.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "nsds/problems/matrix.hpp"
#include "text_reader.hpp"

namespace nsds::problems {

/// The size that a matrix must have, and what in the file says so: "n = 3".
struct Shape {
  std::int32_t rows, cols;
  std::string reason;
};

/// Reads NM(name), which must be of this shape. Throws FileError.
Matrix readMatrix(TextReader& reader, const char* name, const Shape& shape);

/// Reads NM(name), which must be square, of a size that the matrix itself says. vector: what of this size
/// follows, for a file that is too short. Throws FileError.
Matrix readSquareMatrix(TextReader& reader, const char* name, const char* vector);

/// The storages of NM, one file each. The reader stands behind "storage rows cols". name: for messages.
Matrix readBlockMatrix(TextReader& reader, std::int32_t rows, std::int32_t cols);
Matrix readSparseMatrix(TextReader& reader, const std::string& name, std::int32_t rows, std::int32_t cols);

/// "2 x 3".
std::string sizeText(std::int32_t rows, std::int32_t cols);

}  // namespace nsds::problems
