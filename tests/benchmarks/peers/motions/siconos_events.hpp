// Event-driven cases in Siconos, with LSODAR at its default tolerances. C++17: its headers do not compile as
// C++20.
#pragma once

#include <string>
#include <vector>

namespace nsds::bench {

// The case of the given name in tests/reference: rows of t, q and v as in its reference file, whose first
// columns they are. Throws std::invalid_argument if there is none of that name.
std::vector<std::vector<double>> run_siconos_events(const std::string& name);

struct EventRun {
  double seconds = 0.0;         // CPU time of all events, set-up excluded
  std::vector<double> impacts;  // their instants [s]
};

// The workload ed: the first `events` sampling instants and impacts.
EventRun run_siconos_ball(double h, int events);

}  // namespace nsds::bench
