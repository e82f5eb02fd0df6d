// An LC oscillator with a load resistor behind an ideal diode, solved exactly: while the voltage is positive
// the diode conducts and damps, while it is negative the oscillation is free. Both modes are linear; the
// voltage crosses zero where the closed form says.
#pragma once

#include <cmath>

namespace diode_circuit {

constexpr double L = 1e-2;
constexpr double C = 1e-6;
constexpr double R = 1e3;
constexpr double v0 = 10.0;

struct State {
  double v;
  double i;
};

inline double energy(const State& x) {
  return 0.5 * (C * x.v * x.v + L * x.i * x.i);
}

/// exp(t A) x with A = [-d -1/C; 1/L 0], d = 1/(R C) conducting, 0 blocking; its eigenvalues are -d/2 +- i w.
inline State flow(bool conducting, const State& x, double t) {
  const double d = conducting ? 1.0 / (R * C) : 0.0;
  const double a = 0.5 * d;
  const double w = std::sqrt(1.0 / (L * C) - a * a);
  const double c = std::exp(-a * t) * std::cos(w * t);
  const double s = std::exp(-a * t) * std::sin(w * t) / w;
  return {c * x.v + s * ((a - d) * x.v - x.i / C), c * x.i + s * (x.v / L + a * x.i)};
}

/// The state at time t from (v0, 0) at time 0.
inline State exact(double t) {
  State x{v0, 0.0};
  bool conducting = true;
  const double probe = 1e-6;  // far below half a period, 3e-4
  for (;;) {
    double crossing = probe;
    while (crossing < t && (flow(conducting, x, crossing).v > 0.0) == conducting) crossing += probe;
    if (crossing >= t && (flow(conducting, x, t).v > 0.0) == conducting) return flow(conducting, x, t);
    double low = crossing - probe;
    double high = std::fmin(crossing, t);
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      ((flow(conducting, x, middle).v > 0.0) == conducting ? low : high) = middle;
    }
    x = flow(conducting, x, high);
    x.v = 0.0;
    t -= high;
    conducting = !conducting;
    // Leave the zero: the next crossing is half a period away.
    if (t <= probe) return flow(conducting, x, t);
    x = flow(conducting, x, probe);
    t -= probe;
  }
}

}  // namespace diode_circuit
