// Differential inclusions of Aizerman and Pyatnitskii: a right-hand side that depends on the signs of k functions ψ_j(x) takes
// for each sign that is not determined all values between, and for all of them independently:
//
//   x' = Σ_s  Π_j (α_j if s_j = 1, else 1 - α_j)  f_s(t, x),   α_j ∈ H(ψ_j(x)),
//
// H the set-valued step: 0 for ψ < 0, 1 for ψ > 0, [0, 1] for ψ = 0. On one surface this is Filippov's inclusion. Where k
// surfaces intersect it has k multipliers instead of 2^k - 1 weights and is a subset of Filippov's hull, of which it takes the
// velocities that come of signs switched independently; the set is not convex. It is what x' = F(x, sgn ψ) means where each
// sign is a relay of its own, and is the smaller problem: one row a surface.
//
// Schemes: as FilippovInclusion. The input is affine in each multiplier and not in all: a step is nonlinear. References:
// Aizerman, Pyatnitskii (1974), Fundamentals of the theory of discontinuous systems, Automation and Remote Control 35; Acary,
// de Jong, Brogliato (2014), Numerical simulation of piecewise-linear models of gene regulatory networks, Physica D 269.
#pragma once

#include <vector>

#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/filippov_inclusion.hpp"

namespace nsds {

class NSDS_THEORY_API AizermanPyatnitskiiInclusion {
 public:
  using Surface = FilippovInclusion::Surface;
  using Field = FilippovInclusion::Field;
  using FieldJacobian = FilippovInclusion::FieldJacobian;

  /// states: n; fields: (2^k) of k surfaces: bit j of an index is set where ψ_j > 0; jacobians: as many, or none, which are
  /// then taken by central differences. Errors: InvalidArgument if the numbers do not fit, a function is empty, and beyond 10
  /// surfaces.
  AizermanPyatnitskiiInclusion(Index states, std::vector<Surface> surfaces, std::vector<Field> fields,
                               std::vector<FieldJacobian> jacobians = {});

  Index states() const { return states_; }
  Index surfaces() const { return static_cast<Index>(surfaces_.size()); }
  /// The velocity for given steps: alpha (k), each in [0, 1].
  Vector velocity(double t, VectorConstRef x, VectorConstRef alpha) const;
  /// The system is x' = r, the interaction's multipliers are α: (k). Errors: InvalidArgument if x0 has not n entries.
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;

 private:
  friend NSDS_THEORY_API FilippovInclusion toFilippov(const AizermanPyatnitskiiInclusion& inclusion);

  Index states_;
  std::vector<Surface> surfaces_;
  std::vector<Field> fields_;
  std::vector<FieldJacobian> jacobians_;
};

/// Filippov's inclusion over the same cells, another one where surfaces intersect.
NSDS_THEORY_API FilippovInclusion toFilippov(const AizermanPyatnitskiiInclusion& inclusion);

}  // namespace nsds
