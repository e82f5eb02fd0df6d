// Dual numbers a + b ε with ε² = 0: a formula written once gives its value and one directional derivative.
#pragma once

#include <cmath>

namespace nsds::test {

struct Dual {
  double value = 0.0, slope = 0.0;

  Dual() = default;
  Dual(double constant) : value(constant) {}  // NOLINT(google-explicit-constructor): constants enter formulas
  Dual(double a, double b) : value(a), slope(b) {}

  Dual& operator+=(const Dual& y) { return *this = {value + y.value, slope + y.slope}; }
  Dual& operator-=(const Dual& y) { return *this = {value - y.value, slope - y.slope}; }
};

inline Dual operator-(const Dual& x) {
  return {-x.value, -x.slope};
}
inline Dual operator+(const Dual& x, const Dual& y) {
  return {x.value + y.value, x.slope + y.slope};
}
inline Dual operator-(const Dual& x, const Dual& y) {
  return {x.value - y.value, x.slope - y.slope};
}
inline Dual operator*(const Dual& x, const Dual& y) {
  return {x.value * y.value, x.slope * y.value + x.value * y.slope};
}
inline Dual operator/(const Dual& x, const Dual& y) {
  return {x.value / y.value, (x.slope * y.value - x.value * y.slope) / (y.value * y.value)};
}
inline bool operator>(const Dual& x, double bound) {
  return x.value > bound;
}
inline bool operator<(const Dual& x, double bound) {
  return x.value < bound;
}

inline Dual exp(const Dual& x) {
  const double value = std::exp(x.value);
  return {value, value * x.slope};
}
inline Dual log(const Dual& x) {
  return {std::log(x.value), x.slope / x.value};
}
inline Dual sqrt(const Dual& x) {
  const double value = std::sqrt(x.value);
  return {value, 0.5 * x.slope / value};
}
// The exponent is a constant; x ≥ 0, and x > 0 where the exponent is less than 1.
inline Dual pow(const Dual& x, double exponent) {
  return {std::pow(x.value, exponent), exponent * std::pow(x.value, exponent - 1.0) * x.slope};
}
inline Dual atan(const Dual& x) {
  return {std::atan(x.value), x.slope / (1.0 + x.value * x.value)};
}

}  // namespace nsds::test
