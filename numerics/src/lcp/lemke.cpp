// Lemke's method: w = q + M z + e z0; the covering variable z0 starts large enough to make w >= 0, then the
// complement of the variable that left last enters, until z0 leaves (a solution) or nothing blocks (a ray).
// Lexicographic ratio tests exclude cycling in exact arithmetic [Lemke 1965; CPS 4.4 and 4.9].
//
// Default max_iterations: 10000 + 100 n pivots.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/dictionary.hpp"
#include "lcp/farkas.hpp"
#include "lcp/polish.hpp"
#include "lcp/ratio_test.hpp"
#include "lcp/registry.hpp"

namespace nsds::numerics {
namespace {

constexpr double no_estimate = std::numeric_limits<double>::quiet_NaN();
constexpr double admissible_drift = 1e-10;

// How often the dictionary is looked after. The plain pace checks it now and then; the careful one, tried
// when the plain one ends badly, recomputes it at every pivot.
struct Pace {
  int check_every;
  int refactorise_every;
};
constexpr Pace plain{64, std::numeric_limits<int>::max()};
constexpr Pace careful{std::numeric_limits<int>::max(), 1};

class Lemke {
 public:
  Lemke(const LcpProblem& problem, SolveContext& context)
      : problem_(problem),
        context_(context),
        dictionary_(problem, true, *context.arena),
        test_(problem.n, *context.arena) {}

  SolverClaim solve(double* z) {
    Arena& arena = *context_.arena;
    SolverClaim claim = attempt(plain, z);
    if (claim.status != NSDS_OK && claim.status != NSDS_RAY) return claim;
    if (claim.status == NSDS_RAY && certify()) return {NSDS_INFEASIBLE, claim.iterations};
    const double residual = polish(problem_, z, arena);
    if (residual <= context_.tolerance) return {NSDS_OK, claim.iterations};

    // Rounding may have led astray: once more with care, and the better of the two.
    const std::span<double> second = arena.take<double>(static_cast<std::size_t>(problem_.n));
    dictionary_.reset();
    claim = attempt(careful, second.data());
    if (claim.status == NSDS_RAY && certify()) claim.status = NSDS_INFEASIBLE;
    if (polish(problem_, second.data(), arena) < residual) std::copy(second.begin(), second.end(), z);
    return claim;
  }

 private:
  // The most negative q_i; of equal ones the last, which is the lexicographic minimum of (q_i, e_i).
  int first_row() const {
    double least = problem_.q[0];
    for (int i = 1; i < problem_.n; ++i) least = std::fmin(least, problem_.q[i]);
    int row = 0;
    for (int i = 0; i < problem_.n; ++i)
      if (problem_.q[i] <= least + 1e-12 * problem_.s_w) row = i;
    return row;
  }

  SolverClaim attempt(Pace pace, double* z) {
    int row = first_row();
    int column = problem_.n;
    ray_column_ = -1;
    for (;;) {
      const nsds_status limit = context_.limit(pivots_, no_estimate);
      if (limit != NSDS_OK) {
        dictionary_.solution(z);
        return {limit, pivots_};
      }
      const int leaving = dictionary_.basic(row);
      dictionary_.pivot(row, column);
      ++pivots_;
      if (leaving == dictionary_.cover()) {
        dictionary_.solution(z);
        return {NSDS_OK, pivots_};
      }
      look_after(pace);
      column = dictionary_.column_of(dictionary_.complement(leaving));
      row = test_.leaving_row(dictionary_, column);
      if (row < 0) {
        ray_column_ = column;
        dictionary_.solution(z);
        return {NSDS_RAY, pivots_};
      }
    }
  }

  void look_after(Pace pace) {
    const bool due = pivots_ % pace.refactorise_every == 0;
    const bool drifted = pivots_ % pace.check_every == 0 && !(dictionary_.drift() <= admissible_drift);
    if (due || drifted) dictionary_.refactorise();
  }

  // At a ray: its z-part proves infeasibility where M is copositive-plus (CPS 4.4.12); where it does not,
  // the simplex method finds a proof if there is one.
  bool certify() {
    const std::span<double> y = context_.certificate;
    for (double& value : y) value = 0.0;
    for (int i = 0; i < problem_.n; ++i)
      if (dictionary_.is_z(dictionary_.basic(i)))
        y[static_cast<std::size_t>(dictionary_.basic(i) - problem_.n)] = dictionary_.row(i)[ray_column_];
    const int entering = dictionary_.nonbasic(ray_column_);
    if (dictionary_.is_z(entering)) y[static_cast<std::size_t>(entering - problem_.n)] = 1.0;
    context_.certified =
        verify_farkas(problem_, y, *context_.arena) || find_row_certificate(problem_, y, *context_.arena) ||
        prove_infeasible(problem_, dictionary_, test_, 50 + 10 * problem_.n, y, *context_.arena);
    return context_.certified;
  }

  const LcpProblem& problem_;
  SolveContext& context_;
  Dictionary dictionary_;
  RatioTest test_;
  std::int64_t pivots_ = 0;
  int ray_column_ = -1;
};

// n = 1 and q < 0: z = -q / m where m > 0, infeasible otherwise.
SolverClaim solve_scalar(const LcpProblem& problem, double* z, SolveContext& context) {
  const nsds_status limit = context.limit(0, no_estimate);
  if (limit != NSDS_OK) return {limit, 0};
  double m = 0.0;
  nsds_matrix_diagonal(&problem.M, &m);
  if (m > 0.0) {
    z[0] = -problem.q[0] / m;
    return {NSDS_OK, 1};
  }
  context.certificate[0] = 1.0;
  context.certified = true;
  return {NSDS_INFEASIBLE, 1};
}

}  // namespace

SolverClaim solve_lemke(const LcpProblem& problem, double* z, SolveContext& context) {
  if (problem.n == 1) return solve_scalar(problem, z, context);
  return Lemke(problem, context).solve(z);
}

}  // namespace nsds::numerics
