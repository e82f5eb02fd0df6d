#include "benchmarks/peers/accuracy/race.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "benchmarks/peers/guarded.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;

constexpr double close = 1e-4;
constexpr double round_budget = 0.01;   // [s] of repetitions
constexpr double least_patience = 1.0;  // [s] of a child, which copies the problem beside its solves
constexpr int rounds = 3;
constexpr double once_suffices = 1.0;  // [s]
constexpr double too_short = 1e-4;     // [s] of a peer, to count for the mean

struct Answer {
  double seconds;
  double residual;
};

// In a child, own as well as peers, so that memory and caches are as cold for everyone.
std::optional<Answer> answer_of(const Race& race, const Contender& contender, double tolerance,
                                double patience) {
  const auto numbers = guarded(patience + rounds * round_budget, [&] {
    VectorXd answer = VectorXd::Zero(race.length);
    const double seconds = contender.time(tolerance, round_budget, answer);
    std::vector<double> result(answer.begin(), answer.end());
    result.push_back(seconds);
    return result;
  });
  if (!numbers || numbers->size() != static_cast<std::size_t>(race.length) + 1) return std::nullopt;
  return Answer{numbers->back(), race.residual(Eigen::Map<const VectorXd>(numbers->data(), race.length))};
}

void improve(Time& best, Time time) {
  if (time && (!best || *time < *best)) best = time;
}

Time time_own(const Race& race) {
  const auto answer = answer_of(race, race.own, accepted, race_limit);
  if (!answer || !(answer->residual <= accepted)) return std::nullopt;
  return answer->seconds;
}

// tolerance: in/out, where to begin, and where it was accepted.
Time time_peer(const Race& race, const Contender& peer, double patience, double& tolerance) {
  while (tolerance > 1e-13) {
    const auto answer = answer_of(race, peer, tolerance, patience);
    if (!answer || !(answer->residual <= close)) return std::nullopt;
    if (answer->residual <= accepted) return answer->seconds;
    tolerance *= 1e-2;
  }
  return std::nullopt;
}

std::string milliseconds(const Time& time) {
  char buffer[40] = "not solved";
  if (time) std::snprintf(buffer, sizeof buffer, "%.4g", 1e3 * *time);
  return buffer;
}

void print_table(const std::vector<RaceResult>& results) {
  std::printf(
      "| problem | n | ours [ms] | fastest correct of Siconos [ms] | solver | ratio |\n"
      "|---|---|---|---|---|---|\n");
  for (const RaceResult& result : results) {
    char ratio[40] = "";
    if (result.own && result.peer) std::snprintf(ratio, sizeof ratio, "%.3g", *result.peer / *result.own);
    std::printf("| %s | %d | %s | %s | %s | %s |\n", result.name.c_str(), result.n,
                milliseconds(result.own).c_str(), milliseconds(result.peer).c_str(), result.winner.c_str(),
                ratio);
  }
  std::printf("\n");
}

}  // namespace

// Who is far slower than the fastest so far is stopped, and left out of the later rounds.
RaceResult run_race(const Race& race) {
  RaceResult result{race.name, race.n, std::nullopt, std::nullopt, ""};
  std::vector<Time> times(race.peers.size());
  std::vector<double> tolerances(race.peers.size(), accepted);
  for (int round = 0; round < rounds; ++round) {
    if (round == 0 || (result.own && *result.own < once_suffices)) improve(result.own, time_own(race));
    for (std::size_t i = 0; i < race.peers.size(); ++i) {
      if (round > 0 && (!times[i] || *times[i] > 2.0 * *result.peer || *times[i] > once_suffices)) continue;
      const double patience =
          result.peer ? std::clamp(3.0 * *result.peer, least_patience, race_limit) : race_limit;
      improve(times[i], time_peer(race, race.peers[i], patience, tolerances[i]));
      improve(result.peer, times[i]);
    }
  }
  for (std::size_t i = 0; i < race.peers.size(); ++i)
    if (times[i] && times[i] == result.peer) result.winner = race.peers[i].name;
  return result;
}

void print_progress(const RaceResult& result) {
  std::fprintf(stderr, "%s: %s, %s\n", result.name.c_str(), milliseconds(result.own).c_str(),
               milliseconds(result.peer).c_str());
}

void print_results(const std::string& head, const std::vector<RaceResult>& results) {
  std::printf(
      "# Solves: %s\n\nAccepted at a residual of the class of %g; from zero, %g s a solve; CPU times. Ratio "
      "above 1: ours, the default solver, is faster. Ours takes sparse families sparse, Siconos all "
      "dense.\n\n",
      head.c_str(), accepted, race_limit);
  std::vector<RaceResult> counted, too_small;
  std::vector<double> logarithms;
  int only_own = 0, only_peer = 0, nobody = 0;
  for (const RaceResult& result : results) {
    const bool small = result.own && result.peer && *result.peer < too_short;
    (small ? too_small : counted).push_back(result);
    only_own += result.own && !result.peer ? 1 : 0;
    only_peer += !result.own && result.peer ? 1 : 0;
    nobody += !result.own && !result.peer ? 1 : 0;
    if (small || !result.own || !result.peer) continue;
    logarithms.push_back(std::log(*result.peer / *result.own));
  }
  print_table(counted);
  if (!logarithms.empty()) {
    std::sort(logarithms.begin(), logarithms.end());
    const double sum = std::accumulate(logarithms.begin(), logarithms.end(), 0.0);
    std::printf("Geometric mean of the ratios: %.3g, median %.3g, over %zu problems.\n",
                std::exp(sum / static_cast<double>(logarithms.size())),
                std::exp(logarithms[logarithms.size() / 2]), logarithms.size());
  }
  std::printf(
      "Solved by one of the peers and not by ours: %d; by ours and no peer: %d; by nobody: %d; of %zu.\n\n",
      only_peer, only_own, nobody, results.size());
  std::fflush(stdout);
  if (too_small.empty()) return;
  std::printf("Where the peer needs less than %.0f us:\n\n", 1e6 * too_short);
  print_table(too_small);
  std::fflush(stdout);
}

}  // namespace nsds::bench
