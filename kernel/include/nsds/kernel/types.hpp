// The vector and matrix types of the kernel's interface. Everything is double precision, column-major.
#pragma once

#include <Eigen/Core>

namespace nsds {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

using VectorRef = Eigen::Ref<Vector>;                    ///< writable, borrowed
using VectorConstRef = const Eigen::Ref<const Vector>&;  ///< readable, borrowed
using MatrixRef = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
using MatrixConstRef = const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>&;

/// A read-only look into the model's flat vectors, valid until the next structural change.
using VectorView = Eigen::Map<const Vector>;

}  // namespace nsds
