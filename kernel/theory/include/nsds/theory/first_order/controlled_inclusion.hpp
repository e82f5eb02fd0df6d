// Controlled inclusions: x' ∈ f(t, x, U) = { f(t, x, u) : u ∈ U } with f Lipschitz in x and U a bounded polyhedron. With
// convex f(t, x, U) their solutions are those of x' = f(t, x, u(t)) for measurable u (Filippov's lemma), and which one a
// simulation is to follow is said by a selection:
//
//   feedback        u = k(t, x), which has to be in U
//   minimal norm    the f(t, x, u) of least norm, which for f = f₀(t, x) + G(t, x) u is unique and continuous in x
//   sampled         a random u of U, constant over each sampling period, for the reachable set from inside
//
// Each selection is an ordinary differential equation: any integrator of first order takes it (EulerMoreauOSI; EventDriven of
// the order of its smooth integrator), with instants of a sampled control on the grid. References: Aubin, Cellina (1984),
// Differential Inclusions, chapters 1 and 2; Dontchev, Lempio (1992), Difference methods for differential inclusions, SIAM
// Review 34.
#pragma once

#include <cstdint>

#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

class FirstOrderDS;
class Model;

class NSDS_THEORY_API ControlledInclusion {
 public:
  /// value: (n) out, zero when the function is called.
  using Function = Callable<void(double t, VectorConstRef x, VectorConstRef u, VectorRef value)>;
  /// u: (m) out, zero when the function is called.
  using Feedback = Callable<void(double t, VectorConstRef x, VectorRef u)>;
  using Field = Callable<void(double t, VectorConstRef x, VectorRef value)>;
  /// value: (n x m) out, zero when the function is called.
  using InputMatrix = Callable<void(double t, VectorConstRef x, MatrixRef value)>;

  /// states: n; controls: m; U: a box or a polyhedron in ℝᵐ. Errors: InvalidArgument if f is empty, or U is empty, unbounded or
  /// known by its projection alone.
  ControlledInclusion(Index states, Index controls, Function f, const ConvexSet& U);
  /// The inclusion of f = f₀ + G u.
  static ControlledInclusion affine(Index states, Index controls, Field f0, InputMatrix G,
                                    const ConvexSet& U);

  Index states() const { return states_; }
  Index controls() const { return U_.H.cols(); }
  /// { u : H u ≥ K } with rows of norm one.
  const PolyhedronSet& U() const { return U_; }
  /// The largest violation of a row of U by u, a distance; 0 inside.
  double outside(VectorConstRef u) const;
  /// f(t, x, u). Errors: Error if it is not finite.
  Vector velocity(double t, VectorConstRef x, VectorConstRef u) const;
  /// A u with the least |f(t, x, u)|. Errors: InvalidArgument unless it was made by affine(); Error if the quadratic program
  /// fails.
  Vector minimalControl(double t, VectorConstRef x) const;
  /// The largest directionᵀf over U, which bounds what can be reached; for affine f.
  double support(double t, VectorConstRef x, VectorConstRef direction) const;
  /// The u of a period: the same for the same seed and number.
  Vector sampledControl(std::uint64_t seed, std::int64_t period) const;

  /// During a run an Error says where the feedback leaves U by more than 1e-9 of its size. Errors: InvalidArgument if x0 has
  /// not n entries or the feedback is empty.
  FirstOrderDS& addFeedbackTo(Model& model, VectorConstRef x0, Feedback feedback) const;
  FirstOrderDS& addMinimalNormTo(Model& model, VectorConstRef x0) const;
  /// period [s] > 0, counted from the model's t0; an instant of sampling belongs to the period before it.
  FirstOrderDS& addSampledTo(Model& model, VectorConstRef x0, double period, std::uint64_t seed) const;

 private:
  FirstOrderDS& add(Model& model, VectorConstRef x0, Feedback control) const;
  void checkState(VectorConstRef x) const;

  Index states_;
  Function f_;
  PolyhedronSet U_;
  double size_ = 1.0;  // of U, about its center
  Vector center_;
  Field f0_;  // of affine f
  InputMatrix G_;
};

}  // namespace nsds
