// Variations of a mechanical system with impacts: along flights, and through one impact (impact_flow.hpp).
#pragma once

#include "nsds/kernel/modeling/lagrangian_ds.hpp"
#include "nsds/kernel/modeling/relation.hpp"
#include "nsds/theory/boundary_values/impact_flow.hpp"

namespace nsds {

class Variation {
 public:
  /// ds has to stay. options: of the integration of the flights, whose tolerances are loosened to 1e-9 relative and 1e-11 absolute: a
  /// derivative steers Newton's method and does not enter its residual, and Jacobians may be differences.
  Variation(const LagrangianDS& ds, const SmoothOptions& options);

  /// Multiplies by the derivative of a flight from start = (q, v) at `from`, which lasts until `to`; (2 n).
  void fly(double from, double to, VectorConstRef start);
  /// Multiplies by the saltation matrix. Errors: Error where the impact grazes.
  void strike(const FlowImpact& impact, const MechanicalRelation& contact, double restitution);
  const Matrix& matrix() const { return variation_; }

 private:
  const LagrangianDS& ds_;
  SmoothOptions options_;
  Index n_;
  Matrix variation_;
};

}  // namespace nsds
