#include "formulations/dependent/dependent_joints.hpp"

#include <algorithm>
#include <cmath>

#include "formulations/output_sets/dense_copy.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

namespace {

constexpr Index fewRows = 300;  // of an island whose rank is asked before it is solved
/// Joints may contradict each other by this many tolerances, and lose this much where that is taken away, both times the largest row.
constexpr double drift = 10.0;
constexpr double lost = 1e3 * epsilon;
constexpr double clearlyLeft = 1e-6;  // of a row beside those before it

}  // namespace

/// The pivots of Cholesky tell, in memory that is kept: most islands are looked at whenever the active relations change.
bool DependentJoints::areClearlyIndependent(const nsds_matrix& matrix) {
  if (matrix.storage != NSDS_DENSE) return false;
  const std::size_t n = joints_.size();
  factor_.resize(std::max(factor_.size(), n * n));
  const auto entry = [&](std::size_t i, std::size_t j) {
    return matrix.as.dense.values[joints_[j] * matrix.as.dense.leading_dimension + joints_[i]];
  };
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) {
      double left = entry(i, j);
      for (std::size_t k = 0; k < j; ++k) left -= factor_[i * n + k] * factor_[j * n + k];
      if (i == j && !(left > clearlyLeft * entry(j, j))) return false;
      factor_[i * n + j] = i == j ? std::sqrt(left) : left / factor_[j * n + j];
    }
  }
  return true;
}

bool DependentJoints::apply(const Island& island, bool again) {
  Index& rank = ranks_[island.index];
  const Index rows = std::ssize(island.lower);
  if (!again && (rank == rows || (rank == unknown && rows > fewRows))) return false;
  joints_.clear();
  for (Index i = 0; i < rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (island.lower[at] == -infinity && island.upper[at] == infinity) joints_.push_back(i);
  }
  const Index joints = std::ssize(joints_);
  if (joints < 2) {
    rank = rows;
    return false;
  }
  if (!again && areClearlyIndependent(island.matrix)) {
    rank = rows;
    return false;
  }
  Matrix whole;
  copyDense(island.matrix, whole);
  W_ = whole(joints_, joints_);
  rows_ = std::make_unique<DependentRows>(W_, rank == unknown || rank == rows ? joints : rank);
  if (rank == unknown) rank = rows_->any() ? rows_->rank() : rows;
  if (!rows_->any() || rows_->rank() == 0) return false;

  q_ = Eigen::Map<const Vector>(island.q, rows);
  const Vector given = q_(joints_), reached = rows_->reached(given);
  const Vector& units = rows_->units();
  const double largest = given.cwiseQuotient(units).cwiseAbs().maxCoeff();
  const double allowed = drift * island.tolerance * largest;
  if (((given - reached).cwiseAbs().array() > allowed * units.array()).any()) return false;
  q_(joints_) = reached;
  floor_ = island.floor == nullptr ? Vector(Vector::Zero(rows))
                                   : Vector(Eigen::Map<const Vector>(island.floor, rows));
  floor_(joints_) += lost * largest * units;
  return true;
}

void DependentJoints::start(double* z) const {
  if (std::ssize(joints_) == q_.size()) Eigen::Map<Vector>(z, q_.size()) = rows_->leastNorm(q_);
}

void DependentJoints::share(double* z) const {
  Eigen::Map<Vector> solution(z, q_.size());
  const Vector found = solution(joints_);
  solution(joints_) = rows_->leastNorm(-W_ * found);
}

}  // namespace nsds
