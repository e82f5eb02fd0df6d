#include "nsds/kernel/modeling/newton_euler_ds.hpp"

#include <Eigen/Geometry>

#include "linalg/definiteness.hpp"
#include "linalg/eigenvalues.hpp"
#include "linalg/rotation.hpp"
#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"

namespace nsds {

namespace {

Eigen::Matrix3d hat(const Vec3& a) {
  return Eigen::Matrix3d{{0.0, -a.z, a.y}, {a.z, 0.0, -a.x}, {-a.y, a.x, 0.0}};
}

/// Gives q with its quaternion scaled to unit length.
Vector normalised(const std::string& system, VectorConstRef q) {
  check::size(system, "q", q.size(), 7);
  check::finite(system, "q", q);
  const double length = q.tail<4>().norm();
  check::that(std::abs(length - 1.0) <= 1e-6, "{}: the quaternion (w, x, y, z) of q has length {}, not 1",
              system, length);
  Vector unit = q;
  unit.tail<4>() /= length;
  return unit;
}

bool isSpherical(MatrixConstRef inertia) {
  return inertia == inertia(0, 0) * Matrix::Identity(3, 3);
}

/// Sums of m r² over points: the largest principal moment is at most the sum of the others.
void checkTriangle(const Matrix& inertia) {
  const Vector moments = symmetricEigenvalues(inertia);
  check::that(moments[2] - (moments[0] + moments[1]) <= 1e-9 * moments[2],
              "NewtonEulerDS: no body has the principal moments of inertia {}, {}, {}: the largest is more "
              "than the sum of the "
              "others; InertiaCheck::formal takes them all the same",
              moments[0], moments[1], moments[2]);
}

}  // namespace

NewtonEulerDS::NewtonEulerDS(VectorConstRef q0, VectorConstRef v0, double mass, MatrixConstRef inertia,
                             InertiaCheck checks)
    : MechanicalDS(normalised("NewtonEulerDS", q0), v0, true, true),
      mass_(mass),
      inertia_(inertia),
      force_(Vector::Zero(3)),
      moment_(Vector::Zero(3)),
      displaced_(Vector::Zero(7)) {
  check::size("NewtonEulerDS", "v0", v0.size(), 6);
  check::that(std::isfinite(mass) && mass > 0.0, "NewtonEulerDS: the mass {} is not positive", mass);
  check::shape("NewtonEulerDS", "inertia", inertia, 3, 3);
  check::finite("NewtonEulerDS", "inertia", inertia);
  check::symmetric("NewtonEulerDS", "the inertia", inertia, 1e-12);
  check::that(isPositiveDefinite(inertia_), "NewtonEulerDS: the inertia is not positive definite");
  if (checks == InertiaCheck::physical) checkTriangle(inertia_);
  spherical_ = isSpherical(inertia_);
  if (!spherical_) return;
  Vector diagonal = Vector::Constant(6, mass_);
  diagonal.tail(3) = inertia_.diagonal();
  motion_ = std::make_unique<const LinearMotion>(LinearMotion{diagonal.asDiagonal(), {}, {}});
}

NewtonEulerDS::~NewtonEulerDS() = default;

Vector NewtonEulerDS::admissible(VectorConstRef q) const {
  return normalised(name(), q);
}

void NewtonEulerDS::setFExt(VectorConstRef force) {
  check::size(name(), "F_ext", force.size(), 3);
  check::finite(name(), "F_ext", force);
  force_ = force;
  forceFunction_ = {};
  setConstantFExt(!momentFunction_ || momentFrame_ == Frame::inertial);
  operatorsChanged();
}

void NewtonEulerDS::setFExt(TimeFunction force) {
  check::that(static_cast<bool>(force), "{}: the function F_ext is empty", name());
  forceFunction_ = std::move(force);
  setConstantFExt(false);
  operatorsChanged();
}

void NewtonEulerDS::setGravity(VectorConstRef g) {
  check::size(name(), "gravity", g.size(), 3);
  check::finite(name(), "gravity", g);
  weight_ = mass_ * g;
  operatorsChanged();
}

void NewtonEulerDS::setMExt(VectorConstRef moment, Frame frame) {
  check::size(name(), "M_ext", moment.size(), 3);
  check::finite(name(), "M_ext", moment);
  moment_ = moment;
  momentFunction_ = {};
  momentFrame_ = frame;
  setConstantFExt(!forceFunction_);
  operatorsChanged();
}

void NewtonEulerDS::setMExt(TimeFunction moment, Frame frame) {
  check::that(static_cast<bool>(moment), "{}: the function M_ext is empty", name());
  momentFunction_ = std::move(moment);
  momentFrame_ = frame;
  setConstantFExt(!forceFunction_ && frame == Frame::inertial);
  operatorsChanged();
}

void NewtonEulerDS::setFInt(InternalFunction force, InternalJacobian dForce_dq, InternalJacobian dForce_dv) {
  check::that(static_cast<bool>(force), "{}: the function F_int is empty", name());
  fInt_ = std::move(force);
  fIntDq_ = std::move(dForce_dq);
  fIntDv_ = std::move(dForce_dv);
  operatorsChanged();
}

const LinearMotion* NewtonEulerDS::linearMotion() const {
  const bool turnsMoment = momentFrame_ == Frame::inertial && (momentFunction_ || !moment_.isZero(0.0));
  return !fInt_ && !turnsMoment ? motion_.get() : nullptr;
}

void NewtonEulerDS::gyroscopicMoment(VectorConstRef omega, VectorRef moment) const {
  const Vec3 rate = load(omega.data());
  double momentum[3];
  for (Index i = 0; i < 3; ++i)
    momentum[i] = inertia_(i, 0) * rate.x + inertia_(i, 1) * rate.y + inertia_(i, 2) * rate.z;
  store(cross(rate, load(momentum)), moment.data());
}

void NewtonEulerDS::gyroscopicJacobian(VectorConstRef omega, MatrixRef jacobian) const {
  const Vec3 rate = load(omega.data());
  double momentum[3];
  for (Index i = 0; i < 3; ++i)
    momentum[i] = inertia_(i, 0) * rate.x + inertia_(i, 1) * rate.y + inertia_(i, 2) * rate.z;
  // d/dOmega_j (Omega x J Omega) = e_j x J Omega + Omega x J e_j
  for (Index j = 0; j < 3; ++j) {
    const Vec3 axis{j == 0 ? 1.0 : 0.0, j == 1 ? 1.0 : 0.0, j == 2 ? 1.0 : 0.0};
    store(cross(axis, load(momentum)) + cross(rate, load(inertia_.col(j).data())), jacobian.col(j).data());
  }
}

void NewtonEulerDS::addGyroscopicTerms(double factor, VectorConstRef v, VectorRef sum) const {
  if (spherical_) return;
  double moment[3];
  gyroscopicMoment(v.tail(3), Eigen::Map<Vector>(moment, 3));
  for (Index i = 0; i < 3; ++i) sum[3 + i] += factor * moment[i];
}

void NewtonEulerDS::addGyroscopicJacobian(double factor, VectorConstRef v, MatrixRef sum) const {
  if (spherical_) return;
  double entries[9];
  const Eigen::Map<Matrix> derivative(entries, 3, 3);
  gyroscopicJacobian(v.tail(3), derivative);
  for (Index j = 0; j < 3; ++j) {
    for (Index i = 0; i < 3; ++i) sum(3 + i, 3 + j) += factor * derivative(i, j);
  }
}

void NewtonEulerDS::forceWithoutGyroscopic(double t, VectorConstRef q, VectorConstRef v,
                                           VectorRef force) const {
  force.setZero();
  internal(t, q, v, force);
  check::finiteResult(*this, "F_int", force.data(), force.size(), t);
  double external[6] = {};
  const Eigen::Map<Vector> view(external, 6);
  fExt(t, view);
  force = view - force;
}

void NewtonEulerDS::forceJacobiansWithoutGyroscopic(double t, VectorConstRef q, VectorConstRef v,
                                                    MatrixRef dq, MatrixRef dv) const {
  dq.setZero();
  dv.setZero();
  internalJacobians(t, q, v, dq, dv);
  check::finiteResult(*this, "dF/dq", dq, t);
  check::finiteResult(*this, "dF/dv", dv, t);
  dq = -dq;
  dv = -dv;
}

double NewtonEulerDS::kineticEnergy() const {
  const Eigen::Vector3d rate = v().tail<3>();
  return 0.5 * (mass_ * v().head<3>().squaredNorm() + rate.dot(inertia_.topLeftCorner<3, 3>() * rate));
}

Vector NewtonEulerDS::angularMomentum() const {
  const Vector local = inertia_ * v().tail<3>();
  Vector momentum(3);
  store(rotate(q().data() + 3, load(local.data())), momentum.data());
  return momentum;
}

Matrix NewtonEulerDS::rotation() const {
  Matrix R(3, 3);
  for (Index j = 0; j < 3; ++j) {
    const Vector axis = Vector::Unit(3, j);
    store(rotate(q().data() + 3, load(axis.data())), R.col(j).data());
  }
  return R;
}

Vector NewtonEulerDS::point(VectorConstRef inBody) const {
  check::size(name(), "the point", inBody.size(), 3);
  Vector result(3);
  store(load(q().data()) + rotate(q().data() + 3, load(inBody.data())), result.data());
  return result;
}

void NewtonEulerDS::doMass(VectorConstRef, MatrixRef mass) const {
  mass.topLeftCorner(3, 3).diagonal().setConstant(mass_);
  mass.bottomRightCorner(3, 3) = inertia_;
}

void NewtonEulerDS::doFExt(double t, VectorRef force) const {
  if (forceFunction_) {
    forceFunction_(t, force.head(3));
  } else {
    force.head(3) = force_;
  }
  if (weight_.size() != 0) force.head(3) += weight_;
  if (momentFrame_ != Frame::body) return;
  if (momentFunction_) {
    momentFunction_(t, force.tail(3));
  } else {
    force.tail(3) = moment_;
  }
}

void NewtonEulerDS::inertialMoment(double t, VectorRef moment) const {
  if (momentFunction_) {
    momentFunction_(t, moment);
  } else {
    moment = moment_;
  }
}

/// F_int less a moment given in the inertial frame, which turns relative to the body.
void NewtonEulerDS::internal(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const {
  if (fInt_) fInt_(t, q, v, force);
  if (momentFrame_ != Frame::inertial) return;
  double moment[3] = {};
  inertialMoment(t, Eigen::Map<Vector>(moment, 3));
  const Vec3 local = rotateBack(q.data() + 3, load(moment));
  store(load(force.data() + 3) - local, force.data() + 3);
}

void NewtonEulerDS::internalJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                      MatrixRef dv) const {
  if (fInt_ && fIntDq_ && fIntDv_) {
    fIntDq_(t, q, v, dq);
    fIntDv_(t, q, v, dv);
  } else if (fInt_) {
    // Displacements have unit size, in metres and radians: bodies of other sizes give Jacobians.
    const auto atXi = [&](VectorConstRef xi, VectorRef value) {
      displace(q, xi, displaced_);
      fInt_(t, displaced_, v, value);
    };
    const auto atV = [&](VectorConstRef at, VectorRef value) { fInt_(t, q, at, value); };
    const double length =
        std::max(q.head<3>().cwiseAbs().maxCoeff(), initialPosition().head<3>().cwiseAbs().maxCoeff());
    constexpr double here[6] = {};
    centralDifferences(atXi, Eigen::Map<const Vector>(here, 6), length, dq, scratch_);
    centralDifferences(atV, v, initialVelocity().cwiseAbs().maxCoeff(), dv, scratch_);
  }
  if (momentFrame_ != Frame::inertial) return;
  double moment[3] = {};
  inertialMoment(t, Eigen::Map<Vector>(moment, 3));
  dq.bottomRightCorner(3, 3) -= hat(rotateBack(q.data() + 3, load(moment)));
}

void NewtonEulerDS::doFIntGyr(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const {
  internal(t, q, v, force);
  double gyroscopic[3] = {};
  gyroscopicMoment(v.tail(3), Eigen::Map<Vector>(gyroscopic, 3));
  for (Index i = 0; i < 3; ++i) force[3 + i] += gyroscopic[i];
}

void NewtonEulerDS::doFIntGyrJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                       MatrixRef dv) const {
  internalJacobians(t, q, v, dq, dv);
  double entries[9] = {};
  const Eigen::Map<Matrix> gyroscopic(entries, 3, 3);
  gyroscopicJacobian(v.tail(3), gyroscopic);
  dv.bottomRightCorner(3, 3) += gyroscopic;
}

void NewtonEulerDS::doDisplace(VectorConstRef q, VectorConstRef xi, VectorRef result) const {
  for (Index i = 0; i < 3; ++i) result[i] = q[i] + xi[i];
  const Vec3 rotation = load(xi.data() + 3);
  if (update_ == RotationUpdate::conserving) {
    rotateByCayley(q.data() + 3, rotation, result.data() + 3);
  } else {
    rotateByExponential(q.data() + 3, rotation, result.data() + 3);
  }
}

namespace {

/// p o (0, omega), quaternions (w, x, y, z).
Eigen::Vector4d timesVector(const Eigen::Vector4d& p, const Eigen::Vector3d& omega) {
  const Eigen::Vector3d u = p.tail<3>();
  Eigen::Vector4d product;
  product << -u.dot(omega), p[0] * omega + u.cross(omega);
  return product;
}

}  // namespace

void NewtonEulerDS::positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) const {
  rate.head<3>() = v.head<3>();
  rate.tail<4>() = 0.5 * timesVector(q.tail<4>(), v.tail<3>());
}

/// quaternion'' = 1/2 quaternion o (0, alpha) - 1/4 |Omega|^2 quaternion.
void NewtonEulerDS::positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a,
                                         VectorRef acceleration) const {
  acceleration.head<3>() = a.head<3>();
  acceleration.tail<4>() =
      0.5 * timesVector(q.tail<4>(), a.tail<3>()) - 0.25 * v.tail<3>().squaredNorm() * q.tail<4>();
}

/// Omega: the vector of 2 quaternion^-1 o quaternion'.
void NewtonEulerDS::velocityOf(VectorConstRef q, VectorConstRef rate, VectorRef v) const {
  const Eigen::Vector4d p = q.tail<4>();
  const Eigen::Vector4d r = rate.tail<4>();
  const Eigen::Vector3d u = p.tail<3>();
  v.head<3>() = rate.head<3>();
  v.tail<3>() = 2.0 / p.squaredNorm() * (p[0] * r.tail<3>() - r[0] * u - u.cross(r.tail<3>()));
}

bool NewtonEulerDS::callsUser() const {
  return forceFunction_ || momentFunction_ || fInt_ || !prescribed().empty();
}

}  // namespace nsds
