// Linear relations of first-order systems: y = C x + D lambda + e, r = B lambda.
#pragma once

#include "nsds/kernel/modeling/first_order_relation.hpp"
#include "nsds/kernel/modeling/system_matrix.hpp"

namespace nsds {

/// Time-invariant: constants, which may be set again between steps.
class NSDS_KERNEL_API FirstOrderLinearTIR final : public FirstOrderRelation {
 public:
  bool callsUser() const override { return false; }
  /// C: (rows x n); B: (n x rows). D = 0, e = 0 unless set. Errors: InvalidArgument on sizes that do not fit
  /// or on NaN.
  FirstOrderLinearTIR(MatrixConstRef C, MatrixConstRef B);
  /// Takes C and B as sparse matrices. A step of a large system with sparse M and A then takes time proportional to their
  /// entries.
  FirstOrderLinearTIR(const SparseMatrix& C, const SparseMatrix& B);
  /// D: (rows x rows). Of the relation of an interaction D and e may be set between steps, and count from the next
  /// step on.
  FirstOrderLinearTIR& setD(MatrixConstRef D);
  /// e: (rows).
  FirstOrderLinearTIR& setE(VectorConstRef e);

  bool affine() const override { return true; }
  bool constantJacobians() const override { return true; }
  bool inputDependsOnState() const override { return false; }
  /// The entries that are not zero.
  const SparseMatrix& C() const { return C_; }
  const SparseMatrix& B() const { return B_; }
  const Matrix& D() const { return D_; }
  const Vector& e() const { return e_; }

 private:
  void doOutput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) const override;
  void doInput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef r) const override;
  void doOutputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C,
                         MatrixRef D) const override;
  void doInputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K,
                        MatrixRef B) const override;
  bool doExactJacobians() const override { return true; }

  SparseMatrix C_;
  SparseMatrix B_;
  Matrix D_;
  Vector e_;
};

/// C(t), D(t), B(t), e(t), each a constant or a function of time, taken where the multipliers are: at t_k + gamma h.
class NSDS_KERNEL_API FirstOrderLinearR final : public FirstOrderRelation {
 public:
  using MatrixFunction = Callable<void(double t, MatrixRef value)>;
  using VectorFunction = Callable<void(double t, VectorRef value)>;

  /// C: (rows x n); B: (n x rows), constants until they are set. D = 0, e = 0 unless set. Errors: as above.
  FirstOrderLinearR(MatrixConstRef C, MatrixConstRef B);
  /// value: out, of the shape above, zero when the function is called. Errors: InvalidArgument if it is empty.
  FirstOrderLinearR& setC(MatrixFunction C);
  FirstOrderLinearR& setB(MatrixFunction B);
  FirstOrderLinearR& setD(MatrixFunction D);
  FirstOrderLinearR& setD(MatrixConstRef D);
  FirstOrderLinearR& setE(VectorFunction e);
  FirstOrderLinearR& setE(VectorConstRef e);

  bool affine() const override { return true; }
  bool inputDependsOnState() const override { return false; }

 private:
  /// A constant, and the function of time that stands for it if there is one.
  template <class Value, class Function>
  struct Operator {
    Value constant;
    Function function;
  };

  void doOutput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) const override;
  void doInput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef r) const override;
  void doOutputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C,
                         MatrixRef D) const override;
  void doInputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K,
                        MatrixRef B) const override;
  bool doExactJacobians() const override { return true; }
  const Matrix& at(double t, Operator<Matrix, MatrixFunction>& matrix) const;

  mutable Operator<Matrix, MatrixFunction> C_;  // with a function, the constant is the last value
  mutable Operator<Matrix, MatrixFunction> B_;
  mutable Operator<Matrix, MatrixFunction> D_;
  Operator<Vector, VectorFunction> e_;
};

}  // namespace nsds
