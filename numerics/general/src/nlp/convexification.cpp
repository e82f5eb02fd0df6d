#include "nlp/convexification.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr double same_span = 1e-12;  // eigenvalues of N'N below this part of the largest are rounding
constexpr double safe_pivots =
    1e-9;  // a Cholesky factor is believed whose pivots are above this part of their diagonal entries

}  // namespace

Convexification::Convexification(std::size_t n, Arena& arena) : n_(n) {
  for (std::span<double>* matrix : {&N_, &Q_, &rotated_, &small_, &turned_, &scratch_})
    *matrix = arena.take<double>(n * n);
  for (std::span<double>* vector : {&Nc_, &values_, &range_values_}) *vector = arena.take<double>(n);
  work_ = arena.take<double>(1 + 6 * n + 2 * n * n);  // as dsyevd asks for
  integer_work_ = arena.take<int>(3 + 5 * n);
  forget_normals();
}

void Convexification::forget_normals() {
  std::fill(N_.begin(), N_.end(), 0.0);
  std::fill(Nc_.begin(), Nc_.end(), 0.0);
}

void Convexification::add_normal(std::span<const double> normal, double value) {
  const double square = dot(normal, normal);
  if (!is_unit(square)) return;
  for (std::size_t j = 0; j < n_; ++j) {
    Nc_[j] += normal[j] * value / square;
    for (std::size_t i = 0; i < n_; ++i) N_[j * n_ + i] += normal[i] * normal[j] / square;
  }
}

void Convexification::add_unit_normal(std::size_t j, double value) {
  Nc_[j] += value;
  N_[j * n_ + j] += 1.0;
}

// S: (n x n) in, its eigenvectors out.
bool Convexification::eigenvalues(std::span<double> S, std::size_t n, std::span<double> values) {
  const auto size = static_cast<lapack_int>(n);
  return n == 0 ||
         LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', size, S.data(), size, values.data(), work_.data(),
                             static_cast<lapack_int>(work_.size()), integer_work_.data(),
                             static_cast<lapack_int>(integer_work_.size())) == 0;
}

// out = Q'H Q.
void Convexification::rotate(std::span<const double> H, std::span<const double> Q, std::span<double> out) {
  std::fill(scratch_.begin(), scratch_.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j)
    for (std::size_t k = 0; k < n_; ++k)
      for (std::size_t i = 0; i < n_; ++i) scratch_[j * n_ + i] += H[k * n_ + i] * Q[j * n_ + k];
  for (std::size_t j = 0; j < n_; ++j)
    for (std::size_t i = 0; i < n_; ++i)
      out[j * n_ + i] = dot(Q.subspan(i * n_, n_), scratch_.subspan(j * n_, n_));
}

// Turns the basis of the null space into eigenvectors of the reduced Hessian, and raises its eigenvalues. range_values_: what is
// added to each; turned_: the new basis, of all.
bool Convexification::raise_null_space(std::size_t null, double least) {
  for (std::size_t j = 0; j < null; ++j)
    for (std::size_t i = 0; i < null; ++i) small_[j * null + i] = rotated_[j * n_ + i];
  if (!eigenvalues(small_.first(null * null), null, range_values_.first(null))) return false;
  std::copy(Q_.begin(), Q_.end(), turned_.begin());
  for (std::size_t j = 0; j < null; ++j) {
    const std::span<double> column = turned_.subspan(j * n_, n_);
    std::fill(column.begin(), column.end(), 0.0);
    for (std::size_t k = 0; k < null; ++k)
      for (std::size_t i = 0; i < n_; ++i) column[i] += Q_[k * n_ + i] * small_[j * null + k];
  }
  const double largest = largest_magnitude(range_values_.first(null));
  was_indefinite_ = null > 0 && range_values_[0] < -1e-10 * largest;
  for (std::size_t j = 0; j < null; ++j) {
    const double value = range_values_[j];
    range_values_[j] = std::max({value, -value, least, 1e-12 * largest}) - value;
  }
  return true;
}

// The σ that makes the Schur complement on the span positive definite, next to what the reduced Hessian has become.
double Convexification::range_weight(std::size_t null) {
  const std::size_t range = n_ - null;
  double largest = 0.0;
  for (std::size_t j = 0; j < n_; ++j) largest = std::max(largest, std::fabs(rotated_[j * n_ + j]));
  for (std::size_t j = 0; j < range; ++j)
    for (std::size_t i = 0; i < range; ++i) {
      double sum = rotated_[(null + j) * n_ + null + i];
      for (std::size_t k = 0; k < null; ++k) {
        const double pivot = rotated_[k * n_ + k] + range_values_[k];
        sum -= rotated_[(null + j) * n_ + k] * rotated_[(null + i) * n_ + k] / pivot;
      }
      small_[j * range + i] = sum;
    }
  if (range == 0 || !eigenvalues(small_.first(range * range), range, values_.first(range))) return 0.0;
  const double margin = largest > 0.0 ? largest : 1.0;
  return std::max(0.0, margin - values_[0]);
}

bool Convexification::convexify(std::span<double> H, std::span<double> p, double least) {
  was_indefinite_ = has_changed_ = false;
  if (n_ == 0) return true;
  // A Hessian that is positive definite is taken as it is.
  std::copy(H.begin(), H.end(), small_.begin());
  double smallest = infinity;
  if (factorise_cholesky(small_.data(), static_cast<std::int32_t>(n_))) {
    for (std::size_t j = 0; j < n_; ++j)
      smallest = std::min(smallest, small_[j * n_ + j] * small_[j * n_ + j] / H[j * n_ + j]);
    if (smallest > safe_pivots) return true;
  }
  has_changed_ = true;

  // The null space of the normals is that of N'N.
  std::copy(N_.begin(), N_.end(), Q_.begin());
  if (!eigenvalues(Q_, n_, values_)) return false;
  std::size_t null = 0;
  while (null < n_ && values_[null] <= same_span * std::max(values_[n_ - 1], 1e-300)) ++null;
  // y = Y'd for the step d of least norm to where the values vanish.
  const std::span<double> y = Nc_;
  for (std::size_t j = 0; j < n_; ++j)
    work_[j] = j < null ? 0.0 : -dot(Q_.subspan(j * n_, n_), Nc_) / values_[j];
  std::copy_n(work_.begin(), n_, y.begin());

  rotate(H, Q_, rotated_);
  if (!raise_null_space(null, least)) return false;
  rotate(H, turned_, rotated_);
  const double weight = range_weight(null);
  for (std::size_t k = 0; k < n_; ++k) {
    const double added = k < null ? range_values_[k] : weight;
    if (added == 0.0) continue;
    const std::span<const double> column = turned_.subspan(k * n_, n_);
    for (std::size_t j = 0; j < n_; ++j) {
      if (k >= null) p[j] -= weight * column[j] * y[k];
      for (std::size_t i = 0; i < n_; ++i) H[j * n_ + i] += added * column[i] * column[j];
    }
  }
  return true;
}

}  // namespace nsds::numerics::nlp
