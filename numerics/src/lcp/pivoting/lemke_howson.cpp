// The Lemke-Howson method for M = [0 A; B' 0] in any order of the rows, such as the bimatrix game with costs
// A, B > 0 and q = -e [Lemke, Howson 1964, J. SIAM 12; CPS 4.4]. A label k is dropped: z_k grows until the
// rows that it reaches are feasible, the complement of the last of them does the same for the others, and
// then pivoting is complementary until w_k or z_k leaves.
//
// How many pivots a label takes varies by orders of magnitude, so that several are tried in turn, each with a
// budget of pivots that doubles from round to round.
//
// Default max_iterations: 100000 + 1000 n pivots.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/pivoting/dictionary.hpp"
#include "lcp/pivoting/ratio_test.hpp"
#include "lcp/pivoting/two_block.hpp"
#include "lcp/polish.hpp"
#include "lcp/registry.hpp"

namespace nsds::numerics::lcp {
namespace {

constexpr double drift_of_two_blocks = 1e-10;
constexpr int check_every = 64;
constexpr int most_labels = 8;

class LemkeHowson {
 public:
  LemkeHowson(const Lcp& problem, const SolveContext& context)
      : problem_(problem),
        context_(context),
        dictionary_(problem, false, *context.arena),
        test_(problem.n, *context.arena) {}

  SolverClaim solve(double* z) {
    const int labels = std::min(most_labels, problem_.n);
    std::int64_t budget = std::max(10, problem_.n / 2);
    bool open = true;  // some label has not come to its end
    for (; open; budget *= 2) {
      open = false;
      for (int k = 0; k < labels; ++k) {
        const nsds_status status =
            follow(static_cast<int>(static_cast<std::int64_t>(k) * problem_.n / labels), budget);
        open = open || status == NSDS_STALLED;
        if (status == NSDS_STALLED || status == NSDS_RAY) continue;
        dictionary_.solution(z);
        if (status == NSDS_OK) polish(problem_, z, *context_.arena);
        return {status, pivots_};
      }
    }
    dictionary_.solution(z);
    return {NSDS_RAY, pivots_};
  }

 private:
  // The row among the infeasible ones that the variable of that column makes feasible last; -1 if it cannot
  // make all of them so. reach: rows that the column has no part in are not its task.
  int last_to_recover(int column, bool all) const {
    int last = -1;
    double longest = 0.0;
    for (int i = 0; i < problem_.n; ++i) {
      const double constant = dictionary_.constant(i);
      if (constant >= 0.0) continue;
      const double slope = dictionary_.row(i)[column];
      if (slope == 0.0 && !all) continue;
      if (!(slope > 0.0)) return -1;
      if (-constant / slope <= longest) continue;
      longest = -constant / slope;
      last = i;
    }
    return last;
  }

  nsds_status pivot(int row, int column) {
    const nsds_status limit = context_.limit(pivots_, no_estimate);
    if (limit != NSDS_OK) return limit;
    dictionary_.pivot(row, column);
    ++pivots_;
    if (pivots_ % check_every == 0 && !(dictionary_.drift() <= drift_of_two_blocks))
      dictionary_.refactorise();
    return NSDS_OK;
  }

  bool is_label(int variable, int label) const { return variable == label || variable == label + problem_.n; }

  // NSDS_OK: a solution; NSDS_STALLED: the budget is spent; NSDS_RAY: the label leads nowhere; else a limit.
  nsds_status follow(int label, std::int64_t budget) {
    const std::int64_t end = pivots_ + budget;
    dictionary_.reset();
    int entering = problem_.n + label;
    int row = last_to_recover(dictionary_.column_of(entering), false);
    for (int beginning = 0; row >= 0; ++beginning) {
      const int leaving = dictionary_.basic(row);
      if (pivots_ >= end) return NSDS_STALLED;
      const nsds_status limit = pivot(row, dictionary_.column_of(entering));
      if (limit != NSDS_OK) return limit;
      if (is_label(leaving, label)) return NSDS_OK;
      entering = dictionary_.complement(leaving);
      const int column = dictionary_.column_of(entering);
      row = beginning == 0 ? last_to_recover(column, true) : test_.leaving_row(dictionary_, column);
    }
    return NSDS_RAY;
  }

  const Lcp& problem_;
  const SolveContext& context_;
  Dictionary dictionary_;
  RatioTest test_;
  std::int64_t pivots_ = 0;
};

}  // namespace

SolverClaim solve_lemke_howson(const Lcp& problem, double* z, SolveContext& context) {
  if (!is_two_block(problem, *context.arena)) {
    context.sentence.write(
        "solver 'lemke_howson' needs two kinds of rows such that M couples none with its own kind; try "
        "solver "
        "'lemke'.");
    return {NSDS_NOT_APPLICABLE, 0};
  }
  return LemkeHowson(problem, context).solve(z);
}

}  // namespace nsds::numerics::lcp
