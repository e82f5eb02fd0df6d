#include "nsds/kernel/modeling/first_order_relation.hpp"

#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"

namespace nsds {

FirstOrderRelation::FirstOrderRelation(std::string name, Index rows, Index columns)
    : Relation(std::move(name), 1, rows, columns) {}

void FirstOrderRelation::output(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) const {
  y.setZero();
  doOutput(t, x, lambda, y);
  check::finiteResult(*this, "the output", y.data(), y.size(), t);
}

void FirstOrderRelation::input(double t, VectorConstRef x, VectorConstRef lambda, VectorRef r) const {
  r.setZero();
  doInput(t, x, lambda, r);
  check::finiteResult(*this, "the input", r.data(), r.size(), t);
}

void FirstOrderRelation::outputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C,
                                         MatrixRef D) const {
  C.setZero();
  D.setZero();
  doOutputJacobians(t, x, lambda, C, D);
  check::finiteResult(*this, "the Jacobian dh/dx of the output", C, t);
  check::finiteResult(*this, "the Jacobian dh/dlambda of the output", D, t);
}

void FirstOrderRelation::inputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K,
                                        MatrixRef B) const {
  K.setZero();
  B.setZero();
  doInputJacobians(t, x, lambda, K, B);
  check::finiteResult(*this, "the Jacobian dg/dx of the input", K, t);
  check::finiteResult(*this, "the Jacobian dg/dlambda of the input", B, t);
}

void FirstOrderRelation::doOutputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C,
                                           MatrixRef D) const {
  centralDifferences([&](VectorConstRef at, VectorRef y) { doOutput(t, at, lambda, y); }, x, 0.0, C,
                     scratch_[0]);
  centralDifferences([&](VectorConstRef at, VectorRef y) { doOutput(t, x, at, y); }, lambda, 0.0, D,
                     scratch_[1]);
}

void FirstOrderRelation::doInputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K,
                                          MatrixRef B) const {
  if (inputDependsOnState())
    centralDifferences([&](VectorConstRef at, VectorRef r) { doInput(t, at, lambda, r); }, x, 0.0, K,
                       scratch_[2]);
  centralDifferences([&](VectorConstRef at, VectorRef r) { doInput(t, x, at, r); }, lambda, 0.0, B,
                     scratch_[3]);
}

}  // namespace nsds
