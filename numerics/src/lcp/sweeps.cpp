#include "lcp/sweeps.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics {

int Sweeps::sweep() {
  int changes = 0;
  for (std::int32_t i = 0; i < problem_.n; ++i) {
    const std::size_t at = index(i);
    const double updated = std::max(0.0, z_[at] - w_[at] / diagonal_[at]);
    const double step = updated - z_[at];
    if (step == 0.0) continue;
    changes += (z_[at] > 0.0) != (updated > 0.0) ? 1 : 0;
    z_[at] = updated;
    add_column(i, step);
  }
  return changes;
}

void Sweeps::add_column(std::int32_t j, double step) {
  if (structure_.sparse) {
    const Columns& columns = structure_.columns;
    for (std::int32_t k = columns.starts[j]; k < columns.starts[j + 1]; ++k)
      w_[index(columns.rows[k])] += columns.values[k] * step;
    return;
  }
  const double* column = structure_.dense_column(j);
  double* const w = w_.data();
  for (std::int32_t i = 0; i < problem_.n; ++i) w[i] += column[i] * step;
}

}  // namespace nsds::numerics
