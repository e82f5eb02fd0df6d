#include "affine/residual/close_gap.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "affine/residual/absolute_residual.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr int most_moves = 10;
constexpr double allowed = 0.5;  // of what there is room for; the rest is left to other errors

// What moving one unknown or multiplier would do.
struct Move {
  double slope;  // of the gap
  double harm;   // the largest change of a row, in the units of the caller, for a step of one
  double reach;  // the largest step that changes the sign of no gradient that a bound carries
};

class Gap {
 public:
  Gap(const BoxProblem& problem, double most, Arena& arena)
      : problem_(problem),
        most_(most),
        left_(allowed * most),
        product_(problem.caller == nullptr ? 1.0 : problem.caller->product),
        arena_(arena),
        moves_(arena.take<Move>(index(problem.map.n))) {}

  // False where the gap is small enough, or no move would help.
  bool move_one(double* z) {
    const Arena::Mark mark = arena_.mark();
    const bool moved = look(z) && make_the_least_harmful(z);
    arena_.rewind(mark);
    return moved;
  }

 private:
  bool look(const double* z) {
    const WideImage image = wide_image(problem_, z, arena_);
    gap_ = static_cast<double>(image.gap);
    if (!(std::fabs(gap_) * product_ > allowed * most_) || !std::isfinite(gap_)) return false;
    for (std::size_t j = 0; j < moves_.size(); ++j)
      moves_[j] = {static_cast<double>(image.w[j]), 0.0, infinity};
    for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      if (value == 0.0) return;
      Move& move = moves_[index(j)];
      const auto w = static_cast<double>(image.w[index(i)]);
      const auto counted = static_cast<double>(image.counted[index(i)]);
      move.slope += value * counted;
      // What stands at a bound carries whatever it has to, as long as the sign of that is right.
      if (counted == 0.0 && is_carried(problem_, i, z[i], w))
        move.reach = std::min(move.reach, allowed * std::fabs(w / value));
      else
        move.harm = std::max(move.harm, std::fabs(value) * product_ / unit_of(problem_, i));
    });
    return true;
  }

  bool make_the_least_harmful(double* z) {
    double least = left_;
    std::size_t chosen = moves_.size();
    for (std::size_t j = 0; j < moves_.size(); ++j) {
      const double step = -gap_ / moves_[j].slope;
      if (!is_possible(j, z[j], step) || !(std::fabs(step) * moves_[j].harm < least)) continue;
      least = std::fabs(step) * moves_[j].harm;
      chosen = j;
    }
    if (chosen == moves_.size()) return false;
    z[chosen] -= gap_ / moves_[chosen].slope;
    left_ -= least;
    return true;
  }

  // A step that is less than rounding closes no gap.
  bool is_possible(std::size_t j, double z, double step) const {
    return z + step >= problem_.lower[j] && z + step <= problem_.upper[j] &&
           std::fabs(step) <= moves_[j].reach && std::fabs(step) > epsilon * std::fabs(z);
  }

  const BoxProblem& problem_;
  double most_;
  double left_;  // of what moves together may change a row by
  double product_;
  Arena& arena_;
  double gap_ = 0.0;
  std::span<Move> moves_;
};

}  // namespace

bool close_gap(const BoxProblem& problem, double* z, double most, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  Gap gap(problem, most, arena);
  int moves = 0;
  while (moves < most_moves && gap.move_one(z)) ++moves;
  arena.rewind(mark);
  return moves > 0;
}

}  // namespace nsds::numerics::affine
