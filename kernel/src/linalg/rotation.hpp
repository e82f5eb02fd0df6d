// Rotates by unit quaternions (w, x, y, z), in short loops over pointers. Rotation R takes body components to
// inertial ones.
#pragma once

#include <cmath>

namespace nsds {

struct Vec3 {
  double x, y, z;
};

inline Vec3 load(const double* p) {
  return {p[0], p[1], p[2]};
}
inline void store(const Vec3& a, double* p) {
  p[0] = a.x;
  p[1] = a.y;
  p[2] = a.z;
}
inline Vec3 operator+(const Vec3& a, const Vec3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3 operator-(const Vec3& a, const Vec3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3 operator-(const Vec3& a) {
  return {-a.x, -a.y, -a.z};
}
inline Vec3 operator*(double s, const Vec3& a) {
  return {s * a.x, s * a.y, s * a.z};
}
inline double dot(const Vec3& a, const Vec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(const Vec3& a) {
  return std::sqrt(dot(a, a));
}

/// R a: 2 (w (u x a) + u x (u x a)) + a.
inline Vec3 rotate(const double* quaternion, const Vec3& a) {
  const Vec3 u = load(quaternion + 1);
  const Vec3 t = 2.0 * cross(u, a);
  return a + quaternion[0] * t + cross(u, t);
}

/// R^T a.
inline Vec3 rotateBack(const double* quaternion, const Vec3& a) {
  const Vec3 u = load(quaternion + 1);
  const Vec3 t = 2.0 * cross(u, a);
  return a - quaternion[0] * t + cross(u, t);
}

/// quaternion o (w, u), scaled to unit length; result may be quaternion.
inline void compose(const double* quaternion, double w, const Vec3& u, double* result) {
  const double w0 = quaternion[0];
  const Vec3 u0 = load(quaternion + 1);
  const double scalar = w0 * w - dot(u0, u);
  const Vec3 vector = w0 * u + w * u0 + cross(u0, u);
  const double length = std::sqrt(scalar * scalar + dot(vector, vector));
  result[0] = scalar / length;
  store((1.0 / length) * vector, result + 1);
}

/// R <- R cay(xi / 2), Cayley's rotation by 2 atan(|xi| / 2) about xi: (body frame).
inline void rotateByCayley(const double* quaternion, const Vec3& xi, double* result) {
  compose(quaternion, 1.0, 0.5 * xi, result);
}

/// R <- R exp(xi), the rotation by |xi| about xi: (body frame).
inline void rotateByExponential(const double* quaternion, const Vec3& xi, double* result) {
  const double angle = norm(xi);
  // sin(a / 2) / a, by its series where a^4 / 1920 is below rounding.
  const double factor = angle > 1e-3 ? std::sin(0.5 * angle) / angle : 0.5 - angle * angle / 48.0;
  compose(quaternion, std::cos(0.5 * angle), factor * xi, result);
}

}  // namespace nsds
