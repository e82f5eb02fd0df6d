// The relative degree says how many derivatives of the output it takes until multipliers act on it. With the Markov
// parameters
//
//   H_0 = D,   H_i = C (M⁻¹A)^{i-1} M⁻¹B,   i ≥ 1,
//
// the degree of output j is the first i at which row j of H_i is not zero. Degree 0: resistors, relays with a slope; 1:
// ideal diodes, sweeping processes; 2: mechanical contacts; from 3 on states jump by derivatives of impulses. Reference:
// Isidori (1995), Nonlinear Control Systems, sections 4.1 and 5.1.
#pragma once

#include <string>
#include <vector>

#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"

namespace nsds {

struct MarkovParameter {
  Matrix value;    ///< (m x m)
  Index rank = 0;  ///< singular values beyond rounding, rows and columns scaled to the size of their terms
  bool certain =
      true;  ///< false if a singular value may be zero or not: rounding, that of solutions with M included, hides it
};

/// H_0 ... H_{count - 1}. Errors: InvalidArgument if count < 1, or if M is singular, or nearly so, and count > 1.
NSDS_KERNEL_API std::vector<MarkovParameter> markovParameters(const LinearComplementaritySystem& system,
                                                              Index count);

/// uniform: H_i = 0 for i < r, and H_r is regular, which for one output says no more than H_r ≠ 0. vector: outputs have
/// degrees of their own, and the rows H_{r_j} of the outputs make a regular matrix. none: that matrix is singular, or
/// multipliers do not act on an output at all. undecided: M is singular, or nearly so, or rounding hides a rank.
enum class DegreeKind { uniform, vector, none, undecided };

struct RelativeDegree {
  DegreeKind kind = DegreeKind::undecided;
  Index degree = -1;  ///< uniform: r
  std::vector<Index>
      outputs;  ///< (m) degree of each output, -1 where multipliers do not act; undecided: empty
  Matrix
      leading;  ///< (m x m) row j is that of H_{r_j}, or zero, with zeros for entries that are rounding; undecided: empty
  PMatrixAnswer p;      ///< is `leading` a P-matrix, whatever its rounding?
  std::string message;  ///< a sentence without its full stop: "the relative degree is 3"
};

NSDS_KERNEL_API RelativeDegree relativeDegree(const LinearComplementaritySystem& system);

}  // namespace nsds
