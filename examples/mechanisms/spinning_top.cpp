#include "mechanisms/spinning_top.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace nsds::mechanisms {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

const Vector3d pivot(0.0, 0.0, -SpinningTop::l);  // from the centre, in the body

/// (w, x, y, z) behind the centre.
Quaterniond quaternion(VectorConstRef q) {
  return {q[3], q[4], q[5], q[6]};
}

void store(const Quaterniond& p, VectorRef q) {
  q.tail<4>() << p.w(), p.x(), p.y(), p.z();
}

Quaterniond pure(const Vector3d& w) {
  return {0.0, w[0], w[1], w[2]};
}

Eigen::Matrix3d cross(const Vector3d& r) {
  Eigen::Matrix3d X;
  X << 0.0, -r[2], r[1], r[2], 0.0, -r[0], -r[1], r[0], 0.0;
  return X;
}

const Vector3d inertia(SpinningTop::across, SpinningTop::across, SpinningTop::along);

}  // namespace

void SpinningTop::mass(VectorConstRef, MatrixRef M) {
  M.setZero();
  M.diagonal() << m, m, m, inertia;
}

void SpinningTop::force(double, VectorConstRef, VectorConstRef v, VectorRef F) {
  const Vector3d w = v.tail<3>();
  F.head<3>() << 0.0, 0.0, -m * gravity;
  F.tail<3>() = -w.cross(inertia.cwiseProduct(w));
}

void SpinningTop::gap(double, VectorConstRef q, VectorRef g) {
  g = q.head<3>() + quaternion(q).toRotationMatrix() * pivot;
}

void SpinningTop::jacobian(double, VectorConstRef q, MatrixRef G) {
  G.leftCols<3>().setIdentity();
  G.rightCols<3>() = -quaternion(q).toRotationMatrix() * cross(pivot);
}

void SpinningTop::curvature(double, VectorConstRef q, VectorConstRef v, VectorRef gamma) {
  const Vector3d w = v.tail<3>();
  gamma = quaternion(q).toRotationMatrix() * w.cross(w.cross(pivot));
}

void SpinningTop::positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) {
  rate.head<3>() = v.head<3>();
  store(quaternion(q) * pure(0.5 * v.tail<3>()), rate);
}

void SpinningTop::positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a, VectorRef rate) {
  rate.head<3>() = a.head<3>();
  const Quaterniond half = pure(0.5 * v.tail<3>());
  const Quaterniond turning = quaternion(q) * half * half;
  const Quaterniond changing = quaternion(q) * pure(0.5 * a.tail<3>());
  store(Quaterniond(turning.coeffs() + changing.coeffs()), rate);
}

void SpinningTop::velocity(VectorConstRef q, VectorConstRef rate, VectorRef v) {
  v.head<3>() = rate.head<3>();
  const Quaterniond p = quaternion(q);
  v.tail<3>() = 2.0 * (p.conjugate() * quaternion(rate)).vec() / p.squaredNorm();
}

void SpinningTop::displace(VectorConstRef q, VectorConstRef xi, VectorRef result) {
  const Quaterniond p = quaternion(q);
  const Vector3d turn = xi.tail<3>();
  const double angle = turn.norm();
  const Vector3d axis = angle > 0.0 ? Vector3d(turn / angle) : Vector3d::UnitX();
  result.head<3>() = q.head<3>() + xi.head<3>();
  store((p * Quaterniond(Eigen::AngleAxisd(angle, axis))).normalized(), result);
}

void SpinningTop::normalise(VectorRef q) {
  q.tail<4>().normalize();
}

void SpinningTop::exact(double t, Vector& q, Vector& v) {
  constexpr double A = across + m * l * l;
  const double c = std::cos(tilt);
  const double axial = (m * gravity * l + A * precession * precession * c) / (along * precession);
  const double spin = axial - precession * c;
  const Quaterniond p = Eigen::AngleAxisd(precession * t, Vector3d::UnitZ()) *
                        Eigen::AngleAxisd(tilt, Vector3d::UnitY()) *
                        Eigen::AngleAxisd(spin * t, Vector3d::UnitZ());
  const Vector3d w = p.conjugate() * Vector3d(0.0, 0.0, precession) + Vector3d(0.0, 0.0, spin);
  q.resize(7);
  v.resize(6);
  q.head<3>() = -(p * pivot);
  store(p, q);
  v.head<3>() = p * w.cross(-pivot);
  v.tail<3>() = w;
}

}  // namespace nsds::mechanisms
