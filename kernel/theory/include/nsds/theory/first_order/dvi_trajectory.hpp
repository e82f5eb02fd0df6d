// The two interpolants by which a discrete solution of a differential variational inequality is read between instants:
//
//   x^h(t) = x_k + (t − t_k) / (t_{k+1} − t_k) (x_{k+1} − x_k)   on [t_k, t_{k+1}],   continuous and piecewise linear,
//   u^h(t) = u_{k+1}                                             on (t_k, t_{k+1}],   piecewise constant.
//
// As h goes to zero x^h converges uniformly and u^h weakly in L² under the conditions of dvi_conditions.hpp, for initial values,
// so that u^h may oscillate where u is not determined. Reference: Pang, Stewart (2008), Math. Program. 113, section 7.
#pragma once

#include <span>
#include <vector>

#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/first_order_parts.hpp"

namespace nsds {

class Model;
class Simulation;

class NSDS_THEORY_API DviTrajectory {
 public:
  /// Begins at t0 [s] in x0: (n); u is in R^inputs. Errors: InvalidArgument on numbers that are not finite, inputs < 1.
  DviTrajectory(double t0, VectorConstRef x0, Index inputs);
  /// Adds t_{k+1}, x_{k+1}: (n) and u_{k+1}: (inputs). Errors: InvalidArgument if t is not later than the last instant, on other
  /// sizes, or on a number that is not finite; nothing is added then.
  void append(double t, VectorConstRef x, VectorConstRef u);
  void reserve(Index intervals);

  /// Intervals so far, N.
  Index intervals() const { return static_cast<Index>(times_.size()) - 1; }
  Index states() const { return states_; }
  Index inputs() const { return inputs_; }
  /// t_k [s], k in [0, N].
  double time(Index k) const;
  /// t_0 … t_N.
  std::span<const double> times() const { return times_; }
  /// x_k: (n), k in [0, N], and u_k: (inputs), k in [1, N]; views are valid until the next append.
  VectorView x(Index k) const;
  VectorView u(Index k) const;

  /// x^h and u^h at t [s]; u^h(t_0) is its limit from the right, u_1. Errors: InvalidArgument outside [t_0, t_N]; of u^h also
  /// where there is no interval.
  Vector stateAt(double t) const;
  Vector inputAt(double t) const;

 private:
  Index intervalOf(double t) const;

  Index states_;
  Index inputs_;
  std::vector<double> times_;
  std::vector<double> x_;  // (n) an instant
  std::vector<double> u_;  // (inputs) an interval
};

/// An observer of a run, Simulation::run(recorder), that keeps the trajectory of what DifferentialVariationalInequality::addTo
/// made. It begins where the system is when the recorder is made.
class NSDS_THEORY_API DviRecorder {
 public:
  DviRecorder(const Model& model, const FirstOrderParts& parts);
  void step(const Simulation& simulation);
  const DviTrajectory& trajectory() const { return trajectory_; }

 private:
  const FirstOrderDS* system_;
  const Interaction* interaction_;
  DviTrajectory trajectory_;
};

}  // namespace nsds
