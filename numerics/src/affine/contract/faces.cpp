#include "affine/contract/faces.hpp"

#include <algorithm>
#include <limits>

#include "affine/contract/settle.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr int most_sets = 4;

}  // namespace

Faces::Faces(const BoxProblem& problem, const SolveContext& context)
    : problem_(problem),
      a_(context.arena->take<double>(index(problem.map.n))),
      b_(context.arena->take<double>(a_.size())),
      correction_(context.arena->take<double>(a_.size())),
      diagonal_(context.arena->take<double>(a_.size())),
      structure_(analyse_structure(problem.map, diagonal_, *context.arena)),
      system_(problem.map.n, structure_, problem.map.s_z / problem.map.s_w, context) {}

bool Faces::solve(std::span<const signed char> face, std::span<double> z) {
  const double s_z = problem_.map.s_z;
  for (std::size_t i = 0; i < z.size(); ++i) {
    a_[i] = face[i] == between ? 0.0 : 1.0;
    b_[i] = 1.0 - a_[i];
    z[i] = face[i] == between    ? -problem_.map.q[i] / problem_.map.s_w
           : face[i] == at_lower ? problem_.lower[i] / s_z
                                 : problem_.upper[i] / s_z;
  }
  if (!system_.solve(a_, b_, z)) return false;
  for (std::size_t i = 0; i < z.size(); ++i)
    z[i] = face[i] == at_lower ? problem_.lower[i] : face[i] == at_upper ? problem_.upper[i] : z[i] * s_z;
  return true;
}

bool Faces::refine(std::span<const signed char> face, std::span<const double> w, std::span<double> z) {
  const double s_z = problem_.map.s_z;
  for (std::size_t i = 0; i < z.size(); ++i) {
    a_[i] = face[i] == between ? 0.0 : 1.0;
    b_[i] = 1.0 - a_[i];
    correction_[i] = face[i] == between ? -w[i] / problem_.map.s_w : 0.0;
  }
  if (!system_.solve(a_, b_, correction_)) return false;
  for (std::size_t i = 0; i < z.size(); ++i)
    if (face[i] == between)
      z[i] = project(problem_, static_cast<std::int32_t>(i), z[i] + correction_[i] * s_z);
  return true;
}

bool solve_on_faces(const BoxProblem& problem, std::span<double> z, double tolerance,
                    const SolveContext& context) {
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const std::size_t n = z.size();
  const std::span<signed char> face = arena.take<signed char>(n);
  const std::span<double> point = arena.take<double>(n), w = arena.take<double>(n),
                          magnitude = arena.take<double>(n);
  for (std::size_t i = 0; i < n; ++i)
    face[i] = z[i] == problem.lower[i] ? at_lower : z[i] == problem.upper[i] ? at_upper : between;
  Faces faces(problem, context);
  bool solved = false;
  for (int tried = 0; tried < most_sets && !solved; ++tried) {
    if (context.limit(tried, std::numeric_limits<double>::quiet_NaN()) != NSDS_OK ||
        !faces.solve(face, point))
      break;
    bool same = true;
    for (std::size_t i = 0; i < n; ++i) {
      if (face[i] != between) continue;
      const Face beyond = point[i] < problem.lower[i]   ? at_lower
                          : point[i] > problem.upper[i] ? at_upper
                                                        : between;
      same = same && beyond == between;
      face[i] = beyond;
      point[i] = project(problem, static_cast<std::int32_t>(i), point[i]);
    }
    solved = box_residual(problem, point.data(), w.data(), magnitude.data()).value <= tolerance;
    // Rows of small terms beside large ones are right once what is left of them is solved for.
    if (!solved && same && faces.refine(face, w, point))
      solved = box_residual(problem, point.data(), w.data(), magnitude.data()).value <= tolerance;
    if (!solved) {
      settle(problem, point.data(), arena);
      solved = box_residual(problem, point.data(), w.data(), magnitude.data()).value <= tolerance;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (problem.lower[i] == problem.upper[i]) continue;
      const bool leaves = (face[i] == at_lower && w[i] < 0.0) || (face[i] == at_upper && w[i] > 0.0);
      if (!leaves) continue;
      face[i] = between;
      same = false;
    }
    if (same) break;
  }
  if (solved) std::copy(point.begin(), point.end(), z.begin());
  arena.rewind(mark);
  return solved;
}

}  // namespace nsds::numerics::affine
