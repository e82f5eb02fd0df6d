// Regret: how much worse the default of a class does on a problem than the best of the class's solvers.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "benchmarks/survey/survey_table.hpp"

namespace nsds::bench {

// One problem at one tolerance.
struct RegretEntry {
  std::string problem;
  double tolerance = 0.0;
  bool solved = false;    // by auto
  double seconds = 0.0;   // that auto took, whether or not it solved
  double residual = 0.0;  // of what auto returned
  std::string best;       // the one of the other solvers that solved it in the least time; "" where none did
  double best_seconds = 0.0;  // that it took
  double best_residual = 0.0;
};

// Below this time [s] a ratio of times says little, and matters to nobody who does not solve by the thousand.
constexpr double negligible_seconds = 1e-3;
constexpr double tolerated_ratio = 10.0;

// Time of auto over the least of all solvers that solved it, auto among them: at least 1. Of solved ones only.
double ratio(const RegretEntry& entry);
bool is_missed(const RegretEntry& entry);  // auto fails, and another solver succeeds
bool is_slow(const RegretEntry& entry);    // more than the tolerated ratio, above the negligible time

struct RegretSummary {
  int entries = 0, solved = 0, solved_by_any = 0, missed = 0, slow = 0;
  double mean_ratio = 1.0;   // geometric
  double worst_ratio = 1.0;  // of those above the negligible time
};
RegretSummary summarise(const std::vector<RegretEntry>& entries);

// A problem to be measured. family: a solver that spends its time in vain on one of a family is not tried on what
// comes after it.
struct RegretSubject {
  std::string name, family;
  double limit;                       // [s] of a solve
  std::function<SurveySolve()> load;  // empty where there is no such problem
};

// Measures the subjects of a class, in their order, at each tolerance.
class RegretMeasurement {
 public:
  explicit RegretMeasurement(nsds_class problem_class) : class_(problem_class) {}

  void measure(const RegretSubject& subject, const std::vector<double>& tolerances);
  const std::vector<RegretEntry>& entries() const { return entries_; }

 private:
  RegretEntry measure(const RegretSubject& subject, const SurveySolve& solve, double tolerance);

  nsds_class class_;
  std::vector<RegretEntry> entries_;
  std::set<std::pair<std::string, std::string>> given_up_;  // family, solver
};

}  // namespace nsds::bench
