// Are all small steps well posed? S(h), the matrix of a step of EulerMoreauOSI (step_matrix.hpp), is to be a P-matrix for all
// 0 < h < h*. With θ = γ = 1 it is H(1/h), and this is the rational complementarity test: H(s) is a P-matrix for all s > 1/h*,
// so that the system itself has exactly one solution, from the states that fit, without accumulations to the left of an
// instant. Reference: Heemels, Schumacher, Weiland (2000), Linear complementarity systems, SIAM J. Appl. Math. 60.
#pragma once

#include <string>

#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

struct SmallSteps {
  /// yes: S(h) is a P-matrix for 0 < h < limit; no: for no h < limit it is one.
  Answer answer = Answer::undecided;
  /// [s]; infinite if it is beyond 1e12 / |M⁻¹A|. 0 where it is not known: for systems of more than 8 rows or 40 states, and where it is
  /// below 1e-12 / |M⁻¹A|.
  double limit = 0.0;
  double step = 0.0;    ///< no: an h with the witness [s]
  PMatrixAnswer p;      ///< no: of S(step)
  std::string message;  ///< a sentence
};

/// Principal minors of S(h) are quotients of polynomials, whose signs are looked at between the roots that are larger than
/// 1e-12 / |M⁻¹A|. Leading Markov parameters that are a P-matrix, or have a negative minor, tell what holds below, and beyond 8 rows or
/// 40 states at all. With theta = 0, S(h) = D + γ h H₁ does not see outputs of a degree above 1. Undecided where M is singular, or
/// nearly so. Errors:
/// InvalidArgument if theta is not in [0, 1] or gamma not in (0, 1].
NSDS_THEORY_API SmallSteps smallSteps(const LinearComplementaritySystem& system, double theta = 1.0,
                                      double gamma = 1.0);

}  // namespace nsds
