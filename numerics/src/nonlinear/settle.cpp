#include "nonlinear/settle.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/contract.hpp"
#include "affine/contract/faces.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::nonlinear {
namespace {

constexpr int most_steps =
    8;  // of Newton's method on faces, which doubles the digits with each, or adds one in two at a double zero
// Steps that shorten by that much are those to a zero of second to tenth order.
constexpr double least_shortening = 0.3, most_shortening = 0.92;
// Terms that are tried as zero, in units of one: a guess, which 1e-7 was too small for at z0² and z1³ + z0. What is tried in vain costs an evaluation; the
// contract decides.
constexpr double worth_a_trial = 1e-4;

class Settling {
 public:
  Settling(Map& map, const MapContract& contract, const SolveContext& context)
      : map_(map),
        contract_(contract),
        context_(context),
        arena_(*context.arena),
        a_(arena_.take<double>(map.size())),
        b_(arena_.take<double>(map.size())),
        start_(arena_.take<double>(map.size())),
        largest_(arena_.take<double>(map.size())) {}

  bool settle(std::span<double> a) {
    std::copy(a.begin(), a.end(), start_.begin());
    const bool found = on_natural_faces() || with_zeros() || on_unnoticed_faces();
    if (found) std::copy(a_.begin(), a_.end(), a.begin());
    return found;
  }

 private:
  // Each way begins at the start, and leaves a_ where it is content.
  bool begin() {
    std::copy(start_.begin(), start_.end(), a_.begin());
    return map_.evaluate(a_, b_);
  }

  // An unknown that the natural map takes to its bound goes there.
  bool to_natural_faces() {
    bool moved = false;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      const double l = map_.lower()[i], u = map_.upper()[i];
      const double to = a_[i] - b_[i] <= l ? l : a_[i] - b_[i] >= u ? u : a_[i];
      moved = moved || to != a_[i];
      a_[i] = to;
    }
    return moved;
  }

  bool on_natural_faces() {
    if (!begin()) return false;
    to_natural_faces();
    return is_content() || solve_on_faces();
  }

  // Unknowns whose terms are small are tried as zero: at a solution z = 0 of F = z² each row is as large as its terms.
  bool with_zeros() {
    if (!begin() || !map_.linearise(a_, b_)) return false;
    find_largest_terms([](std::size_t) { return 1.0; });
    bool moved = false;
    for (std::size_t j = 0; j < a_.size(); ++j) {
      const double zero = std::clamp(0.0, map_.lower()[j], map_.upper()[j]);
      if (a_[j] == zero || largest_[j] > worth_a_trial) continue;
      a_[j] = zero;
      moved = true;
    }
    if (!moved || !map_.evaluate(a_, b_)) return false;
    if (is_content()) return true;
    to_natural_faces();
    return is_content() || solve_on_faces();
  }

  // Unknowns that no row can tell from the bound that they are next to.
  bool on_unnoticed_faces() {
    if (!begin() || !map_.linearise(a_, b_)) return false;
    const std::span<double> terms = arena_.take<double>(a_.size());
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = std::fabs(b_[i]);
    for_each_entry(map_.matrix(), [&](std::int32_t i, std::int32_t j, double value) {
      terms[index(i)] += std::fabs(value * a_[index(j)]);
    });
    find_largest_terms([&](std::size_t i) { return terms[i]; });
    bool moved = false;
    for (std::size_t j = 0; j < a_.size(); ++j) {
      const double l = map_.lower()[j], u = map_.upper()[j];
      const double bound = a_[j] - l <= u - a_[j] ? l : u;
      const double part = std::fabs((a_[j] - bound) / a_[j]);  // of its terms
      if (a_[j] == bound || !(part * largest_[j] <= contract_.tolerance)) continue;
      a_[j] = bound;
      moved = true;
    }
    return moved && map_.evaluate(a_, b_) && (is_content() || solve_on_faces());
  }

  // largest_[j] = max |A_ij a_j| / max(1, whole(i)) over the rows.
  template <class Whole>
  void find_largest_terms(const Whole& whole) {
    std::fill(largest_.begin(), largest_.end(), 0.0);
    for_each_entry(map_.matrix(), [&](std::int32_t i, std::int32_t j, double value) {
      const double term = std::fabs(value * a_[index(j)]);
      if (term > 0.0) largest_[index(j)] = std::max(largest_[index(j)], term / whole(index(i)));
    });
  }

  bool is_content() {
    return map_.evaluate(a_, b_) && judge(map_, a_, b_, contract_, arena_).value <= contract_.tolerance;
  }

  // Newton's method with the unknowns that stand at a bound left there, or let go where their rows say so. At a zero of higher order its steps are
  // a geometric sequence, whose limit is tried.
  bool solve_on_faces() {
    const std::span<double> before = arena_.take<double>(a_.size());
    double last = 0.0;
    for (int step = 0; step < most_steps; ++step) {
      std::copy(a_.begin(), a_.end(), before.begin());
      if (context_.seconds_left() <= 0.0 || !map_.evaluate(a_, b_) || !map_.linearise(a_, b_) ||
          !step_on_faces())
        return false;
      if (is_content()) return true;
      double length = 0.0;
      for (std::size_t i = 0; i < a_.size(); ++i) length = std::max(length, std::fabs(a_[i] - before[i]));
      const double ratio = length / last;
      last = length;
      if (!(ratio > least_shortening && ratio < most_shortening)) continue;
      for (std::size_t i = 0; i < a_.size(); ++i)
        a_[i] =
            std::clamp(a_[i] + (a_[i] - before[i]) * ratio / (1.0 - ratio), map_.lower()[i], map_.upper()[i]);
      if (is_content()) return true;
      last = 0.0;
    }
    return false;
  }

  bool step_on_faces() {
    const Arena::Mark mark = arena_.mark();
    const std::span<double> q = arena_.take<double>(a_.size());
    std::copy(b_.begin(), b_.end(), q.begin());
    const nsds_matrix A = map_.matrix();
    nsds_matrix_multiply(&A, -1.0, a_.data(), 1.0, q.data());
    const affine::Contract content{.arena = arena_, .has_objective = false, .tolerance = contract_.tolerance};
    affine::BoxProblem problem{
        {A.rows, A, q.data(), 1.0, 1.0}, map_.lower().data(), map_.upper().data(), 1.0, A.rows};
    problem.contract = &content;
    const bool solved = affine::solve_on_faces(problem, a_, contract_.tolerance, context_);
    arena_.rewind(mark);
    return solved;
  }

  Map& map_;
  const MapContract& contract_;
  const SolveContext& context_;
  Arena& arena_;
  std::span<double> a_, b_, start_;
  std::span<double> largest_;  // of each column: its largest term, as a part of its row
};

}  // namespace

bool settle(Map& map, std::span<double> a, const MapContract& contract, const SolveContext& context) {
  const Arena::Mark mark = context.arena->mark();
  const bool found = Settling(map, contract, context).settle(a);
  context.arena->rewind(mark);
  return found;
}

}  // namespace nsds::numerics::nonlinear
