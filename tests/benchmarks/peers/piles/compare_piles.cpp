// Piles of spheres, cubes and hulls beside those of other engines, and how the time of ours grows with the number of
// bodies.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "benchmarks/measurements/growth.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/peers/piles/pile_contenders.hpp"
#include "benchmarks/workloads/pile_scene.hpp"
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {
namespace {

constexpr double tolerances[] = {1e-4, 1e-8};
constexpr int rounds = 3;
constexpr int growth_rounds = 5;
constexpr int hull_steps = 100;
constexpr int most_hulls = 100;  // peers take minutes for more
constexpr double once = 5.0;     // a run that takes more is not repeated [s]

using Outcomes = std::map<double, std::optional<PileOutcome>>;  // by tolerance

// The fastest of some runs, which end in the same state.
std::optional<PileOutcome> best_run(const PileContender& contender, const PileSettings& settings) {
  std::optional<PileOutcome> best;
  for (int round = 0; round < rounds; ++round) {
    const auto outcome = simulate_pile(contender, settings);
    if (!outcome) break;
    const double seconds = outcome->total(outcome->seconds.size());
    if (!best || seconds < best->total(best->seconds.size())) best = outcome;
    if (seconds > once) break;
  }
  return best;
}

// Of the time of theirs, over that of ours for as many steps.
void print_factor(const PileOutcome& theirs, const std::optional<PileOutcome>& ours) {
  const std::size_t steps = theirs.seconds.size();
  if (!ours || ours->seconds.size() < steps) {
    std::printf("- | ");
  } else {
    std::printf("%.3g | ", theirs.total(steps) / ours->total(steps));
  }
}

void print_row(const std::string& name, const PileSettings& settings, bool has_tolerance,
               const std::optional<PileOutcome>& outcome, const Outcomes& ours) {
  std::printf("| %d | %s | ", settings.n, name.c_str());
  if (has_tolerance) {
    std::printf("%g | ", settings.tolerance);
  } else {
    std::printf("- | ");
  }
  if (!outcome) {
    std::printf("none | - | - | - | - | - | - | - |\n");
    return;
  }
  const std::size_t steps = outcome->seconds.size();
  std::printf("%zu | %.4g | ", steps, 1e3 * outcome->total(steps) / static_cast<double>(steps));
  for (const double tolerance : tolerances) {
    if (has_tolerance && tolerance != settings.tolerance) {
      std::printf("| ");
    } else {
      print_factor(*outcome, ours.at(tolerance));
    }
  }
  std::printf("%.2g | %.3g | %.5f | ", outcome->penetration, outcome->drift, outcome->check);
  if (std::isnan(outcome->residual)) {
    std::printf("- |\n");
  } else {
    std::printf("%.1e |\n", outcome->residual);
  }
  std::fflush(stdout);
}

void compare_pile(PileSettings settings, const std::vector<PileContender>& contenders) {
  Outcomes ours;
  for (const double tolerance : tolerances) ours[tolerance] = std::nullopt;
  for (const PileContender& contender : contenders) {
    if (settings.kind == pile::Kind::hulls && !contender.has_hulls) continue;
    for (const double tolerance : tolerances) {
      settings.tolerance = tolerance;
      if (!contender.has_tolerance && tolerance != tolerances[0]) continue;
      const auto outcome = best_run(contender, settings);
      if (&contender == &contenders.front()) ours[tolerance] = outcome;
      print_row(contender.name, settings, contender.has_tolerance, outcome, ours);
    }
  }
}

// Of ours, n spheres, in the mean of the steps.
double seconds_a_step(int n, double tolerance) {
  const Workload spheres{"spheres", "", "", true, {}, build_spheres};
  PileSettings pile;
  pile.n = n;
  pile.tolerance = tolerance;
  const auto seconds = guarded(600.0, [&]() -> std::vector<double> {
    const Settings settings = own_settings(pile);
    return {measure(spheres, settings).seconds / static_cast<double>(settings.steps)};
  });
  if (!seconds || seconds->size() != 1) throw std::runtime_error("spheres were not stepped to the end");
  return seconds->front();
}

constexpr double growth_sizes[] = {1000, 2000, 5000, 10000, 20000, 50000};

// The best of some rounds over all sizes: what else runs on the machine then disturbs all alike.
std::vector<double> measure_growth(double tolerance) {
  std::vector<double> best(std::size(growth_sizes), HUGE_VAL);
  for (int round = 0; round < growth_rounds; ++round)
    for (std::size_t i = 0; i < best.size(); ++i)
      best[i] = std::min(best[i], seconds_a_step(static_cast<int>(growth_sizes[i]), tolerance));
  return best;
}

void print_growth() {
  std::printf(
      "## Growth with the number of spheres\n\nOurs, CPU time of a step, best of %d runs, and the slope of "
      "its "
      "logarithm.\n\n| spheres |",
      growth_rounds);
  std::vector<std::vector<double>> seconds;
  for (const double tolerance : tolerances) {
    seconds.push_back(measure_growth(tolerance));
    std::printf(" ms at %g |", tolerance);
  }
  std::printf("\n|---|---|---|\n");
  for (std::size_t i = 0; i < std::size(growth_sizes); ++i) {
    std::printf("| %g |", growth_sizes[i]);
    for (const auto& column : seconds) std::printf(" %.4g |", 1e3 * column[i]);
    std::printf("\n");
  }
  std::printf("| exponent |");
  for (const auto& column : seconds) std::printf(" %.3f |", growth_exponent(growth_sizes, column));
  std::printf("\n\n");
}

}  // namespace

void compare_piles(const std::vector<std::string>& specs) {
  std::vector<int> sizes;
  for (const std::string& spec : specs) sizes.push_back(std::stoi(spec));
  if (sizes.empty()) sizes = {10, 100, 1000};
  const PileSettings settings;
  const auto contenders = pile_contenders();
  std::printf(
      "# Piles\n\nColumns of five bodies on a plane, friction %g, %d steps of %g s, %d of hulls. CPU time of "
      "a step, best "
      "of "
      "%d runs, one if it takes more than %g s. No step of a run starts after %g s: fewer steps are then "
      "made, and the factor to ours is over as many steps of ours; \"none\" is no step in order and in time. "
      "Penetration is the deepest after any step, drift the largest |z - z0|, check the height of the last "
      "body, both at the end. The residual is the largest that an engine reports, each in its own "
      "measure.\n\n",
      pile::friction, settings.steps, settings.h, hull_steps, rounds, once, settings.budget);
  const std::pair<pile::Kind, const char*> kinds[] = {
      {pile::Kind::spheres, "Spheres"}, {pile::Kind::cubes, "Cubes"}, {pile::Kind::hulls, "Hulls"}};
  for (const auto& [kind, title] : kinds) {
    std::printf(
        "## %s\n\n| n | | tolerance | steps | ms a step | / ours at %g | / ours at %g | penetration [m] | "
        "drift "
        "[m] | check [m] | residual |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
        title, tolerances[0], tolerances[1]);
    for (const int n : sizes) {
      if (kind == pile::Kind::hulls && n > most_hulls) continue;
      PileSettings one = settings;
      one.kind = kind;
      if (kind == pile::Kind::hulls) one.steps = hull_steps;
      one.n = n;
      compare_pile(one, contenders);
    }
    std::printf("\n");
  }
  if (specs.empty()) print_growth();
}

}  // namespace nsds::bench
