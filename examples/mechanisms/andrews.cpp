#include "mechanisms/andrews.hpp"

#include <cmath>

namespace nsds::mechanisms {

namespace {

// Lengths [m], masses [kg], moments of inertia [kg m^2], the spring [N/m], the torque [N m].
constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706, m7 = .05498;
constexpr double I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5, I6 = 5.667e-7,
                 I7 = 1.912e-5;
constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
constexpr double c0 = 4530, l0 = .07785, torque = .033;
constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035, sa = .01874,
                 sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04, ua = .01228,
                 ub = .00449, zf = .02, zt = .04, fa = .01421;

enum : Index { beta, theta, gam, phi, delta, omega, epsilon };

struct Spring {
  double length, dx, dy;  // its vector from the fixed end
};

Spring spring(double angle) {
  const double dx = sd * std::cos(angle) + sc * std::sin(angle) + xb - xc;
  const double dy = sd * std::sin(angle) - sc * std::cos(angle) + yb - yc;
  return {std::hypot(dx, dy), dx, dy};
}

}  // namespace

void Andrews::mass(VectorConstRef q, MatrixRef M) {
  const double ct = std::cos(q[theta]);
  const double sp = std::sin(q[phi]);
  const double so = std::sin(q[omega]);
  const double ee = e - ea;
  const double zz = zf - fa;
  M.setZero();
  M(0, 0) = m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * ct + da * da) + I1 + I2;
  M(1, 0) = M(0, 1) = m2 * (da * da - da * rr * ct) + I2;
  M(1, 1) = m2 * da * da + I2;
  M(2, 2) = m3 * (sa * sa + sb * sb) + I3;
  M(3, 3) = m4 * ee * ee + I4;
  M(4, 3) = M(3, 4) = m4 * (ee * ee + zt * ee * sp) + I4;
  M(4, 4) = m4 * (zt * zt + 2 * zt * ee * sp + ee * ee) + m5 * (ta * ta + tb * tb) + I4 + I5;
  M(5, 5) = m6 * zz * zz + I6;
  M(6, 5) = M(5, 6) = m6 * (zz * zz - u * zz * so) + I6;
  M(6, 6) = m6 * (zz * zz - 2 * u * zz * so + u * u) + m7 * (ua * ua + ub * ub) + I6 + I7;
}

void Andrews::force(double, VectorConstRef q, VectorConstRef v, VectorRef F) {
  const Spring s = spring(q[gam]);
  const double pull = -c0 * (s.length - l0) / s.length;
  const double sg = std::sin(q[gam]);
  const double cg = std::cos(q[gam]);
  const double ee = e - ea;
  const double zz = zf - fa;
  F[0] = torque - m2 * da * rr * v[theta] * (v[theta] + 2 * v[beta]) * std::sin(q[theta]);
  F[1] = m2 * da * rr * v[beta] * v[beta] * std::sin(q[theta]);
  F[2] = pull * (s.dx * (sc * cg - sd * sg) + s.dy * (sd * cg + sc * sg));
  F[3] = m4 * zt * ee * v[delta] * v[delta] * std::cos(q[phi]);
  F[4] = -m4 * zt * ee * v[phi] * (v[phi] + 2 * v[delta]) * std::cos(q[phi]);
  F[5] = -m6 * u * zz * v[epsilon] * v[epsilon] * std::cos(q[omega]);
  F[6] = m6 * u * zz * v[omega] * (v[omega] + 2 * v[epsilon]) * std::cos(q[omega]);
}

void Andrews::gap(double, VectorConstRef q, VectorRef g) {
  const double x = rr * std::cos(q[beta]) - d * std::cos(q[beta] + q[theta]);
  const double y = rr * std::sin(q[beta]) - d * std::sin(q[beta] + q[theta]);
  const double pd = q[phi] + q[delta];
  const double oe = q[omega] + q[epsilon];
  g << x - ss * std::sin(q[gam]) - xb, y + ss * std::cos(q[gam]) - yb,
      x - e * std::sin(pd) - zt * std::cos(q[delta]) - xa,
      y + e * std::cos(pd) - zt * std::sin(q[delta]) - ya,
      x - zf * std::cos(oe) - u * std::sin(q[epsilon]) - xa,
      y - zf * std::sin(oe) + u * std::cos(q[epsilon]) - ya;
}

void Andrews::jacobian(double, VectorConstRef q, MatrixRef G) {
  const double bt = q[beta] + q[theta];
  const double pd = q[phi] + q[delta];
  const double oe = q[omega] + q[epsilon];
  G.setZero();
  for (Index i = 0; i < 6; i += 2) {
    G(i, beta) = -rr * std::sin(q[beta]) + d * std::sin(bt);
    G(i, theta) = d * std::sin(bt);
    G(i + 1, beta) = rr * std::cos(q[beta]) - d * std::cos(bt);
    G(i + 1, theta) = -d * std::cos(bt);
  }
  G(0, gam) = -ss * std::cos(q[gam]);
  G(1, gam) = -ss * std::sin(q[gam]);
  G(2, phi) = -e * std::cos(pd);
  G(2, delta) = -e * std::cos(pd) + zt * std::sin(q[delta]);
  G(3, phi) = -e * std::sin(pd);
  G(3, delta) = -e * std::sin(pd) - zt * std::cos(q[delta]);
  G(4, omega) = zf * std::sin(oe);
  G(4, epsilon) = zf * std::sin(oe) - u * std::cos(q[epsilon]);
  G(5, omega) = -zf * std::cos(oe);
  G(5, epsilon) = -zf * std::cos(oe) - u * std::sin(q[epsilon]);
}

/// Every term of g is a sine or cosine of an angle, which differentiates to minus itself times the square of
/// the angle's rate.
void Andrews::curvature(double, VectorConstRef q, VectorConstRef v, VectorRef gamma) {
  const auto square = [](double x) { return x * x; };
  const double bb = square(v[beta]);
  const double bt = square(v[beta] + v[theta]);
  const double gg = square(v[gam]);
  const double pd = square(v[phi] + v[delta]);
  const double dd = square(v[delta]);
  const double oe = square(v[omega] + v[epsilon]);
  const double ee = square(v[epsilon]);
  const double x = -rr * std::cos(q[beta]) * bb + d * std::cos(q[beta] + q[theta]) * bt;
  const double y = -rr * std::sin(q[beta]) * bb + d * std::sin(q[beta] + q[theta]) * bt;
  gamma << x + ss * std::sin(q[gam]) * gg, y - ss * std::cos(q[gam]) * gg,
      x + e * std::sin(q[phi] + q[delta]) * pd + zt * std::cos(q[delta]) * dd,
      y - e * std::cos(q[phi] + q[delta]) * pd + zt * std::sin(q[delta]) * dd,
      x + zf * std::cos(q[omega] + q[epsilon]) * oe + u * std::sin(q[epsilon]) * ee,
      y + zf * std::sin(q[omega] + q[epsilon]) * oe - u * std::cos(q[epsilon]) * ee;
}

double Andrews::energyDefect(VectorConstRef q, VectorConstRef v) {
  const auto stored = [](double stretch) { return 0.5 * c0 * stretch * stretch; };
  const Vector q0 = startPosition();
  Matrix M(7, 7);
  mass(q, M);
  return 0.5 * v.dot(M * v) + stored(spring(q[gam]).length - l0) - stored(spring(q0[gam]).length - l0) -
         torque * (q[beta] - q0[beta]);
}

Vector Andrews::startPosition() {
  return Vector{{-0.0617138900142764496358948458001, 0.0, 0.455279819163070380255912382449,
                 0.222668390165885884674473185609, 0.487364979543842550225598953530,
                 -0.222668390165885884674473185609, 1.23054744454982119249735015568}};
}

Vector Andrews::startMultipliers() {
  return -Vector{{98.5668703962410896057654982170, -6.12268834425566265503114393122, 0.0, 0.0, 0.0, 0.0}};
}

Vector Andrews::endPosition() {
  return Vector{{15.8107711951538, -15.7563710584120, 0.0408222401196418, -0.534730116342085,
                 0.524409965879952, 0.534730116342085, 1.04808074104194}};
}

Vector Andrews::endVelocity() {
  return Vector{{1139.9203022591, -1424.37929517753, 11.0329119107, 19.293374105, 0.57356991483,
                 -19.293374105, 0.32317914925}};
}

Vector Andrews::endMultipliers() {
  return -Vector{
      {199.1753481048, -29.7553099753, 23.0665436117, 31.4527252759, 22.6424947864, 11.6173923526}};
}

}  // namespace nsds::mechanisms
