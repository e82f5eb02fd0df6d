// Piecewise continuous and piecewise affine systems over polyhedral cells,
//
//   PWC   x' = f_i(t, x)        x ∈ X_i = { x : H_i x ≤ k_i },
//   PWA   x' = A_i x + a_i      x ∈ X_i,
//
// whose cells are checked by linear programs: they have interiors, these are disjoint, and they cover the domain
// (polyhedral_partition.hpp). Where the fields agree on all common facets at all times the right-hand side is continuous and this
// is an ordinary differential equation, which of affine fields is proved. Otherwise solutions are Filippov's, x' ∈ conv { f_i(t, x) : x ∈ X_i }, of which
// FilippovInclusion says more: crossing, sliding, and repulsive surfaces, from which they are not unique. Stewart's functions
// of a polyhedral cell are g_i(x) = max_k (h_kᵀx - k_k) over its rows of norm one, smooth but on edges of the cell.
//
// Two cells on the two sides of a hyperplane are also a relay, TwoCellSystem, or, where the field is continuous, a linear
// complementarity system with D = 1.
//
// Schemes: EulerMoreauOSI(1), of order 1; EventDriven with a smooth integrator for sliding modes and switches. References:
// Johansson, Rantzer (1998), Computation of piecewise quadratic Lyapunov functions for hybrid systems, IEEE TAC 43; Stewart
// (1990); Heemels, De Schutter, Bemporad (2001), Equivalence of hybrid dynamical models, Automatica 37.
#pragma once

#include <vector>

#include "nsds/theory/analysis/polyhedral_partition.hpp"
#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/filippov_inclusion.hpp"
#include "nsds/theory/first_order/relay_system.hpp"

namespace nsds {

class NSDS_THEORY_API PiecewiseContinuousSystem {
 public:
  using Field = FilippovInclusion::Field;
  using FieldJacobian = FilippovInclusion::FieldJacobian;
  struct Cell {
    HalfSpaces region;
    Field f;
    FieldJacobian jacobian = {};  ///< all cells have one or none: then it is taken by central differences
  };

  /// domain: where the cells have to cover space; without rows everywhere. Errors: InvalidArgument on sizes that do not fit,
  /// an empty f, and naming a cell without interior, two that overlap, or a point that is in none. What the linear programs
  /// leave undecided is in partition().
  explicit PiecewiseContinuousSystem(std::vector<Cell> cells, const HalfSpaces& domain = {});

  Index states() const { return cells_[0].region.H.cols(); }
  Index cells() const { return static_cast<Index>(cells_.size()); }
  const PartitionReport& partition() const { return partition_; }
  /// Compares the fields at t by samples on the common facets.
  ContinuityReport continuity(double t = 0.0) const;
  /// The cell that x is deepest in: that with the least g_i(x).
  Index cellAt(VectorConstRef x) const;

  /// Adds Filippov's inclusion over the cells. Errors: InvalidArgument if x0 has another size.
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;
  /// Adds an ordinary differential equation, of fields that agree on all common facets at all times, which is for the caller to
  /// know: samples at one time do not prove it. Errors: InvalidArgument if they differ at the model's t0, naming where, or if
  /// x0 has another size.
  FirstOrderDS& addContinuousTo(Model& model, VectorConstRef x0) const;

 private:
  friend NSDS_THEORY_API FilippovInclusion toFilippov(const PiecewiseContinuousSystem& system);

  std::vector<Cell> cells_;  // rows of norm one
  PartitionReport partition_;
};

NSDS_THEORY_API FilippovInclusion toFilippov(const PiecewiseContinuousSystem& system);

/// x' = A₁ x + a₁ where normalᵀx < offset, x' = A₂ x + a₂ where normalᵀx > offset.
class NSDS_THEORY_API TwoCellSystem {
 public:
  struct Affine {
    Matrix A;  ///< (n x n)
    Vector a;  ///< (n)
  };
  /// Errors: InvalidArgument on sizes that do not fit, numbers that are not finite, a normal that is zero.
  TwoCellSystem(VectorConstRef normal, double offset, Affine before, Affine behind);

  Index states() const { return normal_.size(); }
  /// True where A₂ - A₁ = b normalᵀ and a₂ - a₁ = -offset b for a vector b, to 1e-12 of the terms.
  bool continuous() const { return continuous_; }
  /// x: a point of the hyperplane.
  SurfaceMotion motionAt(VectorConstRef x, double zero = 0.0) const;

  /// As a relay, linear if A₁ = A₂: the system has the mean of A₁ and A₂, and the multiplier is λ ∈ -Sgn(normalᵀx - offset), so that
  /// x' = mean(x) - λ (f₂(x) - f₁(x))/2. Errors: InvalidArgument if x0 has not n entries.
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;

 private:
  friend NSDS_THEORY_API LinearComplementarityDynamics toLcs(const TwoCellSystem& system);
  friend NSDS_THEORY_API RelaySystem toRelay(const TwoCellSystem& system);
  friend NSDS_THEORY_API FilippovInclusion toFilippov(const TwoCellSystem& system);

  Vector normal_;
  double offset_;
  Affine before_;
  Affine behind_;
  Vector b_;
  bool continuous_;
};

/// x' = A₁ x + a₁ + b λ, 0 ≤ λ ⟂ λ - (normalᵀx - offset) ≥ 0. Errors: InvalidArgument if the field is not continuous.
NSDS_THEORY_API LinearComplementarityDynamics toLcs(const TwoCellSystem& system);
/// x' = A x + (a₁ + a₂)/2 - λ (a₂ - a₁)/2, λ ∈ -Sgn(normalᵀx - offset). Errors: InvalidArgument unless A₁ = A₂.
NSDS_THEORY_API RelaySystem toRelay(const TwoCellSystem& system);
/// Cells with weights, which there always are.
NSDS_THEORY_API FilippovInclusion toFilippov(const TwoCellSystem& system);

class NSDS_THEORY_API PiecewiseAffineSystem {
 public:
  struct Cell {
    HalfSpaces region;
    Matrix A;  ///< (n x n)
    Vector a;  ///< (n)
  };
  /// Errors: as PiecewiseContinuousSystem.
  explicit PiecewiseAffineSystem(const std::vector<Cell>& cells, const HalfSpaces& domain = {});

  Index states() const { return system_.states(); }
  const PartitionReport& partition() const { return system_.partition(); }
  /// Yes is proved: affine fields agree on a facet if they do at its corners.
  const ContinuityReport& continuity() const { return continuity_; }
  struct Parts {
    FirstOrderDS& system;
    Interaction* interaction;  ///< null where the field is continuous
  };
  /// As an ordinary differential equation if continuity() is yes, which is a proof, else as Filippov's inclusion. Errors:
  /// InvalidArgument if x0 has another size.
  Parts addTo(Model& model, VectorConstRef x0) const;

 private:
  friend NSDS_THEORY_API FilippovInclusion toFilippov(const PiecewiseAffineSystem& system);
  friend NSDS_THEORY_API TwoCellSystem toTwoCells(const PiecewiseAffineSystem& system);

  std::vector<Cell> cells_;
  PiecewiseContinuousSystem system_;
  ContinuityReport continuity_;
};

NSDS_THEORY_API FilippovInclusion toFilippov(const PiecewiseAffineSystem& system);
/// Errors: InvalidArgument unless there are two cells of one row each that are the two sides of a hyperplane.
NSDS_THEORY_API TwoCellSystem toTwoCells(const PiecewiseAffineSystem& system);

}  // namespace nsds
