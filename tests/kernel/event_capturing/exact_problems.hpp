// Problems of one contact with exact motions, and the error of a simulation against them.
//
//   A  q'' = −q,       q ≥ 0, (1, 0), e = 0.7      impacts for ever
//   B  q'' = −2,       q ≥ 0, (1, 0), e = 1/2      accumulates at t = 3
//   C  q'' = −(q + d), q ≥ 0, (1, 0), e = 0.7      accumulates at t = 16.61, d = 0.2
//   P  pendulum of length 1 in the plane, gravity 1, with a stop below its pivot, e = 0.7
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>
#include <numbers>

namespace nsds::test {

inline const Matrix one = Matrix::Identity(1, 1);
inline Vector scalar(double x) {
  return Vector::Constant(1, x);
}

/// A model, and q of its first system at a time.
struct Problem {
  std::unique_ptr<Model> model;
  MechanicalDS* system = nullptr;
  Interaction* contact = nullptr;
  std::function<double(double)> exact;
};

inline Problem overFloor(double T, const ImpactingMass& mass) {
  Problem p{std::make_unique<Model>(0.0, T), nullptr, nullptr, [mass](double t) { return mass.at(t).q; }};
  const ImpactingMass::Parts parts = mass.addTo(*p.model);
  p.system = &parts.mass;
  p.contact = &parts.contact;
  p.model->setScales({1.0, 1.0, 1.0});
  return p;
}
inline Problem problemA(double T) {
  return overFloor(T, ImpactingMass::impactingOscillator());
}
inline Problem problemB(double T) {
  return overFloor(T, ImpactingMass::bouncingBall());
}
inline Problem problemC(double T) {
  return overFloor(T, ImpactingMass::accumulatingOscillator());
}

/// sn(u, k) and the quarter period by the arithmetic-geometric mean (Abramowitz, Stegun 16.4, 17.6).
struct Elliptic {
  explicit Elliptic(double k) {
    a[0] = 1.0;
    double b = std::sqrt(1.0 - k * k);
    for (n = 0; n + 1 < a.size() && std::abs(a[n] - b) > 1e-16; ++n) {
      c[n + 1] = 0.5 * (a[n] - b);
      a[n + 1] = 0.5 * (a[n] + b);
      b = std::sqrt(a[n] * b);
    }
    quarter = std::numbers::pi / (2.0 * a[n]);
  }
  double sn(double u) const {
    double phi = std::ldexp(a[n] * u, static_cast<int>(n));
    for (std::size_t i = n; i > 0; --i) phi = 0.5 * (phi + std::asin(c[i] / a[i] * std::sin(phi)));
    return std::sin(phi);
  }
  std::array<double, 12> a{}, c{};
  std::size_t n = 0;
  double quarter = 0.0;
};

/// From rest at the angle 1; x = sin θ, and sin(θ/2) = k sn of the time since θ = 0, the amplitude shrinks by k → e k.
inline double stoppedPendulum(double t) {
  double k = std::sin(0.5);
  double begin = -Elliptic(k).quarter;
  for (;;) {
    const Elliptic swing(k);
    if (t < begin + 2.0 * swing.quarter) {
      const double half = k * swing.sn(t - begin);
      return 2.0 * half * std::sqrt(1.0 - half * half);
    }
    begin += 2.0 * swing.quarter;
    k *= 0.7;
  }
}

inline Problem problemP(double T) {
  Problem p{std::make_unique<Model>(0.0, T), nullptr, nullptr, stoppedPendulum};
  auto& mass = p.model->add<LagrangianDS>(Vector{{std::sin(1.0), -std::cos(1.0)}}, Vector::Zero(2),
                                          Matrix(Matrix::Identity(2, 2)));
  mass.setFExt(Vector{{0.0, -1.0}});
  p.model->link(EqualityConditionNSL(1),
                LagrangianScleronomousR(
                    1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (q.squaredNorm() - 1.0); },
                    [](VectorConstRef q, MatrixRef H) { H = q.transpose(); })
                    .setCurvature([](VectorConstRef, VectorConstRef v, VectorRef gamma) {
                      gamma[0] = v.squaredNorm();
                    }),
                mass);
  p.contact = &p.model->link(NewtonImpactNSL(0.7), LagrangianLinearTIR(Matrix{{1.0, 0.0}}), mass);
  p.model->setScales({1.0, 1.0, 1.0});
  p.system = &mass;
  return p;
}

/// Σ h |q − q(t)| of a run.
template <class Simulation>
double errorL1(Problem& problem, Simulation& simulation) {
  double error = 0.0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    error += simulation.lastTimeStep() * std::abs(problem.system->q()[0] - problem.exact(simulation.time()));
  }
  return error;
}

struct Series {
  std::vector<double> h, error;
};

/// Errors between two bounds for halved steps.
inline Series series(double coarsest, int halvings, double most, double least,
                     const std::function<double(double)>& error) {
  Series result;
  double h = coarsest;
  for (int i = 0; i <= halvings; ++i, h *= 0.5) {
    // Eight lengths near h end steps at as many phases of events.
    const double e = meanOverPhases(8, [&](double phase) { return error(h * (1.0 + 0.1 * phase)); });
    if (e < least) break;
    if (e > most) continue;
    result.h.push_back(h);
    result.error.push_back(e);
  }
  return result;
}

}  // namespace nsds::test
