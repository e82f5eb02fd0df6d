// Relations: how the output y of an interaction depends on the states of the systems it links, and how its
// multiplier lambda acts back on them. Rows of a relation are grouped in blocks by the law of its
// interaction. Arguments are stacked over the linked systems, in the order in which they were linked.
#pragma once

#include <string>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/difference_scratch.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class NSDS_KERNEL_API Relation {
 public:
  virtual ~Relation();

  const std::string& name() const { return name_; }
  /// 1: outputs of first-order systems; 2: outputs of Lagrangian systems.
  int order() const { return order_; }
  /// Number of outputs, >= 1.
  Index rows() const { return rows_; }
  /// Sum of the dimensions of the systems to be linked; -1 if the relation takes any.
  Index columns() const { return columns_; }

 protected:
  /// Errors: InvalidArgument if rows < 1.
  Relation(std::string name, int order, Index rows, Index columns);
  Relation(const Relation&) = default;
  Relation& operator=(const Relation&) = default;

 private:
  std::string name_;
  int order_;
  Index rows_;
  Index columns_;
};

/// y = C x + D lambda + e,   r = B lambda   (time-invariant, first order).
class NSDS_KERNEL_API FirstOrderLinearTIR final : public Relation {
 public:
  /// C: (rows x n); B: (n x rows). D = 0, e = 0 unless set. Errors: InvalidArgument on sizes that do not fit,
  /// NaN.
  FirstOrderLinearTIR(MatrixConstRef C, MatrixConstRef B);
  /// D: (rows x rows).
  FirstOrderLinearTIR& setD(MatrixConstRef D);
  /// e: (rows).
  FirstOrderLinearTIR& setE(VectorConstRef e);

  const Matrix& C() const { return C_; }
  const Matrix& B() const { return B_; }
  const Matrix& D() const { return D_; }
  const Vector& e() const { return e_; }

 private:
  Matrix C_;
  Matrix B_;
  Matrix D_;
  Vector e_;
};

/// Holonomic, scleronomous: y = g(q),   U = H(q) v,   p = H(q)^T lambda,   H = dg/dq.
class NSDS_KERNEL_API LagrangianRelation : public Relation {
 public:
  /// y: (rows) out; q: (columns). Errors: Error if the result is not finite (names the relation and the row).
  void output(VectorConstRef q, VectorRef y) const;
  /// H: (rows x columns) out. Errors as output.
  void jacobian(VectorConstRef q, MatrixRef H) const;
  /// True if H does not depend on q, so that it is evaluated once.
  bool constantJacobian() const { return constantJacobian_; }
  /// False if the Jacobian is taken by central finite differences.
  bool exactJacobian() const { return doExactJacobian(); }

 protected:
  LagrangianRelation(std::string name, Index rows, Index columns, bool constantJacobian);

 private:
  virtual void doOutput(VectorConstRef q, VectorRef y) const = 0;
  virtual void doJacobian(VectorConstRef q, MatrixRef H) const = 0;
  virtual bool doExactJacobian() const { return true; }

  bool constantJacobian_;
};

/// y = H q + b (time-invariant).
class NSDS_KERNEL_API LagrangianLinearTIR final : public LagrangianRelation {
 public:
  /// H: (rows x columns); b: (rows), zero if left out. Errors: InvalidArgument on sizes that do not fit, NaN.
  explicit LagrangianLinearTIR(MatrixConstRef H);
  LagrangianLinearTIR(MatrixConstRef H, VectorConstRef b);
  /// One row with a scalar offset.
  LagrangianLinearTIR(MatrixConstRef H, double b);

  const Matrix& H() const { return H_; }
  const Vector& b() const { return b_; }

 private:
  void doOutput(VectorConstRef q, VectorRef y) const override;
  void doJacobian(VectorConstRef q, MatrixRef H) const override;

  Matrix H_;
  Vector b_;
};

/// y = g(q) by callables, or by overriding doOutput and doJacobian in a class derived from
/// LagrangianRelation.
class NSDS_KERNEL_API LagrangianScleronomousR final : public LagrangianRelation {
 public:
  using Output = Callable<void(VectorConstRef q, VectorRef y)>;
  using Jacobian = Callable<void(VectorConstRef q, MatrixRef H)>;

  /// rows: number of outputs. jacobian: empty means central finite differences (logged once by the model).
  LagrangianScleronomousR(Index rows, Output output, Jacobian jacobian = {});

 private:
  void doOutput(VectorConstRef q, VectorRef y) const override;
  void doJacobian(VectorConstRef q, MatrixRef H) const override;
  bool doExactJacobian() const override { return static_cast<bool>(jacobian_); }

  Output output_;
  Jacobian jacobian_;
  mutable DifferenceScratch scratch_;  // so that evaluations allocate nothing
};

/// How far the Jacobian of a relation is from central differences of its output at q: (columns), the largest
/// deviation relative to the largest entry. A correct one gives about 1e-8.
NSDS_KERNEL_API double check_jacobian(const LagrangianRelation& relation, VectorConstRef q);

}  // namespace nsds
