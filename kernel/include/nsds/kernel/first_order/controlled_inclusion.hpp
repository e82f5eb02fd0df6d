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
#include <functional>

#include "nsds/kernel/analysis/polyhedral_partition.hpp"

namespace nsds {

class FirstOrderDS;
class Model;

class NSDS_KERNEL_API ControlledInclusion {
 public:
  /// value: (n) out, zero when the function is called.
  using Function = std::function<void(double t, VectorConstRef x, VectorConstRef u, VectorRef value)>;
  /// u: (m) out, zero when the function is called.
  using Feedback = std::function<void(double t, VectorConstRef x, VectorRef u)>;
  using Field = std::function<void(double t, VectorConstRef x, VectorRef value)>;
  /// value: (n x m) out, zero when the function is called.
  using InputMatrix = std::function<void(double t, VectorConstRef x, MatrixRef value)>;

  /// states: n; U: { u : H u ≤ k }, m the columns of H. Errors: InvalidArgument if f is empty, or U is empty or unbounded.
  ControlledInclusion(Index states, Function f, HalfSpaces U);
  /// f = f₀ + G u.
  static ControlledInclusion affine(Index states, Field f0, InputMatrix G, HalfSpaces U);
  /// { u : lower ≤ u ≤ upper }. Errors: InvalidArgument on sizes that differ, lower > upper, bounds that are not finite.
  static HalfSpaces box(VectorConstRef lower, VectorConstRef upper);

  Index states() const { return states_; }
  Index controls() const { return U_.H.cols(); }
  const HalfSpaces& U() const { return U_; }
  /// By how much u violates the rows of U at most, in units of the rows' norms; 0 inside.
  double outside(VectorConstRef u) const;
  /// f(t, x, u). Errors: Error if it is not finite.
  Vector velocity(double t, VectorConstRef x, VectorConstRef u) const;
  /// A u with the least |f(t, x, u)|. Errors: InvalidArgument unless it was made by affine(); Error if the quadratic program
  /// fails.
  Vector minimalControl(double t, VectorConstRef x) const;
  /// max and min of direction'f over U, which bounds what can be reached; for affine f.
  double support(double t, VectorConstRef x, VectorConstRef direction) const;
  /// The u of a period: the same for the same seed and number.
  Vector sampledControl(std::uint64_t seed, std::int64_t period) const;

  struct Parts {
    FirstOrderDS& system;
  };
  /// During a run an Error says where the feedback leaves U by more than 1e-9 of its size. Errors: InvalidArgument if x0 has
  /// not n entries or the feedback is empty.
  Parts addFeedbackTo(Model& model, VectorConstRef x0, Feedback feedback) const;
  Parts addMinimalNormTo(Model& model, VectorConstRef x0) const;
  /// period [s] > 0, counted from the model's t0; an instant of sampling belongs to the period before it.
  Parts addSampledTo(Model& model, VectorConstRef x0, double period, std::uint64_t seed) const;

 private:
  Parts add(Model& model, VectorConstRef x0, Feedback control) const;
  void checkPoint(VectorConstRef x) const;

  Index states_;
  Function f_;
  HalfSpaces U_;
  double size_ = 1.0;  // of U, about its center
  Vector center_;
  Field f0_;  // of affine f
  InputMatrix G_;
};

}  // namespace nsds
