// Solves of one problem by this library and by its peers, from zero and with nothing kept from solve to
// solve, 30 s a solve. A time counts only if the residual of the class accepts what was returned. Where a
// peer that was asked for the tolerance in its own norm comes close, it is asked for a smaller one.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nsds::bench {

inline constexpr double accepted = 1e-8;
inline constexpr double race_limit = 30.0;  // [s] of one solve

using Time = std::optional<double>;  // [s], where the answer was right

struct Contender {
  std::string name;
  // Best seconds of a solve within the budget [s]; answer: (length) out. tolerance is of the solver's own
  // norm.
  std::function<double(double tolerance, double budget, Eigen::VectorXd& answer)> time;
};

struct Race {
  std::string name;
  int n = 0;
  Eigen::Index length = 0;  // of an answer
  Contender own;            // asked for the accepted tolerance alone
  std::vector<Contender> peers;
  std::function<double(const Eigen::VectorXd& answer)> residual;
};

struct RaceResult {
  std::string name;
  int n = 0;
  Time own, peer;
  std::string winner;  // of the peers
};

RaceResult run_race(const Race& race);

// One line while others are still to come, to stderr.
void print_progress(const RaceResult& result);
// The table, means and counts, to stdout. head: what the table is of.
void print_results(const std::string& head, const std::vector<RaceResult>& results);

}  // namespace nsds::bench
