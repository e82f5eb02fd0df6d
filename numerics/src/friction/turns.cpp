#include "friction/turns.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/attempts.hpp"
#include "friction/admm.hpp"
#include "friction/path/interior_point.hpp"
#include "friction/proximal_newton.hpp"
#include "friction/sweeps/stagnation.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr int turns = 11;
// The first turn has these budgets, and each that follows twice as much: factorisations of Newton's method
// and of a path, and sweeps and steps of ADMM in which the error has to halve. With 15 factorisations for
// Newton's method one problem less was solved, with 100 times were 5 % higher (docs/decisions/0028).
constexpr std::int64_t first_newton = 40, first_path = 100, first_patience = 100;
// From this tolerance on ADMM goes before the turns where a factorisation of an island's blocks is dear, in
// products of two blocks and over the blocks of W: all its steps share one, while each step of Newton's method
// and of the path takes its own. Over-relaxation gets on where extrapolation ends in a cycle
// (docs/decisions/0028).
constexpr double loose = 5e-5;
constexpr double dear = 5e4, dear_a_block = 8.0;
constexpr AdmmRules loose_rules{.accelerated = false, .relaxation = 1.8};
constexpr IterationPace loose_pace{.patience = 1000};

}  // namespace

template <int D>
nsds_status take_turns(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps,
                       SweepPhase<D>& phase, NewtonLu<D>& lu, Progress<D>& progress, SolveContext& context) {
  ProximalNewton<D> newton(island, criterion, sweeps, lu, Formulation::alart_curnier, 1e-3, *context.arena);
  // The cone of rolling is not a product of Lorentz cones, in whose algebra the paths are.
  std::optional<InteriorPoint<std::min(D, 3)>> path;
  const auto follow_path = [&](std::int64_t most) {
    if constexpr (D == rolling_rows) {
      return NSDS_STALLED;
    } else {
      if (!path) path.emplace(island, criterion, sweeps, lu, progress.tolerance, context);
      return path->run(progress, context, most);
    }
  };
  const auto alternate = [&](const AdmmRules& rules, const IterationPace& pace) {
    return run_admm<D>(island, criterion, lu, rules, pace, progress, context);
  };
  const auto blocks = static_cast<double>(island.columns.size());
  const bool is_dear = blocks > 0.0 && lu.work() >= std::max(dear, dear_a_block * blocks);
  if (D != rolling_rows && is_dear && context.tolerance >= loose) {
    const nsds_status status = alternate(loose_rules, loose_pace);
    if (!leaves_more_to_try(status)) return status;
  }
  for (int turn = 0; turn < turns; ++turn) {
    const std::int64_t patience = first_patience << turn;
    const nsds_status status =
        in_turn([&] { return newton.run(progress, context, {.factorisations = first_newton << turn}); },
                [&] { return phase.run(true, 1.0, Stagnation(patience)); },
                [&] { return follow_path(first_path << turn); },
                [&] { return alternate({}, {.patience = patience}); });
    if (!leaves_more_to_try(status)) return status;
  }
  return NSDS_STALLED;
}

template nsds_status take_turns<2>(const Island<2>&, Criterion<2>&, Sweeps<2>&, SweepPhase<2>&, NewtonLu<2>&,
                                   Progress<2>&, SolveContext&);
template nsds_status take_turns<3>(const Island<3>&, Criterion<3>&, Sweeps<3>&, SweepPhase<3>&, NewtonLu<3>&,
                                   Progress<3>&, SolveContext&);
template nsds_status take_turns<rolling_rows>(const Island<rolling_rows>&, Criterion<rolling_rows>&,
                                              Sweeps<rolling_rows>&, SweepPhase<rolling_rows>&,
                                              NewtonLu<rolling_rows>&, Progress<rolling_rows>&,
                                              SolveContext&);

}  // namespace nsds::numerics::friction
