#include "mechanisms/flexible_slider_crank.hpp"

#include <cmath>

namespace nsds::mechanisms {

namespace {

constexpr double m2 = .151104, m3 = .075552, l1 = .15, l2 = .30, J1 = .002727, J2 = .0045339259;
constexpr double E = .2e12, b = .008, height = .008, rho = 7870;
constexpr double pi = 3.1415927;  // as in the test set, whose reference values know no more digits

}  // namespace

FlexibleSliderCrank::FlexibleSliderCrank() : DenseSystem(7, 3) {
  const double FM = rho * b * height * l2;
  const double FK = E * b * height / l2;
  const double FB = b * height * l2;
  const double slender = (height / l2) * (height / l2);
  MQ_.setZero();
  MQ_.diagonal() << .5, .5, 8, 2;
  MQ_(2, 3) = MQ_(3, 2) = 1;
  MQ_ *= FM;
  KQ_.setZero();
  KQ_.diagonal() << std::pow(pi, 4) / 24 * slender, 2 * std::pow(pi, 4) / 3 * slender, 16.0 / 3, 7.0 / 3;
  KQ_(2, 3) = KQ_(3, 2) = -8.0 / 3;
  KQ_ *= FK;
  BQ_.setZero();
  BQ_(0, 2) = -16 * FB / std::pow(pi, 3);
  BQ_(0, 3) = FB * (8 / std::pow(pi, 3) - 1 / pi);
  BQ_(1, 3) = FB / (2 * pi);
  BQ_ -= BQ_.transpose().eval();
  c1_ << 0, 0, 2 * FB / 3, FB / 6;
  c2_ << 2 * FB / pi, 0, 0, 0;
  c12_ << 0, 0, l2 * FB / 3, l2 * FB / 6;
  c21_ << l2 * FB / pi, -l2 * FB / (2 * pi), 0, 0;
}

void FlexibleSliderCrank::mass(VectorConstRef x, MatrixRef M) {
  const Eigen::Vector4d q = x.tail<4>();
  const double C = std::cos(x[0] - x[1]);
  const double S = std::sin(x[0] - x[1]);
  M.setZero();
  M(0, 0) = J1 + m2 * l1 * l1;
  M(0, 1) = M(1, 0) = .5 * l1 * l2 * m2 * C + rho * l1 * (S * c2_.dot(q) + C * c1_.dot(q));
  M(1, 1) = J2 + q.dot(MQ_ * q) + 2 * rho * c12_.dot(q);
  M(2, 2) = m3;
  M.block<4, 1>(3, 0) = rho * l1 * (-S * c1_ + C * c2_);
  M.block<4, 1>(3, 1) = rho * c21_ + rho * BQ_.transpose() * q;
  M.block<1, 4>(0, 3) = M.block<4, 1>(3, 0).transpose();
  M.block<1, 4>(1, 3) = M.block<4, 1>(3, 1).transpose();
  M.bottomRightCorner<4, 4>() = MQ_;
}

void FlexibleSliderCrank::force(double, VectorConstRef x, VectorConstRef v, VectorRef F) {
  const Eigen::Vector4d q = x.tail<4>();
  const Eigen::Vector4d w = v.tail<4>();
  const double C = std::cos(x[0] - x[1]);
  const double S = std::sin(x[0] - x[1]);
  const double v1 = v[0];
  const double v2 = v[1];
  F[0] = -.5 * l1 * l2 * m2 * v2 * v2 * S + rho * l1 * v2 * v2 * (-S * c1_.dot(q) + C * c2_.dot(q)) -
         2 * rho * l1 * v2 * (C * c1_.dot(w) + S * c2_.dot(w));
  F[1] = .5 * l1 * l2 * m2 * v1 * v1 * S + rho * l1 * v1 * v1 * (S * c1_.dot(q) - C * c2_.dot(q)) -
         2 * rho * v2 * c12_.dot(w) - 2 * v2 * w.dot(MQ_ * q) - rho * w.dot(BQ_ * w);
  F[2] = 0;
  F.tail<4>() = v2 * v2 * (MQ_ * q) +
                rho * (v2 * v2 * c12_ + l1 * v1 * v1 * (C * c1_ + S * c2_) + 2 * v2 * (BQ_ * w)) - KQ_ * q;
}

void FlexibleSliderCrank::gap(double t, VectorConstRef x, VectorRef g) {
  const double r = l2 + x[6];
  g << l1 * std::sin(x[0]) + r * std::sin(x[1]), x[2] - l1 * std::cos(x[0]) - r * std::cos(x[1]),
      x[0] - driveRate * t;
}

void FlexibleSliderCrank::jacobian(double, VectorConstRef x, MatrixRef G) {
  const double r = l2 + x[6];
  G.setZero();
  G(0, 0) = l1 * std::cos(x[0]);
  G(0, 1) = r * std::cos(x[1]);
  G(0, 6) = std::sin(x[1]);
  G(1, 0) = l1 * std::sin(x[0]);
  G(1, 1) = r * std::sin(x[1]);
  G(1, 2) = 1;
  G(1, 6) = -std::cos(x[1]);
  G(2, 0) = 1;
}

void FlexibleSliderCrank::timeDerivative(double, VectorConstRef, VectorRef rate) {
  rate << 0, 0, -driveRate;
}

void FlexibleSliderCrank::curvature(double, VectorConstRef x, VectorConstRef v, VectorRef gamma) {
  const double r = l2 + x[6];
  const double s1 = std::sin(x[0]), k1 = std::cos(x[0]);
  const double s2 = std::sin(x[1]), k2 = std::cos(x[1]);
  gamma << -l1 * s1 * v[0] * v[0] - r * s2 * v[1] * v[1] + 2 * v[6] * v[1] * k2,
      l1 * k1 * v[0] * v[0] + r * k2 * v[1] * v[1] + 2 * v[6] * v[1] * s2, 0;
}

double FlexibleSliderCrank::energy(VectorConstRef x, VectorConstRef v) {
  const Eigen::Vector4d q = x.tail<4>();
  Matrix M(7, 7);
  mass(x, M);
  return 0.5 * (v.dot(M * v) + q.dot(KQ_ * q));
}

Vector FlexibleSliderCrank::startPosition() {
  return Vector{{0, 0, .450016933, 0, 0, .103339863e-4, .169327969e-4}};
}

Vector FlexibleSliderCrank::startVelocity() {
  return Vector{{150, -74.9957670, -.268938672e-5, .444896105, .00463434311, -.178591076e-5, -.268938672e-5}};
}

Vector FlexibleSliderCrank::endPosition() {
  return Vector{{15, -.3311734987910881, .1697373326718410, 1.893192460247178e-4, 2.375751865617931e-5,
                 -5.323907988763734e-6, -8.363283141616840e-6}};
}

Vector FlexibleSliderCrank::endVelocity() {
  return Vector{{150, 60.25346682645789, -8.753116989887888, -.03005536801092212, -.005500488291932075,
                 4.978243404809343e-4, 1.104933470696396e-3}};
}

}  // namespace nsds::mechanisms
