// The first-order systems and relations of a model, treated as one:
//
//   x' = M⁻¹(t) (f(t, x) + g(t, x, λ)),   y = h(t, x, λ),   C = h_x,   D = h_λ,   B = M⁻¹ g_λ.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "simulation/event_driven/switches/time_difference.hpp"

namespace nsds {

/// The outputs at a point, their derivatives, and what the state does there.
struct FirstOrderPoint {
  Vector y;      ///< (rows) h
  Vector yRate;  ///< (rows) h_t + C x'
  Vector rate;   ///< (n) x'
  Matrix C;      ///< (rows x n)
  Matrix D;      ///< (rows x rows)
  Matrix B;      ///< (n x rows)

  /// C B, by which multipliers act on the derivatives of outputs: (rows x rows).
  Matrix markovParameter() const { return C * B; }
};

class FirstOrderModel {
 public:
  /// Errors: InvalidArgument naming a system whose M has no inverse.
  void compile(Model& model);

  /// Functions of time are evaluated inside: they may jump at both ends.
  void setWindow(const TimeWindow& window) { window_ = window; }
  const TimeWindow& window() const { return window_; }
  Index states() const { return model_.nsds->flat().dofs(); }
  Index rows() const { return model_.nsds->flat().rows(); }
  /// True if C, D and B are constants and inputs do not depend on the state.
  bool constantJacobians() const { return constantJacobians_; }

  // x: (n), λ: (rows); results are out. Errors: Error naming what is not finite.

  void outputs(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y);
  /// g: (n)
  void inputs(double t, VectorConstRef x, VectorConstRef lambda, VectorRef g);
  void forces(double t, VectorConstRef x, VectorRef f);
  void rate(double t, VectorConstRef x, VectorConstRef lambda, VectorRef rate);
  void jacobians(double t, VectorConstRef x, VectorConstRef lambda, Matrix& C, Matrix& D, Matrix& B);
  /// h_t, by differences.
  void timeDerivative(double t, VectorConstRef x, VectorConstRef lambda, VectorRef yt);
  void evaluate(double t, VectorConstRef x, VectorConstRef lambda, FirstOrderPoint& point);
  /// M⁻¹(f_x + g_x): (n x n)
  Matrix stateJacobian(double t, VectorConstRef x, VectorConstRef lambda);

 private:
  struct Link {
    const FirstOrderRelation* relation;
    Index row;
    Index rows;
    Index width;         // states of its systems
    bool timeInvariant;  // h does not depend on time
  };

  const Vector& stack(std::size_t c, VectorConstRef x);
  void solveMass(double t, double* x, std::int32_t count);
  void factorise(double t);

  CompiledModel model_;
  std::vector<Link> links_;
  double timeScale_ = 1.0;  // [s]
  TimeWindow window_;
  IterationMatrices masses_;
  double massTime_ = 0.0;  // of M(t) that are factorised
  bool constantMasses_ = true;
  bool constantJacobians_ = true;
  bool jacobiansKnown_ = false;  // constants were kept below
  Matrix C_, D_, B_;
  Vector stacked_, scratch_;
};

}  // namespace nsds
