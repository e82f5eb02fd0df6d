// Time steps beside those of Siconos, in turn, three rounds; the best of each counts, and only where both
// come to the same state.
#include <cmath>
#include <cstdio>
#include <string>

#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/workloads/workload.hpp"
#include "nsds/numerics/registry.h"
#ifdef NSDS_HAS_SICONOS
#include "benchmarks/peers/motions/siconos_kernel.hpp"
#endif

namespace nsds::bench {
namespace {

struct Case {
  const char* workload = "";
  double h = 0.0;
  int n = 1;
  int steps = 0;       // ours
  int peer_steps = 0;  // fewer, for it may need a second for one
  bool resting = false;
};

constexpr Case cases[] = {
    {"ball", 5e-3, 1, 1000, 1000},
    {"ball", 5e-3, 1, 1000, 1000, true},
    {"diode", 1e-6, 1, 5000, 2000},
    {"network", 1e-3, 1, 3000, 3000},
    // After 100 steps its enumeration takes another branch.
    {"switch", 1e-7, 1, 100, 100},
    {"balls", 5e-3, 100, 500, 50},
    {"balls", 5e-3, 1000, 200, 10},
    {"balls", 5e-3, 10000, 50, 0},
    {"balls", 5e-3, 100000, 10, 0},
    {"column", 5e-3, 100, 500, 20},
    {"column", 5e-3, 1000, 100, 2},
    {"column", 5e-3, 10000, 20, 0},
};

constexpr int rounds = 3;
constexpr double limit = 20.0;  // [s] of CPU time, set-up included
constexpr double none = HUGE_VAL;

struct Outcome {
  double us = none;  // per step
  double contacts = 0.0;
  double check = 0.0;
};

Outcome run_own(const Case& c, int steps) {
  const auto numbers = guarded(limit, [&]() -> std::vector<double> {
    for (const Workload& workload : workloads()) {
      if (std::string(workload.name) != c.workload) continue;
      Settings settings = workload.defaults;
      settings.n = c.n;
      settings.h = c.h;
      settings.steps = steps;
      settings.resting = c.resting;
      settings.solver = nsds_solver_at(NSDS_CLASS_LCP, 0)->name;
      const Measured measured = measure(workload, settings);
      return {measured.seconds, static_cast<double>(measured.contacts), measured.check};
    }
    return {};
  });
  if (!numbers || numbers->size() != 3) return {};
  return {1e6 * (*numbers)[0] / steps, (*numbers)[1], (*numbers)[2]};
}

Outcome run_peer([[maybe_unused]] const Case& c, [[maybe_unused]] bool block) {
#ifdef NSDS_HAS_SICONOS
  const auto numbers = guarded(limit, [&]() -> std::vector<double> {
    const PeerRun run = run_siconos(c.workload, c.n, c.h, c.peer_steps, c.resting, block);
    return {run.seconds, run.contacts, run.check};
  });
  if (numbers && numbers->size() == 3)
    return {1e6 * (*numbers)[0] / c.peer_steps, (*numbers)[1], (*numbers)[2]};
#endif
  return {};
}

// The peer's stacked balls overlap by 1e-9 each.
bool same_state(const Case& c, const Outcome& ours, const Outcome& theirs) {
  return std::fabs(ours.check - theirs.check) <= 1e-8 * (c.n + 1) && ours.contacts == theirs.contacts;
}

void print_row(const Case& c, const Outcome& ours, const Outcome& theirs, const char* their_solver) {
  std::printf("| %s%s | %d | ", c.workload, c.resting ? " resting" : "", c.n);
  if (ours.us == none) {
    std::printf("not within %g s | - | ", limit);
  } else {
    std::printf("%.4g | %.0f | ", ours.us, ours.contacts);
  }
  if (ours.us == none || theirs.us == none) {
    std::printf("- | - |\n");
  } else {
    std::printf("%.4g (%s) | %.3g |\n", theirs.us, their_solver, theirs.us / ours.us);
  }
}

void compare_case(const Case& c) {
  Outcome ours, lemke, block;
  const Outcome reference = c.peer_steps == 0 ? Outcome{} : run_own(c, c.peer_steps);
  const auto improve = [](Outcome& best, const Outcome& run) {
    if (run.us < best.us) best = run;
  };
  const auto race = [&](Outcome& best, bool with_blocks) {
    const Outcome run = run_peer(c, with_blocks);
    if (same_state(c, reference, run)) improve(best, run);
  };
  const bool many = std::string(c.workload) == "balls" || std::string(c.workload) == "column";
  const int peer_rounds = c.n >= 1000 ? 1 : rounds;
  for (int round = 0; round < rounds; ++round) {
    if (round == 0 || ours.us != none) improve(ours, run_own(c, c.steps));
    if (c.peer_steps == 0 || round >= peer_rounds) continue;
    race(lemke, false);
    if (many) race(block, true);
  }
  print_row(c, ours, block.us < lemke.us ? block : lemke,
            block.us < lemke.us ? "block Gauss-Seidel" : "Lemke");
  std::fflush(stdout);
}

}  // namespace

void compare_kernel(const std::vector<std::string>&) {
  std::printf(
      "# Time steps\n\nCPU time of a step, best of %d runs; the ratio is given where both come to the same "
      "state with "
      "the same contacts.\n\n| workload | n | ours [us] | contacts | Siconos [us] | Siconos / ours |\n"
      "|---|---|---|---|---|---|\n",
      rounds);
  for (const Case& c : cases) compare_case(c);
  std::printf("\n");
}

}  // namespace nsds::bench
