#include "formulations/output_sets/dense_copy.hpp"

#include <memory>
#include <new>

namespace nsds {

void copyDense(const nsds_matrix& matrix, Matrix& copy) {
  const auto take = [&](const nsds_matrix& from) {
    copy = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>(
        from.as.dense.values, from.rows, from.cols, Eigen::OuterStride<>(from.as.dense.leading_dimension));
  };
  if (matrix.storage == NSDS_DENSE) return take(matrix);
  nsds_matrix* dense = nullptr;
  if (nsds_matrix_convert(&matrix, NSDS_DENSE, 0, &dense) != NSDS_OK) throw std::bad_alloc();
  const std::unique_ptr<nsds_matrix, void (*)(nsds_matrix*)> owner(dense, nsds_matrix_free);
  take(*dense);
}

}  // namespace nsds
