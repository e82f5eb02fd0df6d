// Differential inclusions of Filippov over cells R_i in which fields f_i act:
//
//   x' ∈ conv { f_i(t, x) : x in the closure of R_i },   R_i = { x : g_i(x) < g_j(x) for all j ≠ i }.
//
// Every partition with smooth surfaces is of this form (Stewart 1990): of cells by signs of functions ψ_j it takes
// g_s = -Σ s_j ψ_j (ofSigns). The weights θ_i of the hull solve
//
//   x' = Σ θ_i f_i(t, x),   0 ≤ θ ⟂ g(x) - μ e ≥ 0,   eᵀθ = 1,
//
// which is what addTo gives a model, with the multipliers λ = (θ, μ). On one surface this is sliding with Utkin's equivalent
// control; where surfaces intersect the hull is that of all fields around, in which several velocities may stay on the
// intersection: slidingVelocities says which, and a step takes one of them. AizermanPyatnitskiiInclusion is the other
// convention, and another inclusion there.
//
// Schemes: EulerMoreauOSI(1), whose multipliers are fully implicit, so that surfaces are reached without chattering, of order
// 1; EventDriven with a smooth integrator, of its order, which finds the instants of switches. From a repulsive surface EventDriven ends
// with an error that says so; a step of time stepping takes one solution.
// References: Filippov (1988), Differential Equations with Discontinuous Righthand Sides; Stewart (1990), A high accuracy
// method for solving ODEs with discontinuous right-hand side, Numer. Math. 58.
#pragma once

#include <vector>

#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/first_order_parts.hpp"
#include "nsds/theory/first_order/surface_motion.hpp"

namespace nsds {

class Model;

class NSDS_THEORY_API FilippovInclusion {
 public:
  using Scalar = Callable<double(VectorConstRef x)>;
  /// gradient: (n) out.
  using Gradient = Callable<void(VectorConstRef x, VectorRef gradient)>;
  /// value: (n) out.
  using Field = Callable<void(double t, VectorConstRef x, VectorRef value)>;
  /// value: (n x n) out, df/dx.
  using FieldJacobian = Callable<void(double t, VectorConstRef x, MatrixRef value)>;

  struct Cell {
    Scalar g;
    Gradient gradient;
    Field f;
    FieldJacobian jacobian = {};  ///< all cells have one or none: then it is taken by central differences
  };
  struct Surface {
    Scalar psi;
    Gradient gradient;
  };

  /// states: n. Errors: InvalidArgument if there are fewer than two cells, or a function is empty that may not be.
  FilippovInclusion(Index states, std::vector<Cell> cells);
  /// fields: (2^k) of k surfaces: bit j of an index is set where ψ_j > 0. jacobians: as many, or none. Errors: InvalidArgument
  /// if the numbers do not fit, and beyond 10 surfaces.
  static FilippovInclusion ofSigns(Index states, const std::vector<Surface>& surfaces,
                                   const std::vector<Field>& fields,
                                   const std::vector<FieldJacobian>& jacobians = {});

  Index states() const { return states_; }
  Index cells() const { return static_cast<Index>(cells_.size()); }

  /// The cells in whose closure x is: those whose g is the least, up to tolerance ≥ 0, in its unit.
  std::vector<Index> cellsAt(VectorConstRef x, double tolerance = 0.0) const;
  /// x: a point of the surface between two cells. The normal velocities are those of g_first - g_second.
  SurfaceMotion motionAt(double t, VectorConstRef x, Index first, Index second, double zero = 0.0) const;

  struct Velocities {
    bool any;      ///< false: no velocity of the hull keeps x on all surfaces between the cells at x
    double least;  ///< of directionᵀv
    double most;
    Vector leastVelocity;  ///< (n)
    Vector mostVelocity;
  };
  /// The velocities v = Σ θ_i f_i, θ ≥ 0, eᵀθ = 1, over the cells at x with (∇g_i - ∇g_j)ᵀv = 0: least < most says that
  /// sliding is not unique. By linear programs. Errors: Error if one fails.
  Velocities slidingVelocities(double t, VectorConstRef x, VectorConstRef direction,
                               double tolerance = 0.0) const;

  /// The system is x' = r, the interaction's multipliers are (θ, μ): (cells + 1). Errors: InvalidArgument if x0 has not n
  /// entries.
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;

 private:
  Vector values(VectorConstRef x) const;

  Index states_;
  std::vector<Cell> cells_;
};

}  // namespace nsds
