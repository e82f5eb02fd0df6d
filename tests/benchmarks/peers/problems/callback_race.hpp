// Solves of one problem by several solvers on the same callbacks, and what comes of the comparison.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "support/nonlinear/nonlinear_problem.hpp"

namespace nsds::bench {

constexpr double race_tolerance = 1e-8;
constexpr double race_limit = 10.0;  // [s] of a solve

// What the callbacks of a solve have taken.
struct CallbackCosts {
  double seconds = 0.0;
  long evaluations = 0;  // of F
};

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The callback with its costs added up. callback and costs: must outlive it.
template <class Result, class... Arguments>
std::function<Result(Arguments...)> watched(const std::function<Result(Arguments...)>& callback,
                                            long evaluations, CallbackCosts& costs) {
  return [&callback, &costs, evaluations](Arguments... arguments) {
    struct Watch {
      CallbackCosts& costs;
      std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
      ~Watch() { costs.seconds += seconds_since(begin); }
    } const watch{costs};
    costs.evaluations += evaluations;
    return callback(arguments...);
  };
}

// F and J watched. problem: must outlive it.
test::NonlinearProblem watched_map(const test::NonlinearProblem& problem, CallbackCosts& costs);

struct RaceEntry {
  double seconds = 0.0, outside = 0.0;  // of the solve; without those of callbacks
  double evaluations = 0.0;
  double residual = 1e300;

  bool solved() const { return residual <= race_tolerance; }
  bool ended() const { return seconds > 0.0; }  // within its time, and in order
};

using Solve = std::function<void(Eigen::VectorXd& z)>;  // starts at z and leaves there what it has found

// The quickest of a few solves, in a child with `limit` seconds. pose(costs) makes the solve with its callbacks watched, before
// the clock starts; residual(z) judges.
RaceEntry race(const Eigen::VectorXd& start, const std::function<Solve(CallbackCosts&)>& pose,
               const std::function<double(const Eigen::VectorXd&)>& residual, double limit = race_limit);

class RaceSummary {
 public:
  explicit RaceSummary(std::vector<std::string> others) : names_(std::move(others)), solved_(names_.size()) {}

  // others: in the order of the names. row: prints it.
  void add(const std::string& problem, const RaceEntry& own, const std::vector<RaceEntry>& others, bool row);
  void print(const char* what) const;

 private:
  // The geometric mean of what is added.
  struct Mean {
    double logarithms = 0.0;
    int count = 0;

    void add(double ratio);
    double value() const;
  };

  std::vector<std::string> names_;
  int entries_ = 0, own_ = 0, any_ = 0, lost_ = 0;
  std::vector<int> solved_;
  Mean times_, evaluations_;
};

}  // namespace nsds::bench
