#include "nsds/kernel/modeling/lagrangian_ds.hpp"

#include <typeinfo>

#include "linalg/vector_loops.hpp"
#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"
#include "nsds/kernel/modeling/relation.hpp"

namespace nsds {

struct LagrangianDS::Scratch {
  Vector vector;
  Matrix matrix;
  DifferenceScratch difference;
};

namespace {

void checkMass(MatrixConstRef mass, Index n) {
  check::shape("LagrangianDS", "mass", mass, n, n);
  check::finite("LagrangianDS", "mass", mass);
  const double scale = mass.cwiseAbs().maxCoeff();
  check::that(scale > 0.0, "LagrangianDS: the mass matrix is zero");
  check::that((mass - mass.transpose()).cwiseAbs().maxCoeff() <= 1e-12 * scale,
              "LagrangianDS: the mass matrix is not symmetric");
}

double relativeDeviation(const Matrix& a, const Matrix& b) {
  const double scale = std::max({1e-300, a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff()});
  return (a - b).cwiseAbs().maxCoeff() / scale;
}

}  // namespace

LagrangianDS::LagrangianDS(VectorConstRef q0, VectorConstRef v0, MatrixConstRef mass)
    : LagrangianDS(q0, v0, OverriddenOperators{}, true, true) {
  checkMass(mass, dimension());
  mass_ = mass;
}

LagrangianDS::LagrangianDS(VectorConstRef q0, VectorConstRef v0, MassFunction mass)
    : LagrangianDS(q0, v0, OverriddenOperators{}, false, true) {
  check::that(static_cast<bool>(mass), "LagrangianDS: the mass function is empty");
  massFunction_ = std::move(mass);
}

LagrangianDS::LagrangianDS(VectorConstRef q0, VectorConstRef v0, OverriddenOperators, bool constantMass,
                           bool constantFExt)
    : DynamicalSystem(2, q0, v0),
      constantMass_(constantMass),
      constantFExt_(constantFExt),
      fExt_(Vector::Zero(q0.size())),
      scratch_(std::make_unique<Scratch>()) {
  scratch_->vector.setZero(q0.size());
  scratch_->matrix.setZero(q0.size(), q0.size());
}

LagrangianDS::~LagrangianDS() = default;

void LagrangianDS::setFExt(VectorConstRef force) {
  check::size(name(), "F_ext", force.size(), dimension());
  check::finite(name(), "F_ext", force);
  fExt_ = force;
  fExtFunction_ = {};
  constantFExt_ = true;
  operatorsChanged();
}

void LagrangianDS::setFExt(TimeFunction force) {
  check::that(static_cast<bool>(force), "{}: the function F_ext is empty", name());
  fExtFunction_ = std::move(force);
  constantFExt_ = false;
  operatorsChanged();
}

void LagrangianDS::setFInt(InternalFunction force, InternalJacobian dForce_dq, InternalJacobian dForce_dv) {
  check::that(!linear(), "{}: a linear system has K q + C v as its internal force; use LagrangianDS", name());
  check::that(static_cast<bool>(force), "{}: the function F_int is empty", name());
  fInt_ = std::move(force);
  fIntDq_ = std::move(dForce_dq);
  fIntDv_ = std::move(dForce_dv);
  operatorsChanged();
}

void LagrangianDS::setFGyr(GyroscopicFunction force, GyroscopicJacobian dForce_dq,
                           GyroscopicJacobian dForce_dv) {
  check::that(!linear(), "{}: a linear system has no gyroscopic terms; use LagrangianDS", name());
  check::that(static_cast<bool>(force), "{}: the function F_gyr is empty", name());
  fGyr_ = std::move(force);
  fGyrDq_ = std::move(dForce_dq);
  fGyrDv_ = std::move(dForce_dv);
  operatorsChanged();
}

void LagrangianDS::mass(VectorConstRef q, MatrixRef mass) const {
  mass.setZero();
  doMass(q, mass);
  for (Index j = 0; j < mass.cols(); ++j) check::finiteResult(*this, "M(q)", mass.col(j).data(), mass.rows());
}

void LagrangianDS::fExt(double t, VectorRef force) const {
  clear(force.size(), force.data());
  doFExt(t, force);
  check::finiteResult(*this, "F_ext(t)", force.data(), force.size());
}

void LagrangianDS::force(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const {
  force.setZero();
  doFIntGyr(t, q, v, force);
  check::finiteResult(*this, "F_int + F_gyr", force.data(), force.size());
  fExt(t, scratch_->vector);
  force = scratch_->vector - force;
}

void LagrangianDS::forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                  MatrixRef dv) const {
  dq.setZero();
  dv.setZero();
  doFIntGyrJacobians(t, q, v, dq, dv);
  for (Index j = 0; j < dq.cols(); ++j) {
    check::finiteResult(*this, "dF/dq", dq.col(j).data(), dq.rows());
    check::finiteResult(*this, "dF/dv", dv.col(j).data(), dv.rows());
  }
  dq = -dq;
  dv = -dv;
}

double LagrangianDS::kineticEnergy() const {
  Matrix m(dimension(), dimension());
  mass(q(), m);
  return 0.5 * v().dot(m * v());
}

void LagrangianDS::doMass(VectorConstRef q, MatrixRef mass) const {
  if (massFunction_) {
    massFunction_(q, mass);
  } else {
    mass = mass_;
  }
}

void LagrangianDS::doFExt(double t, VectorRef force) const {
  if (fExtFunction_) {
    fExtFunction_(t, force);
  } else {
    force = fExt_;
  }
}

void LagrangianDS::doFIntGyr(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const {
  force.setZero();
  if (fInt_) fInt_(t, q, v, force);
  if (!fGyr_) return;
  if (!fInt_) {
    fGyr_(q, v, force);
    return;
  }
  scratch_->vector.setZero();
  fGyr_(q, v, scratch_->vector);
  force += scratch_->vector;
}

bool LagrangianDS::doExactJacobians() const {
  // A derived class may have overridden the forces; it says so itself if it gives their Jacobians too.
  if (!fInt_ && !fGyr_ && typeid(*this) != typeid(LagrangianDS)) return false;
  return (!fInt_ || (fIntDq_ && fIntDv_)) && (!fGyr_ || (fGyrDq_ && fGyrDv_));
}

void LagrangianDS::doFIntGyrJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                      MatrixRef dv) const {
  if (!doExactJacobians()) {
    differenceJacobians(t, q, v, dq, dv);
    return;
  }
  dq.setZero();
  dv.setZero();
  if (fInt_) {
    fIntDq_(t, q, v, dq);
    fIntDv_(t, q, v, dv);
  }
  if (!fGyr_) return;
  if (!fInt_) {
    fGyrDq_(q, v, dq);
    fGyrDv_(q, v, dv);
    return;
  }
  Matrix& gyroscopic = scratch_->matrix;
  gyroscopic.setZero();
  fGyrDq_(q, v, gyroscopic);
  dq += gyroscopic;
  gyroscopic.setZero();
  fGyrDv_(q, v, gyroscopic);
  dv += gyroscopic;
}

void LagrangianDS::differenceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                       MatrixRef dv) const {
  const auto atQ = [&](VectorConstRef at, VectorRef value) { doFIntGyr(t, at, v, value); };
  const auto atV = [&](VectorConstRef at, VectorRef value) { doFIntGyr(t, q, at, value); };
  centralDifferences(atQ, q, initialPosition().cwiseAbs().maxCoeff(), dq, scratch_->difference);
  centralDifferences(atV, v, initialVelocity().cwiseAbs().maxCoeff(), dv, scratch_->difference);
}

JacobianCheck check_jacobians(const LagrangianDS& system, double t) {
  const Index n = system.dimension();
  const Vector q = system.q();
  const Vector v = system.v();
  Matrix dq(n, n);
  Matrix dv(n, n);
  Matrix differenceDq(n, n);
  Matrix differenceDv(n, n);
  DifferenceScratch scratch;
  const auto atQ = [&](VectorConstRef at, VectorRef value) { system.force(t, at, v, value); };
  const auto atV = [&](VectorConstRef at, VectorRef value) { system.force(t, q, at, value); };
  system.forceJacobians(t, q, v, dq, dv);
  centralDifferences(atQ, q, system.initialPosition().cwiseAbs().maxCoeff(), differenceDq, scratch);
  centralDifferences(atV, v, system.initialVelocity().cwiseAbs().maxCoeff(), differenceDv, scratch);
  return {relativeDeviation(dq, differenceDq), relativeDeviation(dv, differenceDv)};
}

double check_jacobian(const LagrangianRelation& relation, VectorConstRef q) {
  Matrix H(relation.rows(), q.size());
  Matrix difference(relation.rows(), q.size());
  DifferenceScratch scratch;
  relation.jacobian(q, H);
  centralDifferences([&](VectorConstRef at, VectorRef value) { relation.output(at, value); }, q, 0.0,
                     difference, scratch);
  return relativeDeviation(H, difference);
}

}  // namespace nsds
