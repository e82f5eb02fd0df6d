#include "benchmarks/peers/problems/callback_race.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/guarded.hpp"

namespace nsds::bench {
namespace {

constexpr double least_outside = 1e-4;  // [s] outside the callbacks, of a peer, below which times say little
constexpr double least_time = 1e-7;     // [s] that a clock can tell

void print_row(const std::string& problem, const RaceEntry& own, const std::vector<RaceEntry>& others) {
  std::printf("%-32s %9.1f us, %4.0f F", problem.c_str(), 1e6 * own.outside, own.evaluations);
  for (const RaceEntry& other : others)
    std::printf(other.solved() ? ";  %9.1f us, %4.0f F" : "; (%9.1f us, %4.0f F)", 1e6 * other.outside,
                other.evaluations);
  std::printf("\n");
}

}  // namespace

test::NonlinearProblem watched_map(const test::NonlinearProblem& problem, CallbackCosts& costs) {
  test::NonlinearProblem copy = problem;
  copy.F = watched(problem.F, 1, costs);
  copy.J = watched(problem.J, 0, costs);
  return copy;
}

RaceEntry race(const Eigen::VectorXd& start, const std::function<Solve(CallbackCosts&)>& pose,
               const std::function<double(const Eigen::VectorXd&)>& residual, double limit) {
  const auto numbers = guarded(limit, [&]() -> std::vector<double> {
    RaceEntry best;
    best.seconds = HUGE_VAL;
    CallbackCosts costs;
    const Solve solve = pose(costs);
    const Stopwatch all;
    do {
      costs = {};
      Eigen::VectorXd z = start;
      const auto begin = std::chrono::steady_clock::now();
      solve(z);
      const double seconds = seconds_since(begin);
      if (seconds >= best.seconds) continue;
      best = {seconds, std::max(seconds - costs.seconds, 0.0), static_cast<double>(costs.evaluations),
              residual(z)};
    } while (all.seconds() < 0.02);
    return {best.seconds, best.outside, best.evaluations, best.residual};
  });
  if (!numbers || numbers->size() != 4) return {};
  return {(*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]};
}

void RaceSummary::Mean::add(double ratio) {
  logarithms += std::log(ratio);
  ++count;
}

double RaceSummary::Mean::value() const {
  return count == 0 ? 1.0 : std::exp(logarithms / count);
}

void RaceSummary::add(const std::string& problem, const RaceEntry& own, const std::vector<RaceEntry>& others,
                      bool row) {
  if (row) print_row(problem, own, others);
  ++entries_;
  own_ += own.solved() ? 1 : 0;
  const RaceEntry* quickest = nullptr;
  for (std::size_t k = 0; k < others.size(); ++k) {
    if (!others[k].solved()) continue;
    ++solved_[k];
    if (quickest == nullptr || others[k].outside < quickest->outside) quickest = &others[k];
  }
  if (quickest == nullptr) return;
  ++any_;
  if (!own.solved()) {
    ++lost_;
    std::printf("%s: solved by another, not by auto\n", problem.c_str());
    return;
  }
  evaluations_.add(std::max(own.evaluations, 1.0) / std::max(quickest->evaluations, 1.0));
  if (quickest->outside >= least_outside) times_.add(quickest->outside / std::max(own.outside, least_time));
}

void RaceSummary::print(const char* what) const {
  std::printf("%s: %d problems from a start; solved: auto %d", what, entries_, own_);
  for (std::size_t k = 0; k < names_.size(); ++k) std::printf(", %s %d", names_[k].c_str(), solved_[k]);
  std::printf(", by any other %d, of these not by auto %d\n", any_, lost_);
  std::printf(
      "against the quickest other that solves: %.2f times as fast outside the callbacks (geometric mean of "
      "%d where "
      "that takes 100 us), %.2f times its evaluations of F (of %d)\n",
      times_.value(), times_.count, evaluations_.value(), evaluations_.count);
}

}  // namespace nsds::bench
