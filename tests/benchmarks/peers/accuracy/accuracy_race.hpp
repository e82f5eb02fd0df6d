// Solves of one problem by this library and its peers at several tolerances of one norm, from zero and with
// nothing kept from solve to solve. Every answer, ours as well, is judged by the residual of the race, which
// gives the accuracy delivered; a peer that misses its tolerance by little is asked for a smaller one. Beside
// equal tolerance, ours is asked for the accuracy that the default peer and the fastest correct one
// delivered.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/peers/accuracy/race.hpp"

namespace nsds::bench {

inline constexpr double least_accuracy = 1e-14;  // that ours is asked for

struct AccuracyRun {
  std::string solver;
  double asked = 0.0;                                           // tolerance given to the solver
  double delivered = std::numeric_limits<double>::quiet_NaN();  // residual; NaN: it did not end in order
  double seconds = std::numeric_limits<double>::infinity();
  bool solved = false;  // in time, delivered at most what the race demands
};

struct AccuracyResult {
  std::string group, name;
  int contacts = 0;
  double tolerance = 0.0;
  AccuracyRun own;
  std::vector<AccuracyRun> peers;
  int defaults = 1;  // the first so many are the default solver of the peer, in several storages
  // Ours at the accuracy delivered by the default and by the fastest correct peer, where there is one.
  std::optional<AccuracyRun> own_as_default, own_as_best;

  // The fastest that solved it; nullptr: none did.
  const AccuracyRun* default_peer() const;
  const AccuracyRun* best_peer() const;
};

struct AccuracySettings {
  double limit = 4.0;              // [s] of one solve
  std::vector<double> tolerances;  // from large to small
};

// One result a tolerance. A peer that does not end in time or in order is not asked for less.
// defaults: see AccuracyResult.
std::vector<AccuracyResult> run_accuracy_race(const std::string& group, const Race& race, int defaults,
                                              const AccuracySettings& settings);

}  // namespace nsds::bench
