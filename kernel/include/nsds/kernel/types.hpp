// These are the vector and matrix types of the kernel's interface. Everything is double precision,
// column-major.
#pragma once

#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

#include "nsds/common/eigen.hpp"

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

/// A std::function that no matrix expression converts to (Eigen's answer to any two arguments), so that a
/// constant and a function of time can be told apart.
template <class Signature>
class Callable : public std::function<Signature> {
 public:
  Callable() = default;
  template <class Function>
  requires(!requires(const Function& f) { f.derived(); }) &&
      std::constructible_from<std::function<Signature>, Function> Callable(Function callable)
      : std::function<Signature>(std::move(callable)) {}  // NOLINT(*-explicit-*): by design
};

}  // namespace nsds
