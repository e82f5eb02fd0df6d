#include "mechanisms/parallelogram.hpp"

#include <cmath>

#include "mechanisms/pendulum.hpp"

namespace nsds::mechanisms {

namespace {

/// Of crank i's pivot and of its joint in the coupler, from the middle.
double offset(Index i) {
  return Parallelogram::spacing * static_cast<double>(i - 1);
}

}  // namespace

void Parallelogram::mass(VectorConstRef, MatrixRef M) {
  M.setZero();
  M.diagonal() << inertia, inertia, inertia, coupler, coupler, couplerInertia;
}

void Parallelogram::force(double, VectorConstRef q, VectorConstRef, VectorRef F) {
  F.setZero();
  for (Index i = 0; i < 3; ++i) F[i] = -0.5 * crank * gravity * l * std::sin(q[i]);
  F[4] = -coupler * gravity;
}

/// The tip of a crank is where the coupler has its joint.
void Parallelogram::gap(double, VectorConstRef q, VectorRef g) {
  for (Index i = 0; i < 3; ++i) {
    g[2 * i] = offset(i) + l * std::sin(q[i]) - q[3] - offset(i) * std::cos(q[5]);
    g[2 * i + 1] = -l * std::cos(q[i]) - q[4] - offset(i) * std::sin(q[5]);
  }
}

void Parallelogram::jacobian(double, VectorConstRef q, MatrixRef G) {
  G.setZero();
  for (Index i = 0; i < 3; ++i) {
    G(2 * i, i) = l * std::cos(q[i]);
    G(2 * i + 1, i) = l * std::sin(q[i]);
    G(2 * i, 3) = G(2 * i + 1, 4) = -1.0;
    G(2 * i, 5) = offset(i) * std::sin(q[5]);
    G(2 * i + 1, 5) = -offset(i) * std::cos(q[5]);
  }
}

void Parallelogram::curvature(double, VectorConstRef q, VectorConstRef v, VectorRef gamma) {
  for (Index i = 0; i < 3; ++i) {
    gamma[2 * i] = -l * std::sin(q[i]) * v[i] * v[i] + offset(i) * std::cos(q[5]) * v[5] * v[5];
    gamma[2 * i + 1] = l * std::cos(q[i]) * v[i] * v[i] + offset(i) * std::sin(q[5]) * v[5] * v[5];
  }
}

void Parallelogram::at(double angle, double rate, Vector& q, Vector& v) {
  q = Vector{{angle, angle, angle, l * std::sin(angle), -l * std::cos(angle), 0.0}};
  v = Vector{{rate, rate, rate, l * std::cos(angle) * rate, l * std::sin(angle) * rate, 0.0}};
}

/// T = (3 inertia + coupler l^2) rate^2 / 2, V = -(3 crank / 2 + coupler) gravity l cos angle.
void Parallelogram::exact(double t, double angle0, Vector& q, Vector& v) {
  const Swing s = swing(t, std::sqrt(frequency2), angle0);
  at(s.angle, s.rate, q, v);
}

}  // namespace nsds::mechanisms
