#include "formulations/output_sets/vi_blocks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "formulations/output_sets/dense_copy.hpp"
#include "linalg/numbers.hpp"
#include "linalg/polyhedron_projection.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"

namespace nsds {

void ViBlocks::place(Block block) {
  block.first = rows_;
  block.point.resize(block.rows);
  block.nearest.resize(block.rows);
  rows_ += block.rows;
  blocks_.push_back(std::move(block));
}

void ViBlocks::addIntervals(std::int32_t rows) {
  Block block;
  block.rows = rows;
  place(std::move(block));
}

void ViBlocks::add(const ProjectorSet& set, std::int32_t rows, std::string owner) {
  Block block;
  block.rows = rows;
  block.projector = &set;
  block.owner = std::move(owner);
  place(std::move(block));
}

void ViBlocks::add(const PolyhedronSet& set, std::int32_t rows, std::string owner) {
  Block block;
  block.rows = rows;
  block.polyhedron = &set;
  block.owner = std::move(owner);
  place(std::move(block));
}

/// block.nearest becomes the projection of block.point.
void ViBlocks::projectOnto(Block& block) {
  if (block.polyhedron != nullptr) {
    if (!projectOntoPolyhedron(block.polyhedron->H, block.polyhedron->K, block.point, block.nearest))
      throw Error("its polyhedron is empty");
    return;
  }
  block.projector->project(block.point, block.nearest);
  if (!block.nearest.allFinite()) throw Error("its projector returned a number that is not finite");
}

/// The projection of x/e onto K/e is that of x onto K, divided by e.
int ViBlocks::project(void* user, const double* x, double* projection) noexcept {
  Block& block = *static_cast<Block*>(user);
  if (block.isInterval()) {
    for (std::int32_t i = 0; i < block.rows; ++i)
      projection[i] = std::min(std::max(x[i], block.lower[i]), block.upper[i]);
    return 0;
  }
  try {
    block.point = block.unit * VectorView(x, block.rows);
    projectOnto(block);
    Eigen::Map<Vector>(projection, block.rows) = block.nearest / block.unit;
    return 0;
  } catch (const Error& error) {
    *block.thrown = std::make_exception_ptr(Error(fmt::format("{}: {}", block.owner, error.what())));
  } catch (...) {
    *block.thrown = std::current_exception();
  }
  return -1;
}

int ViBlocks::evaluate(void* user, const double* z, double* F) noexcept {
  const ViBlocks& self = *static_cast<ViBlocks*>(user);
  const Index size = self.M_.rows();
  Eigen::Map<Vector> values(F, size);
  values = VectorView(self.q_, size);
  values.noalias() += self.M_ * VectorView(z, size);
  return NSDS_MAP_EVALUATED;
}

int ViBlocks::differentiate(void* user, const double*, double* values) noexcept {
  const ViBlocks& self = *static_cast<ViBlocks*>(user);
  std::copy_n(self.M_.data(), self.M_.size(), values);
  return NSDS_MAP_EVALUATED;
}

nsds_cone ViBlocks::coneOf(Block& block) {
  if (block.isInterval()) {
    const VectorView lower(block.lower, block.rows);
    const VectorView upper(block.upper, block.rows);
    const bool unbounded = (upper.array() == infinity).all();
    if (unbounded && (lower.array() == -infinity).all())
      return {NSDS_CONE_FREE, block.rows, 0.0, nullptr, nullptr};
    if (unbounded && (lower.array() == 0.0).all())
      return {NSDS_CONE_NONNEGATIVE, block.rows, 0.0, nullptr, nullptr};
  }
  return {NSDS_CONE_PROJECTOR, block.rows, 0.0, project, &block};
}

/// How large the smallest set with a size is, in units; 0 if none has one.
double ViBlocks::extent() const {
  double smallest = infinity;
  for (const Block& block : blocks_) {
    const double size = block.projector == nullptr ? 0.0 : block.projector->extent / block.unit;
    if (size > 0.0) smallest = std::min(smallest, size);
  }
  return std::isfinite(smallest) ? smallest : 0.0;
}

/// An unknown is measured by the extent of its set: in sliding modes q is rounding, and says nothing of how large z is. A set
/// that is far smaller than what q makes of an unknown is beneath the rounding of it.
void ViBlocks::setScales(nsds_vi& made) const {
  constexpr double least = 1e-6;
  const double size = extent();
  const double q = VectorView(q_, M_.rows()).cwiseAbs().maxCoeff();
  double response = M_.diagonal().cwiseAbs().maxCoeff();
  if (response == 0.0) response = M_.cwiseAbs().maxCoeff();
  if (response == 0.0) response = 1.0;
  made.scale_z = size > 0.0 ? std::max(size, least * q / response) : q / response;
  if (!(made.scale_z > 0.0 && std::isfinite(made.scale_z))) made.scale_z = 1.0;
  made.scale_w = made.scale_z * response;
}

bool ViBlocks::isMultipleOfIdentity() const {
  const double c = M_(0, 0);
  if (!(c > 0.0)) return false;
  for (Index j = 0; j < M_.cols(); ++j)
    for (Index i = 0; i < M_.rows(); ++i)
      if (!(std::abs(M_(i, j) - (i == j ? c : 0.0)) <= 4.0 * epsilon * c)) return false;
  return true;
}

void ViBlocks::projectOrThrow(Block& block, const double* x, double* projection) {
  if (project(&block, x, projection) != 0) std::rethrow_exception(thrown_);
}

/// With one block and M = c I the solution is the projection of -q/c. False unless it is so.
bool ViBlocks::solveDirectly(double* z, nsds_report* report) {
  if (blocks_.size() != 1 || blocks_.front().isInterval() || !isMultipleOfIdentity()) return false;
  Block& block = blocks_.front();
  from_ = VectorView(q_, rows_) / -M_(0, 0);
  projectOrThrow(block, from_.data(), z);
  // The contract of projectors is looked at here too: a projection is projected to itself.
  again_.resize(rows_);
  projectOrThrow(block, z, again_.data());
  const VectorView nearest(z, rows_);
  constexpr double small = 1e-7;  // as where laws are linked
  const bool isProjection = (again_ - nearest).norm() <= small * (nearest.norm() + (from_ - nearest).norm());
  report->status = isProjection ? NSDS_OK : NSDS_INVALID_ARGUMENT;
  report->iterations = 1;
  report->residual.value = isProjection ? 0.0 : infinity;
  report->residual.roundoff_floor = epsilon;
  std::snprintf(report->message, sizeof report->message, "%s",
                isProjection
                    ? "Solved by one projection."
                    : "A projector moves the point that it has projected when it projects it again.");
  return true;
}

void ViBlocks::enter(const Problem& problem) {
  copyDense(problem.M, M_);
  q_ = problem.q;
  thrown_ = nullptr;
  cones_.clear();
  for (Block& block : blocks_) {
    block.lower = problem.lower + block.first;
    block.upper = problem.upper + block.first;
    block.unit = problem.units == nullptr ? 1.0 : problem.units[block.first];
    block.thrown = &thrown_;
    cones_.push_back(coneOf(block));
  }
}

void ViBlocks::solve(const Problem& problem, double* z, const nsds_options* options,
                     nsds_workspace* workspace, nsds_report* report) {
  enter(problem);
  if (solveDirectly(z, report)) return;
  nsds_vi made;
  nsds_vi_init(&made);
  made.size = rows_;
  made.F = {evaluate, differentiate, nullptr, nullptr, this};
  const bool isBox = std::all_of(blocks_.begin(), blocks_.end(), std::mem_fn(&Block::isInterval));
  if (isBox) {
    made.set = NSDS_VI_BOX;
    made.lower = problem.lower;
    made.upper = problem.upper;
  } else {
    made.set = NSDS_VI_CONES;
    made.cone_count = static_cast<std::int32_t>(cones_.size());
    made.cones = cones_.data();
  }
  setScales(made);
  nsds_vi_solve(&made, z, nullptr, nullptr, options, workspace, report);
  if (thrown_ != nullptr) std::rethrow_exception(thrown_);
}

}  // namespace nsds
