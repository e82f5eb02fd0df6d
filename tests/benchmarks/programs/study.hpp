// The study of quadratic programs: solvers over subjects at tolerances.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "benchmarks/programs/measurement.hpp"

namespace nsds::bench::programs {

struct StudyPlan {
  std::vector<Subject> subjects;
  std::vector<std::string> solvers;  // empty: all of the class
  std::vector<double> tolerances;    // from the loosest on
  bool absolute = false;             // the option absolute_tolerance is the tolerance as well
  double limit = 2.0;                // [s] of a solve
};

struct StudyCount {
  int there = 0, run = 0, inferred = 0, wrong = 0;
};

using Results = RecordFile<Record>;
// measure, or what a test puts in its place.
using Measure = std::function<void(const Measurable& problem, Record& record)>;

// Lines that are there already stay. A solver that had not the time for a looser tolerance under no smaller limit is not
// run at a tighter one. Says one line a subject in which it ran something.
StudyCount run_study(const StudyPlan& plan, const Measure& measure, Results& results, std::ostream& out);

// A false ok, a false proof, a right answer that was not acknowledged.
bool is_wrong(const Record& record);

}  // namespace nsds::bench::programs
