// Moreau's sweeping process of first order: a point x ∈ ℝⁿ is swept by a closed convex set that moves,
//
//   -(x' + f(t, x)) ∈ N_{K(t)}(x),             K constant or moving                  (perturbed if f ≠ 0)
//   -(x' + f(t, x)) ∈ N_{K(t, x)}(x),          depending on the state
//   -(dx + f(t, x) dt) ∈ N_{K(t)}(x),          K of bounded variation: x jumps with K, x⁺ = P_{K(t⁺)}(x⁻)
//   -P (x' + f(t, x)) ∈ N_{K(t)}(x),           in a metric P, symmetric and positive definite
//
// N_K(x) is the normal cone, { s : sᵀ(y - x) ≤ 0 for all y ∈ K }, and its elements act as the multiplier: P (x' + f) = λ,
// -λ ∈ N_K(x). The catching-up algorithm steps it,
//
//   x_{k+1} = P_{K(t_{k+1})}(x_k - h f),
//
// and is EulerMoreauOSI by the choice of what is evaluated where (catchingUp below). Examples are in the tests:
// play and stop, the tractrix, reflected motions.
//
// Well-posedness: K(t) Lipschitz and f Lipschitz: one solution, Lipschitz; the scheme converges with order ½ by Moreau's theorem, and
// with 1 in every case that was measured. K RCBV: one solution of bounded variation; instants of jumps must be instants of
// steps. K(t, x): solutions exist where K moves by L < 1 times the state, d_H(K(t, x), K(t, y)) ≤ L |x - y|, which L = 1 does
// not do: a process that is given L ≥ 1 is refused, and where iterates show it the step ends with ContractionError. References:
// Moreau (1977), J. Differential Equations 26; Monteiro Marques (1993); Kunze, Monteiro Marques (1998), Set-Valued Anal. 6;
// Edmond, Thibault (2005), Math. Program. 104.
#pragma once

#include <vector>

#include "nsds/kernel/error.hpp"
#include "nsds/kernel/integrators/euler_moreau_osi.hpp"
#include "nsds/kernel/modeling/varying_set.hpp"
#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/complementarity_systems.hpp"
#include "nsds/theory/first_order/vector_field.hpp"

namespace nsds {

class TimeStepping;

/// Iterates have met sets K(t, x) that move by as much as the state or more, L ≥ 1: the step may have no solution, or several.
class NSDS_THEORY_API ContractionError : public Error {
 public:
  ContractionError(const std::string& message, double lipschitz);
  ContractionError(const ContractionError&) = default;
  ~ContractionError() override;
  /// The quotient that was measured, a lower bound of L.
  double lipschitz() const { return lipschitz_; }

 private:
  double lipschitz_;
};

class NSDS_THEORY_API SweepingProcess {
 public:
  /// states: n. Errors: InvalidArgument if n < 1, or a constant K is not in ℝⁿ.
  SweepingProcess(Index states, VaryingSet K);

  /// f, zero unless set. Errors: InvalidArgument on another size.
  SweepingProcess& setField(VectorField f);
  /// P: (n x n), the identity unless set. Errors: InvalidArgument unless symmetric and positive definite.
  SweepingProcess& setMetric(MatrixConstRef P);
  /// L of K(t, x): iterates that measure more end the step with ContractionError, as those do that measure 1 where it is not
  /// given. Errors: InvalidArgument unless 0 ≤ L < 1, where no theorem says that there is a solution.
  SweepingProcess& setContraction(double L);
  /// l ≥ 0 of d_H(K(t), K(s)) ≤ l |t - s| between jumps, for SetJumpWatch. Errors: InvalidArgument.
  SweepingProcess& setLipschitz(double l);
  /// Where K jumps [s]. Errors: InvalidArgument on an instant that is not finite.
  SweepingProcess& setJumps(std::vector<double> times);

  Index states() const { return f_.size(); }
  const VectorField& field() const { return f_; }
  const VaryingSet& set() const { return K_; }
  /// Empty: the identity.
  const Matrix& metric() const { return P_; }
  const std::vector<double>& jumps() const { return jumps_; }
  /// Negative unless set.
  double lipschitz() const { return lipschitz_; }
  /// ρ of distances between its sets (set_distance.hpp), from the length of x and the extent of K(t, x).
  double radius(double t, VectorConstRef x) const;

  /// The interaction's multiplier is λ, a density: of a step of length h the impulse is h λ, which is P (x_{k+1} - x_k + h f). An
  /// x0 outside of K jumps to it before the first step. Errors: InvalidArgument if x0 has not n entries, or is not finite.
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;
  /// Declares its jumps in a simulation. Errors: InvalidArgument if one is no instant of the steps.
  void declareJumps(TimeStepping& simulation) const;

 private:
  VaryingSet K_;
  VectorField f_;
  Matrix P_;
  double contraction_ = 1.0;
  double lipschitz_ = -1.0;
  std::vector<double> jumps_;
};

/// Where a step takes the field f.
enum class FieldEvaluation {
  atEnd,   ///< f(t_{k+1}, x_{k+1}): stable whatever h is, a variational inequality in x
  atStart  ///< f(t_k, x_k): a projection a step, for h l < 2 at most; after a jump one step is implicit
};

/// The catching-up algorithm. `atStart` with constant K is projected Euler.
NSDS_THEORY_API EulerMoreauOSI catchingUp(FieldEvaluation field = FieldEvaluation::atEnd,
                                          SetEvaluation sets = SetEvaluation::implicit);

/// An LCS whose inputs are the gradients of its outputs in a metric, P M⁻¹B = Cᵀ, with D = 0 is the sweeping process
/// -P (x' - M⁻¹(A x + b)) ∈ N_K(x), K(t) = { C x + e(t) ≥ 0 }: its steps of EulerMoreauOSI(1) are those of catchingUp().
/// Passive circuits are of this form, with P their stored energy. Errors: InvalidArgument if M is singular, D or the cone is
/// another, or P M⁻¹B differs from Cᵀ by more than 1e-10 of the size of a row of C.
NSDS_THEORY_API SweepingProcess toSweepingProcess(const LinearComplementarityDynamics& lcs, MatrixConstRef P);

}  // namespace nsds
