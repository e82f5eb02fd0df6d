#include "nsds/kernel/modeling/system_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

template <class... Functions>
struct Cases : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Cases(Functions...) -> Cases<Functions...>;

bool allZero(const SparseMatrix& A) {
  return std::all_of(A.valuePtr(), A.valuePtr() + A.nonZeros(), [](double value) { return value == 0.0; });
}

SparseMatrix asSparse(const Vector& diagonal) {
  SparseMatrix result(static_cast<std::int32_t>(diagonal.size()), static_cast<std::int32_t>(diagonal.size()));
  result.setIdentity();
  std::copy_n(diagonal.data(), diagonal.size(), result.valuePtr());
  return result;
}

}  // namespace

SystemMatrix::SystemMatrix(Values values) : values_(std::move(values)) {
  if (auto* sparse = std::get_if<SparseMatrix>(&values_)) sparse->makeCompressed();
  const auto isZero =
      Cases{[](std::monostate) { return true; }, [](const Vector& d) { return d.isZero(0.0); },
            [](const Matrix& A) { return A.rows() == A.cols() && A.isZero(0.0); },
            [](const SparseMatrix& A) { return A.rows() == A.cols() && allZero(A); }};
  if (!std::visit(isZero, values_)) return;
  zeroSize_ =
      std::visit(Cases{[](std::monostate) { return Index{-1}; }, [](const Vector& d) { return d.size(); },
                       [](const auto& A) { return static_cast<Index>(A.rows()); }},
                 values_);
  values_ = std::monostate{};
}

void SystemMatrix::multiplyAdd(double s, const double* x, double* y) const {
  std::visit(Cases{[](std::monostate) {},
                   [&](const Vector& d) {
                     for (Index i = 0; i < d.size(); ++i) y[i] += s * d[i] * x[i];
                   },
                   [&](const auto& A) {
                     Eigen::Map<Vector>(y, A.rows()).noalias() += s * (A * VectorView(x, A.cols()));
                   }},
             values_);
}

void SystemMatrix::addSizes(double s, const double* x, double* sizes) const {
  std::visit(Cases{[](std::monostate) {},
                   [&](const Vector& d) {
                     for (Index i = 0; i < d.size(); ++i) sizes[i] += s * std::abs(d[i]) * x[i];
                   },
                   [&](const auto& A) {
                     Eigen::Map<Vector>(sizes, A.rows()).noalias() +=
                         s * (A.cwiseAbs() * VectorView(x, A.cols()));
                   }},
             values_);
}

void SystemMatrix::scaleRows(VectorConstRef factors) {
  std::visit(Cases{[](std::monostate) {}, [&](Vector& d) { d.array() *= factors.array(); },
                   [&](auto& A) { A = factors.asDiagonal() * A; }},
             values_);
}

double SystemMatrix::quadratic(VectorConstRef x) const {
  return std::visit(Cases{[](std::monostate) { return 0.0; },
                          [&](const Vector& d) { return (d.array() * x.array().square()).sum(); },
                          [&](const auto& A) { return x.dot(A * x); }},
                    values_);
}

void SystemMatrix::add(double s, const SystemMatrix& A) {
  if (A.zero()) return;
  if (zero()) {
    *this = A;
    std::visit(Cases{[](std::monostate) {}, [&](auto& values) { values *= s; }}, values_);
  } else if (dense() != nullptr || A.dense() != nullptr) {
    const Index n = dense() != nullptr ? dense()->rows() : A.dense()->rows();
    Matrix sum(n, n);
    Matrix other(n, n);
    copyTo(sum);
    A.copyTo(other);
    values_ = Matrix(sum + s * other);
  } else if (sparse() != nullptr || A.sparse() != nullptr) {
    const SparseMatrix left = sparse() != nullptr ? *sparse() : asSparse(*diagonalEntries());
    const SparseMatrix right = A.sparse() != nullptr ? *A.sparse() : asSparse(*A.diagonalEntries());
    values_ = SparseMatrix(left + s * right);
  } else {
    values_ = Vector(*diagonalEntries() + s * *A.diagonalEntries());
  }
}

void SystemMatrix::copyTo(MatrixRef target) const {
  target.setZero();
  std::visit(Cases{[](std::monostate) {}, [&](const Vector& d) { target.diagonal() = d; },
                   [&](const Matrix& A) { target = A; },
                   [&](const SparseMatrix& A) {
                     for (std::int32_t j = 0; j < A.outerSize(); ++j) {
                       for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry)
                         target(entry.row(), j) = entry.value();
                     }
                   }},
             values_);
}

void SystemMatrix::copyColumn(Index column, double* target) const {
  std::visit(Cases{[](std::monostate) {},
                   [&](const Vector& d) {
                     std::fill_n(target, d.size(), 0.0);
                     target[column] = d[column];
                   },
                   [&](const Matrix& A) { std::copy_n(A.col(column).data(), A.rows(), target); },
                   [&](const SparseMatrix& A) {
                     std::fill_n(target, A.rows(), 0.0);
                     for (SparseMatrix::InnerIterator entry(A, static_cast<std::int32_t>(column)); entry;
                          ++entry)
                       target[entry.row()] = entry.value();
                   }},
             values_);
}

Vector SystemMatrix::diagonalOf(Index size) const {
  return std::visit(
      Cases{[&](std::monostate) { return Vector(Vector::Zero(size)); }, [](const Vector& d) { return d; },
            [](const auto& A) { return Vector(A.diagonal()); }},
      values_);
}

void SystemMatrix::hold(Index i) {
  std::visit(Cases{[](std::monostate) {}, [&](Vector& d) { d[i] = 1.0; },
                   [&](Matrix& A) {
                     A.row(i).setZero();
                     A.col(i).setZero();
                     A(i, i) = 1.0;
                   },
                   [&](SparseMatrix& A) {
                     const auto held = static_cast<std::int32_t>(i);
                     A.prune([held](std::int32_t row, std::int32_t col, double) {
                       return row == col || (row != held && col != held);
                     });
                     A.coeffRef(held, held) = 1.0;
                     A.makeCompressed();
                   }},
             values_);
}

void SystemMatrix::check(std::string_view owner, std::string_view what, Index size) const {
  const auto shape = [&](Index rows, Index cols) {
    check::that(rows == size && cols == size, "{}: {} is {} x {}, {} x {} expected", owner, what, rows, cols,
                size, size);
  };
  std::visit(Cases{[&](std::monostate) {
                     if (zeroSize_ >= 0) shape(zeroSize_, zeroSize_);
                   },
                   [&](const Vector& d) {
                     shape(d.size(), d.size());
                     check::finite(owner, what, d);
                   },
                   [&](const Matrix& A) {
                     shape(A.rows(), A.cols());
                     check::finite(owner, what, A);
                   },
                   [&](const SparseMatrix& A) {
                     shape(A.rows(), A.cols());
                     check::finite(owner, what, A);
                   }},
             values_);
}

}  // namespace nsds
