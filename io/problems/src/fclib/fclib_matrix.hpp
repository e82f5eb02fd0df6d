// A matrix of FCLIB's files, a group of m, n, nz, nzmax, p, i, x; see fclib.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "hdf5/hdf5_reader.hpp"
#include "hdf5/hdf5_writer.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// Which of the two is written: both hold any matrix.
enum class FclibForm { triplets, rows };

/// The matrix must be (rows x cols). Becomes NSDS_CSC. Throws FileError.
Matrix readFclibMatrix(Hdf5Reader& reader, const std::string& path, std::int32_t rows, std::int32_t cols);

/// Reads a matrix that the file holds transposed, as (cols x rows). Becomes NSDS_CSC. Throws FileError.
Matrix readFclibTranspose(Hdf5Reader& reader, const std::string& path, std::int32_t rows, std::int32_t cols);

/// Throws std::invalid_argument for a matrix that is not well formed, and for an operator.
void writeFclibMatrix(Hdf5Writer& writer, const std::string& path, const nsds_matrix& matrix, FclibForm form);
void writeFclibTranspose(Hdf5Writer& writer, const std::string& path, const nsds_matrix& matrix,
                         FclibForm form);

}  // namespace nsds::problems
