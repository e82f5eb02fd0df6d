// Who simulates piles, and what comes of it.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/peers/piles/pile_engine.hpp"
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

struct PileOutcome {
  std::vector<double> seconds;  // of each step made, in CPU time
  double penetration = 0.0;     // deepest after any of them [m]
  double drift = 0.0;           // largest |z - z at the start| of a body after the last [m]
  double check = 0.0;           // height of the last body after the last [m]
  double residual =
      std::numeric_limits<double>::quiet_NaN();  // the largest that the engine reports, NaN without one

  // Of the first `steps` steps [s].
  double total(std::size_t steps) const;
};

struct PileContender {
  std::string name;
  bool has_tolerance;  // of contact: settings.tolerance means something to it
  bool has_hulls;
  std::function<std::optional<std::vector<double>>(const PileSettings& settings)>
      simulate;  // as run_pile does
};

// Of the workload of ours, with its first solver.
Settings own_settings(const PileSettings& pile);

// This library first, and the peers that were found.
std::vector<PileContender> pile_contenders();

// Runs it in a child process. Nothing where it makes no step in order and in time.
std::optional<PileOutcome> simulate_pile(const PileContender& contender, const PileSettings& settings);

}  // namespace nsds::bench
