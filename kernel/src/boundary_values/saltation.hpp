// Variations of a mechanical system with impacts: along flights, and through one impact (impact_flow.hpp).
#pragma once

#include "nsds/kernel/boundary_values/impact_flow.hpp"
#include "nsds/kernel/modeling/lagrangian_ds.hpp"
#include "nsds/kernel/modeling/relation.hpp"

namespace nsds {

class Variation {
 public:
  /// ds has to stay.
  explicit Variation(const LagrangianDS& ds);

  /// Multiplies by the derivative of a flight from (q, v) at `from`, which lasts until `to`; (2 n).
  void fly(double from, double to, VectorConstRef state);
  /// Multiplies by the saltation matrix. Errors: Error where the impact grazes.
  void strike(const FlowImpact& impact, const MechanicalRelation& contact, double restitution);
  const Matrix& matrix() const { return variation_; }

 private:
  Vector acceleration(double t, VectorConstRef q, VectorConstRef v) const;
  Vector rate(double t, VectorConstRef state) const;
  Matrix rateJacobian(double t, VectorConstRef state) const;
  Vector reset(double t, VectorConstRef q, VectorConstRef v, const MechanicalRelation& contact,
               double restitution) const;

  const LagrangianDS& ds_;
  Index n_;
  Matrix variation_;
};

}  // namespace nsds
