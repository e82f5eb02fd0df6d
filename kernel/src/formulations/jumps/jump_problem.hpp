// The impulses of a jump of first-order systems. With K the set of the multipliers of a law, impulses lie in the cone of
// its unbounded directions v along which D lets an output stay finite, Q = {v in rec K : D v in the dual cone, vᵀ D v = 0}:
//
//   Q ∋ mu ⟂ C x⁺ + e ∈ Q*,   x⁺ = x⁻ + M⁻¹ B mu.
//
// Where D is positive semidefinite, Q is a polyhedron; where it is a P-matrix, Q is zero. Of a passive system with storage
// xᵀ P x / 2 the jump is the P-projection of x⁻ onto where C x + e ∈ Q*. References: Çamlıbel, Heemels, van der Schaft,
// Schumacher (2003), IEEE Trans. Circuits Syst. I 50; Frasca, Çamlıbel, Göknar, Iannelli, Vasca (2010), the same, 57.
#pragma once

#include <optional>
#include <string>

#include "nsds/kernel/formulations/solver_outcome.hpp"
#include "nsds/kernel/integrators/state_jump.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

struct JumpSolution {
  SolverStatus status = SolverStatus::ok;
  Vector impulse;       // (rows)
  std::string message;  // of a status that is not ok
};

/// The first row whose output violates its law for a multiplier of zero, beyond rounding; none: the state need not jump.
std::optional<Index> offendingRow(const StateJump& jump, const NonSmoothDynamicalSystem& nsds);

/// The impulses that make the outputs admissible, given those for impulses of zero. Status notApplicable where Q is not
/// known.
JumpSolution solveJump(const StateJump& jump, const NonSmoothDynamicalSystem& nsds);

/// True if a change of impulses changes no output beyond rounding.
bool isNegligible(const StateJump& jump, VectorConstRef impulses);

}  // namespace nsds
