// The study of frictional contact: every solver of a class over every subject at every tolerance.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "benchmarks/friction/record.hpp"
#include "benchmarks/friction/results.hpp"
#include "benchmarks/friction/subjects.hpp"

namespace nsds::bench {

struct StudyPlan {
  std::vector<Subject> subjects;
  std::vector<nsds_class> classes;
  std::vector<std::string> solvers;  // empty: all of a class
  std::vector<double> tolerances;    // from the loosest on
  double limit = 10.0;               // [s] of a solve
  // A solver that had not the time for a looser tolerance under no smaller limit is not run at a tighter one.
  bool skip_harder = true;
};

struct StudyCount {
  int there = 0, run = 0, inferred = 0, untruthful = 0;
};

// What a study does to an entry of which class, group, solver, tolerance and limit are set: measure of
// measurement.hpp, or what a test puts in its place.
using Measure = std::function<void(const Posed& problem, Record& record)>;

// Lines that are there already stay. Says one line a subject in which it ran something.
StudyCount run_study(const StudyPlan& plan, const Measure& measure, Results& results, std::ostream& out);

}  // namespace nsds::bench
