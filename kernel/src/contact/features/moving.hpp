// Numbers and vectors of space with their rates: what is computed from them has the rate that the chain rule gives.
#pragma once

#include <Eigen/Geometry>
#include <cmath>

#include "nsds/kernel/contact/shapes.hpp"

namespace nsds::contact {

struct MovingScalar {
  double value = 0.0;
  double rate = 0.0;
};

inline MovingScalar operator+(const MovingScalar& a, const MovingScalar& b) {
  return {a.value + b.value, a.rate + b.rate};
}
inline MovingScalar operator-(const MovingScalar& a, const MovingScalar& b) {
  return {a.value - b.value, a.rate - b.rate};
}
inline MovingScalar operator*(const MovingScalar& a, const MovingScalar& b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate};
}
inline MovingScalar operator/(const MovingScalar& a, const MovingScalar& b) {
  const double ratio = a.value / b.value;
  return {ratio, (a.rate - ratio * b.rate) / b.value};
}

struct MovingVector {
  Vector3 value = Vector3::Zero();
  Vector3 rate = Vector3::Zero();
};

inline MovingVector operator+(const MovingVector& a, const MovingVector& b) {
  return {a.value + b.value, a.rate + b.rate};
}
inline MovingVector operator-(const MovingVector& a, const MovingVector& b) {
  return {a.value - b.value, a.rate - b.rate};
}
inline MovingVector operator*(double s, const MovingVector& a) {
  return {s * a.value, s * a.rate};
}
inline MovingVector operator*(const MovingScalar& s, const MovingVector& a) {
  return {s.value * a.value, s.rate * a.value + s.value * a.rate};
}
inline MovingScalar dot(const MovingVector& a, const MovingVector& b) {
  return {a.value.dot(b.value), a.rate.dot(b.value) + a.value.dot(b.rate)};
}
inline MovingVector cross(const MovingVector& a, const MovingVector& b) {
  return {a.value.cross(b.value), a.rate.cross(b.value) + a.value.cross(b.rate)};
}
inline MovingVector normalised(const MovingVector& a) {
  const double length = a.value.norm();
  const Vector3 unit = a.value / length;
  return {unit, (a.rate - unit.dot(a.rate) * unit) / length};
}

}  // namespace nsds::contact
