// Block principal pivoting: for a set F solve M_FF z_F = -q_F, w_C = q_C + M_CF z_F, and exchange every index
// whose z_i or w_i is negative. Where that makes no progress p times, one index at a time, the largest, until
// it does; finite for P-matrices [Kostreva 1978, Linear Algebra Appl. 21; Judice, Pires 1994, Comput. Oper.
// Res. 21; CPS 4.2].
//
// The set it starts from decides how many factorisations it takes. Chains of contacts (banded) start from
// all; others from the support after sweeps of projected Gauss-Seidel, until it stands still. Symmetric
// positive semidefinite M: M_FF + shift diag(M_FF) is factorised, and proximal steps
//   z_F <- z_F - (M_FF + shift diag)^-1 (M_FF z_F + q_F)
// remove the shift. Where the exchange stalls on a symmetric matrix, more sweeps make a better set.
//
// Default max_iterations: 10000 + 20 n, sweeps and factorisations together.
#include "lcp/pivoting/block_pivoting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "core/verdict.hpp"
#include "lcp/registry.hpp"
#include "lcp/sweeps.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {

using affine::evaluate;
using affine::Structure;

namespace {

constexpr int regular_corrections = 2;
constexpr int shifted_corrections = 6;
constexpr int last_corrections = 40;
constexpr double contraction = 0.5;  // corrections slower than this end
constexpr int most_sweeps = 1000;    // in a row
constexpr int largest_patience = 60;
constexpr double far_away = 1e6;  // a residual of sweeps that lead nowhere
constexpr int later_lives = 1;    // of an exchange that follows on a stalled one

enum : int { lives_option, start_option };

class BlockPivoting {
 public:
  BlockPivoting(const Lcp& problem, const Structure& structure, std::span<const double> inverse_diagonal,
                const BlockPivotingPlan& plan, PrincipalSystem& system, double* z, SolveContext& context)
      : problem_(problem),
        structure_(structure),
        plan_(plan),
        system_(system),
        context_(context),
        n_(index(problem.n)),
        swept_(z, n_),
        swept_w_(context.arena->take<double>(n_)),
        z_(context.arena->take<double>(n_, 0.0)),
        w_(context.arena->take<double>(n_)),
        x_(context.arena->take<double>(n_)),
        face_(context.arena->take<double>(n_)),
        members_(context.arena->take<std::int32_t>(n_)),
        where_(context.arena->take<std::int32_t>(n_)),
        sweeps_(problem, structure, inverse_diagonal, swept_, swept_w_) {}

  SolverClaim solve() {
    // The set to begin with depends on the structure of M; sweeps may find the solution by themselves.
    Start start = plan_.start;
    if (start == Start::automatic)
      start = structure_.banded(problem_.n)  ? Start::all
              : structure_.positive_diagonal ? Start::sweeps
                                             : Start::negative;
    if (start == Start::sweeps) {
      const nsds_status status = sweep(first_sweeps() - plan_.sweeps_done, first_patience());
      if (status != NSDS_STALLED) return {status, iterations_};
    }
    // Exchanges begin with the chosen set. Where they stall on a symmetric M, a descent towards the face and
    // more sweeps make a better one.
    choose(start);
    SolverClaim claim = exchange(plan_.lives, false);
    int patience = first_patience();
    for (int round = 1; round < plan_.rounds && claim.status == NSDS_STALLED && structure_.symmetric;
         ++round) {
      search_towards_face();
      patience = std::min(2 * patience, largest_patience);
      const nsds_status status = sweep(most_sweeps, patience);
      if (status != NSDS_STALLED) return {status, iterations_};
      choose(Start::sweeps);
      claim = exchange(later_lives, false);
    }
    // The last resort is finite: it exchanges one index at a time where all at once make no progress.
    if (claim.status == NSDS_STALLED && plan_.finite_fallback) claim = exchange(plan_.lives, true);
    return claim;
  }

 private:
  int first_sweeps() const { return structure_.sparse ? most_sweeps : problem_.n < 40 ? 2 : 12; }

  // Sweeps without a change that end the sweeping: a large network settles slowly, and a factorisation of it
  // costs hundreds of sweeps.
  int first_patience() const {
    return structure_.sparse ? std::clamp(problem_.n / 60, 4, largest_patience) : 3;
  }

  // Computes w of the swept point, which an exchange that succeeds has no need of.
  void know_w() {
    if (knows_w_) return;
    sweeps_.refresh();
    knows_w_ = true;
  }

  // Sweeps until the support stands still. NSDS_OK: a solution; NSDS_STALLED: no more sweeps; else a limit.
  nsds_status sweep(int budget, int patience) {
    if (budget > 0) know_w();
    int still = 0;
    for (int k = 0; k < budget && still < patience; ++k) {
      const nsds_status limit = context_.limit(iterations_, no_estimate);
      if (limit != NSDS_OK) return limit;
      ++iterations_;
      still = sweeps_.sweep() == 0 ? still + 1 : 0;
      const double residual = sweeps_.residual();
      if (!(residual <= far_away)) {  // then zero is the better point to start from
        std::fill(swept_.begin(), swept_.end(), 0.0);
        sweeps_.refresh();
        break;
      }
      if (residual > context_.tolerance) continue;
      sweeps_.refresh();
      if (sweeps_.residual() <= context_.tolerance) return NSDS_OK;
    }
    return NSDS_STALLED;
  }

  // Sweeps that were given up leave no support.
  void choose(Start start) {
    if (start == Start::sweeps &&
        std::all_of(swept_.begin(), swept_.end(), [](double z) { return z == 0.0; }))
      start = Start::negative;
    for (std::size_t i = 0; i < n_; ++i) {
      const bool in = start == Start::all || (start == Start::sweeps ? swept_[i] > 0.0 : problem_.q[i] < 0.0);
      where_[i] = in ? 0 : -1;
    }
    collect();
  }

  // Collects the members of F in order, from where_ >= 0.
  void collect() {
    size_ = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (where_[i] < 0) continue;
      where_[i] = static_cast<std::int32_t>(size_);
      members_[size_++] = static_cast<std::int32_t>(i);
    }
  }

  SolverClaim exchange(int most_lives, bool one_by_one) {
    std::size_t best = n_ + 1;
    int lives = most_lives;
    for (bool first = true;; first = false) {
      const nsds_status limit = context_.limit(iterations_, no_estimate);
      if (limit != NSDS_OK) return leave(limit);
      ++iterations_;
      const Factor factor = system_.factorise({members_.data(), size_}, where_);
      if (factor == Factor::not_p) return leave(NSDS_NOT_APPLICABLE);
      if (factor == Factor::shifted && plan_.regular_only) return leave(NSDS_SINGULAR);
      basic_solution(factor);
      if (first) std::copy(z_.begin(), z_.end(), face_.begin());
      const std::size_t infeasible = mark();
      if (infeasible == 0) return accept();
      const bool progress = infeasible < best;
      if (progress) best = infeasible;
      lives = progress ? most_lives : lives - 1;
      if (lives < 0 && !one_by_one) return leave(NSDS_STALLED);
      flip(lives < 0);
    }
  }

  // Computes z_F and w for the set at hand, corrected until w_F vanishes to a tenth of the tolerance.
  void basic_solution(Factor factor) {
    std::fill(z_.begin(), z_.end(), 0.0);
    for (std::size_t a = 0; a < size_; ++a) x_[a] = -problem_.q[members_[a]];
    step();
    correct(factor == Factor::regular ? regular_corrections : shifted_corrections);
  }

  void step() {
    system_.solve(x_.data());
    for (std::size_t a = 0; a < size_; ++a) z_[index(members_[a])] += x_[a];
    evaluate(problem_, structure_, z_.data(), w_.data());
  }

  double defect() const {
    double largest = 0.0;
    for (std::size_t a = 0; a < size_; ++a) {
      const double value = std::fabs(w_[index(members_[a])]);
      if (!(value <= largest)) largest = value;
    }
    return largest / problem_.s_w;
  }

  void correct(int most) {
    double before = defect();
    for (int k = 0; k < most && before > 0.1 * context_.tolerance; ++k) {
      for (std::size_t a = 0; a < size_; ++a) x_[a] = -w_[index(members_[a])];
      step();
      const double now = defect();
      if (!(now < contraction * before)) return;
      before = now;
    }
  }

  // Gives what counts as negative: a tenth of the tolerance, but not less than rounding.
  double negligible() const {
    double largest = 0.0;
    for (std::size_t a = 0; a < size_; ++a) largest = std::max(largest, std::fabs(z_[index(members_[a])]));
    return std::max(0.1 * context_.tolerance, 16.0 * epsilon * std::max(1.0, largest / problem_.s_z));
  }

  // Counts the infeasible indices: those with z_i < 0 in F, w_i < 0 outside.
  std::size_t mark() {
    const double zero = negligible();
    bound_z_ = -zero * problem_.s_z;
    bound_w_ = -zero * problem_.s_w;
    std::size_t count = 0;
    for (std::size_t i = 0; i < n_; ++i) count += is_infeasible(i) ? 1 : 0;
    return count;
  }

  // A NaN is infeasible.
  bool is_infeasible(std::size_t i) const {
    return where_[i] >= 0 ? !(z_[i] >= bound_z_) : !(w_[i] >= bound_w_);
  }

  void flip(bool last_only) {
    for (std::size_t i = n_; i-- > 0;) {
      if (!is_infeasible(i)) continue;
      where_[i] = where_[i] >= 0 ? -1 : 0;
      if (last_only) break;
    }
    collect();
  }

  SolverClaim accept() {
    correct(last_corrections);
    const bool clipping = std::any_of(z_.begin(), z_.end(), [](double value) { return value < 0.0; });
    if (clipping) {
      for (double& value : z_) value = std::max(value, 0.0);
      evaluate(problem_, structure_, z_.data(), w_.data());
    }
    const bool solved = affine::natural_map(problem_, z_.data(), w_.data()) <= context_.tolerance;
    if (!solved && structure_.symmetric && !only_rounding()) return leave(NSDS_STALLED);
    std::copy(z_.begin(), z_.end(), swept_.begin());
    return {NSDS_OK, iterations_, solved};
  }

  // An iterate that has run away is not at rounding level, though its floor is above everything.
  bool only_rounding() {
    nsds_residual residual;
    lcp::residual(problem_, z_.data(), w_.data(), x_.data(), residual);
    return is_rounding(residual);
  }

  // The better of the swept point and the clipped basic solution stays, also for further sweeps.
  SolverClaim leave(nsds_status status) {
    know_w();
    for (double& value : z_) value = std::max(value, 0.0);
    evaluate(problem_, structure_, z_.data(), w_.data());
    const bool better = structure_.symmetric
                            ? energy(z_, w_) < energy(swept_, swept_w_)
                            : affine::natural_map(problem_, z_.data(), w_.data()) < sweeps_.residual();
    if (better) {
      std::copy(z_.begin(), z_.end(), swept_.begin());
      std::copy(w_.begin(), w_.end(), swept_w_.begin());
    }
    return {status, iterations_};
  }

  // The basic solution of the support of the swept point is the minimum of z'Mz / 2 + q'z on its face. The
  // way there, projected, leads down [More, Toraldo 1991, SIAM J. Optim. 1].
  void search_towards_face() {
    double least = energy(swept_, swept_w_);
    double best = 0.0;
    for (int halvings = 0; halvings < 10; ++halvings) {
      const double fraction = std::ldexp(1.0, -halvings);
      step_towards_face(fraction);
      const double value = energy(z_, w_);
      if (value < least) {
        least = value;
        best = fraction;
      } else if (best > 0.0) {
        break;
      }
    }
    if (best > 0.0) {
      step_towards_face(best);
      std::copy(z_.begin(), z_.end(), swept_.begin());
    }
    sweeps_.refresh();
  }

  void step_towards_face(double fraction) {
    for (std::size_t i = 0; i < n_; ++i) z_[i] = std::max(0.0, swept_[i] + fraction * (face_[i] - swept_[i]));
    evaluate(problem_, structure_, z_.data(), w_.data());
  }

  // 2 (z'Mz / 2 + q'z) = z'w + q'z: what sweeps lower where M is symmetric.
  double energy(std::span<const double> z, std::span<const double> w) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < n_; ++i) sum += z[i] * (w[i] + problem_.q[i]);
    return sum;
  }

  const Lcp& problem_;
  const Structure& structure_;
  const BlockPivotingPlan& plan_;
  PrincipalSystem& system_;
  SolveContext& context_;
  std::size_t n_;
  std::span<double> swept_, swept_w_;  // the iterate of the sweeps; the result
  std::span<double> z_, w_, x_;        // of the set at hand
  std::span<double> face_;             // z of the set that the exchange began with
  std::span<std::int32_t> members_, where_;
  Sweeps sweeps_;
  bool knows_w_ = false;
  std::size_t size_ = 0;
  double bound_z_ = 0.0;
  double bound_w_ = 0.0;
  std::int64_t iterations_ = 0;
};

}  // namespace

SolverClaim block_pivoting(const Lcp& problem, const Structure& structure,
                           std::span<const double> inverse_diagonal, const BlockPivotingPlan& plan, double* z,
                           SolveContext& context) {
  Arena& arena = *context.arena;
  const auto run = [&](const Structure& given, PrincipalSystem&& system) {
    return BlockPivoting(problem, given, inverse_diagonal, plan, system, z, context).solve();
  };
  if (!structure.sparse) return run(structure, DenseSystem(problem, structure, arena));
  if (!structure.symmetric) {
    const Structure dense = affine::as_dense(problem, structure, arena);
    return run(dense, DenseSystem(problem, dense, arena));
  }
  if (structure.banded(problem.n)) return run(structure, BandSystem(problem, structure, arena));
  return run(structure, SparseSystem(problem, structure, arena));
}

SolverClaim solve_block_pivoting(const Lcp& problem, double* z, SolveContext& context) {
  const std::span<double> diagonal = context.arena->take<double>(index(problem.n));
  Structure structure = affine::analyse_structure(problem, diagonal, *context.arena);
  affine::find_symmetry(problem, diagonal, structure, *context.arena);
  for (double& value : diagonal) value = 1.0 / value;
  const BlockPivotingPlan plan{static_cast<int>(context.own[lives_option]),
                               static_cast<Start>(static_cast<int>(context.own[start_option]))};
  const SolverClaim claim = block_pivoting(problem, structure, diagonal, plan, z, context);
  if (claim.status == NSDS_NOT_APPLICABLE)
    context.sentence.write(
        "solver 'block_pivoting' needs a P-matrix or a symmetric positive semidefinite one; a principal "
        "minor "
        "was not positive after {} factorisations; try solver 'lemke'.",
        claim.iterations);
  return claim;
}

}  // namespace nsds::numerics::lcp
