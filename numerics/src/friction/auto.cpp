// The default: accelerated sweeps as long as they are the cheaper way to the tolerance, then the proximal
// Newton method and, where that stalls, interior points and alternating directions, island by island. Which
// is cheaper is a matter of what a factorisation costs in sweeps, known from the pattern, and of how many
// sweeps are still to come, judged by the progress of the last ones.
//
// Default max_iterations: 100000 sweeps and factorisations, and 10 a contact.
#include <cmath>
#include <limits>

#include "friction/admm.hpp"
#include "friction/by_islands.hpp"
#include "friction/interior_point.hpp"
#include "friction/proximal_newton.hpp"
#include "friction/sweep_phase.hpp"

namespace nsds::numerics {
namespace {

constexpr double newton_steps = 12.0;  // factorisations that a solve is expected to take
constexpr std::uint64_t least_sweeps = 50;
constexpr int rounds = 6;
constexpr int first_rejections = 12;  // chains of Newton steps that may fail in the first round
constexpr std::int64_t first_factorisations = 1000;  // of a path
constexpr std::int64_t first_patience = 200;         // steps of ADMM in which the error has to halve

// One factorisation in sweeps. Measured: a product of two blocks costs about two of a block and a vector.
template <int D>
double factorisation_in_sweeps(const Island<D>& island, double work) {
  const auto blocks = static_cast<double>(island.columns.size());
  const auto contacts = static_cast<double>(island.contacts);
  return (2.0 * work + 4.0 * blocks) / (blocks + 10.0 * contacts);
}

// After at least 50 sweeps: would the sweeps that are still to come cost more than Newton's method?
class SweepsOrNewton {
 public:
  SweepsOrNewton(double tolerance, double newton_cost) : tolerance_(tolerance), newton_cost_(newton_cost) {}

  bool operator()(std::uint64_t sweep, double error) {
    const double rate = std::log(error / last_error_) / static_cast<double>(sweep - last_sweep_);
    const bool first = last_sweep_ == 0;
    last_error_ = error;
    last_sweep_ = sweep;
    if (first || sweep < least_sweeps) return false;
    if (!(rate < 0.0)) return true;
    return std::log(tolerance_ / error) / rate > newton_cost_;
  }

 private:
  double tolerance_, newton_cost_;
  double last_error_ = 1.0;
  std::uint64_t last_sweep_ = 0;
};

// Newton's method, the central path, another one in each round, and alternating directions by turns, each
// with more patience than before: any of them has problems that it solves and the others do not.
template <int D>
nsds_status finish(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps, BlockLu<D>& lu,
                   Progress<D>& progress, SolveContext& context) {
  const auto stalled = [](nsds_status status) { return status == NSDS_STALLED || status == NSDS_SINGULAR; };
  ProximalNewton<D> newton(island, criterion, sweeps, lu, Formulation::alart_curnier, 1e-3, *context.arena);
  for (int round = 0; round < rounds; ++round) {
    nsds_status status = newton.run(progress, context, first_rejections << round);
    if (!stalled(status)) return status;
    const IterationPace pace{.patience = first_patience << round};
    status = run_admm<D>(island, criterion, lu, {}, pace, progress, context);
    if (!stalled(status)) return status;
    const PathRules rules{round, first_factorisations << round};
    status = run_interior_point<D>(island, criterion, sweeps, lu, rules, progress, context);
    if (!stalled(status)) return status;
  }
  return NSDS_STALLED;
}

}  // namespace

SolverClaim solve_friction_auto(const FrictionProblem& problem, double* r, SolveContext& context) {
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        Arena& arena = *context.arena;
        Sweeps<D> sweeps(island, criterion, 0, arena);
        SweepPhase<D> phase(island, criterion, sweeps, progress, context);
        const nsds_status first =
            phase.run(true, 1.0, [](std::uint64_t sweep, double) { return sweep >= least_sweeps; });
        if (first != NSDS_STALLED) return first;
        BlockLu<D> lu(island, arena);
        const double cost = lu.fits() ? newton_steps * factorisation_in_sweeps(island, lu.work())
                                      : std::numeric_limits<double>::infinity();
        const nsds_status second = phase.run(true, 1.0, SweepsOrNewton(progress.tolerance, cost));
        if (second != NSDS_STALLED || !lu.fits()) return second;
        return finish<D>(island, criterion, sweeps, lu, progress, context);
      });
}

}  // namespace nsds::numerics
