#include "box/set_memory.hpp"

#include <algorithm>
#include <limits>

#include "affine/newton_system.hpp"
#include "affine/structure.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

enum State : signed char { at_lower = -1, between = 0, at_upper = 1 };

// Gives the state that the natural map gives a row.
signed char state_of(const Problem& problem, std::size_t i, double z, double w) {
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
  const double s_z = problem.map.s_z;
  const std::span<double> a = arena.take<double>(n);
  const std::span<double> b = arena.take<double>(n);
  const std::span<double> point = arena.take<double>(n);
  const std::span<double> w = arena.take<double>(n);
  const affine::Structure structure = affine::analyse_structure(problem.map, a, arena);
  affine::NewtonSystem system(problem.map.n, structure, s_z / problem.map.s_w, context);
  std::int64_t tried = 0;
  for (auto& set : remembered_->sets) {
    stopped_ = context.limit(tried, std::numeric_limits<double>::quiet_NaN());
    if (stopped_ != NSDS_OK) break;
    ++tried;
    // A set makes the problem linear: z_i at its bound, or w_i = 0 between them.
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = set[i] == between ? 0.0 : 1.0;
      b[i] = 1.0 - a[i];
      point[i] = set[i] == between    ? -problem.map.q[i] / problem.map.s_w
                 : set[i] == at_lower ? problem.lower[i] / s_z
                                      : problem.upper[i] / s_z;
    }
    if (!system.solve(a, b, point)) continue;
    // The solution of the linear system solves the problem if its residual says so.
    for (std::size_t i = 0; i < n; ++i)
      point[i] = affine::project(problem, static_cast<std::int32_t>(i), point[i] * s_z);
    affine::evaluate(problem.map, structure, point.data(), w.data());
    if (!(affine::natural_map(problem, point.data(), w.data()) <= context.tolerance)) continue;
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
