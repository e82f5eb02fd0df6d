// A field f(t, x) + g(t) ∈ ℝⁿ, as the formulations of first order have it on the side of x',
//
//   x' + f(t, x) + g(t) = forces of constraints,
//
// either affine, A x + g(t), which steps solve by one iterate, or a function with or without its Jacobian.
#pragma once

#include <functional>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/system_matrix.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class FirstOrderDS;
class Model;

class NSDS_KERNEL_API VectorField {
 public:
  /// value: (n) out, zero when the function is called.
  using Function = std::function<void(double t, VectorConstRef x, VectorRef value)>;
  /// value: (n x n) out, df/dx, zero when the function is called.
  using Jacobian = std::function<void(double t, VectorConstRef x, MatrixRef value)>;
  /// value: (n) out, zero when the function is called.
  using Load = Callable<void(double t, VectorRef value)>;

  /// The field of zeros. Errors: InvalidArgument if size < 1.
  static VectorField zero(Index size);
  /// A x. A: (n x n). Errors: InvalidArgument if A is not square, or not finite.
  static VectorField linear(MatrixConstRef A);
  /// f(t, x) ∈ ℝⁿ, n = size; without a Jacobian steps take central finite differences. Errors: InvalidArgument if size < 1, or
  /// the function is empty.
  VectorField(Index size, Function f, Jacobian jacobian = {});

  /// Adds g(t), or a constant, to the field; another call adds to what is there. Errors: InvalidArgument on another size, an
  /// empty function or a number that is not finite.
  VectorField& add(Load g);
  VectorField& add(VectorConstRef g);

  Index size() const { return size_; }
  /// True if it is A x + g(t).
  bool affine() const { return !function_; }
  /// A of an affine field: (n x n).
  const Matrix& matrix() const { return A_; }
  /// f(t, x) + g(t): (n). Errors: InvalidArgument if x has another size; Error if the value is not finite.
  Vector at(double t, VectorConstRef x) const;
  /// df/dx: (n x n). Errors: Error if there is none, or it is not finite.
  Matrix jacobian(double t, VectorConstRef x) const;
  bool exactJacobian() const { return affine() || jacobian_; }
  /// g(t) alone: (n).
  Vector load(double t) const;

  /// Adds the system x' = sign (f(t, x) + g(t)) + r, from x0. sign: 1 or -1. Errors: InvalidArgument if x0 has another size.
  FirstOrderDS& addTo(Model& model, VectorConstRef x0, double sign = -1.0) const;

 private:
  explicit VectorField(MatrixConstRef A);

  Index size_;
  Matrix A_;  // of an affine field
  Function function_;
  Jacobian jacobian_;
  Vector constant_;
  Load load_;
};

}  // namespace nsds
