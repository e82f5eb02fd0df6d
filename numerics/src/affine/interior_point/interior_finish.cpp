#include "affine/interior_point/interior_finish.hpp"

#include <algorithm>
#include <limits>

#include "linalg/entries.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr int most_steps = 8;
constexpr double falls = 0.5;  // the residual at every step, at least

}  // namespace

InteriorFinish::InteriorFinish(const BoxProblem& box, const Structure& structure, InteriorSystem& system,
                               Arena& arena)
    : box_(box),
      structure_(structure),
      system_(system),
      held_(arena.take<unsigned char>(index(box.map.n))),
      w_(arena.take<double>(index(box.map.n))),
      change_(arena.take<double>(index(box.map.n))) {}

SolverClaim InteriorFinish::solve(std::span<double> z, const SolveContext& context) {
  double best = std::numeric_limits<double>::infinity();
  for (int done = 0;; ++done) {
    if (done > 0) choose(z);
    evaluate(box_.map, structure_, z.data(), w_.data());
    const nsds_status limit = context.limit(done, best);
    if (limit != NSDS_OK) return {limit, done};
    if (!step(z)) return {NSDS_STALLED, done};
    for (std::size_t i = 0; i < z.size(); ++i) change_[i] = project(box_, static_cast<std::int32_t>(i), z[i]);
    evaluate(box_.map, structure_, change_.data(), w_.data());
    const double residual = given_natural_map(box_, change_.data(), w_.data());
    if (residual <= context.tolerance) {
      std::copy(change_.begin(), change_.end(), z.begin());
      return {NSDS_OK, done + 1};
    }
    if (done + 1 == most_steps || !(residual < falls * best)) return {NSDS_STALLED, done + 1};
    best = residual;
    evaluate(box_.map, structure_, z.data(), w_.data());
  }
}

// Goes to where w = 0 on what is not held. w_ = M z + q.
bool InteriorFinish::step(std::span<double> z) {
  if (!system_.factorise_held(held_)) return false;
  for (std::size_t i = 0; i < z.size(); ++i) change_[i] = held_[i] != 0 ? 0.0 : -w_[i] / box_.map.s_w;
  if (!system_.solve(change_)) return false;
  for (std::size_t i = 0; i < z.size(); ++i)
    if (held_[i] == 0) z[i] += change_[i] * box_.map.s_z;
  return true;
}

// The bounds that a - b is beyond. w_ = M z + q.
void InteriorFinish::choose(std::span<double> z) {
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double ahead = z[i] - w_[i] / box_.map.s_w * box_.map.s_z;
    held_[i] = ahead <= box_.lower[i] || ahead >= box_.upper[i] ? 1 : 0;
    if (held_[i] != 0) z[i] = ahead <= box_.lower[i] ? box_.lower[i] : box_.upper[i];
  }
}

}  // namespace nsds::numerics::affine
