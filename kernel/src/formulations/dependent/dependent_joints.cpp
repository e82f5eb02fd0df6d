#include "formulations/dependent/dependent_joints.hpp"

#include <algorithm>
#include <cmath>

#include "formulations/dependent/matrix_entries.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

namespace {

/// Joints of an island whose rank is asked before it is solved, in each step: a dense factorisation of a second. A larger
/// island is asked once it was not solved.
constexpr Index mostJoints = 1000;
/// Joints may contradict each other by this many tolerances, and lose this much where that is taken away, both times the largest row.
constexpr double drift = 10.0;
constexpr double lost = 1e3 * epsilon;

/// Entries of the rows of an island that are joints. Views of Eigen by index would copy the indices, in memory of their own.
template <class Rows>
void gather(const Rows& rows, const std::vector<Index>& joints, Vector& of) {
  of.resize(std::ssize(joints));
  for (Index k = 0; k < of.size(); ++k) of[k] = rows[joints[static_cast<std::size_t>(k)]];
}

template <class Rows>
void scatter(const Vector& of, const std::vector<Index>& joints, Rows& rows) {
  for (Index k = 0; k < of.size(); ++k) rows[joints[static_cast<std::size_t>(k)]] = of[k];
}

}  // namespace

void DependentJoints::findJoints(const Island& island) {
  joints_.clear();
  for (std::size_t i = 0; i < island.lower.size(); ++i)
    if (island.lower[i] == -infinity && island.upper[i] == infinity) joints_.push_back(static_cast<Index>(i));
}

void DependentJoints::takeMatrix(const nsds_matrix& matrix, Reduction& reduction) {
  placesOf(reduction.joints, matrix.rows, place_);
  const Index joints = std::ssize(reduction.joints);
  reduction.W.setZero(joints, joints);
  forEachEntry(matrix, [&](std::int32_t i, std::int32_t j, double value) {
    const std::int32_t row = place_[static_cast<std::size_t>(i)],
                       column = place_[static_cast<std::size_t>(j)];
    if (row >= 0 && column >= 0) reduction.W(row, column) = value;
  });
}

/// Takes away what no multiplier reaches. True where that is more than joints may have drifted apart.
bool DependentJoints::contradict(const Island& island, Reduction& reduction) {
  reduction.q = Eigen::Map<const Vector>(island.q, std::ssize(island.lower));
  Vector &given = reduction.given, &reached = reduction.shared;
  gather(reduction.q, reduction.joints, given);
  reached = given;
  reduction.rows.project(reached);
  const Vector& units = reduction.rows.units();
  const double largest = given.cwiseQuotient(units).cwiseAbs().maxCoeff();
  if (((given - reached).cwiseAbs().array() > drift * island.tolerance * largest * units.array()).any())
    return true;
  scatter(reached, reduction.joints, reduction.q);
  reduction.floor.setZero(reduction.q.size());
  if (island.floor != nullptr) reduction.floor = Eigen::Map<const Vector>(island.floor, reduction.q.size());
  for (Index k = 0; k < units.size(); ++k)
    reduction.floor[reduction.joints[static_cast<std::size_t>(k)]] += lost * largest * units[k];
  return false;
}

bool DependentJoints::apply(const Island& island, bool again) {
  Index& rank = ranks_[island.index];
  const Index rows = std::ssize(island.lower);
  if (!again && (rank == rows || rank == notAsked)) return false;
  findJoints(island);
  const Index joints = std::ssize(joints_);
  if (joints < 2 || (!again && rank == unknown && test_.passes(island.matrix, joints_))) {
    rank = rows;
    return false;
  }
  if (rank == notAsked) rank = unknown;
  if (!again && joints > mostJoints) {
    rank = notAsked;
    return false;
  }
  std::unique_ptr<Reduction>& reduction = reductions_[island.index];
  if (reduction == nullptr) reduction = std::make_unique<Reduction>();
  now_ = reduction.get();
  now_->joints = joints_;
  takeMatrix(island.matrix, *now_);
  DependentRows& dependent = now_->rows;
  dependent.compute(now_->W, rank == unknown || rank == rows ? joints : rank);
  if (rank == unknown) rank = dependent.any() ? dependent.rank() : rows;
  return dependent.any() && dependent.rank() > 0 && !contradict(island, *now_);
}

void DependentJoints::start(double* z) const {
  if (!areAllJoints()) return;
  now_->rows.leastNorm(now_->q, now_->shared);
  Eigen::Map<Vector>(z, now_->q.size()) = now_->shared;
}

void DependentJoints::share(double* z) const {
  Eigen::Map<Vector> solution(z, now_->q.size());
  gather(solution, now_->joints, now_->shared);
  now_->given.noalias() = -(now_->W * now_->shared);
  now_->rows.leastNorm(now_->given, now_->shared);
  scatter(now_->shared, now_->joints, solution);
}

}  // namespace nsds
