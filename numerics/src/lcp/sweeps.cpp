#include "lcp/sweeps.hpp"

#include <algorithm>

#include "linalg/entries.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics::lcp {
namespace {

struct DenseSweep {
  const double* values;  // columns, `leading` entries apart
  std::ptrdiff_t leading;
  const double* inverse_diagonal;
  std::int32_t n;
};

NSDS_LOOP int sweep_dense(const DenseSweep& M, double* __restrict z, double* __restrict w) {
  int changes = 0;
  for (std::int32_t i = 0; i < M.n; ++i) {
    const double updated = std::max(0.0, z[i] - w[i] * M.inverse_diagonal[i]);
    const double step = updated - z[i];
    if (step == 0.0) continue;
    changes += (z[i] > 0.0) != (updated > 0.0) ? 1 : 0;
    z[i] = updated;
    const double* column = M.values + i * M.leading;
    for (std::int32_t k = 0; k < M.n; ++k) w[k] += column[k] * step;
  }
  return changes;
}

NSDS_WIDE int sweep_dense_wide(const DenseSweep& M, double* z, double* w) {
  return sweep_dense(M, z, w);
}

}  // namespace

int Sweeps::sweep() {
  if (structure_.sparse) return sweep_sparse();
  const DenseSweep M{structure_.dense, structure_.leading, inverse_diagonal_.data(), problem_.n};
  return has_wide() ? sweep_dense_wide(M, z_.data(), w_.data()) : sweep_dense(M, z_.data(), w_.data());
}

int Sweeps::sweep_sparse() {
  const affine::Columns& columns = structure_.columns;
  int changes = 0;
  for (std::int32_t i = 0; i < problem_.n; ++i) {
    const std::size_t at = index(i);
    const double updated = std::max(0.0, z_[at] - w_[at] * inverse_diagonal_[at]);
    const double step = updated - z_[at];
    if (step == 0.0) continue;
    changes += (z_[at] > 0.0) != (updated > 0.0) ? 1 : 0;
    z_[at] = updated;
    for (std::int32_t k = columns.starts[i]; k < columns.starts[i + 1]; ++k)
      w_[index(columns.rows[k])] += columns.values[k] * step;
  }
  return changes;
}

}  // namespace nsds::numerics::lcp
