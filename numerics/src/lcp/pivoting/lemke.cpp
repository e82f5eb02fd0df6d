// Lemke's method: w = q + M z + e z0; the covering variable z0 starts large enough to make w >= 0, then the
// complement of the variable that left last enters, until z0 leaves (a solution) or nothing blocks (a ray).
// Lexicographic ratio tests exclude cycling in exact arithmetic [Lemke 1965; CPS 4.4 and 4.9].
//
// Default max_iterations: 10000 + 100 n pivots.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/farkas.hpp"
#include "lcp/pivoting/dictionary.hpp"
#include "lcp/pivoting/ratio_test.hpp"
#include "lcp/polish.hpp"
#include "lcp/registry.hpp"
#include "lcp/small/scalar.hpp"

namespace nsds::numerics::lcp {
namespace {

constexpr double admissible_drift = 1e-10;
constexpr double acceptable_floor = 4.0;  // residuals up to this many round-off floors are rounding
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

// A pace says how often the dictionary is looked after. The plain pace checks it now and then; the careful
// one, tried when the plain one ends badly, recomputes it at every pivot.
struct Pace {
  int check_every;
  int refactorise_every;
};
constexpr Pace plain{64, std::numeric_limits<int>::max()};
constexpr Pace careful{std::numeric_limits<int>::max(), 1};

// Says when a path comes back to a basis: bases are compared by a sum of hashes of their variables, each with
// the one that stood at the last power of two [Brent 1980, BIT 20]. Two bases of equal hash cost a restart.
class VisitedBases {
 public:
  void restart() { *this = {}; }

  bool again(int entering, int leaving) {
    basis_ += mixed(entering) - mixed(leaving);
    if (basis_ == landmark_) return true;
    if (++since_ == stretch_) {
      landmark_ = basis_;
      stretch_ *= 2;
      since_ = 0;
    }
    return false;
  }

 private:
  static std::uint64_t mixed(int variable) {  // the finaliser of splitmix64
    std::uint64_t x = (static_cast<std::uint64_t>(variable) + 1) * 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  }

  std::uint64_t basis_ = 0;     // the first basis, all w, counts as zero
  std::uint64_t landmark_ = 0;  // the path begins at it and does not return either
  std::int64_t since_ = 0;
  std::int64_t stretch_ = 1;
};

class Lemke {
 public:
  Lemke(const Lcp& problem, SolveContext& context)
      : problem_(problem),
        context_(context),
        dictionary_(problem, true, *context.arena),
        test_(problem.n, *context.arena) {}

  SolverClaim solve(double* z) {
    Arena& arena = *context_.arena;
    SolverClaim claim = finish(attempt(plain, unlimited, z));
    if (claim.status != NSDS_OK && claim.status != NSDS_RAY && claim.status != NSDS_STALLED) return claim;
    const nsds_residual residual = polish(problem_, z, arena);
    if (residual.value <= context_.tolerance) return {NSDS_OK, claim.iterations, true};
    // Care mends what rounding has done to the path. It mends no residual that rounding accounts for.
    if (residual.value <= acceptable_floor * residual.roundoff_floor) return claim;

    // The path is followed once more with care, and the better of the two is taken. A pivot with care costs n
    // times one without.
    const std::span<double> second = arena.take<double>(static_cast<std::size_t>(problem_.n));
    dictionary_.reset();
    claim = finish(attempt(careful, 2 * claim.iterations + problem_.n, second.data()));
    if (polish(problem_, second.data(), arena).value < residual.value)
      std::copy(second.begin(), second.end(), z);
    return claim;
  }

 private:
  // Gives the row of the most negative q_i; of equal ones the last, which is the lexicographic minimum of
  // (q_i, e_i).
  int first_row() const {
    double least = problem_.q[0];
    for (int i = 1; i < problem_.n; ++i) least = std::fmin(least, problem_.q[i]);
    int row = 0;
    for (int i = 0; i < problem_.n; ++i)
      if (problem_.q[i] <= least + 1e-12 * problem_.s_w) row = i;
    return row;
  }

  // Follows the path of almost complementary bases. budget: of pivots; where it is spent, or where the path
  // comes back to a basis, which the lexicographic rule excludes but for rounding, the attempt has stalled.
  SolverClaim attempt(Pace pace, std::int64_t budget, double* z) {
    // Lemke's first pivot makes the covering variable basic in the row of the most negative q_i.
    int row = first_row();
    int column = problem_.n;
    ray_column_ = -1;
    visited_.restart();
    const std::int64_t end = budget == unlimited ? unlimited : pivots_ + budget;
    for (;;) {
      nsds_status stop = context_.limit(pivots_, no_estimate);
      if (stop == NSDS_OK && pivots_ >= end) stop = NSDS_STALLED;
      if (stop != NSDS_OK) return leave(stop, z);
      const int leaving = dictionary_.basic(row);
      const int entering = dictionary_.nonbasic(column);
      dictionary_.pivot(row, column);
      ++pivots_;
      // The path ends where the covering variable leaves.
      if (leaving == dictionary_.cover()) return leave(NSDS_OK, z);
      if (visited_.again(entering, leaving)) return leave(NSDS_STALLED, z);
      look_after(pace);
      // The complement of the variable that left enters next; if nothing blocks it the path ends in a ray.
      column = dictionary_.column_of(dictionary_.complement(leaving));
      row = test_.leaving_row(dictionary_, column);
      if (row < 0) {
        ray_column_ = column;
        return leave(NSDS_RAY, z);
      }
    }
  }

  SolverClaim leave(nsds_status status, double* z) const {
    dictionary_.solution(z);
    return {status, pivots_};
  }

  void look_after(Pace pace) {
    const bool due = pivots_ % pace.refactorise_every == 0;
    const bool drifted = pivots_ % pace.check_every == 0 && !(dictionary_.drift() <= admissible_drift);
    if (due || drifted) dictionary_.refactorise();
  }

  // The z-part of a ray proves infeasibility where M is copositive-plus (CPS 4.4.12); where it does not, the
  // simplex method finds a proof if there is one.
  SolverClaim finish(SolverClaim claim) {
    if (claim.status != NSDS_RAY) return claim;
    const std::span<double> y = context_.certificate;
    for (double& value : y) value = 0.0;
    for (int i = 0; i < problem_.n; ++i)
      if (dictionary_.is_z(dictionary_.basic(i)))
        y[static_cast<std::size_t>(dictionary_.basic(i) - problem_.n)] = dictionary_.row(i)[ray_column_];
    const int entering = dictionary_.nonbasic(ray_column_);
    if (dictionary_.is_z(entering)) y[static_cast<std::size_t>(entering - problem_.n)] = 1.0;
    const bool at_once =
        verify_farkas(problem_, y, *context_.arena) || find_row_certificate(problem_, y, *context_.arena);
    claim.status =
        at_once ? NSDS_INFEASIBLE
                : prove_infeasible(problem_, dictionary_, test_, 50 + 10 * problem_.n, context_, pivots_);
    context_.certify(Proof::infeasible, claim.status == NSDS_INFEASIBLE);
    return {claim.status, pivots_};
  }

  const Lcp& problem_;
  SolveContext& context_;
  Dictionary dictionary_;
  RatioTest test_;
  VisitedBases visited_;
  std::int64_t pivots_ = 0;
  int ray_column_ = -1;
};

}  // namespace

SolverClaim solve_lemke(const Lcp& problem, double* z, SolveContext& context) {
  if (problem.n == 1) return solve_scalar(problem, z, context);
  return Lemke(problem, context).solve(z);
}

}  // namespace nsds::numerics::lcp
