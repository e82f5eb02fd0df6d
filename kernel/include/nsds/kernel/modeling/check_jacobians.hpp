// Checks that the Jacobians which a user gives are those of the user's functions.
#pragma once

#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_relation.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/modeling/relation.hpp"

namespace nsds {

/// How far a system's Jacobians are from central differences at its present state, relative to their largest
/// entry.
struct JacobianCheck {
  double dForce_dq;  ///< max deviation
  double dForce_dv;
};
/// Compares dF/dxi and dF/dv of a system with central differences at (t, q, v). Correct ones give about 1e-8.
NSDS_KERNEL_API JacobianCheck check_jacobians(const MechanicalDS& system, double t = 0.0);

/// How far the Jacobian of a relation between Lagrangian systems is from central differences of its output at
/// q: (columns), the largest deviation relative to the largest entry. A correct one gives about 1e-8.
NSDS_KERNEL_API double check_jacobian(const LagrangianRelation& relation, VectorConstRef q);

/// How far the Jacobian of a relation between mechanical systems is from central differences of its output at
/// their present state, taken along their displacements.
NSDS_KERNEL_API double check_jacobian(const MechanicalRelation& relation,
                                      std::span<const MechanicalDS* const> systems, double t = 0.0);

/// How far the Jacobian of f of a first-order system is from central differences at (t, x), x: (dimension).
NSDS_KERNEL_API double check_jacobian(const FirstOrderDS& system, VectorConstRef x, double t = 0.0);

/// How far the Jacobians of a relation of first-order systems are from central differences at (t, x, lambda), each relative to its
/// largest entry.
struct FirstOrderJacobianCheck {
  double dOutput_dx;       ///< C
  double dOutput_dlambda;  ///< D
  double dInput_dx;        ///< K
  double dInput_dlambda;   ///< B
};
/// x: (columns), lambda: (rows).
NSDS_KERNEL_API FirstOrderJacobianCheck check_jacobians(const FirstOrderRelation& relation, VectorConstRef x,
                                                        VectorConstRef lambda, double t = 0.0);

}  // namespace nsds
