#include "vi/cone_matrix.hpp"

#include "linalg/dense_loops.hpp"

namespace nsds::numerics::vi {

void ConeMatrix::multiply_transposed(std::span<const double> x, std::span<double> y) const {
  std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) {
    if (J_.sparse) {
      for (std::int32_t k = starts_[j]; k < starts_[j + 1]; ++k)
        y[j] += values_[index(k)] * x[index(rows_[index(k)])];
    } else {
      y[j] = dot({H_.dense_column(static_cast<std::int32_t>(j)), n_}, x);
    }
  }
}

}  // namespace nsds::numerics::vi
