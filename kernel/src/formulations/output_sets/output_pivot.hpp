// The principal pivot transform of w = W λ + q on the rows o whose set is one of the output. With i the others,
//
//   z = (w_o, λ_i),   S z + p = (λ_o, w_i),
//
//   S = [      W_oo⁻¹          -W_oo⁻¹ W_oi       ]       p = [    -W_oo⁻¹ q_o     ]
//       [ W_io W_oo⁻¹    W_ii - W_io W_oo⁻¹ W_oi  ],          [ q_i - W_io W_oo⁻¹ q_o ],
//
// and each block has its z in the set and the negative of its row of S z + p in the normal cone there, whichever of the two is
// the output. S is monotone if W is. Unknowns are counted in units e in which e² S_kk is about one, since outputs and
// multipliers have different ones: z = e ẑ, and S and p are e S e and e p. A block has one unit, so that balls stay balls.
// Outputs with intervals are counted from the point of the interval that is nearest to them for λ = 0, so that q says by how much
// they would leave it, and not how far from zero it is.
// Reference: Cottle, Pang, Stone, The Linear Complementarity Problem (1992, 2009), 2.3.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "linalg/lu.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds {

class OutputPivot {
 public:
  /// outputs: ascending; blockSizes: of the blocks that the rows fall into, one behind the other.
  OutputPivot(std::vector<Index> outputs, std::vector<Index> blockSizes);

  /// Takes W: (rows x rows). Allocates the first time, and where W is sparse. Errors: std::bad_alloc.
  void evaluate(const nsds_matrix& W);
  /// False if W_oo is singular to rounding; there is no S then.
  bool regular() const { return regular_; }

  const Matrix& S() const { return S_; }          ///< (rows x rows), in units
  const Vector& units() const { return units_; }  ///< (rows) e
  /// Takes q and the bounds of z: (rows), infinite where a row has no interval. The result is p, in units.
  const Vector& begin(const double* q, const double* lower, const double* upper);
  const Vector& offset() const { return p_; }     ///< (rows) p of the last problem
  const Vector& lower() const { return lower_; }  ///< (rows) of ẑ
  const Vector& upper() const { return upper_; }
  /// ẑ of multipliers λ: (rows); after begin().
  Vector& unknowns(const double* lambda);
  /// λ of the unknowns, which are no unknowns any more: (rows) out.
  void multipliers(double* lambda);

 private:
  bool invertOutputs();
  void findUnits();
  void split(const Vector& rows);

  std::vector<Index> outputs_;
  std::vector<Index> inputs_;
  std::vector<Index> blockSizes_;
  bool regular_ = false;
  Matrix W_;
  Matrix Woo_;
  Matrix Woi_;
  Matrix Wio_;
  PartialLu factors_;  // of W_oo
  Matrix inverse_;
  // Scratch.
  Matrix fromInputs_;
  Matrix fromOutputs_;
  Matrix among_;
  Matrix S_;
  Vector units_;
  Vector q_;  // as given, less where outputs are counted from
  Vector p_;
  Vector z_;
  Vector lower_;
  Vector upper_;
  // Scratch over the outputs, and over the other rows.
  Vector ofOutputs_;
  Vector solved_;
  Vector ofInputs_;
};

}  // namespace nsds
