// The steps of sequential quadratic programming from a point: solutions of quadratic programs with the rows linearised there, and
// the Hessian of the Lagrangian made positive definite, or a damped BFGS matrix where there is none.
#pragma once

#include <optional>
#include <span>

#include "core/solve_context.hpp"
#include "nlp/convexification.hpp"
#include "nlp/program.hpp"
#include "nlp/quasi_newton.hpp"
#include "nlp/subproblem.hpp"

namespace nsds::numerics::nlp {

// A point with what is known there.
struct Iterate {
  std::span<double> x, c;  // (n), (m + e)
  double f = 0.0;
  double violation = 0.0;  // the sum of those of the rows
};

class Steps {
 public:
  Steps(Program& program, SolveContext& context);

  // The derivatives at a point become those of the steps. The program is differentiable there.
  void go_to(const Iterate& point);
  // Takes over the point that a step led to; how the gradient of the Lagrangian changed says more of the Hessian.
  void go_on(const Iterate& from, const Iterate& to, std::span<const double> multipliers);

  // With the identity for the Hessian: first multipliers, and which constraints may hold. False: there is no such step.
  bool guess(const Iterate& at, std::span<double> multipliers);

  // The step d() with its multipliers found(). residual: of the conditions at the point, by which directions without
  // curvature are held. False: the linearised rows contradict each other, or no solution was found.
  bool find(const Iterate& at, std::span<const double> multipliers, double residual);
  // Finds the step where violations of the rows have a price, which rises until they fall. Returns whether they do.
  bool find_elastic(const Iterate& at, std::span<const double> multipliers, double residual);
  // The second-order correction of find: corrected() and found_corrected(), with what the rows are at the end of d(), ends_at.
  bool correct(const Iterate& at, std::span<const double> ends_at, std::span<const double> multipliers,
               double residual);
  // A step d() that takes the violation down, with that weight of its length. gain: out, what the linearised rows promise.
  bool restore(const Iterate& at, double weight, double& gain);
  // A direction of length one in which the Lagrangian falls, and what holds at the point goes on to hold to first order.
  bool find_negative_curvature(const Iterate& at, std::span<const double> multipliers,
                               std::span<double> direction);

  std::span<const double> gradient() const { return g_; }
  std::span<const double> d() const { return d_; }
  std::span<const double> found() const { return found_; }
  std::span<const double> corrected() const { return second_; }
  std::span<const double> found_corrected() const { return found_corrected_; }

  // After a search that has failed: more curvature makes steps shorter, and steeper. False: there is enough of it.
  bool regularise();
  void relax_regularisation();
  void forget_curvature();

 private:
  bool set_curvature(const Iterate& at, std::span<const double> multipliers, std::span<const double> c,
                     double residual);
  void set_identity(double weight);
  void set_normals(const Iterate& at, std::span<const double> c);
  bool note_holding(const Iterate& at);
  double linear_violation(const Iterate& at);

  Program& program_;
  SolveContext& context_;
  std::size_t n_, rows_;
  std::span<double> g_, J_, B_, p_, zero_;  // (n), (rows x n), (n x n), (n)
  std::span<double> d_, second_, found_, found_corrected_, c_, r_, way_;
  std::span<signed char> holds_;  // rows, then bounds: -1 lower, 1 upper
  Convexification convexification_;
  Subproblem subproblem_;
  std::optional<QuasiNewton> quasi_newton_;
  double regularisation_ = 0.0;  // of the Hessian
};

}  // namespace nsds::numerics::nlp
