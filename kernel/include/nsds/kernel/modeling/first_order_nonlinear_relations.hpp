// Nonlinear relations of first-order systems by callables. All find their outputs zero; a Jacobian that is not given is
// taken by central finite differences, and the model logs that once.
#pragma once

#include "nsds/kernel/modeling/first_order_relation.hpp"

namespace nsds {

/// y = h(t, x, lambda), r = g(t, x, lambda).
class NSDS_KERNEL_API FirstOrderNonLinearR : public FirstOrderRelation {
 public:
  using Output = Callable<void(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y)>;
  using OutputJacobians =
      Callable<void(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C, MatrixRef D)>;
  using Input = Callable<void(double t, VectorConstRef x, VectorConstRef lambda, VectorRef r)>;
  using InputJacobians =
      Callable<void(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K, MatrixRef B)>;

  /// rows: number of outputs. C = dh/dx, D = dh/dlambda, K = dg/dx, B = dg/dlambda. Errors: InvalidArgument if rows < 1,
  /// or a function is empty that is not a Jacobian.
  FirstOrderNonLinearR(Index rows, Output h, Input g, OutputJacobians CD = {}, InputJacobians KB = {});

 protected:
  FirstOrderNonLinearR(std::string name, Index rows, Output h, Input g, OutputJacobians CD,
                       InputJacobians KB);

 private:
  void doOutput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) const override;
  void doInput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef r) const override;
  void doOutputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C,
                         MatrixRef D) const override;
  void doInputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K,
                        MatrixRef B) const override;
  bool doExactJacobians() const override { return outputJacobians_ && inputJacobians_; }

  Output output_;
  Input input_;
  OutputJacobians outputJacobians_;
  InputJacobians inputJacobians_;
};

/// Type 2: y = h(x, lambda), r = g(lambda).
class NSDS_KERNEL_API FirstOrderType2R final : public FirstOrderNonLinearR {
 public:
  using Output = Callable<void(VectorConstRef x, VectorConstRef lambda, VectorRef y)>;
  using OutputJacobians = Callable<void(VectorConstRef x, VectorConstRef lambda, MatrixRef C, MatrixRef D)>;
  using Input = Callable<void(VectorConstRef lambda, VectorRef r)>;
  using InputJacobian = Callable<void(VectorConstRef lambda, MatrixRef B)>;

  FirstOrderType2R(Index rows, const Output& h, const Input& g, const OutputJacobians& CD = {},
                   const InputJacobian& B = {});
  bool inputDependsOnState() const override { return false; }
};

/// Type 1: y = h(x), r = g(lambda).
class NSDS_KERNEL_API FirstOrderType1R final : public FirstOrderNonLinearR {
 public:
  using Output = Callable<void(VectorConstRef x, VectorRef y)>;
  using OutputJacobian = Callable<void(VectorConstRef x, MatrixRef C)>;
  using Input = Callable<void(VectorConstRef lambda, VectorRef r)>;
  using InputJacobian = Callable<void(VectorConstRef lambda, MatrixRef B)>;

  FirstOrderType1R(Index rows, const Output& h, const Input& g, const OutputJacobian& C = {},
                   const InputJacobian& B = {});
  bool inputDependsOnState() const override { return false; }
};

}  // namespace nsds
