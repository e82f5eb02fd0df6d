// The bounded double integrator: min ½ ∫ u² dt, q'' = u, |u| ≤ U, from (q, q') = (1, 0) to (0, 0) in T. With the adjoint states p it is the boundary-
// value problem
//
//   q' = v,  v' = u,  p_q' = 0,  p_v' = −p_q,   u ∈ SOL([−U, U], p_v + ·),   q(0) = 1, v(0) = 0, q(T) = 0, v(T) = 0,
//
// and its solution is u = clip(c (t − T/2), −U, U) with a² = 3 (T²/4 − 1/U), c = U/a, J = U² (T/2 − 2 a/3), where |u| = U farther than a from T/2.
#pragma once

#include <algorithm>
#include <cmath>
#include <nsds/theory/boundary_values/boundary_conditions.hpp>
#include <nsds/theory/boundary_values/dvi_boundary_value_problem.hpp>
#include <nsds/theory/boundary_values/solve_boundary_values.hpp>
#include <nsds/theory/first_order/differential_variational_inequality.hpp>
#include <nsds/theory/first_order/dvi_trajectory.hpp>

namespace nsds::test {

struct DoubleIntegrator {
  double T = 2.0;
  double U = 1.2;

  double a() const { return std::sqrt(3.0 * (T * T / 4.0 - 1.0 / U)); }
  double c() const { return U / a(); }
  double cost() const { return U * U * (T / 2.0 - 2.0 * a() / 3.0); }
  double control(double t) const { return std::clamp(c() * (t - T / 2.0), -U, U); }
  /// q by integration of control(): saturated at the beginning, a cubic in the middle.
  double position(double t) const {
    const double s = T / 2.0 - a();  // the end of saturation
    if (t <= s) return 1.0 - U * t * t / 2.0;
    if (t > T / 2.0) return 1.0 - position(T - t);  // the motion is antisymmetric about (T/2, 1/2)
    const double r = t - s;
    return 1.0 - U * s * s / 2.0 - U * s * r - U * r * r / 2.0 + c() * r * r * r / 6.0;
  }

  DifferentialVariationalInequality dvi() const {
    Matrix A = Matrix::Zero(4, 4);
    A(0, 1) = 1.0;
    A(3, 2) = -1.0;
    DifferentialVariationalInequality made(4, 1, BoxSet{-U, U});
    made.setDrift(A, Vector::Zero(4));
    made.setInput(Matrix{{0.0}, {1.0}, {0.0}, {0.0}});
    made.setOutput(Matrix{{0.0, 0.0, 0.0, 1.0}}, Vector::Zero(1));
    made.setInner(Matrix{{1.0}});
    return made;
  }
  DviBoundaryValueProblem problem() const {
    Matrix M = Matrix::Zero(4, 4);
    Matrix N = Matrix::Zero(4, 4);
    M(0, 0) = M(1, 1) = N(2, 0) = N(3, 1) = 1.0;
    return {dvi(), 0.0, T, BoundaryConditions(M, N, Vector{{1.0, 0.0, 0.0, 0.0}})};
  }
  /// θ = 0 on the states and 1 on the adjoint ones: the first-order conditions of the discretised problem.
  static BoundaryValueOptions options(Index intervals) {
    BoundaryValueOptions made;
    made.theta = Vector{{0.0, 0.0, 1.0, 1.0}};
    made.intervals = intervals;
    return made;
  }
  static double costOf(const DviTrajectory& trajectory) {
    double sum = 0.0;
    for (Index k = 1; k <= trajectory.intervals(); ++k) {
      const double h = trajectory.times()[static_cast<std::size_t>(k)] -
                       trajectory.times()[static_cast<std::size_t>(k - 1)];
      sum += 0.5 * h * trajectory.u(k)[0] * trajectory.u(k)[0];
    }
    return sum;
  }
};

}  // namespace nsds::test
