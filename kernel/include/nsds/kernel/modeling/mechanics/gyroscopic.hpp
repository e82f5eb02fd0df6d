// The gyroscopic and Coriolis terms that a mass matrix M(q) brings with it. Lagrange's equations of the kinetic energy
// 1/2 vᵀ M(q) v are M(q) v' + N(q, v) = F with
//
//   N = M' v - 1/2 d(vᵀ M v)/dq = E v - 1/2 Eᵀ v,   E = [D_1 v, ..., D_n v],   D_k = dM/dq_k,
//   dN/dv = M' + E - Eᵀ,   M' = sum v_k D_k.
//
// They do no work that the kinetic energy does not have: vᵀ (N - 1/2 M' v) = 0.
#pragma once

#include "nsds/kernel/modeling/lagrangian_ds.hpp"

namespace nsds {

/// dM/dq_k: (n x n) out, zero when it is called; k in [0, n).
using MassDerivative = Callable<void(VectorConstRef q, Index k, MatrixRef derivative)>;

/// The terms for LagrangianDS::setFGyr, with both Jacobians, by central differences of order four of mass(q): of the function
/// that the system was made with. typicalSize [m or rad]: over which M changes noticeably; differences are taken over
/// typicalSize / 1024, which leaves about 1e-12 of N and 1e-9 of dN/dq. The mass is evaluated 4 n times for N and for dN/dv,
/// and 16 n² times for dN/dq, which implicit schemes alone ask for.
/// Errors: InvalidArgument if mass is empty, or the size is not positive and finite.
NSDS_KERNEL_API GyroscopicTerms gyroscopicFrom(LagrangianDS::MassFunction mass, double typicalSize = 1.0);

/// The same from the derivatives of M: N and dN/dv are then exact, and dN/dq is taken by differences, of 4 n² evaluations.
NSDS_KERNEL_API GyroscopicTerms gyroscopicFrom(MassDerivative derivative, double typicalSize = 1.0);

}  // namespace nsds
