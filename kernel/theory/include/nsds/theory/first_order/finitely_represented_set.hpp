// Finitely represented sets K = { x : h(x) ≤ 0 }, h : ℝⁿ → ℝᵐ differentiable. With the active rows I(x) = { i : h_i(x) = 0 },
//
//   T^h(x) = { d : ∇h_i(x)ᵀd ≤ 0, i ∈ I(x) },     N^h(x) = { Σ λ_i ∇h_i(x) : λ_i ≥ 0, i ∈ I(x) }.
//
// N_K ⊃ N^h and T_K ⊂ T^h always; they are equal where a constraint qualification holds, such as that of Mangasarian and
// Fromovitz (MFCQ): a d with ∇h_i(x)ᵀd < 0 for all i ∈ I(x). Then inclusions in the normal cone are complementarity systems of
// gradient type. { x² ≤ 0 } is the example for which it fails: N_K(0) = ℝ, while N^h(0) = { 0 }.
#pragma once

#include <string>
#include <vector>

#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

struct ConstraintQualification {
  Answer answer = Answer::undecided;
  std::vector<Index> active;  ///< I(x)
  /// yes: (n) d with ∇h_i(x)ᵀd ≤ -|∇h_i(x)| for all active i, the certificate; it is long where the rows nearly oppose each
  /// other. no: empty.
  Vector direction;
  std::string message;  ///< a sentence
};

class NSDS_THEORY_API FinitelyRepresentedSet {
 public:
  using Function = Callable<void(VectorConstRef x, VectorRef value)>;
  /// value: (m x n) out, dh/dx, zero when the function is called.
  using Jacobian = Callable<void(VectorConstRef x, MatrixRef value)>;

  /// extent: how large the set is, in the unit of x, if that is known: what its accuracy is measured by near x = 0. Errors:
  /// InvalidArgument on sizes < 1, an empty function, or an extent that is negative or not finite.
  FinitelyRepresentedSet(Index size, Index rows, Function h, Jacobian jacobian, double extent = 0.0);
  /// { H x ≥ K }, and the finite bounds of boxes, those from below before those from above: h is affine. size: n. Errors: InvalidArgument on sets that are known by their
  /// projection, on sizes that do not fit, and on sets without rows.
  static FinitelyRepresentedSet of(const ConvexSet& set, Index size);

  Index size() const { return size_; }
  Index rows() const { return rows_; }
  /// h(x): (m); dh/dx: (m x n). Errors: InvalidArgument if x has another size; Error if they are not finite.
  Vector at(VectorConstRef x) const;
  Matrix jacobian(VectorConstRef x) const;
  /// H x - K as C x + e with affine h; null otherwise.
  const PolyhedronSet* polyhedron() const { return affine_ ? &polyhedron_ : nullptr; }

  /// Rows that are zero at x to a part `tolerance` of their size: of H x - K ≥ 0 that of the terms of the row, or the rounding of
  /// the largest entry of x if that is more; of other rows |∇h_i(x)| times |x| or the extent, whichever is larger (1 if neither
  /// is known). Where a gradient vanishes there is no size, and h_i(x) ≥ 0 counts.
  std::vector<Index> active(VectorConstRef x, double tolerance = 1e-9) const;
  /// MFCQ at x, undecided where the certificate is longer than 1e7. Errors: InvalidArgument if x is outside by more than
  /// the tolerance, a part as above.
  ConstraintQualification qualification(VectorConstRef x, double tolerance = 1e-9) const;
  /// The nearest point of T^h(x) to v: (n).
  Vector projectTangent(VectorConstRef x, VectorConstRef v, double tolerance = 1e-9) const;

 private:
  Vector slack(VectorConstRef x, const Matrix& gradients, double tolerance) const;

  Index size_;
  Index rows_;
  Function h_;
  Jacobian jacobian_;
  double extent_ = 0.0;
  bool affine_ = false;
  PolyhedronSet polyhedron_;
};

}  // namespace nsds
