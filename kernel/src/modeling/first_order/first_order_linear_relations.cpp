#include "nsds/kernel/modeling/first_order_linear_relations.hpp"

#include <utility>

#include "modeling/checks.hpp"

namespace nsds {

FirstOrderLinearTIR::FirstOrderLinearTIR(MatrixConstRef C, MatrixConstRef B)
    : FirstOrderLinearTIR(SparseMatrix(C.sparseView(0.0)), SparseMatrix(B.sparseView(0.0))) {}

FirstOrderLinearTIR::FirstOrderLinearTIR(const SparseMatrix& C, const SparseMatrix& B)
    : FirstOrderRelation("FirstOrderLinearTIR", C.rows(), C.cols()),
      C_(C),
      B_(B),
      D_(Matrix::Zero(rows(), rows())),
      e_(Vector::Zero(rows())) {
  check::shape(name(), "B", B_, columns(), rows());
  for (SparseMatrix* const matrix : {&C_, &B_}) matrix->makeCompressed();
  check::finite(name(), "C", C_);
  check::finite(name(), "B", B_);
}

FirstOrderLinearTIR& FirstOrderLinearTIR::setD(MatrixConstRef D) {
  check::shape(name(), "D", D, rows(), rows());
  check::finite(name(), "D", D);
  D_ = D;
  operatorsChanged();
  return *this;
}

FirstOrderLinearTIR& FirstOrderLinearTIR::setE(VectorConstRef e) {
  check::size(name(), "e", e.size(), rows());
  check::finite(name(), "e", e);
  e_ = e;
  operatorsChanged();
  return *this;
}

void FirstOrderLinearTIR::doOutput(double, VectorConstRef x, VectorConstRef lambda, VectorRef y) const {
  y = e_;
  y += C_ * x;
  y.noalias() += D_ * lambda;
}

void FirstOrderLinearTIR::doInput(double, VectorConstRef, VectorConstRef lambda, VectorRef r) const {
  r = B_ * lambda;
}

void FirstOrderLinearTIR::doOutputJacobians(double, VectorConstRef, VectorConstRef, MatrixRef C,
                                            MatrixRef D) const {
  C = C_;
  D = D_;
}

void FirstOrderLinearTIR::doInputJacobians(double, VectorConstRef, VectorConstRef, MatrixRef,
                                           MatrixRef B) const {
  B = B_;
}

FirstOrderLinearR::FirstOrderLinearR(MatrixConstRef C, MatrixConstRef B)
    : FirstOrderRelation("FirstOrderLinearR", C.rows(), C.cols()),
      C_{C, {}},
      B_{B, {}},
      D_{Matrix::Zero(C.rows(), C.rows()), {}},
      e_{Vector::Zero(C.rows()), {}} {
  check::shape(name(), "B", B, columns(), rows());
  check::finite(name(), "C", C);
  check::finite(name(), "B", B);
}

namespace {

template <class Function>
Function given(const FirstOrderLinearR& relation, const char* what, Function function) {
  check::that(static_cast<bool>(function), "{}: the function {} is empty", relation.name(), what);
  return function;
}

}  // namespace

FirstOrderLinearR& FirstOrderLinearR::setC(MatrixFunction C) {
  C_.function = given(*this, "C", std::move(C));
  operatorsChanged();
  return *this;
}

FirstOrderLinearR& FirstOrderLinearR::setB(MatrixFunction B) {
  B_.function = given(*this, "B", std::move(B));
  operatorsChanged();
  return *this;
}

FirstOrderLinearR& FirstOrderLinearR::setD(MatrixFunction D) {
  D_.function = given(*this, "D", std::move(D));
  operatorsChanged();
  return *this;
}

FirstOrderLinearR& FirstOrderLinearR::setD(MatrixConstRef D) {
  check::shape(name(), "D", D, rows(), rows());
  check::finite(name(), "D", D);
  D_ = {D, {}};
  operatorsChanged();
  return *this;
}

FirstOrderLinearR& FirstOrderLinearR::setE(VectorFunction e) {
  e_.function = given(*this, "e", std::move(e));
  operatorsChanged();
  return *this;
}

FirstOrderLinearR& FirstOrderLinearR::setE(VectorConstRef e) {
  check::size(name(), "e", e.size(), rows());
  check::finite(name(), "e", e);
  e_ = {e, {}};
  operatorsChanged();
  return *this;
}

const Matrix& FirstOrderLinearR::at(double t, Operator<Matrix, MatrixFunction>& matrix) const {
  if (matrix.function) {
    matrix.constant.setZero();
    matrix.function(t, matrix.constant);
  }
  return matrix.constant;
}

void FirstOrderLinearR::doOutput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) const {
  if (e_.function) {
    e_.function(t, y);
  } else {
    y = e_.constant;
  }
  y.noalias() += at(t, C_) * x;
  y.noalias() += at(t, D_) * lambda;
}

void FirstOrderLinearR::doInput(double t, VectorConstRef, VectorConstRef lambda, VectorRef r) const {
  r.noalias() = at(t, B_) * lambda;
}

void FirstOrderLinearR::doOutputJacobians(double t, VectorConstRef, VectorConstRef, MatrixRef C,
                                          MatrixRef D) const {
  C = at(t, C_);
  D = at(t, D_);
}

void FirstOrderLinearR::doInputJacobians(double t, VectorConstRef, VectorConstRef, MatrixRef,
                                         MatrixRef B) const {
  B = at(t, B_);
}

}  // namespace nsds
