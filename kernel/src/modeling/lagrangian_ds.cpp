#include "nsds/kernel/modeling/lagrangian_ds.hpp"

#include <typeinfo>

#include "linalg/definiteness.hpp"
#include "linalg/vector_loops.hpp"
#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"

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
  check::that(!mass.isZero(0.0), "LagrangianDS: the mass matrix is zero");
  check::symmetric("LagrangianDS", "the mass matrix", mass, 1e-12);
  check::that(isPositiveSemidefinite(mass), "LagrangianDS: the mass matrix is not positive definite");
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
    : MechanicalDS(q0, v0, constantMass, constantFExt),
      fExt_(Vector::Zero(q0.size())),
      scratch_(std::make_unique<Scratch>()) {
  check::size("LagrangianDS", "v0", v0.size(), q0.size());
  scratch_->vector.setZero(q0.size());
}

LagrangianDS::~LagrangianDS() = default;

void LagrangianDS::setFExt(VectorConstRef force) {
  check::size(name(), "F_ext", force.size(), dimension());
  check::finite(name(), "F_ext", force);
  fExt_ = force;
  fExtFunction_ = {};
  setConstantFExt(true);
  operatorsChanged();
}

void LagrangianDS::setFExt(TimeFunction force) {
  check::that(static_cast<bool>(force), "{}: the function F_ext is empty", name());
  fExtFunction_ = std::move(force);
  setConstantFExt(false);
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

void LagrangianDS::setFGyr(GyroscopicTerms terms) {
  setFGyr(std::move(terms.force), std::move(terms.dForce_dq), std::move(terms.dForce_dv));
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

bool LagrangianDS::callsUser() const {
  const bool isOurs = typeid(*this) == typeid(LagrangianDS) || typeid(*this) == typeid(LagrangianLinearTIDS);
  return !isOurs || massFunction_ || fExtFunction_ || fInt_ || fGyr_ || !prescribed().empty();
}

bool LagrangianDS::doExactJacobians() const {
  // A derived class may have overridden the forces; it says so itself if it gives their Jacobians too.
  if (!fInt_ && !fGyr_ && typeid(*this) != typeid(LagrangianDS)) return false;
  return (!fInt_ || (fIntDq_ && fIntDv_)) && (!fGyr_ || (fGyrDq_ && fGyrDv_));
}

void LagrangianDS::doFIntGyrJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                      MatrixRef dv) const {
  // Where one Jacobian is missing, differences give both of the whole force.
  if (!doExactJacobians()) {
    differenceJacobians(t, q, v, dq, dv);
    return;
  }
  dq.setZero();
  dv.setZero();
  // A single force writes its Jacobians in place.
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
  // A user's function may overwrite what it is given, so that a second force is evaluated beside the first
  // and added.
  Matrix& gyroscopic = scratch_->matrix;
  gyroscopic.setZero(dimension(), dimension());
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

}  // namespace nsds
