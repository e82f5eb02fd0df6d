// Where a step evaluates M, F and the H of contacts: at the present iterate of its end, or between its ends, at
//
//   t = θ t_{k+1} + (1 - θ) t_k,   q = θ q_{k+1} + (1 - θ) q_k,   v = θ v_{k+1} + (1 - θ) v_k,
//
// with quaternions scaled to unit length, which for θ = ½ halves the rotation of the step exactly.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"

namespace nsds {

/// A time and a state of the whole model.
struct Instant {
  double t;
  const double* q;  // (positions)
  const double* v;  // (dofs)
};

class EvaluationPoint {
 public:
  /// theta: of the scheme, in [0, 1].
  EvaluationPoint(const CompiledModel& model, double theta, Evaluation evaluation)
      : model_(model),
        theta_(theta),
        between_(evaluation == Evaluation::middle),
        early_(between_ ? 0.0 : 1.0 - theta),
        late_(between_ ? 1.0 : theta) {}

  void compile();
  Evaluation evaluation() const { return between_ ? Evaluation::middle : Evaluation::ends; }
  bool betweenEnds() const { return between_; }
  /// The weights in a step of the forces at its start, and of those at this point.
  double early() const { return early_; }
  double late() const { return late_; }
  /// To be called where an iterate has changed the state, before at() is asked for q and v.
  void place() {
    if (between_) placeBetween();
  }
  Instant at(const StepInterval& step) const {
    if (between_) return {theta_ * step.t1 + (1.0 - theta_) * step.t0, q_.data(), v_.data()};
    return present(step.t1);
  }
  /// The state of the present iterate, at t.
  Instant present(double t) const {
    FlatVectors& flat = model_.nsds->flat();
    return {t, flat.position(), flat.velocity()};
  }

 private:
  void placeBetween();

  const CompiledModel& model_;
  double theta_;
  bool between_;
  double early_;
  double late_;
  std::vector<std::size_t> turning_;  // systems whose coordinates are to be normalised
  std::vector<double> q_;             // (positions)
  std::vector<double> v_;             // (dofs)
};

}  // namespace nsds
