#include "well_posedness/descriptor_index.hpp"

#include <array>

#include "linalg/orthogonal.hpp"
#include "linalg/scaled_solve.hpp"

namespace nsds {

namespace {

/// A pivot below this part of the largest one counts as zero, in units in which entries are near one.
constexpr double noPivot = 1e-9;

/// M and A in units of rows and unknowns in which the entries of both together are near to one.
struct ScaledPencil {
  ScaledPencil(const Matrix& givenM, const Matrix& givenA) {
    const EntryScales scales(givenM.cwiseAbs().cwiseMax(givenA.cwiseAbs()));
    M = scales.rows.asDiagonal() * givenM * scales.columns.asDiagonal();
    A = scales.rows.asDiagonal() * givenA * scales.columns.asDiagonal();
  }
  Matrix M, A;
};

/// (M - s A)⁻¹ M of the best conditioned of a few s.
std::optional<Matrix> shifted(const ScaledPencil& pencil) {
  constexpr std::array<double, 4> shifts{0.61803, -0.41421, 0.27183,
                                         -1.73205};  // of no pencil that comes in round numbers
  ScaledSolution best;
  for (const double s : shifts) {
    const Matrix W = pencil.M - s * pencil.A;
    ScaledSolution found = solveScaled(W, W.cwiseAbs(), pencil.M);
    if (found.condition > best.condition) best = std::move(found);
  }
  if (!(best.condition > noPivot)) return std::nullopt;
  return best.X;
}

}  // namespace

std::optional<Index> descriptorIndex(const Matrix& M, const Matrix& A) {
  std::optional<Matrix> E = shifted(ScaledPencil(M, A));
  if (!E) return std::nullopt;
  // E restricted to its own image, again and again, until nothing of that is lost.
  for (Index index = 0; index <= M.rows(); ++index) {
    PivotedQr qr;
    qr.compute(*E, noPivot);
    const Index rank = E->size() == 0 ? 0 : qr.rank();
    if (rank == E->rows()) return index;
    Matrix image(E->rows(), rank);
    for (Index k = 0; k < rank; ++k) image.col(k) = E->col(qr.column(k));
    const Matrix basis = orthonormalBasis(image);
    E = Matrix(basis.transpose() * *E * basis);
  }
  return std::nullopt;
}

}  // namespace nsds
