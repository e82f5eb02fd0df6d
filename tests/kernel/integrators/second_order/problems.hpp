// Models with known solutions that the schemes with several levels step.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <nsds/kernel.hpp>
#include <vector>

#include "kernel/models.hpp"

namespace nsds::test {

/// A double pendulum of unit rods and masses, g = 9.81, in angles from the vertical: M(q) and centrifugal terms.
struct FreeDoublePendulum {
  static constexpr double g = 9.81;

  explicit FreeDoublePendulum(double T, bool jacobians = true) : run(0.0, T) {
    system = &run.model->add<LagrangianDS>(Vector{{1.2, -0.4}}, Vector{{0.0, 0.5}},
                                           [](VectorConstRef q, MatrixRef M) {
                                             M(0, 0) = 2.0;
                                             M(1, 1) = 1.0;
                                             M(0, 1) = M(1, 0) = std::cos(q[0] - q[1]);
                                           });
    const auto gyroscopic = [](VectorConstRef q, VectorConstRef v, VectorRef f) {
      const double s = std::sin(q[0] - q[1]);
      f << s * v[1] * v[1], -s * v[0] * v[0];
    };
    const auto dq = [](VectorConstRef q, VectorConstRef v, MatrixRef J) {
      const double c = std::cos(q[0] - q[1]);
      J << c * v[1] * v[1], -c * v[1] * v[1], -c * v[0] * v[0], c * v[0] * v[0];
    };
    const auto dv = [](VectorConstRef q, VectorConstRef v, MatrixRef J) {
      const double s = std::sin(q[0] - q[1]);
      J << 0.0, 2.0 * s * v[1], -2.0 * s * v[0], 0.0;
    };
    if (jacobians) {
      system->setFGyr(gyroscopic, dq, dv);
    } else {
      system->setFGyr(gyroscopic);
    }
    system->setFInt([](double, VectorConstRef q, VectorConstRef,
                       VectorRef f) { f << 2.0 * g * std::sin(q[0]), g * std::sin(q[1]); },
                    [](double, VectorConstRef q, VectorConstRef, MatrixRef J) {
                      J(0, 0) = 2.0 * g * std::cos(q[0]);
                      J(1, 1) = g * std::cos(q[1]);
                    },
                    [](double, VectorConstRef, VectorConstRef, MatrixRef) {});
  }
  double energy() const {
    const VectorView q = system->q();
    return system->kineticEnergy() - 2.0 * g * std::cos(q[0]) - g * std::cos(q[1]);
  }

  /// (q, v) from the start on, by the classical Runge-Kutta method in steps of 1e-3 at most, whose error is 1e-10 in
  /// a second.
  struct Exact {
    std::array<double, 4> x{1.2, -0.4, 0.0, 0.5};
    void advance(double time) {
      const double steps = std::ceil(time / 1e-3);
      const double h = time / steps;
      for (int k = 0; k < static_cast<int>(steps); ++k) {
        const auto k1 = f(x);
        const auto k2 = f(plus(x, 0.5 * h, k1));
        const auto k3 = f(plus(x, 0.5 * h, k2));
        const auto k4 = f(plus(x, h, k3));
        for (std::size_t i = 0; i < 4; ++i) x[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
      }
    }
    static std::array<double, 4> f(const std::array<double, 4>& x) {
      const double s = std::sin(x[0] - x[1]);
      const double c = std::cos(x[0] - x[1]);
      const double f0 = -s * x[3] * x[3] - 2.0 * g * std::sin(x[0]);
      const double f1 = s * x[2] * x[2] - g * std::sin(x[1]);
      const double det = 2.0 - c * c;
      return {x[2], x[3], (f0 - c * f1) / det, (2.0 * f1 - c * f0) / det};
    }
    static std::array<double, 4> plus(const std::array<double, 4>& x, double s,
                                      const std::array<double, 4>& y) {
      std::array<double, 4> sum{};
      for (std::size_t i = 0; i < 4; ++i) sum[i] = x[i] + s * y[i];
      return sum;
    }
  };

  Trial run;
  LagrangianDS* system;
};

/// A mass under g = 10 in the plane, on ground that is inclined by `angle` and has friction: q = (along the normal, along the
/// slope, downwards).
struct Block {
  static constexpr double g = 10.0;

  Block(double T, double angle, double mu, double speed, double height = 0.0, double e = 0.0) : run(0.0, T) {
    mass = &run.model->add<LagrangianLinearTIDS>(Vector{{height, 0.0}}, Vector{{0.0, speed}},
                                                 Matrix(Matrix::Identity(2, 2)));
    mass->setFExt(Vector{{-g * std::cos(angle), g * std::sin(angle)}});
    contact = &run.model->link(NewtonImpactFrictionNSL(e, 0.0, mu, 2),
                               LagrangianLinearTIR(Matrix(Matrix::Identity(2, 2))), *mass);
  }

  Trial run;
  LagrangianLinearTIDS* mass;
  Interaction* contact;
};

}  // namespace nsds::test
