// Expands a matrix of any storage, so that different storages can be compared.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/numerics/matrix.h"

namespace nsds::test {

/// (rows x cols), column-major, by products with the unit vectors.
inline std::vector<double> entries(const nsds_matrix& matrix) {
  std::vector<double> values(static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.cols));
  std::vector<double> unit(static_cast<std::size_t>(matrix.cols), 0.0);
  for (std::size_t j = 0; j < unit.size(); ++j) {
    unit[j] = 1.0;
    nsds_matrix_multiply(&matrix, 1.0, unit.data(), 0.0,
                         values.data() + j * static_cast<std::size_t>(matrix.rows));
    unit[j] = 0.0;
  }
  return values;
}

}  // namespace nsds::test
