// Nonlinear complementarity problems by formula beside the solvers of other libraries, on the same callbacks.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/peers/problems/nonlinear_peers.hpp"
#include "support/nonlinear/mcp_of.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;
using test::NonlinearProblem;

constexpr double tolerance = 1e-8;
constexpr double limit = 10.0;           // [s] of a solve
constexpr Eigen::Index most_rows = 600;  // the peers factorise dense matrices
constexpr double least_outside = 1e-4;   // [s] outside the callbacks, of a peer, below which times say little

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

struct Entry {
  double seconds = 0.0, outside = 0.0;  // of the solve; without those of callbacks
  double evaluations = 0.0;
  double residual = HUGE_VAL;

  bool solved() const { return residual <= tolerance; }
};

// A problem whose callbacks are counted and timed. problem: must outlive it.
struct Counted {
  explicit Counted(const NonlinearProblem& problem) : watched(problem) {
    watched.F = watch(problem.F, true);
    watched.J = watch(problem.J, false);
  }

  std::function<bool(const test::VectorIn&, test::VectorOut)> watch(
      const std::function<bool(const test::VectorIn&, test::VectorOut)>& function, bool counts) {
    return [this, &function, counts](const test::VectorIn& z, test::VectorOut out) {
      const auto begin = std::chrono::steady_clock::now();
      const bool inside = function(z, out);
      seconds += seconds_since(begin);
      evaluations += counts ? 1 : 0;
      return inside;
    };
  }

  NonlinearProblem watched;
  double seconds = 0.0;
  long evaluations = 0;
};

// The quickest of a few solves, in a child.
template <class Solve>
Entry measure(const NonlinearProblem& problem, std::size_t start, const Solve& solve) {
  const auto numbers = guarded(limit, [&]() -> std::vector<double> {
    Entry best;
    best.seconds = HUGE_VAL;
    const Stopwatch all;
    do {
      Counted counted(problem);
      VectorXd z = test::start_of(problem, start);
      const auto begin = std::chrono::steady_clock::now();  // the clock of the callbacks
      solve(counted.watched, z);
      const double seconds = seconds_since(begin);
      if (seconds >= best.seconds) continue;
      best = {seconds, std::max(seconds - counted.seconds, 0.0), static_cast<double>(counted.evaluations),
              test::natural_residual(problem, z.cwiseMax(problem.lower).cwiseMin(problem.upper))};
    } while (all.seconds() < 0.02);
    return {best.seconds, best.outside, best.evaluations, best.residual};
  });
  if (!numbers || numbers->size() != 4) return {};
  return {(*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]};
}

void solve_own(const NonlinearProblem& problem, VectorXd& z) {
  const auto options = numerics::Options(NSDS_CLASS_MCP).set("tolerance", tolerance).set("time_limit", limit);
  z = test::mcp_of(problem).solve(z, options).z;
}

bool is_suitable(const NonlinearProblem& problem) {
  return problem.size() <= most_rows && (problem.upper.array() == HUGE_VAL).all();
}

// The geometric mean of what is added.
struct Mean {
  double logarithms = 0.0;
  int count = 0;

  void add(double ratio) {
    logarithms += std::log(ratio);
    ++count;
  }
  double value() const { return count == 0 ? 1.0 : std::exp(logarithms / count); }
};

struct Summary {
  int entries = 0, own = 0, any = 0, lost = 0;
  std::vector<int> solved;
  Mean times, evaluations;
};

void add(const std::string& name, std::size_t start, const Entry& own, const std::vector<Entry>& others,
         Summary& sum) {
  ++sum.entries;
  sum.own += own.solved() ? 1 : 0;
  const Entry* quickest = nullptr;
  for (std::size_t k = 0; k < others.size(); ++k) {
    if (!others[k].solved()) continue;
    ++sum.solved[k];
    if (quickest == nullptr || others[k].outside < quickest->outside) quickest = &others[k];
  }
  if (quickest == nullptr) return;
  ++sum.any;
  if (!own.solved()) {
    ++sum.lost;
    std::printf("%-24s start %zu: solved by another, not by auto\n", name.c_str(), start);
    return;
  }
  sum.evaluations.add(std::max(own.evaluations, 1.0) / std::max(quickest->evaluations, 1.0));
  if (quickest->outside >= least_outside) sum.times.add(quickest->outside / std::max(own.outside, 1e-7));
}

void print_row(const std::string& name, std::size_t start, const Entry& own,
               const std::vector<Entry>& others) {
  std::printf("%-24s start %zu: %9.1f us, %4.0f F", name.c_str(), start, 1e6 * own.outside, own.evaluations);
  for (const Entry& other : others)
    std::printf(other.solved() ? ";  %9.1f us, %4.0f F" : "; (%9.1f us, %4.0f F)", 1e6 * other.outside,
                other.evaluations);
  std::printf("\n");
}

}  // namespace

// Problems that are named have a row each: time outside the callbacks and evaluations, in brackets where it is not solved.
void compare_nonlinear(const std::vector<std::string>& specs) {
  std::vector<NonlinearPeer> peers;
#ifdef NSDS_HAS_SICONOS
  peers = siconos_nonlinear_peers();
#endif
  Summary sum;
  sum.solved.assign(peers.size(), 0);
  for (const std::string& name : specs.empty() ? test::nonlinear_names() : specs) {
    const std::optional<NonlinearProblem> problem = test::make_nonlinear(name);
    if (!problem || !is_suitable(*problem)) continue;
    for (std::size_t start = 0; start < problem->starts.size(); ++start) {
      const Entry own = measure(*problem, start, solve_own);
      std::vector<Entry> others;
      for (const NonlinearPeer& peer : peers)
        others.push_back(measure(*problem, start, [&peer](const NonlinearProblem& posed, VectorXd& z) {
          peer.solve(posed, tolerance, z);
        }));
      if (!specs.empty()) print_row(name, start, own, others);
      add(name, start, own, others, sum);
    }
  }
  std::printf("nonlinear: %d problems from a start; solved: auto %d", sum.entries, sum.own);
  for (std::size_t k = 0; k < peers.size(); ++k) std::printf(", %s %d", peers[k].name.c_str(), sum.solved[k]);
  std::printf(", by any other %d, of these not by auto %d\n", sum.any, sum.lost);
  std::printf(
      "against the quickest other that solves: %.2f times as fast outside the callbacks (geometric mean of "
      "%d where that "
      "takes 100 us), %.2f times its evaluations of F (of %d)\n",
      sum.times.value(), sum.times.count, sum.evaluations.value(), sum.evaluations.count);
}

}  // namespace nsds::bench
