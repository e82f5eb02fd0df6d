#include "linalg/lu.hpp"

#include <Eigen/LU>

namespace nsds {

struct PartialLu::Factors {
  Eigen::PartialPivLU<Matrix> lu;
};

PartialLu::PartialLu() : factors_(std::make_unique<Factors>()) {}
PartialLu::~PartialLu() = default;
PartialLu::PartialLu(PartialLu&&) noexcept = default;
PartialLu& PartialLu::operator=(PartialLu&&) noexcept = default;

void PartialLu::compute(const Matrix& A) {
  factors_->lu.compute(A);
}

double PartialLu::pivotRatio() const {
  const auto pivots = factors_->lu.matrixLU().diagonal().cwiseAbs();
  const double largest = pivots.maxCoeff();
  return largest > 0.0 ? pivots.minCoeff() / largest : 0.0;
}

void PartialLu::solve(const Vector& b, VectorRef x) const {
  x = factors_->lu.solve(b);
}

void PartialLu::invert(Matrix& X) const {
  X = factors_->lu.inverse();
}

struct CompleteLu::Factors {
  Eigen::FullPivLU<Matrix> lu;
};

CompleteLu::CompleteLu() : factors_(std::make_unique<Factors>()) {}
CompleteLu::~CompleteLu() = default;

void CompleteLu::compute(const Matrix& A, double tolerance) {
  factors_->lu.setThreshold(tolerance);
  factors_->lu.compute(A);
}

Index CompleteLu::rank() const {
  return factors_->lu.rank();
}

bool CompleteLu::isInvertible() const {
  return factors_->lu.isInvertible();
}

void CompleteLu::solve(const Vector& b, Vector& x) const {
  x = factors_->lu.solve(b);
}

Matrix CompleteLu::solve(const Matrix& B) const {
  return factors_->lu.solve(B);
}

Matrix CompleteLu::kernel() const {
  return factors_->lu.kernel();
}

}  // namespace nsds
