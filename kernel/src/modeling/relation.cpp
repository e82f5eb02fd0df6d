#include "nsds/kernel/modeling/relation.hpp"

#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"

namespace nsds {

Relation::Relation(std::string name, int order, Index rows, Index columns)
    : name_(std::move(name)), order_(order), rows_(rows), columns_(columns) {
  check::that(rows >= 1, "{}: {} rows; at least one is needed", name_, rows);
}

Relation::~Relation() = default;

FirstOrderLinearTIR::FirstOrderLinearTIR(MatrixConstRef C, MatrixConstRef B)
    : Relation("FirstOrderLinearTIR", 1, C.rows(), C.cols()),
      C_(C),
      B_(B),
      D_(Matrix::Zero(C.rows(), C.rows())),
      e_(Vector::Zero(C.rows())) {
  check::shape(name(), "B", B, columns(), rows());
  check::finite(name(), "C", C);
  check::finite(name(), "B", B);
}

FirstOrderLinearTIR& FirstOrderLinearTIR::setD(MatrixConstRef D) {
  check::shape(name(), "D", D, rows(), rows());
  check::finite(name(), "D", D);
  D_ = D;
  return *this;
}

FirstOrderLinearTIR& FirstOrderLinearTIR::setE(VectorConstRef e) {
  check::size(name(), "e", e.size(), rows());
  check::finite(name(), "e", e);
  e_ = e;
  return *this;
}

LagrangianRelation::LagrangianRelation(std::string name, Index rows, Index columns, bool constantJacobian)
    : Relation(std::move(name), 2, rows, columns), constantJacobian_(constantJacobian) {}

void LagrangianRelation::output(VectorConstRef q, VectorRef y) const {
  y.setZero();
  doOutput(q, y);
  check::finiteResult(*this, "the output", y.data(), y.size());
}

void LagrangianRelation::jacobian(VectorConstRef q, MatrixRef H) const {
  H.setZero();
  doJacobian(q, H);
  for (Index j = 0; j < H.cols(); ++j) check::finiteResult(*this, "the Jacobian", H.col(j).data(), H.rows());
}

LagrangianLinearTIR::LagrangianLinearTIR(MatrixConstRef H) : LagrangianLinearTIR(H, Vector::Zero(H.rows())) {}

LagrangianLinearTIR::LagrangianLinearTIR(MatrixConstRef H, double b)
    : LagrangianLinearTIR(H, Vector::Constant(1, b)) {}

LagrangianLinearTIR::LagrangianLinearTIR(MatrixConstRef H, VectorConstRef b)
    : LagrangianRelation("LagrangianLinearTIR", H.rows(), H.cols(), true), H_(H), b_(b) {
  check::size(name(), "b", b.size(), rows());
  check::finite(name(), "H", H);
  check::finite(name(), "b", b);
}

void LagrangianLinearTIR::doOutput(VectorConstRef q, VectorRef y) const {
  y.noalias() = H_ * q;
  y += b_;
}

void LagrangianLinearTIR::doJacobian(VectorConstRef, MatrixRef H) const {
  H = H_;
}

LagrangianScleronomousR::LagrangianScleronomousR(Index rows, Output output, Jacobian jacobian)
    : LagrangianRelation("LagrangianScleronomousR", rows, -1, false),
      output_(std::move(output)),
      jacobian_(std::move(jacobian)) {
  check::that(static_cast<bool>(output_), "LagrangianScleronomousR: the output function is empty");
}

void LagrangianScleronomousR::doOutput(VectorConstRef q, VectorRef y) const {
  output_(q, y);
}

void LagrangianScleronomousR::doJacobian(VectorConstRef q, MatrixRef H) const {
  if (jacobian_) {
    jacobian_(q, H);
  } else {
    centralDifferences([this](VectorConstRef at, VectorRef value) { output_(at, value); }, q, 0.0, H,
                       scratch_);
  }
}

}  // namespace nsds
