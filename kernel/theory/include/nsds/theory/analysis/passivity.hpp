// Is a linear system passive? One with the state x, inputs λ and outputs y is, if it has a storage V(x) = xᵀP x / 2 ≥ 0 with
//
//   V(x(t₁)) - V(x(t₀)) ≤ ∫ yᵀλ dt   along all its motions,
//
// which holds if and only if (Kalman, Yakubovich, Popov), for M = 1,
//
//   [ AᵀP + P A   P B - Cᵀ    ]
//   [ BᵀP - C     -(D + Dᵀ)   ]  ≤ 0,   P ≥ 0.
//
// Then H(s) = C (sM - A)⁻¹B + D is positive real: H(s) + H(s)* ≥ 0 for Re s > 0. Energy of passive complementarity systems
// does not grow, also where their states jump. If the system is moreover observable and controllable, and the columns of
// [B; D + Dᵀ] are independent, its outputs have degrees of 1 at most, and it has exactly one solution from every state that
// fits them (Çamlıbel, Heemels, Schumacher). References: Willems (1972), Dissipative dynamical systems II, Arch. Rational Mech. Anal. 45;
// Overton, Van Dooren (2005), On computing the complex passivity radius, CDC; Çamlıbel, Heemels, Schumacher (2002), On
// linear passive complementarity systems, Eur. J. Control 8.
#pragma once

#include <complex>
#include <string>

#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

struct Passivity {
  /// yes: P satisfies the inequalities, up to `violation`; no: more than rounding is negative at `frequency`; undecided:
  /// neither was found.
  Answer answer = Answer::undecided;
  Matrix P;  ///< yes: (n x n), symmetric; singular where states cannot be observed
  /// yes: the largest eigenvalue of the first matrix in units in which P and the inputs are of size one, 0 if none is
  /// positive, and what the rounding of M⁻¹A and M⁻¹B may add to it. It is rounding where D + Dᵀ is singular, as P B = Cᵀ has to hold on its kernel, and at most 1e-8.
  double violation = 0.0;
  std::complex<double> frequency;  ///< no: s with Re s ≥ 0 [1/s], mostly iω
  Eigen::VectorXcd direction;      ///< no: (m) v, |v| = 1: inputs Re(v exp(s t)) give off energy
  double power = 0.0;              ///< no: v*(H(s) + H(s)*) v < 0
  std::string message;             ///< a sentence
};

/// Takes some O(n³), seconds for n = 200. Undecided where M is singular, or so ill-conditioned that the rounding of M⁻¹A and M⁻¹B
/// hides the answer, and where a system that is not controllable
/// has no P although H is positive real.
NSDS_THEORY_API Passivity passivity(const LinearComplementaritySystem& system);

}  // namespace nsds
