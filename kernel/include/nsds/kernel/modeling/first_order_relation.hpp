// Relations of first-order systems: y = h(t, x, lambda), r = g(t, x, lambda), x the states of the linked systems, stacked,
// and r their inputs. Here stands what they share, and what one derives from to override the operators;
// first_order_linear_relations.hpp and first_order_nonlinear_relations.hpp have those by constants and callables.
#pragma once

#include <array>

#include "nsds/kernel/modeling/relation.hpp"

namespace nsds {

class NSDS_KERNEL_API FirstOrderRelation : public Relation {
 public:
  /// y: (rows) out. lambda: (rows); x: (columns). Errors: Error naming the relation and the time if the result is not
  /// finite; so do the others.
  void output(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) const;
  /// r: (columns) out.
  void input(double t, VectorConstRef x, VectorConstRef lambda, VectorRef r) const;
  /// C = dh/dx: (rows x columns) out, D = dh/dlambda: (rows x rows) out.
  void outputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C, MatrixRef D) const;
  /// K = dg/dx: (columns x columns) out, B = dg/dlambda: (columns x rows) out.
  void inputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K, MatrixRef B) const;

  /// True if h and g are affine, so that one Newton iterate solves a step.
  virtual bool affine() const { return false; }
  /// True if C, D and B are constants, and K is zero.
  virtual bool constantJacobians() const { return false; }
  /// False if K is zero.
  virtual bool inputDependsOnState() const { return true; }
  /// False if a Jacobian is taken by central finite differences.
  bool exactJacobians() const { return doExactJacobians(); }

 protected:
  /// columns: -1 if the relation takes systems of any size. Errors: InvalidArgument if rows < 1.
  FirstOrderRelation(std::string name, Index rows, Index columns);
  /// Central finite differences unless overridden, together with doExactJacobians.
  virtual void doOutputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C,
                                 MatrixRef D) const;
  virtual void doInputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K,
                                MatrixRef B) const;

 private:
  virtual void doOutput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) const = 0;
  virtual void doInput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef r) const = 0;
  virtual bool doExactJacobians() const { return false; }

  mutable std::array<DifferenceScratch, 4>
      scratch_;  // for C, D, K and B, so that evaluations allocate nothing
};

}  // namespace nsds
