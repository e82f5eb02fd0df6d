// Lemke's method over a box, with free unknowns: the pivotal method of Cao and Ferris for affine variational
// inequalities, on the conditions of optimality where the set is a polyhedron.
//
// First all free unknowns are made basic, by Gaussian elimination with complete pivoting; where their rows
// alone are singular, constraints are taken into the basis, which is how a vertex of the set is found. From
// there a covering unknown t, added to every basic unknown with a bound, makes the point feasible;
// complementary pivots drive it to zero, unknowns passing from one bound to the other where both are finite
// [Lemke 1965, Management Sci. 11; Cao, Ferris 1996, Math. Oper. Res. 21; Dirkse, Ferris 1996, Math. Program.
// 75]. The covering vector is generic, which keeps ties away. Ends at a solution for M copositive-plus on the
// recession cone, and whenever t reaches zero. The last digits are newton_min's.
//
// Default max_iterations: 3000 + 150 n pivots, of up to three covering vectors together.
#include <algorithm>
#include <cmath>
#include <limits>

#include "affine/newton.hpp"
#include "box/pivoting/tableau.hpp"
#include "box/registry.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

constexpr double singular_entry = 1e-10;  // entries below this, where A is of size 1, are rounding
constexpr double flat = 1e-10;            // rates below this do not block
constexpr double negligible = 1e-9;       // of t: what is left is newton_min's
constexpr int coverings = 3;
constexpr std::int32_t most_rows = 4000;  // n^2 numbers have to fit

struct Range {
  double low, high;
};

class BoxLemke {
 public:
  BoxLemke(const Problem& box, int covering, SolveContext& context)
      : box_(box),
        context_(context),
        n_(index(box.map.n)),
        tableau_(n_, *context.arena),
        value_(context.arena->take<double>(n_)),
        at_(context.arena->take<double>(n_)),
        row_of_(context.arena->take<std::int32_t>(2 * n_ + 1)),
        column_of_(context.arena->take<std::int32_t>(2 * n_ + 1)),
        covering_(covering) {
    fill();
  }

  // NSDS_OK: the solution of the tableau is in z.
  nsds_status solve(std::span<double> z, std::int64_t& pivots) {
    nsds_status status = make_free_basic(pivots);
    if (status == NSDS_OK) status = cover() ? pivot_to_the_end(pivots) : NSDS_OK;
    for (std::size_t i = 0; i < n_; ++i) z[i] = at_[i] * box_.map.s_z;
    for (std::size_t r = 0; r < n_; ++r)
      if (is_z(tableau_.basic(r))) z[index(tableau_.basic(r))] = value_[r] * box_.map.s_z;
    return status;
  }

 private:
  struct Entering {
    std::int32_t unknown;
    double sense;  // 1: grows, -1: falls
  };

  bool is_z(std::int32_t unknown) const { return index(unknown) < n_; }
  bool is_cover(std::int32_t unknown) const { return index(unknown) == 2 * n_; }
  std::int32_t pair(std::int32_t unknown) const {
    return is_z(unknown) ? unknown : unknown - static_cast<std::int32_t>(n_);
  }
  std::int32_t complement(std::int32_t unknown) const {
    const auto n = static_cast<std::int32_t>(n_);
    return is_z(unknown) ? unknown + n : unknown - n;
  }
  Range bounds(std::int32_t i) const { return {box_.lower[i] / box_.map.s_z, box_.upper[i] / box_.map.s_z}; }

  // w basic, z at the finite bound that is nearer to zero, at zero where there is none.
  void fill() {
    const double alpha = box_.map.s_z / box_.map.s_w;
    for_each_entry(box_.map.M, [&](std::int32_t i, std::int32_t j, double entry) {
      tableau_(index(i), index(j)) = alpha * entry;
    });
    for (std::size_t i = 0; i < n_; ++i) at_[i] = affine::project(box_, static_cast<std::int32_t>(i), 0.0);
    for (std::size_t i = 0; i < n_; ++i) {
      const Range range = bounds(static_cast<std::int32_t>(i));
      at_[i] /= box_.map.s_z;
      if (at_[i] != range.low && at_[i] != range.high)
        at_[i] = range.low > -infinity ? range.low : range.high < infinity ? range.high : 0.0;
    }
    for (std::size_t i = 0; i < n_; ++i) {
      value_[i] = box_.map.q[i] / box_.map.s_w;
      for (std::size_t j = 0; j < n_; ++j)
        if (at_[j] != 0.0) value_[i] += tableau_(i, j) * at_[j];
    }
    index_unknowns();
  }

  void index_unknowns() {
    std::fill(row_of_.begin(), row_of_.end(), -1);
    std::fill(column_of_.begin(), column_of_.end(), -1);
    for (std::size_t k = 0; k < n_; ++k) row_of_[index(tableau_.basic(k))] = static_cast<std::int32_t>(k);
    for (std::size_t k = 0; k <= n_; ++k)
      column_of_[index(tableau_.nonbasic(k))] = static_cast<std::int32_t>(k);
  }

  void exchange(std::size_t row, std::size_t column) {
    tableau_.exchange(row, column);
    row_of_[index(tableau_.basic(row))] = static_cast<std::int32_t>(row);
    column_of_[index(tableau_.basic(row))] = -1;
    column_of_[index(tableau_.nonbasic(column))] = static_cast<std::int32_t>(column);
    row_of_[index(tableau_.nonbasic(column))] = -1;
  }

  bool is_free_unknown(std::int32_t unknown) const {
    return index(unknown) < 2 * n_ && affine::is_free(box_, pair(unknown));
  }
  // A free w that is still basic, a free z that is not yet.
  bool is_pending_row(std::size_t r) const {
    return !is_z(tableau_.basic(r)) && is_free_unknown(tableau_.basic(r));
  }
  bool is_pending_column(std::size_t c) const {
    return c < n_ && is_z(tableau_.nonbasic(c)) && is_free_unknown(tableau_.nonbasic(c));
  }

  // Gaussian elimination with complete pivoting among the free pairs; where what remains of them is zero, a
  // pair with a bound takes part. A row that is zero altogether is a redundant equation and stays as it is.
  nsds_status make_free_basic(std::int64_t& pivots) {
    for (;;) {
      const nsds_status limit = context_.limit(pivots, std::numeric_limits<double>::quiet_NaN());
      if (limit != NSDS_OK) return limit;
      // The pivot is the largest entry between free rows and free columns that are still to be exchanged.
      std::size_t row = n_;
      std::size_t column = n_;
      double largest_entry = singular_entry;
      bool pending = false;
      for (std::size_t r = 0; r < n_; ++r) {
        if (!is_pending_row(r)) continue;
        pending = true;
        for (std::size_t c = 0; c < n_; ++c) {
          if (!is_pending_column(c) || std::fabs(tableau_(r, c)) <= largest_entry) continue;
          largest_entry = std::fabs(tableau_(r, c));
          row = r;
          column = c;
        }
      }
      // Where no such entry is left, a pair with a bound is exchanged too; where none helps, the rows are
      // redundant or contradict each other.
      if (!pending) return NSDS_OK;
      ++pivots;
      if (row < n_) {
        pivot(row, column);
      } else if (!pivot_through_a_bounded_pair()) {
        return remaining_are_redundant() ? NSDS_OK : NSDS_SINGULAR;
      }
    }
  }

  // The row's unknown becomes zero, the column's what that takes.
  void pivot(std::size_t row, std::size_t column) {
    const std::int32_t entering = tableau_.nonbasic(column);
    const double step = -value_[row] / tableau_(row, column);
    for (std::size_t r = 0; r < n_; ++r) value_[r] += tableau_(r, column) * step;
    value_[row] = at_[index(entering)] + step;
    exchange(row, column);
  }

  // A free w leaves for z_j, and w_j for a free z; j has one bound only. The largest product of the two
  // pivots is taken.
  bool pivot_through_a_bounded_pair() {
    double largest_product = singular_entry;
    std::size_t row = n_;
    std::size_t row_of_j = n_;
    std::size_t column = n_;
    for (std::size_t k = 0; k < n_; ++k) {
      const std::int32_t w_j = tableau_.basic(k);
      if (is_z(w_j) || is_free_unknown(w_j)) continue;
      const std::size_t column_of_j = index(column_of_[index(pair(w_j))]);
      const std::size_t r = largest_pending_row(column_of_j);
      const std::size_t c = largest_pending_column(k);
      if (r == n_ || c == n_) continue;
      const double product = std::fabs(tableau_(r, column_of_j) * tableau_(k, c));
      if (product <= largest_product) continue;
      largest_product = product;
      row = r;
      row_of_j = k;
      column = c;
    }
    if (row == n_) return false;
    pivot(row, index(column_of_[index(pair(tableau_.basic(row_of_j)))]));
    pivot(row_of_j, column);
    return true;
  }

  std::size_t largest_pending_row(std::size_t column) {
    std::size_t best = n_;
    for (std::size_t r = 0; r < n_; ++r)
      if (is_pending_row(r) &&
          (best == n_ || std::fabs(tableau_(r, column)) > std::fabs(tableau_(best, column))))
        best = r;
    return best;
  }

  std::size_t largest_pending_column(std::size_t row) {
    std::size_t best = n_;
    for (std::size_t c = 0; c < n_; ++c)
      if (is_pending_column(c) &&
          (best == n_ || std::fabs(tableau_(row, c)) > std::fabs(tableau_(row, best))))
        best = c;
    return best;
  }

  bool remaining_are_redundant() {
    for (std::size_t r = 0; r < n_; ++r)
      if (is_pending_row(r) && std::fabs(value_[r]) > 1e-9) return false;
    return true;
  }

  // Gives the range of a basic unknown. A w belongs to the bound that its z is at.
  Range range_of(std::int32_t unknown) const {
    if (is_cover(unknown)) return {0.0, infinity};
    if (is_z(unknown)) return bounds(unknown);
    const std::int32_t i = pair(unknown);
    const Range range = bounds(i);
    if (range.low == range.high || affine::is_free(box_, i)) return {-infinity, infinity};
    return at_[index(i)] == range.low ? Range{0.0, infinity} : Range{-infinity, 0.0};
  }

  // t starts where every row is within its bounds. False where none needs it.
  bool cover() {
    for (std::size_t r = 0; r < n_; ++r) {
      const Range range = range_of(tableau_.basic(r));
      const bool below = range.low > -infinity;
      if (below == (range.high < infinity)) continue;
      tableau_(r, tableau_.extra()) = below ? weight_of(r) : -weight_of(r);
      const double violation = below ? range.low - value_[r] : value_[r] - range.high;
      start_ = std::max(start_, violation / weight_of(r));
    }
    const bool covered = start_ > negligible;
    if (!covered) start_ = 1.0;
    const bool moved = cover_two_sided();
    if (!covered && !moved) return false;
    for (std::size_t r = 0; r < n_; ++r) value_[r] += tableau_(r, tableau_.extra()) * start_;
    next_ = {static_cast<std::int32_t>(2 * n_), -1.0};
    return true;
  }

  // A row between two bounds is covered no further than to a place between them.
  bool cover_two_sided() {
    bool moved = false;
    for (std::size_t r = 0; r < n_; ++r) {
      const Range range = range_of(tableau_.basic(r));
      if (range.low == -infinity || range.high == infinity) continue;
      const double room = 0.25 * weight_of(r) * std::min(1.0, range.high - range.low);
      double change = 0.0;
      if (value_[r] < range.low) change = range.low + room - value_[r];
      if (value_[r] > range.high) change = range.high - room - value_[r];
      tableau_(r, tableau_.extra()) = change / start_;
      moved = moved || change != 0.0;
    }
    return moved;
  }

  // A weight is in [1, 2) and follows no pattern: Weyl's sequence of the golden ratio, another start for each
  // covering.
  double weight_of(std::size_t r) const {
    constexpr double golden = 0.6180339887498949;
    const double x = golden * static_cast<double>(r + 1) + 0.37 * covering_;
    return 1.0 + (x - std::floor(x));
  }

  // Lets the complement of what has become nonbasic enter, in the only direction that its pair allows: z at
  // its upper bound leaves w negative, w at zero lets z into the box.
  Entering entering_after(std::int32_t left, bool upward) const {
    if (is_z(left)) return {complement(left), upward ? -1.0 : 1.0};
    const bool at_lower = at_[index(pair(left))] == bounds(pair(left)).low;
    return {complement(left), at_lower ? 1.0 : -1.0};
  }

  nsds_status pivot_to_the_end(std::int64_t& pivots) {
    for (;;) {
      const nsds_status limit = context_.limit(pivots, std::numeric_limits<double>::quiet_NaN());
      if (limit != NSDS_OK) return limit;
      ++pivots;
      // The entering unknown moves until it, or a basic unknown, meets a bound. If nothing does the path ends
      // in a ray.
      const std::size_t column = index(column_of_[index(next_.unknown)]);
      double step = own_room(next_);
      const std::size_t row = blocking_row(column, step);
      if (step == infinity) return cover_value() <= negligible ? NSDS_OK : NSDS_RAY;
      for (std::size_t r = 0; r < n_; ++r) value_[r] += tableau_(r, column) * (next_.sense * step);
      if (row == n_ && is_cover(next_.unknown)) return NSDS_OK;
      if (row == n_) {  // z_i has reached its other bound
        const Range range = bounds(next_.unknown);
        at_[index(next_.unknown)] = next_.sense > 0.0 ? range.high : range.low;
        next_ = {complement(next_.unknown), -next_.sense};
        continue;
      }
      // The basic unknown that met its bound leaves, and its complement enters next; where it is the covering
      // unknown, a solution is found.
      const std::int32_t leaving = tableau_.basic(row);
      const double from = is_cover(next_.unknown) ? start_
                          : is_z(next_.unknown)   ? at_[index(next_.unknown)]
                                                  : 0.0;
      const double arrives = from + next_.sense * step;
      const bool upward = next_.sense * tableau_(row, column) > 0.0;
      if (is_z(leaving)) at_[index(leaving)] = upward ? bounds(leaving).high : bounds(leaving).low;
      exchange(row, column);
      value_[row] = arrives;
      if (is_cover(leaving)) return NSDS_OK;
      next_ = entering_after(leaving, upward);
    }
  }

  double cover_value() const {
    const std::int32_t row = row_of_[2 * n_];
    return row < 0 ? start_ : value_[index(row)];
  }

  double own_room(const Entering& entering) const {
    if (is_cover(entering.unknown)) return entering.sense < 0.0 ? start_ : infinity;
    if (!is_z(entering.unknown)) return infinity;
    const Range range = bounds(entering.unknown);
    return range.high - range.low;
  }

  // The row that allows the shortest step, the cover first, then the largest rate among equals; n where none
  // is shorter than `step`, which is out.
  std::size_t blocking_row(std::size_t column, double& step) {
    std::size_t blocking = n_;
    double rate_of_blocking = 0.0;
    for (std::size_t r = 0; r < n_; ++r) {
      const double rate = next_.sense * tableau_(r, column);
      if (std::fabs(rate) <= flat) continue;
      const Range range = range_of(tableau_.basic(r));
      const double room = rate > 0.0 ? range.high - value_[r] : value_[r] - range.low;
      const double allowed = std::max(0.0, room) / std::fabs(rate);
      const bool tie = allowed <= step * (1.0 + 1e-12) && blocking < n_ &&
                       (is_cover(tableau_.basic(r)) ||
                        (!is_cover(tableau_.basic(blocking)) && std::fabs(rate) > rate_of_blocking));
      if (!(allowed < step * (1.0 - 1e-12)) && !tie) continue;
      step = allowed;
      blocking = r;
      rate_of_blocking = std::fabs(rate);
    }
    return blocking;
  }

  const Problem& box_;
  SolveContext& context_;
  std::size_t n_;
  Tableau tableau_;
  std::span<double> value_;  // of the basic unknown of a row, in its unit
  std::span<double> at_;     // of z_i where it is not basic: the bound it is at
  std::span<std::int32_t> row_of_, column_of_;
  int covering_;
  double start_ = 0.0;  // of t
  Entering next_{0, 1.0};
};

}  // namespace

SolverClaim solve_lemke(const Problem& problem, double* z, SolveContext& context) {
  if (problem.map.n > most_rows) {
    context.sentence.write(
        "solver '{}' works on a dense tableau of at most {} rows, n = {}; try 'newton_fb'.", context.solver,
        most_rows, problem.map.n);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  // A ray or a stall on one covering vector says little about the next.
  const std::size_t n = index(problem.map.n);
  const std::span<double> point = context.arena->take<double>(n);
  SolverClaim claim{NSDS_STALLED, 0};
  for (int covering = 0; covering < coverings; ++covering) {
    const Arena::Mark mark = context.arena->mark();
    claim.status = BoxLemke(problem, covering, context).solve(point, claim.iterations);
    context.arena->rewind(mark);
    for (std::size_t i = 0; i < n; ++i)
      point[i] = affine::project(problem, static_cast<std::int32_t>(i), point[i]);
    if (claim.status == NSDS_OK) {
      std::copy(point.begin(), point.end(), z);
      // The tableau has lost the last digits, which Newton's method finds again.
      SolveContext inner = context;
      inner.done_before += claim.iterations;
      const SolverClaim last = affine::finish_by_newton(problem, z, inner);
      claim.iterations += last.iterations;
      if (last.status == NSDS_OK) return claim;
      claim.status = ends_the_call(last.status) ? last.status : NSDS_STALLED;
    }
    if (claim.status != NSDS_RAY && claim.status != NSDS_STALLED) return claim;
  }
  return claim;
}

}  // namespace nsds::numerics::box
