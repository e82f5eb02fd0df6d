// Norms of errors over time. The grid norm of errors e_i at the ends of steps of lengths h_i is
//
//   ‖e‖_p = (Σ h_i |e_i|^p)^{1/p},   ‖e‖_∞ = max |e_i|.
//
// With impacts p = 1 is the norm that schemes of event capturing converge in: a velocity errs by the size of its jump in the
// step where the impact is, so that it converges neither in the uniform norm nor in ‖·‖_∞, and in ‖·‖_p with order 1/p.
// References: Acary, Brogliato (2008), Numerical Methods for Nonsmooth Dynamical Systems; Acary (2012), Applied
// Numerical Mathematics 62.
#pragma once

#include "nsds/theory/accuracy/sampled_function.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

/// Adds up errors step by step, as an observer of a run does, without keeping them.
class NSDS_THEORY_API GridNorm {
 public:
  /// p in [1, ∞]. Errors: InvalidArgument.
  explicit GridNorm(double p = 1.0);

  /// h ≥ 0: length of the step [s]; error: difference, or norm of a difference, at its end. Errors: InvalidArgument on
  /// another h, or on an error that is not finite; nothing is added then.
  void add(double h, double error);
  double value() const;
  double p() const { return p_; }

 private:
  double p_;
  double largest_ = 0.0;
  double sum_ = 0.0;  // of h (|e| / largest)^p, so that no power overflows
};

/// sup ‖f(t) − g(t)‖₂ over all t that both are sampled over, limits at jumps included: exact for the two affine
/// interpolants, in O(instants of f + instants of g). Errors: InvalidArgument on different dimensions, or where the two have no
/// instant in common.
NSDS_THEORY_API double uniformDistance(const SampledFunction& f, const SampledFunction& g);

}  // namespace nsds
