#include "mechanisms/pendulum.hpp"

#include <array>
#include <cmath>

namespace nsds::mechanisms {

namespace {

/// am(u, k) by the arithmetic-geometric mean (Abramowitz, Stegun 16.4).
double amplitude(double u, double k) {
  constexpr std::size_t depth = 8;
  std::array<double, depth + 1> a{1.0};
  std::array<double, depth + 1> c{k};
  double b = std::sqrt(1.0 - k * k);
  for (std::size_t i = 1; i <= depth; ++i) {
    a[i] = 0.5 * (a[i - 1] + b);
    c[i] = 0.5 * (a[i - 1] - b);
    b = std::sqrt(a[i - 1] * b);
  }
  double phi = std::ldexp(a[depth] * u, depth);
  for (std::size_t i = depth; i > 0; --i) phi = 0.5 * (phi + std::asin(c[i] / a[i] * std::sin(phi)));
  return phi;
}

}  // namespace

Swing swing(double t, double frequency, double angle0) {
  const double k = std::sin(0.5 * angle0);
  const double phi = amplitude(std::comp_ellint_1(k) - frequency * t, k);
  return {2.0 * std::asin(k * std::sin(phi)), -2.0 * k * frequency * std::cos(phi)};
}

void Pendulum::exact(double t, Vector& q, Vector& v) {
  const auto [angle, rate] = swing(t, std::sqrt(gravity / l), angle0);
  q = Vector{{l * std::sin(angle), -l * std::cos(angle)}};
  v = Vector{{l * std::cos(angle) * rate, l * std::sin(angle) * rate}};
}

double Pendulum::exactMultiplier(double t) {
  const auto [angle, rate] = swing(t, std::sqrt(gravity / l), angle0);
  return -(l * rate * rate + gravity * std::cos(angle));
}

}  // namespace nsds::mechanisms
