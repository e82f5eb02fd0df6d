// A function f(t, x) + g(t) ∈ ℝᵐ of x ∈ ℝⁿ: a field on one side of x' if m = n, or an output. It is either affine, A x + g(t), which
// steps solve by one iterate, or a function with or without its Jacobian.
#pragma once

#include "nsds/kernel/modeling/system_matrix.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

class FirstOrderDS;
class Model;

class NSDS_THEORY_API VectorField {
 public:
  /// value: (m) out, zero when the function is called.
  using Function = Callable<void(double t, VectorConstRef x, VectorRef value)>;
  /// value: (m x n) out, df/dx, zero when the function is called.
  using Jacobian = Callable<void(double t, VectorConstRef x, MatrixRef value)>;
  /// value: (m) out, zero when the function is called.
  using Load = Callable<void(double t, VectorRef value)>;

  /// Zeros, m = n = size. Errors: InvalidArgument if size < 1.
  static VectorField zero(Index size);
  /// A x. A: (m x n). Errors: InvalidArgument if A is empty, or not finite.
  static VectorField linear(MatrixConstRef A);
  /// f(t, x), m = n = size, or m = rows and n = states; without a Jacobian central finite differences are taken. Errors:
  /// InvalidArgument if a size is below 1, or the function is empty.
  VectorField(Index size, Function f, Jacobian jacobian = {});
  VectorField(Index rows, Index states, Function f, Jacobian jacobian = {});

  /// Adds g(t), or a constant, to the field; another call adds to what is there. Errors: InvalidArgument on another size, an
  /// empty function or a number that is not finite.
  VectorField& add(Load g);
  VectorField& add(VectorConstRef g);

  /// m and n.
  Index size() const { return size_; }
  Index states() const { return states_; }
  /// True if it is A x + g(t).
  bool affine() const { return !function_; }
  /// A of an affine field: (m x n).
  const Matrix& matrix() const { return A_; }
  bool constantLoad() const { return !load_; }
  /// f(t, x) + g(t): (m). Errors: InvalidArgument if x has another size; Error if the value is not finite.
  Vector at(double t, VectorConstRef x) const;
  /// df/dx: (m x n). Errors: Error if it is not finite.
  Matrix jacobian(double t, VectorConstRef x) const;
  /// The same without checks, and without allocation but for what differences and functions take. value: (m) out; (m x n) out.
  void evaluate(double t, VectorConstRef x, VectorRef value) const;
  void differentiate(double t, VectorConstRef x, MatrixRef value) const;
  bool exactJacobian() const { return affine() || jacobian_; }
  /// g(t) alone: (m), and without allocation, value: (m) out.
  Vector load(double t) const;
  void loadInto(double t, VectorRef value) const;

  /// -f(t, x) - g(t).
  VectorField negated() const;
  /// Adds the system x' = f(t, x) + g(t) + r, from x0. Errors: InvalidArgument unless m = n, if x0 has another size, or is not
  /// finite.
  FirstOrderDS& addTo(Model& model, VectorConstRef x0) const;

 private:
  explicit VectorField(MatrixConstRef A);

  Index size_;
  Index states_;
  Matrix A_;  // of an affine field
  Function function_;
  Jacobian jacobian_;
  Vector constant_;
  Load load_;
};

}  // namespace nsds
