// Closed convex cones C ⊂ ℝᵐ as products of factors, for complementarity over cones,
//
//   C* ∋ y ⟂ λ ∈ C,     C* = { y : yᵀλ ≥ 0 for all λ ∈ C } the dual cone.
//
//   factor                              dual                          as a law
//   ℝᵏ (free)                           { 0 }                         y = 0, an equality
//   { 0 } (zero)                        ℝᵏ                            λ = 0
//   ℝ₊ᵏ (orthant)                       ℝ₊ᵏ                           0 ≤ y ⟂ λ ≥ 0
//   |x_T| ≤ μ x_N (lorentz)             μ |x_T| ≤ x_N                 as above
//   { s d : s ≥ 0 } (ray)               { y : dᵀy ≥ 0 }               dᵀy ≥ 0, s ≥ 0, their product 0
//   { H λ ≥ 0 } (polyhedral)            { Hᵀμ : μ ≥ 0 }               as above
//   known by its projection             P*(y) = y + P(-y), Moreau     as above
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

class NonSmoothLaw;

class NSDS_THEORY_API Cone {
 public:
  using Projection = std::function<void(VectorConstRef x, VectorRef projection)>;

  /// Errors: InvalidArgument if rows < 1; so do the others.
  static Cone free(Index rows);
  static Cone zero(Index rows);
  static Cone orthant(Index rows);
  /// rows ≥ 2, the normal component first. Errors: InvalidArgument if mu is negative or not finite.
  static Cone lorentz(double mu, Index rows);
  /// Errors: InvalidArgument if the direction vanishes, or is not finite.
  static Cone ray(VectorConstRef direction);
  /// H: (any x rows). Errors: InvalidArgument if it is empty, or not finite.
  static Cone polyhedral(MatrixConstRef H);
  /// A cone of the user by its Euclidean projection, which is tested at points: idempotent, non-expansive, P(s x) = s P(x) for
  /// s ≥ 0. Errors: InvalidArgument naming what fails.
  static Cone projected(Index rows, Projection projection);

  /// This cone times another: the rows of the other come behind.
  Cone times(const Cone& other) const;

  /// C*, of the kinds above where they have one, otherwise by its projection.
  Cone dual() const;

  Index rows() const;
  /// C as a set of multipliers.
  ConvexSet set() const;
  /// The law C* ∋ y ⟂ λ ∈ C over all rows, by the kind that is easiest to solve: equalities, complementarity and both by their
  /// rows, Lorentz cones that are all alike as blocks, cones with faces as polyhedra, everything else by its projection.
  std::unique_ptr<NonSmoothLaw> law() const;
  /// The nearest point of C, or of C*: (rows).
  Vector project(VectorConstRef x) const;
  Vector projectDual(VectorConstRef y) const;
  /// How far y and λ are from C* ∋ y ⟂ λ ∈ C: |λ - P_C(λ - y)|, in the unit of the rows.
  double residual(VectorConstRef y, VectorConstRef lambda) const;

 private:
  struct Factor {
    enum class Kind { free, zero, orthant, lorentz, ray, polyhedral, projected } kind;
    Index rows;
    ConvexSet set;
    double mu = 0.0;
  };
  explicit Cone(Factor factor) : factors_{std::move(factor)} {}

  MixedSet boundsOfFactors() const;
  PolyhedronSet facesOfFactors() const;

  std::vector<Factor> factors_;
};

}  // namespace nsds
