// Can the states of a linear system be told from its outputs, and can its inputs reach them all? States v ≠ 0 with
// C exp(M⁻¹A t) v = 0 for all t cannot be told from zero: their space is the largest that M⁻¹A maps to itself and C to zero.
// Controllability asks the same of the transposed system. Reference: Hautus (1969), Controllability and observability
// conditions of linear autonomous systems, Indag. Math. 31.
#pragma once

#include <complex>
#include <string>

#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

struct StateSpaceAnswer {
  Answer answer = Answer::undecided;
  Index rank = 0;  ///< n less the dimension of that space, so far as rounding lets it be known
  /// yes: the smallest singular value that a rank was decided by, relative to the largest: how far the next system is
  /// that is not.
  double margin = 0.0;
  std::complex<double> eigenvalue;  ///< no: of M⁻¹A
  /// no: (n), of norm 1. Observability: M⁻¹A v = eigenvalue v and C v = 0. Controllability: v*M⁻¹A = eigenvalue v* and
  /// v*M⁻¹B = 0.
  Eigen::VectorXcd witness;
  std::string message;  ///< a sentence
};

/// Undecided where M is singular, or nearly so, and where rounding hides a rank, that of M⁻¹A and M⁻¹B included.
NSDS_THEORY_API StateSpaceAnswer observability(const LinearComplementaritySystem& system);
NSDS_THEORY_API StateSpaceAnswer controllability(const LinearComplementaritySystem& system);

}  // namespace nsds
