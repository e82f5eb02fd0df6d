// Matrices that own their arrays.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/numerics/export.h"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

// This is what nsds_matrix_convert hands out: the C struct with its arrays behind it.
struct OwnedMatrix : nsds_matrix {
  std::vector<double> values;
  std::vector<std::int32_t> row_offsets, col_offsets, starts, indices, value_starts;
};

// Fills csc with the stored entries of A (not an operator); rows come out sorted. Capacity is reused.
// keep_zeros: stored zeros stay, so that the pattern depends on the structure only.
NSDS_NUMERICS_API void gather_csc(const nsds_matrix& A, bool keep_zeros, std::vector<std::int32_t>& starts,
                                  std::vector<std::int32_t>& rows, std::vector<double>& values);

}  // namespace nsds::numerics
