#include "box/set_memory.hpp"

#include <algorithm>
#include <limits>

#include "affine/contract/faces.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

using affine::at_lower, affine::at_upper, affine::between;

// Gives the state that the natural map gives a row, or where z decides the side that it stands on.
signed char state_of(const Problem& problem, std::size_t i, double z, double w) {
  if (problem.contract != nullptr)
    return z == problem.lower[i] ? at_lower : z == problem.upper[i] ? at_upper : between;
  const double shifted = z / problem.map.s_z - w / problem.map.s_w;
  if (shifted <= problem.lower[i] / problem.map.s_z) return at_lower;
  return shifted >= problem.upper[i] / problem.map.s_z ? at_upper : between;
}

}  // namespace

std::int64_t SetMemory::try_sets(const Problem& problem, std::span<double> z, const SolveContext& context) {
  Arena& arena = *context.arena;
  // Sets are remembered for one class and size at a time.
  if (remembered_ == nullptr || remembered_->problem_class != problem_class_ ||
      remembered_->size != problem.map.n || remembered_->sets.empty())
    return 0;
  const std::size_t n = z.size();
  const std::span<double> point = arena.take<double>(n);
  const std::span<double> w = arena.take<double>(n);
  const std::span<double> magnitude = arena.take<double>(n);
  affine::Faces faces(problem, context);
  std::int64_t tried = 0;
  for (auto& set : remembered_->sets) {
    stopped_ = context.limit(tried, std::numeric_limits<double>::quiet_NaN());
    if (stopped_ != NSDS_OK) break;
    ++tried;
    if (!faces.solve(set, point)) continue;
    for (std::size_t i = 0; i < n; ++i)
      point[i] = affine::project(problem, static_cast<std::int32_t>(i), point[i]);
    // The solution of the linear system solves the problem if its residual says so.
    if (!(affine::box_residual(problem, point.data(), w.data(), magnitude.data()).value <= context.tolerance))
      continue;
    // A set that succeeds comes to the front, for it is the likeliest the next time.
    std::copy(point.begin(), point.end(), z.begin());
    std::rotate(remembered_->sets.begin(), remembered_->sets.begin() + tried - 1,
                remembered_->sets.begin() + tried);
    break;
  }
  return tried;
}

void SetMemory::remember(const Problem& problem, std::span<const double> z, std::span<const double> w) {
  if (remembered_ == nullptr) return;
  RememberedSets& memory = *remembered_;
  if (memory.problem_class != problem_class_ || memory.size != problem.map.n) memory = {};
  memory.problem_class = problem_class_;
  memory.size = problem.map.n;
  if (memory.sets.size() < capacity_) memory.sets.emplace_back(z.size());
  memory.sets.resize(std::min(memory.sets.size(), capacity_));
  std::rotate(memory.sets.begin(), memory.sets.end() - 1, memory.sets.end());
  for (std::size_t i = 0; i < z.size(); ++i) memory.sets.front()[i] = state_of(problem, i, z[i], w[i]);
}

}  // namespace nsds::numerics::box
