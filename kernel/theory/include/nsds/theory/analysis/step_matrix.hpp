// Is a step of EulerMoreauOSI well posed? Its multipliers solve w = S(h) λ + q with
//
//   S(h) = D + h γ C (M - h θ A)⁻¹ B,
//
// which for θ = γ = 1 is the transfer function at 1/h. A step has exactly one solution from every state if and only if S(h)
// is a P-matrix; that this holds for all small h is the rational complementarity test. Reference: Heemels, Schumacher,
// Weiland (2000), Linear complementarity systems, SIAM J. Appl. Math. 60.
#pragma once

#include <string>
#include <vector>

#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

/// S(h): (m x m). Errors: InvalidArgument if h ≤ 0, theta is not in [0, 1] or gamma not in (0, 1]; Error if M - h θ A is
/// singular, or rounding hides whether it is.
NSDS_THEORY_API Matrix stepMatrix(const LinearComplementaritySystem& system, double h, double theta = 1.0,
                                  double gamma = 1.0);

struct StepSample {
  double h;  ///< [s]
  PMatrixAnswer p;
};

struct StepWellPosedness {
  /// yes: S(h) is a P-matrix at all samples, whatever its rounding; no: it is none at a sample, which has the witness.
  Answer answer = Answer::undecided;
  /// True if the answer yes holds between the samples too, up to rounding: up to 8 rows and 40 states, samples lie on both
  /// sides of every step at which a principal minor may change its sign.
  bool everyStep = false;
  std::vector<StepSample> samples;  ///< steps grow
  std::string message;              ///< a sentence
};

/// Asks for steps from `from` to `to`, four a decade. Errors: InvalidArgument unless 0 < from ≤ to, on theta and gamma
/// as stepMatrix(); a step with a singular M - h θ A counts as no, one where it is nearly singular is undecided.
NSDS_THEORY_API StepWellPosedness stepWellPosedness(const LinearComplementaritySystem& system, double from,
                                                    double to, double theta = 1.0, double gamma = 1.0);

}  // namespace nsds
