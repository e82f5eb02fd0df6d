// Runs with equal steps against exact motions, and the order of convergence that they show. Errors are the
// largest at eight instants, relative to the largest entry: at a single one leading terms may cancel.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "kernel/integrators/smooth/integration.hpp"
#include "mechanisms/andrews.hpp"
#include "mechanisms/pendulum.hpp"
#include "mechanisms/slider_crank.hpp"
#include "mechanisms/spinning_top.hpp"

namespace nsds::test {

constexpr int instants = 8;

struct Motion {
  Matrix q, v;  // a column an instant
};

struct Case {
  std::unique_ptr<ConstrainedSystem> system;
  double end;
  int steps;        // of the coarsest run
  double roundOff;  // of the finest ones
  Vector q0, v0;
  Motion exact;
  bool quadratureLike = false;  // Dormand and Prince's nodes gain orders down to errors of 1e-12
};

inline Motion motion(SmoothIntegrator& integrator, Case& c) {
  Motion result{Matrix(c.q0.size(), instants), Matrix(c.v0.size(), instants)};
  integrator.start(*c.system, 0.0, c.q0, c.v0);
  for (int k = 0; k < instants; ++k) {
    const double t = c.end * (k + 1) / instants;
    while (integrator.endTime() < t) integrator.step(t);
    result.q.col(k) = integrator.q();
    result.v.col(k) = integrator.v();
  }
  return result;
}

template <class System>
Case exactCase(double end, int steps) {
  Case c{std::make_unique<System>(), end, steps, 1e-14, {}, {}, {}};
  System::exact(0.0, c.q0, c.v0);
  c.exact = {Matrix(c.q0.size(), instants), Matrix(c.v0.size(), instants)};
  Vector q, v;
  for (int k = 0; k < instants; ++k) {
    System::exact(end * (k + 1) / instants, q, v);
    c.exact.q.col(k) = q;
    c.exact.v.col(k) = v;
  }
  return c;
}

/// By DOPRI5 with so many steps that its error is below round-off.
inline void refer(Case& c, int steps) {
  Dopri5 reference(fixedSteps(c.end / steps));
  c.exact = motion(reference, c);
}

inline Case pendulum() {
  return exactCase<Pendulum>(1.5, 24);
}
inline Case top() {
  return exactCase<SpinningTop>(0.5, 24);
}

inline Case andrews() {
  Case c{std::make_unique<Andrews>(), Andrews::end,    128, 3e-14,
         Andrews::startPosition(),    Vector::Zero(7), {}};
  refer(c, 6400);
  EXPECT_LT(largest(c.exact.q.rightCols<1>() - Andrews::endPosition()), 2e-12);
  return c;
}

inline Case sliderCrank() {
  Case c{std::make_unique<SliderCrank>(), 0.16, 16, 2e-14, SliderCrank::startPosition(),
         SliderCrank::startVelocity(),    {}};
  c.quadratureLike = true;
  refer(c, 6400);
  SliderCrank system;
  const double energy = system.energy(c.q0, c.v0);
  EXPECT_NEAR(system.energy(c.exact.q.rightCols<1>(), c.exact.v.rightCols<1>()), energy, 1e-13 * energy);
  return c;
}

inline double largestEntry(const Matrix& x) {
  return x.cwiseAbs().maxCoeff();
}

struct Series {
  std::vector<double> h, error;

  void add(double length, double value, double roundOff) {
    if (value > 1e-3 || value < 100.0 * roundOff) return;
    h.push_back(length);
    error.push_back(value);
  }
  /// Between the steps i - 1 and i.
  double local(std::size_t i) const { return std::log(error[i - 1] / error[i]) / std::log(h[i - 1] / h[i]); }
};

/// Orders between successive steps are p + O(h), with errors of the next order still of weight where
/// round-off begins: the finest of them or its limit for h -> 0 is p. exceeds: p shows below round-off only.
inline void expectOrder(const Series& series, int order, bool exceeds, const char* what) {
  ASSERT_GE(series.h.size(), 3u) << what;
  const std::size_t last = series.h.size() - 1;
  const double finest = series.local(last);
  const double limit = 2.0 * finest - series.local(last - 1);
  if (exceeds)
    EXPECT_GT(finest, order - 0.2) << what << " converges with order " << finest;
  else
    EXPECT_LT(std::min(std::abs(finest - order), std::abs(limit - order)), 0.2)
        << what << " converges with order " << finest << ", in the limit " << limit;
}

/// Of q and v, by runs from the coarsest of the case to round-off or `finest` times as many steps.
struct Convergence {
  Series position, velocity;
};

template <class Make>
Convergence converge(Case& c, int coarsest, int finest, Make make) {
  Convergence result;
  for (int steps = coarsest; steps <= finest * coarsest; steps *= 2) {
    const double h = c.end / steps;
    const std::unique_ptr<SmoothIntegrator> integrator = make(h);
    const Motion x = motion(*integrator, c);
    const double errorQ = largestEntry(x.q - c.exact.q) / largestEntry(c.exact.q);
    const double errorV = largestEntry(x.v - c.exact.v) / largestEntry(c.exact.v);
    result.position.add(h, errorQ, c.roundOff);
    result.velocity.add(h, errorV, c.roundOff);
    if (errorQ < 100.0 * c.roundOff) break;
  }
  return result;
}

}  // namespace nsds::test
