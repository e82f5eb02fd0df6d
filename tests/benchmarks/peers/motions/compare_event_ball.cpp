// The workload ed beside Siconos, against the exact instants of its impacts.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/peers/motions/exact_motion.hpp"
#include "nsds/numerics/registry.h"
#ifdef NSDS_HAS_SICONOS
#include "benchmarks/peers/motions/siconos_events.hpp"
#endif

namespace nsds::bench {
namespace {

constexpr double limit = 60.0;  // [s] of CPU time of all rounds
constexpr int rounds = 20;
constexpr int events = 1700;  // of it: 8.3 s of 8.6 s, when impacts accumulate
constexpr double restitution = 0.9;

struct BallRun {
  double seconds = 0.0;
  std::vector<double> impacts;  // their instants [s]
};

BallRun run_own_ball() {
  Settings settings;
  settings.h = 5e-3;
  settings.steps = events;
  settings.solver = nsds_solver_at(NSDS_CLASS_LCP, 0)->name;
  const Run run = build_event_driven(settings);
  auto& simulation = dynamic_cast<EventDriven&>(*run.simulation);
  BallRun result;
  const double begin = thread_seconds();
  for (int k = 0; k < events; ++k) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::impact) result.impacts.push_back(simulation.time());
    simulation.nextStep();
  }
  result.seconds = thread_seconds() - begin;
  return result;
}

std::optional<BallRun> best_ball(const std::function<BallRun()>& run) {
  const auto numbers = guarded(limit, [&] {
    BallRun best = run();
    for (int round = 1; round < rounds; ++round) best.seconds = std::min(best.seconds, run().seconds);
    std::vector<double> all{best.seconds};
    all.insert(all.end(), best.impacts.begin(), best.impacts.end());
    return all;
  });
  if (!numbers || numbers->empty()) return std::nullopt;
  return BallRun{numbers->front(), {numbers->begin() + 1, numbers->end()}};
}

double error_of_instants(const std::vector<double>& instants) {
  Impacts exact(Bounce{.height = 1.0, .velocity = 0.0, .restitution = restitution});
  double worst = 0.0;
  for (const double instant : instants) {
    worst = std::max(worst, std::fabs(instant - exact.instant()));
    exact.next();
  }
  return worst;
}

void print_ball(const char* name, const std::optional<BallRun>& run, const std::optional<BallRun>& ours) {
  if (!run) {
    std::printf("| %s | - | - | - | - |\n", name);
    return;
  }
  std::printf("| %s | %.3g | %.3g | %zu | %.2g |\n", name, 1e6 * run->seconds / events,
              ours ? run->seconds / ours->seconds : std::nan(""), run->impacts.size(),
              error_of_instants(run->impacts));
}

}  // namespace

void compare_event_ball() {
  std::printf(
      "## ed: a ball onto a plane, e = %g\n\nThe first %d sampling instants (every 5 ms) and impacts, at the "
      "default tolerances of each; CPU time of an event, best of %d runs. The error is the largest of the "
      "instants of impacts.\n\n| | us an event | / ours | impacts | error [s] |\n|---|---|---|---|---|\n",
      restitution, events, rounds);
  const auto ours = best_ball(run_own_ball);
  print_ball("ours", ours, ours);
#ifdef NSDS_HAS_SICONOS
  const auto theirs = best_ball([] {
    EventRun run = run_siconos_ball(5e-3, events);
    return BallRun{run.seconds, std::move(run.impacts)};
  });
  print_ball("Siconos", theirs, ours);
#endif
  std::printf("\n");
}

}  // namespace nsds::bench
