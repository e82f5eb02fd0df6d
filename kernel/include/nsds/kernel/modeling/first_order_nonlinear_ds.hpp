// First-order nonlinear systems by a callable: M(t) x' = f(t, x) + r.
#pragma once

#include "nsds/kernel/modeling/first_order_ds.hpp"

namespace nsds {

class NSDS_KERNEL_API FirstOrderNonLinearDS final : public FirstOrderDS {
 public:
  using Function = Callable<void(double t, VectorConstRef x, VectorRef value)>;
  using Jacobian = Callable<void(double t, VectorConstRef x, MatrixRef value)>;

  /// x0: (n); f: value (n) out; jacobian: value (n x n) out, df/dx, empty means central finite differences (logged once
  /// by the model). Both find their output zero. Errors: InvalidArgument if x0 is not finite or f is empty.
  FirstOrderNonLinearDS(VectorConstRef x0, Function f, Jacobian jacobian = {});

 private:
  void doF(double t, VectorConstRef x, VectorRef value) const override { f_(t, x, value); }
  void doJacobian(double t, VectorConstRef x, MatrixRef value) const override;
  bool doExactJacobian() const override { return static_cast<bool>(jacobian_); }

  Function f_;
  Jacobian jacobian_;
};

}  // namespace nsds
