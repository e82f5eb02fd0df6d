// The default chooses by the structure of M, believes only the residual, and falls back.
//
//   n = 1; M diagonal, n >= 24      closed form
//   n <= 4                          principal pivoting on the stack
//   two-block                       Lemke-Howson
//   positive diagonal               a few sweeps of projected Gauss-Seidel, which also start what follows
//                                   (not where M is sparse and symmetric)
//     symmetric                     block principal pivoting: banded, sparse; dense where all factors are
//                                   regular; where that stalls on a sparse one, interior points of class qp
//                                   (n > 2000: after two rounds, and more rounds after them)
//     not symmetric                 unless a minor of two rows shows that M is no P-matrix, Lemke on a budget
//                                   (n <= 50) and block principal pivoting
//   whatever is left                in this order: projected Gauss-Seidel (n > 4000, positive diagonal); Lemke
//                                   (n <= 4000, as all that needs a dense matrix); block principal pivoting
//                                   with shifts (dense, symmetric); the complementary bases one by one
//                                   (n <= 16); semismooth Newton; Lemke with other covering vectors; Lemke
//                                   without a budget
//
// The report names the solver whose result is returned. INFEASIBLE comes with a checked Farkas vector only.
//
// Default max_iterations: 10^6 + 1000 n sweeps, factorisations, pivots and bases together.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "affine/structure.hpp"
#include "core/attempts.hpp"
#include "core/fixed_sequence.hpp"
#include "core/numbers.hpp"
#include "core/verdict.hpp"
#include "lcp/pivoting/block_pivoting.hpp"
#include "lcp/pivoting/two_block.hpp"
#include "lcp/registry.hpp"
#include "lcp/small/scalar.hpp"
#include "lcp/small/small.hpp"
#include "lcp/sweeps.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {

constexpr std::int32_t largest_dictionary = 4000;  // n^2 numbers have to fit
constexpr std::int32_t largest_enumeration = 16;
constexpr std::int32_t small = 50;        // rows that Lemke handles faster than sweeps and factorisations
constexpr std::int32_t many_rows = 2000;  // from which interior points take less than many rounds
constexpr int other_covers = 30;
constexpr int few_sweeps = 3;
constexpr double diverged = 1e6;  // a residual of sweeps that lead nowhere
constexpr std::int64_t pgs_budget = 20000;
constexpr std::int64_t newton_budget = 2000;
constexpr std::int64_t program_budget = 1000;
constexpr std::int64_t no_budget = std::numeric_limits<std::int64_t>::max();

class Auto : Trials {
 public:
  Auto(const Lcp& problem, double* z, SolveContext& context)
      : problem_(problem),
        context_(context),
        n_(index(problem.n)),
        best_(z, n_),
        start_(context.arena->take<double>(n_)),
        swept_(context.arena->take<double>(n_)),
        trial_(context.arena->take<double>(n_)),
        w_(context.arena->take<double>(n_)),
        magnitude_(context.arena->take<double>(n_)),
        diagonal_(context.arena->take<double>(n_)),
        inverse_diagonal_(context.arena->take<double>(n_)),
        attempts_(*this, context, infinity) {  // the start is not measured: that takes a product with M
    std::copy_n(z, n_, start_.begin());
  }

  SolverClaim solve() {
    structure_ = affine::analyse_structure(problem_, diagonal_, *context_.arena);
    if (structure_.diagonal()) {
      context_.solver = closed_form;
      return solve_diagonal();
    }
    const bool hollow = std::all_of(diagonal_.begin(), diagonal_.end(), [](double m) { return m == 0.0; });
    const bool done = hollow ? try_games() : try_definite();
    if (!done) fall_back();
    return attempts_.claim();
  }

 private:
  friend Attempts<Auto>;

  // M_ij = 0 elsewhere: every row is a problem of its own, and one row alone proves infeasibility.
  SolverClaim solve_diagonal() {
    const nsds_status limit = context_.limit(0, std::numeric_limits<double>::quiet_NaN());
    if (limit != NSDS_OK) return {limit, 0};
    for (std::size_t i = 0; i < n_; ++i) {
      if (problem_.q[i] < 0.0 && !(diagonal_[i] > 0.0)) {
        std::fill(context_.certificate.begin(), context_.certificate.end(), 0.0);
        context_.certificate[i] = 1.0;
        context_.certified = Proof::infeasible;
        return {NSDS_INFEASIBLE, 1};
      }
      best_[i] = problem_.q[i] < 0.0 ? -problem_.q[i] / diagonal_[i] : 0.0;
    }
    return {NSDS_OK, 1};
  }

  bool try_games() {
    return problem_.n <= largest_dictionary && is_two_block(problem_, *context_.arena) &&
           attempt({"lemke_howson"}, start_, solve_lemke_howson);
  }

  bool try_definite() {
    if (!structure_.positive_diagonal) return false;
    for (std::size_t i = 0; i < n_; ++i) inverse_diagonal_[i] = 1.0 / diagonal_[i];
    if (!structure_.sparse && try_sweeps()) return true;
    affine::find_symmetry(problem_, diagonal_, structure_, *context_.arena);
    if (structure_.symmetric) return try_symmetric();
    if (structure_.sparse && try_sweeps()) return true;
    if (is_not_p()) return false;
    if (problem_.n <= small && try_lemke(std::int64_t{2} * problem_.n)) return true;
    if (structure_.sparse && problem_.n > largest_dictionary) return false;  // LU is dense
    return try_block_pivoting(swept_, {.lives = 5, .sweeps_done = few_sweeps, .finite_fallback = false});
  }

  // Lemke costs as much as a few dense factorisations, or as many sparse ones as there are rows. Where a
  // dense M_FF is singular it takes many of them: Lemke first.
  bool try_symmetric() {
    if (structure_.sparse) return try_sparse_symmetric();
    return try_block_pivoting(
        swept_,
        {.lives = 5, .rounds = 4, .sweeps_done = few_sweeps, .regular_only = true, .finite_fallback = false});
  }

  // More gaps than coordinates make M singular, and exchanges then cycle, which they do not where M is regular.
  bool try_sparse_symmetric() {
    const bool has_many_rows = problem_.n > many_rows;
    const std::int32_t rounds = std::clamp(problem_.n / 10, 4, 30);
    const auto exchange = [&](std::int32_t most) {
      return try_block_pivoting(start_, {.lives = 5, .rounds = most, .finite_fallback = false});
    };
    if (exchange(has_many_rows ? 2 : rounds)) return true;
    if (attempts_.last() == NSDS_NOT_APPLICABLE) return false;  // M is not positive semidefinite
    return attempt({"qp", {}, program_budget}, start_, solve_sparse_qp) ||
           (has_many_rows && exchange(rounds));
  }

  // A minor of two rows that is not positive proves that M is no P-matrix. Looking at those of a few rows
  // with all others finds one in most matrices that are none.
  bool is_not_p() const {
    if (structure_.sparse) return false;
    constexpr std::int32_t samples = 4;
    for (std::int32_t k = 0; k < std::min(samples, problem_.n); ++k) {
      const std::int32_t i = k * problem_.n / samples;
      for (std::int32_t j = 0; j < problem_.n; ++j) {
        const double cross = structure_.dense_column(i)[j] * structure_.dense_column(j)[i];
        if (j != i && cross >= diagonal_[index(i)] * diagonal_[index(j)]) return true;
      }
    }
    return false;
  }

  // A few sweeps solve what is diagonally dominant or triangular, and give the others a start. Looks at what
  // they have come to by the w that they keep: most problems are not solved yet.
  bool try_sweeps() {
    std::copy(start_.begin(), start_.end(), swept_.begin());
    Sweeps sweeps(problem_, structure_, inverse_diagonal_, swept_, w_);
    sweeps.refresh();
    for (int k = 0; k < few_sweeps; ++k) {
      const nsds_status limit =
          context_.limit(attempts_.iterations(), std::numeric_limits<double>::quiet_NaN());
      if (attempts_.add({limit, limit == NSDS_OK ? 1 : 0})) return true;
      sweeps.sweep();
    }
    const double residual = sweeps.residual();
    if (!(residual <= diverged)) std::copy(start_.begin(), start_.end(), swept_.begin());
    return residual <= context_.tolerance && attempt({"pgs"}, swept_, accept_start);
  }

  static SolverClaim accept_start(const Lcp&, double*, SolveContext&) { return {NSDS_OK, 0}; }

  bool try_block_pivoting(std::span<const double> start, const BlockPivotingPlan& plan) {
    return attempt({"block_pivoting"}, start, [&](const Lcp& problem, double* z, SolveContext& context) {
      return block_pivoting(problem, structure_, inverse_diagonal_, plan, z, context);
    });
  }

  // A solver with the options that its row in the table has by default.
  bool try_with_defaults(const char* name, std::int64_t budget) {
    const auto is_it = [name](const Solver& row) { return std::strcmp(row.info.name, name) == 0; };
    const Solver& row = *std::find_if(solvers().begin(), solvers().end(), is_it);
    return attempt({name, default_values(row.info, *context_.arena), budget}, start_, row.solve);
  }

  bool try_lemke(std::int64_t budget) {
    return problem_.n <= largest_dictionary && attempt({"lemke", {}, budget}, start_, solve_lemke);
  }

  void fall_back() {
    if (problem_.n > largest_dictionary && structure_.positive_diagonal &&
        try_with_defaults("pgs", pgs_budget))
      return;
    if (try_lemke(1000 + 20 * static_cast<std::int64_t>(problem_.n))) return;
    if (structure_.symmetric && !structure_.sparse && structure_.positive_diagonal &&
        try_block_pivoting(start_, {.lives = 5, .rounds = 4, .finite_fallback = false}))
      return;
    if (problem_.n <= largest_enumeration && attempt({"enumeration"}, start_, solve_enumeration)) return;
    if (try_with_defaults("newton_fb", newton_budget)) return;
    for (int k = 0; k < other_covers; ++k)
      if (try_other_cover(k)) return;
    try_lemke(no_budget);
  }

  // The covering vector d > 0 instead of e is e for the rows divided by d.
  bool try_other_cover(int k) {
    if (problem_.n > largest_dictionary) return false;
    const Arena::Mark mark = context_.arena->mark();
    const std::span<double> M = context_.arena->take<double>(n_ * n_);
    const std::span<double> q = context_.arena->take<double>(n_);
    copy_dense(problem_.M, M.data());
    FixedSequence sequence(static_cast<std::uint64_t>(k) + 1);
    const double spread = 2.0 + 0.5 * k;  // powers of two between the entries of d
    double s_w = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double d = std::exp2(spread * (sequence.draw() - 0.5));
      for (std::size_t j = 0; j < n_; ++j) M[j * n_ + i] /= d;
      q[i] = problem_.q[i] / d;
      s_w = std::max(s_w, std::fabs(q[i]));
    }
    const nsds_matrix view = nsds_matrix_dense(problem_.n, problem_.n, M.data(), problem_.n);
    const Lcp covered{problem_.n, view, q.data(), s_w, problem_.s_z};
    const std::int64_t budget = 1000 + 20 * static_cast<std::int64_t>(problem_.n);
    const bool done =
        attempt({"lemke", {}, budget}, start_, [&](const Lcp&, double* z, SolveContext& context) {
          SolverClaim claim = solve_lemke(covered, z, context);
          if (claim.status == NSDS_INFEASIBLE) claim.status = NSDS_RAY;  // the proof is of the other problem
          context.certified = Proof::none;
          claim.verified = false;
          return claim;
        });
    context_.arena->rewind(mark);
    return done;
  }

  template <class Solve>
  bool attempt(const Attempt& next, std::span<const double> start, Solve&& solve) {
    std::copy(start.begin(), start.end(), trial_.begin());
    return attempts_.attempt(next,
                             [&](SolveContext& context) { return solve(problem_, trial_.data(), context); });
  }

  double measure() {
    affine::evaluate(problem_, structure_, trial_.data(), w_.data());
    return affine::natural_map(problem_, trial_.data(), w_.data());
  }

  bool is_rounding() {
    nsds_residual residual;
    lcp::residual(problem_, trial_.data(), w_.data(), magnitude_.data(), residual);
    return nsds::numerics::is_rounding(residual);
  }

  void keep() { std::copy(trial_.begin(), trial_.end(), best_.begin()); }

  const Lcp& problem_;
  SolveContext& context_;
  std::size_t n_;
  std::span<double> best_, start_, swept_, trial_, w_, magnitude_, diagonal_, inverse_diagonal_;
  affine::Structure structure_;
  Attempts<Auto> attempts_;
};

}  // namespace

SolverClaim solve_auto(const Lcp& problem, double* z, SolveContext& context) {
  if (problem.n == 1) return solve_scalar(problem, z, context);
  if (problem.n <= most_small_rows && context.callback == nullptr &&
      context.limit(0, std::numeric_limits<double>::quiet_NaN()) == NSDS_OK &&
      solve_small(problem, context.tolerance, z))
    return {NSDS_OK, 1};
  return Auto(problem, z, context).solve();
}

}  // namespace nsds::numerics::lcp
