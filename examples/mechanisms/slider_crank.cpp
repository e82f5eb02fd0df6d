#include "mechanisms/slider_crank.hpp"

#include <cmath>
#include <numbers>

namespace nsds::mechanisms {

void SliderCrank::mass(VectorConstRef q, MatrixRef M) {
  const double s1 = std::sin(q[0]);
  const double s2 = std::sin(q[1]);
  M(0, 0) = J1 + m2 * l1 * l1 + m3 * l1 * l1 * s1 * s1;
  M(0, 1) = M(1, 0) = 0.5 * m2 * l1 * l2 * std::cos(q[0] - q[1]) + m3 * l1 * l2 * s1 * s2;
  M(1, 1) = J2 + 0.25 * m2 * l2 * l2 + m3 * l2 * l2 * s2 * s2;
}

/// -M' v + (1/2) grad (v^T M v) - grad V, with the derivatives of M along either angle.
void SliderCrank::force(double, VectorConstRef q, VectorConstRef v, VectorRef F) {
  const double s1 = std::sin(q[0]), c1 = std::cos(q[0]);
  const double s2 = std::sin(q[1]), c2 = std::cos(q[1]);
  const double S = std::sin(q[0] - q[1]);
  Eigen::Matrix2d along1, along2;
  const double x1 = -0.5 * m2 * l1 * l2 * S + m3 * l1 * l2 * c1 * s2;
  const double x2 = 0.5 * m2 * l1 * l2 * S + m3 * l1 * l2 * s1 * c2;
  along1 << 2.0 * m3 * l1 * l1 * s1 * c1, x1, x1, 0.0;
  along2 << 0.0, x2, x2, 2.0 * m3 * l2 * l2 * s2 * c2;
  const Eigen::Vector2d u = v;
  F = -(u[0] * along1 + u[1] * along2) * u;
  F[0] += 0.5 * u.dot(along1 * u) - gravity * (0.5 * m1 + m2) * l1 * c1;
  F[1] += 0.5 * u.dot(along2 * u) - gravity * 0.5 * m2 * l2 * c2;
}

void SliderCrank::gap(double, VectorConstRef q, VectorRef g) {
  g[0] = l1 * std::sin(q[0]) + l2 * std::sin(q[1]);
}

void SliderCrank::jacobian(double, VectorConstRef q, MatrixRef G) {
  G << l1 * std::cos(q[0]), l2 * std::cos(q[1]);
}

void SliderCrank::curvature(double, VectorConstRef q, VectorConstRef v, VectorRef gamma) {
  gamma[0] = -l1 * std::sin(q[0]) * v[0] * v[0] - l2 * std::sin(q[1]) * v[1] * v[1];
}

double SliderCrank::energy(VectorConstRef q, VectorConstRef v) {
  Matrix M(2, 2);
  mass(q, M);
  return 0.5 * v.dot(M * v) +
         gravity * ((0.5 * m1 + m2) * l1 * std::sin(q[0]) + 0.5 * m2 * l2 * std::sin(q[1]));
}

Vector SliderCrank::startPosition() {
  const double a1 = 0.25 * std::numbers::pi;
  return Vector{{a1, -std::asin(l1 / l2 * std::sin(a1))}};
}

Vector SliderCrank::startVelocity() {
  const Vector q = startPosition();
  return Vector{{20.0, -20.0 * l1 * std::cos(q[0]) / (l2 * std::cos(q[1]))}};
}

}  // namespace nsds::mechanisms
