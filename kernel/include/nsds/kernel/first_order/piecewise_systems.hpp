// Piecewise continuous and piecewise affine systems over polyhedral cells,
//
//   PWC   x' = f_i(t, x)        x ∈ X_i = { x : H_i x ≤ k_i },
//   PWA   x' = A_i x + a_i      x ∈ X_i,
//
// whose cells are checked by linear programs: they have interiors, these are disjoint, and they cover the domain
// (polyhedral_partition.hpp). Where the fields agree on all common facets the right-hand side is continuous and this is an
// ordinary differential equation. Otherwise solutions are Filippov's, x' ∈ conv { f_i(t, x) : x ∈ X_i }, of which
// FilippovInclusion says more: crossing, sliding, and repulsive surfaces, from which they are not unique. Stewart's functions
// of a polyhedral cell are g_i(x) = max_k (h_k'x - k_k) over its rows of norm one, smooth but on edges of the cell.
//
// Two cells on the two sides of a hyperplane are also a relay, TwoCellSystem, or, where the field is continuous, a linear
// complementarity system with D = 1.
//
// Schemes: EulerMoreauOSI(1), of order 1; EventDriven with a smooth integrator for sliding modes and switches. References:
// Johansson, Rantzer (1998), Computation of piecewise quadratic Lyapunov functions for hybrid systems, IEEE TAC 43; Stewart
// (1990); Heemels, De Schutter, Bemporad (2001), Equivalence of hybrid dynamical models, Automatica 37.
#pragma once

#include <functional>
#include <vector>

#include "nsds/kernel/analysis/polyhedral_partition.hpp"
#include "nsds/kernel/first_order/filippov_inclusion.hpp"
#include "nsds/kernel/first_order/relay_system.hpp"

namespace nsds {

class FirstOrderDS;

class NSDS_KERNEL_API PiecewiseContinuousSystem {
 public:
  using Field = FilippovInclusion::Field;
  using FieldJacobian = FilippovInclusion::FieldJacobian;
  struct Cell {
    HalfSpaces region;
    Field f;
    FieldJacobian jacobian = {};  ///< of all cells or of none: then it is taken by central differences
  };

  /// domain: where the cells have to cover space; without rows everywhere. Errors: InvalidArgument on sizes that do not fit,
  /// an empty f, and naming a cell without interior, two that overlap, or a point that is in none. What the linear programs
  /// leave undecided is in partition().
  explicit PiecewiseContinuousSystem(std::vector<Cell> cells, HalfSpaces domain = {});

  Index states() const { return cells_[0].region.H.cols(); }
  Index cells() const { return static_cast<Index>(cells_.size()); }
  const PartitionReport& partition() const { return partition_; }
  /// Of the fields at t, by samples on the common facets.
  ContinuityReport continuity(double t = 0.0) const;
  /// The cell that x is deepest in: that with the least g_i(x).
  Index cellAt(VectorConstRef x) const;

  FilippovInclusion filippov() const;
  struct Parts {
    FirstOrderDS& system;
    Interaction* interaction;  ///< null where the field is continuous
  };
  /// As an ordinary differential equation if continuity(model.t0()) is yes, else as Filippov's inclusion. Errors:
  /// InvalidArgument if x0 has another size.
  Parts addTo(Model& model, VectorConstRef x0) const;

 private:
  std::vector<Cell> cells_;  // rows of norm one
  PartitionReport partition_;
};

/// x' = A₁ x + a₁ where normal'x < offset, x' = A₂ x + a₂ where normal'x > offset.
class NSDS_KERNEL_API TwoCellSystem {
 public:
  struct Affine {
    Matrix A;  ///< (n x n)
    Vector a;  ///< (n)
  };
  /// Errors: InvalidArgument on sizes that do not fit, numbers that are not finite, a normal that is zero.
  TwoCellSystem(VectorConstRef normal, double offset, Affine before, Affine behind);

  Index states() const { return normal_.size(); }
  /// A₂ - A₁ = b normal', a₂ - a₁ = -offset b for a vector b, to 1e-12 of the terms.
  bool continuous() const { return continuous_; }
  /// At a point of the hyperplane.
  SurfaceMotion motionAt(VectorConstRef x, double zero = 0.0) const;

  /// x' = A₁ x + a₁ + b λ, 0 ≤ λ ⟂ λ - (normal'x - offset) ≥ 0. Errors: InvalidArgument if the field is not continuous.
  ComplementarityForm complementarityForm() const;
  /// x' = A x + (a₁ + a₂)/2 - λ (a₂ - a₁)/2, λ ∈ -Sgn(normal'x - offset). Errors: InvalidArgument unless A₁ = A₂.
  RelaySystem relaySystem() const;
  /// For all of them: cells with weights.
  FilippovInclusion filippov() const;

  struct Parts {
    FirstOrderLinearDS& system;  ///< with the mean of A₁ and A₂
    Interaction& interaction;    ///< λ ∈ -Sgn(normal'x - offset): x' = mean(x) - λ (f₂(x) - f₁(x))/2
  };
  /// As a relay, linear if A₁ = A₂. Errors: InvalidArgument if x0 has not n entries.
  Parts addTo(Model& model, VectorConstRef x0) const;

 private:
  Vector normal_;
  double offset_;
  Affine before_;
  Affine behind_;
  Vector b_;
  bool continuous_;
};

class NSDS_KERNEL_API PiecewiseAffineSystem {
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
  const PiecewiseContinuousSystem& piecewiseContinuous() const { return system_; }
  FilippovInclusion filippov() const { return system_.filippov(); }
  /// Errors: InvalidArgument unless there are two cells of one row each that are the two sides of a hyperplane.
  TwoCellSystem twoCells() const;

  using Parts = PiecewiseContinuousSystem::Parts;
  Parts addTo(Model& model, VectorConstRef x0) const { return system_.addTo(model, x0); }

 private:
  std::vector<Cell> cells_;
  PiecewiseContinuousSystem system_;
  ContinuityReport continuity_;
};

}  // namespace nsds
