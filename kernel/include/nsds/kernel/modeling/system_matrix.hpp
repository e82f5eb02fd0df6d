// This is a constant square matrix of a system: mass, stiffness, damping. It chooses its storage: none for
// zero, the diagonal, all entries, or the entries of a sparse matrix, up to the sizes of finite elements.
#pragma once

#include <string_view>
#include <variant>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t>;

class NSDS_KERNEL_API SystemMatrix {
 public:
  /// Makes a zero matrix of any size.
  SystemMatrix() = default;
  template <class Derived>
  SystemMatrix(const Eigen::MatrixBase<Derived>& dense)  // NOLINT(*-explicit-*): a matrix is one
      : SystemMatrix(Values(Matrix(dense))) {}
  template <class Derived>
  SystemMatrix(const Eigen::DiagonalBase<Derived>& diagonal)  // NOLINT(*-explicit-*)
      : SystemMatrix(Values(Vector(diagonal.diagonal()))) {}
  template <class Derived>
  SystemMatrix(const Eigen::SparseMatrixBase<Derived>& sparse)  // NOLINT(*-explicit-*)
      : SystemMatrix(Values(SparseMatrix(sparse))) {}

  bool zero() const { return std::holds_alternative<std::monostate>(values_); }
  bool diagonal() const { return zero() || std::holds_alternative<Vector>(values_); }
  /// Returns null unless the matrix is stored like that.
  const Matrix* dense() const { return std::get_if<Matrix>(&values_); }
  const SparseMatrix* sparse() const { return std::get_if<SparseMatrix>(&values_); }
  const Vector* diagonalEntries() const { return std::get_if<Vector>(&values_); }

  /// y += s A x; x, y: (n).
  void multiplyAdd(double s, const double* x, double* y) const;
  /// sizes += s |A| x, entry by entry, for x >= 0: how large the terms of a product are; x, sizes: (n).
  void addSizes(double s, const double* x, double* sizes) const;
  /// Multiplies row i by factors[i]; factors: (n).
  void scaleRows(VectorConstRef factors);
  /// xᵀ A x.
  double quadratic(VectorConstRef x) const;
  /// This += s A, in the storage that holds both.
  void add(double s, const SystemMatrix& A);
  /// target: (n x n) out, all entries.
  void copyTo(MatrixRef target) const;
  /// Writes one column to target: (n) out.
  void copyColumn(Index column, double* target) const;
  Vector diagonalOf(Index size) const;
  /// Row and column i become those of the identity.
  void hold(Index i);

  /// Errors: InvalidArgument naming owner and what, if the matrix is not (size x size) or not finite.
  void check(std::string_view owner, std::string_view what, Index size) const;

 private:
  using Values = std::variant<std::monostate, Vector, Matrix, SparseMatrix>;
  explicit SystemMatrix(Values values);

  Values values_;
  Index zeroSize_ = -1;  // of a zero that was given a size
};

}  // namespace nsds
