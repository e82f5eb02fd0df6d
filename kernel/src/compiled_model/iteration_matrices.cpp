#include "compiled_model/iteration_matrices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "linalg/vector_loops.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

constexpr std::int32_t largestInverse = 6;

bool isDiagonal(MatrixConstRef W) {
  for (Index j = 0; j < W.cols(); ++j) {
    for (Index i = 0; i < W.rows(); ++i) {
      if (i != j && W(i, j) != 0.0) return false;
    }
  }
  return true;
}

/// a: (n x n) column-major, in place, by Gauss-Jordan with row pivoting; false if a pivot vanishes.
bool invertInPlace(Index n, double* a) {
  Index pivots[largestInverse] = {};
  for (Index k = 0; k < n; ++k) {
    // The row with the largest entry of column k becomes row k.
    Index p = k;
    for (Index i = k + 1; i < n; ++i) {
      if (std::abs(a[i + k * n]) > std::abs(a[p + k * n])) p = i;
    }
    pivots[k] = p;
    for (Index j = 0; j < n && p != k; ++j) std::swap(a[k + j * n], a[p + j * n]);

    // Row k is divided by its pivot and taken out of all other rows.
    const double inverse = 1.0 / a[k + k * n];
    if (!std::isfinite(inverse)) return false;
    a[k + k * n] = 1.0;
    for (Index j = 0; j < n; ++j) a[k + j * n] *= inverse;
    for (Index i = 0; i < n; ++i) {
      const double factor = a[i + k * n];
      if (i == k || factor == 0.0) continue;
      a[i + k * n] = 0.0;
      for (Index j = 0; j < n; ++j) a[i + j * n] -= factor * a[k + j * n];
    }
  }
  // Swapped rows of the matrix are swapped columns of its inverse.
  for (Index k = n - 1; k >= 0; --k) {
    if (pivots[k] != k) std::swap_ranges(a + k * n, a + (k + 1) * n, a + pivots[k] * n);
  }
  return std::all_of(a, a + n * n, [](double x) { return std::isfinite(x); });
}

/// True if rounding alone could make W singular. The condition sum_j |W^-1_ij| |W_ji| >= 1 of row i does not
/// change when rows or columns of W are scaled: a matrix is not singular because its units differ.
bool isSingular(MatrixConstRef W, const double* inverse) {
  constexpr double limit = 1e14;
  const Index n = W.rows();
  for (Index i = 0; i < n; ++i) {
    double condition = 0.0;
    for (Index j = 0; j < n; ++j) condition += std::abs(inverse[i + j * n] * W(j, i));
    if (!(condition <= limit)) return true;
  }
  return false;
}

/// False if the matrix is singular.
bool factorize(numerics::Factorization& factorization, const nsds_matrix& W, nsds_reuse reuse) {
  try {
    factorization.factorize(W, NSDS_LU, 0.0, reuse);
  } catch (const numerics::Error& error) {
    if (error.status() == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
    return false;
  }
  return true;
}

void requireRegular(bool regular, const DynamicalSystem& owner) {
  if (regular) return;
  throw Error(
      fmt::format("{}: the iteration matrix is singular: a degree of freedom has neither mass nor, over the "
                  "step, stiffness or damping; "
                  "check the mass matrix, or take a smaller step",
                  owner.name()));
}

void solveFactorised(numerics::Factorization& factorization, std::int32_t n, double* x) {
  try {
    factorization.solve(Eigen::Map<Vector>(x, n));
  } catch (const numerics::Error&) {
    throw Error(
        "a solve with an iteration matrix overflowed: the state is not finite, the step is too large or, "
        "where the "
        "log tells of a relative degree or an index above 2, too small");
  }
}

}  // namespace

void IterationMatrices::reset(const std::vector<std::int32_t>& sizes) {
  entries_.assign(sizes.size(), Entry{});
  factorizations_.clear();
  std::int64_t first = 0;
  std::int64_t offset = 0;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    entries_[s].size = sizes[s];
    entries_[s].first = first;
    entries_[s].offset = offset;
    first += sizes[s];
    if (sizes[s] <= largestInverse) {
      offset += std::int64_t{sizes[s]} * sizes[s];
    } else {
      entries_[s].factorization = static_cast<std::int32_t>(factorizations_.size());
      factorizations_.emplace_back();
    }
  }
  inverseDiagonal_.assign(static_cast<std::size_t>(first), 0.0);
  inverses_.assign(static_cast<std::size_t>(offset), 0.0);
  product_.clear();
}

bool IterationMatrices::invertDiagonal(Entry& entry, const Vector& diagonal) {
  entry.kind = Kind::diagonal;
  double* const values = inverseDiagonal_.data() + entry.first;
  for (Index i = 0; i < diagonal.size(); ++i) values[i] = 1.0 / diagonal[i];
  return allFinite(entry.size, values);
}

bool IterationMatrices::factorise(Entry& entry, const nsds_matrix& W) {
  const nsds_reuse reuse = entry.kind == Kind::factorised ? NSDS_REUSE_STRUCTURE : NSDS_REUSE_NONE;
  entry.kind = Kind::factorised;
  return factorize(factorizations_[static_cast<std::size_t>(entry.factorization)], W, reuse);
}

void IterationMatrices::assign(std::size_t system, MatrixConstRef W, const DynamicalSystem& owner) {
  Entry& entry = entries_[system];
  bool regular = true;
  if (nsds::isDiagonal(W)) {
    entry.kind = Kind::diagonal;
    double* const values = inverseDiagonal_.data() + entry.first;
    for (Index i = 0; i < W.rows(); ++i) values[i] = 1.0 / W(i, i);
    regular = allFinite(entry.size, values);
  } else if (entry.size <= largestInverse) {
    entry.kind = Kind::inverse;
    double* const values = inverses_.data() + entry.offset;
    for (Index j = 0; j < W.cols(); ++j) std::copy_n(W.col(j).data(), W.rows(), values + j * W.rows());
    regular = invertInPlace(entry.size, values) && !isSingular(W, values);
  } else {
    const auto n = static_cast<std::int32_t>(W.rows());
    regular = factorise(entry, nsds_matrix_dense(n, n, W.data(), static_cast<std::int32_t>(W.outerStride())));
  }
  requireRegular(regular, owner);
}

void IterationMatrices::assignStored(std::size_t system, const SystemMatrix& W,
                                     const DynamicalSystem& owner) {
  Entry& entry = entries_[system];
  const SparseMatrix* const sparse = W.sparse();
  if (W.diagonal()) {
    requireRegular(invertDiagonal(entry, W.diagonalOf(entry.size)), owner);
  } else if (sparse == nullptr || entry.factorization < 0) {
    Matrix dense(entry.size, entry.size);
    W.copyTo(dense);
    assign(system, dense, owner);
  } else {
    requireRegular(factorise(entry, nsds_matrix_csc(entry.size, entry.size, sparse->outerIndexPtr(),
                                                    sparse->innerIndexPtr(), sparse->valuePtr())),
                   owner);
  }
}

void IterationMatrices::assignInverse(std::size_t system, MatrixConstRef inverse) {
  Entry& entry = entries_[system];
  const Kind kind = entry.size <= largestInverse ? Kind::inverse : Kind::largeInverse;
  if (kind == Kind::largeInverse && entry.kind != kind) {
    entry.offset = static_cast<std::int64_t>(inverses_.size());
    inverses_.resize(inverses_.size() + static_cast<std::size_t>(inverse.size()));
    product_.resize(std::max(product_.size(), static_cast<std::size_t>(entry.size)));
  }
  entry.kind = kind;
  Eigen::Map<Matrix>(inverses_.data() + entry.offset, entry.size, entry.size) = inverse;
}

void IterationMatrices::solve(std::size_t system, double* x, std::int32_t count) {
  const Entry& entry = entries_[system];
  if (entry.kind == Kind::diagonal) {
    const double* const values = inverseDiagonal_.data() + entry.first;
    withSize(entry.size, [=](auto size) {
      double* row = x;
      for (std::int32_t k = 0; k < count; ++k, row += size) {
        for (std::int32_t i = 0; i < size; ++i) row[i] *= values[i];
      }
    });
    return;
  }
  for (std::int32_t k = 0; k < count; ++k, x += entry.size) {
    if (entry.kind == Kind::inverse) {
      double result[largestInverse] = {};
      multiplyAdd(entry.size, 1.0, inverses_.data() + entry.offset, x, result);
      copy(entry.size, result, x);
    } else if (entry.kind == Kind::largeInverse) {
      clear(entry.size, product_.data());
      multiplyAdd(entry.size, 1.0, inverses_.data() + entry.offset, x, product_.data());
      copy(entry.size, product_.data(), x);
    } else {
      solveFactorised(factorizations_[static_cast<std::size_t>(entry.factorization)], entry.size, x);
    }
  }
}

}  // namespace nsds
