#include "nsds/kernel/modeling/relation.hpp"

#include "linalg/vector_loops.hpp"
#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"
#include "nsds/kernel/modeling/lagrangian_ds.hpp"

namespace nsds {

Relation::Relation(std::string name, int order, Index rows, Index columns)
    : name_(std::move(name)), order_(order), rows_(rows), columns_(columns) {
  check::that(rows >= 1, "{}: {} rows; at least one is needed", name_, rows);
}

Relation::~Relation() = default;

Relation& Relation::operator=(const Relation& other) {
  check::that(!changes_.linked() || (rows_ == other.rows_ && columns_ == other.columns_),
              "{}: a linked relation keeps its {} rows and {} columns; what is assigned has {} and {}", name_,
              rows_, columns_, other.rows_, other.columns_);
  name_ = other.name_;
  order_ = other.order_;
  rows_ = other.rows_;
  columns_ = other.columns_;
  changes_ = other.changes_;
  return *this;
}

void Relation::doCheckSystems(std::span<DynamicalSystem* const>) const {}
void Relation::doCheckLaw(const NonSmoothLaw&) const {}

MechanicalRelation::MechanicalRelation(std::string name, Index rows, Index columns, bool constantJacobian)
    : Relation(std::move(name), 2, rows, columns), constantJacobian_(constantJacobian) {}

void MechanicalRelation::output(double t, VectorConstRef q, VectorRef y) const {
  clear(y.size(), y.data());
  doOutput(t, q, y);
  check::finiteResult(*this, "the output", y.data(), y.size(), t);
}

void MechanicalRelation::jacobian(double t, VectorConstRef q, MatrixRef H) const {
  forEachRun(H, [](double* values, Index count) { clear(count, values); });
  doJacobian(t, q, H);
  check::finiteResult(*this, exactJacobian() ? "the Jacobian" : "the Jacobian by differences of the output",
                      H, t);
}

void MechanicalRelation::timeDerivative(double t, VectorConstRef q, VectorRef rate) const {
  clear(rate.size(), rate.data());
  doTimeDerivative(t, q, rate);
  check::finiteResult(*this, "the time derivative", rate.data(), rate.size(), t);
}

void MechanicalRelation::doTimeDerivative(double, VectorConstRef, VectorRef) const {}

void MechanicalRelation::curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) const {
  clear(gamma.size(), gamma.data());
  doCurvature(t, q, v, gamma);
  check::finiteResult(*this, "the curvature", gamma.data(), gamma.size());
}

void MechanicalRelation::doCurvature(double, VectorConstRef, VectorConstRef, VectorRef) const {}

const Matrix& MechanicalRelation::compliance() const {
  static const Matrix none;
  return none;
}

namespace {

void requireLagrangian(const Relation& relation, std::span<DynamicalSystem* const> systems) {
  for (const DynamicalSystem* system : systems) {
    const auto* mechanical = dynamic_cast<const MechanicalDS*>(system);
    check::that(
        mechanical != nullptr && mechanical->plainCoordinates(),
        "{} is for Lagrangian systems, whose velocities are the derivatives of their coordinates; {} is "
        "none",
        relation.name(), system->name());
  }
}

}  // namespace

LagrangianRelation::LagrangianRelation(std::string name, Index rows, Index columns, bool constantJacobian)
    : MechanicalRelation(std::move(name), rows, columns, constantJacobian) {}

void LagrangianRelation::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  requireLagrangian(*this, systems);
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

LagrangianScleronomousR& LagrangianScleronomousR::setCurvature(Curvature curvature) {
  check::that(static_cast<bool>(curvature), "LagrangianScleronomousR: the curvature function is empty");
  curvature_ = std::move(curvature);
  operatorsChanged();
  return *this;
}

void LagrangianScleronomousR::doCurvature(double, VectorConstRef q, VectorConstRef v, VectorRef gamma) const {
  curvature_(q, v, gamma);
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

LagrangianRheonomousR::LagrangianRheonomousR(Index rows, Output output, TimeDerivative timeDerivative,
                                             Jacobian jacobian)
    : MechanicalRelation("LagrangianRheonomousR", rows, -1, false),
      output_(std::move(output)),
      timeDerivative_(std::move(timeDerivative)),
      jacobian_(std::move(jacobian)) {
  check::that(static_cast<bool>(output_), "LagrangianRheonomousR: the output function is empty");
}

LagrangianRheonomousR& LagrangianRheonomousR::setCurvature(Curvature curvature) {
  check::that(static_cast<bool>(curvature), "LagrangianRheonomousR: the curvature function is empty");
  curvature_ = std::move(curvature);
  operatorsChanged();
  return *this;
}

void LagrangianRheonomousR::doCurvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) const {
  curvature_(t, q, v, gamma);
}

void LagrangianRheonomousR::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  requireLagrangian(*this, systems);
}

void LagrangianRheonomousR::doOutput(double t, VectorConstRef q, VectorRef y) const {
  output_(t, q, y);
}

void LagrangianRheonomousR::doJacobian(double t, VectorConstRef q, MatrixRef H) const {
  if (jacobian_) {
    jacobian_(t, q, H);
  } else {
    centralDifferences([&](VectorConstRef at, VectorRef value) { output_(t, at, value); }, q, 0.0, H,
                       scratch_);
  }
}

void LagrangianRheonomousR::doTimeDerivative(double t, VectorConstRef q, VectorRef rate) const {
  if (timeDerivative_) {
    timeDerivative_(t, q, rate);
  } else {
    timeDifference([&](double at, VectorRef value) { output_(at, q, value); }, t, rate, scratch_);
  }
}

LagrangianCompliantLinearTIR::LagrangianCompliantLinearTIR(MatrixConstRef H, VectorConstRef b,
                                                           MatrixConstRef D)
    : LagrangianRelation("LagrangianCompliantLinearTIR", H.rows(), H.cols(), true), H_(H), b_(b), D_(D) {
  check::size(name(), "b", b.size(), rows());
  check::shape(name(), "D", D, rows(), rows());
  check::finite(name(), "H", H);
  check::finite(name(), "b", b);
  check::finite(name(), "D", D);
  check::that(!D_.isZero(0.0), "{}: the compliance D is zero; use LagrangianLinearTIR for a rigid contact",
              name());
}

void LagrangianCompliantLinearTIR::doOutput(VectorConstRef q, VectorRef y) const {
  y.noalias() = H_ * q;
  y += b_;
}

void LagrangianCompliantLinearTIR::doJacobian(VectorConstRef, MatrixRef H) const {
  H = H_;
}

}  // namespace nsds
