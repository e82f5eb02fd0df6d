#include "formulations/dependent/dependent_rows.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/lapacke.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

namespace {

constexpr double smallestAngle = 1e-5;
constexpr int refinements = 2;
constexpr Index workColumns = 64;  // of LAPACK's blocks: its advice without asking for it

}  // namespace

void DependentRows::compute(const Matrix& W, Index most) {
  const Index n = W.rows();
  units_.resize(n);
  for (Index i = 0; i < n; ++i) units_[i] = W(i, i) == 0.0 ? 1.0 : std::sqrt(std::abs(W(i, i)));
  scaled_.resize(n, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) scaled_(i, j) = W(i, j) / (units_[i] * units_[j]);
  for (Vector* const vector : {&reached_, &left_, &step_, &reflectors_}) vector->resize(n);
  work_.resize(workColumns * (n + 1));
  rank_ = 0;
  if (n == 0 || !scaled_.allFinite()) return;
  findRange(most);
  factoriseSeen();
}

// W P = Q R with column pivoting: the pivots say which columns are left, and the first columns of Q span them.
void DependentRows::findRange(Index most) {
  const lapack_int n = asInt(scaled_.rows());
  range_ = scaled_;
  order_.assign(static_cast<std::size_t>(n), 0);
  if (failed(LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, n, n, range_.data(), n, order_.data(), reflectors_.data(),
                                 work_.data(), asInt(work_.size()))))
    return;
  const double largest = std::abs(range_(0, 0));
  while (rank_ < std::min<Index>(n, most) &&
         std::abs(range_(rank_, rank_)) > smallestAngle * smallestAngle * largest)
    ++rank_;
  if (rank_ > 0 && failed(LAPACKE_dorgqr_work(LAPACK_COL_MAJOR, n, asInt(rank_), asInt(rank_), range_.data(),
                                              n, reflectors_.data(), work_.data(), asInt(work_.size()))))
    rank_ = 0;
}

// Rows in the directions of the range are independent: their multipliers of least norm are in the span of these rows.
void DependentRows::factoriseSeen() {
  const Index n = scaled_.rows();
  seen_.resize(n, rank_);
  R_.resize(rank_, rank_);
  for (Index k = 0; k < rank_; ++k) seen_.col(k).noalias() = scaled_.transpose() * range_.col(k);
  along_ = seen_;
  if (rank_ == 0) return;
  const lapack_int rows = asInt(n), columns = asInt(rank_), size = asInt(work_.size());
  if (failed(LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, rows, columns, along_.data(), rows, reflectors_.data(),
                                 work_.data(), size)))
    return;
  R_ = along_.topRows(rank_);
  if (failed(LAPACKE_dorgqr_work(LAPACK_COL_MAJOR, rows, columns, columns, along_.data(), rows,
                                 reflectors_.data(), work_.data(), size)))
    rank_ = 0;
}

void DependentRows::project(Vector& q) {
  const auto range = range_.leftCols(rank_);
  step_ = q.cwiseQuotient(units_);
  reached_.head(rank_).noalias() = range.transpose() * step_;
  step_.noalias() = range * reached_.head(rank_);
  q = units_.cwiseProduct(step_);
}

// y += Q R⁻ᵀ b.
void DependentRows::addLeastNorm(const Vector& b, Vector& y) {
  for (Index k = 0; k < rank_; ++k) {
    double left = b[k];
    for (Index i = 0; i < k; ++i) left -= R_(i, k) * step_[i];
    step_[k] = left / R_(k, k);
  }
  y.noalias() += along_ * step_.head(rank_);
}

void DependentRows::leastNorm(const Vector& q, Vector& lambda) {
  step_ = q.cwiseQuotient(units_);
  reached_.head(rank_).noalias() = range_.leftCols(rank_).transpose() * step_;
  lambda.resize(q.size());
  lambda.setZero();
  // Refined: rows that are nearly dependent lose digits.
  for (int k = 0; k <= refinements; ++k) {
    left_.head(rank_).noalias() = -(seen_.transpose() * lambda);
    left_.head(rank_) -= reached_.head(rank_);
    addLeastNorm(left_, lambda);
  }
  lambda = lambda.cwiseQuotient(units_);
}

}  // namespace nsds
