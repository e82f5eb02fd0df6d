// One line of the study of quadratic programs: what one solver made of one problem at one tolerance.
#pragma once

#include <string>

#include "benchmarks/measurements/record_file.hpp"
#include "benchmarks/programs/subjects.hpp"

namespace nsds::bench::programs {

enum class Verdict {
  ok,        // it said ok and the judge finds the residual below the tolerance, or its proof holds
  refused,   // not for this solver
  failed,    // a failure that was admitted
  false_ok,  // it said ok, and the residual is above; must not occur
  false_proof,  // it said infeasible or unbounded of what is not, or gave a proof that does not hold; must not occur
  unacknowledged  // residual below the tolerance and another status, limits of time and iterations apart; must not occur
};
const char* to_string(Verdict verdict);

// The library and the judge round in other orders, so that a number beside a threshold may be on one side of it for each.
constexpr double leeway_of_judge = 2.0;

// Beside the names of nsds_status: what the study itself ended.
constexpr const char* status_overrun = "overrun";  // ended long after its limit
constexpr const char* status_crashed = "crashed";  // did not return

struct Record {
  Subject subject;
  int unknowns = 0, rows = 0;
  std::string solver;
  double tolerance = 0.0;
  double absolute = 0.0;  // option absolute_tolerance
  double limit = 0.0;     // [s]
  std::string status;
  double judged = 0.0;  // residual of what was returned, in favour of the solver; NaN where nothing was
  double judged_strictly = 0.0;  // the same, in favour of nothing: leeway_of_judge and its inverse as leeway
  double primal = 0.0, dual = 0.0, gap = 0.0;  // absolute, of what was returned
  double objective = 0.0;                      // with the constant of the file
  double linear = 0.0;                         // |p'z|
  double rounding = 0.0;                       // epsilon sum |p_j z_j|
  double gap_double = 0.0;                     // as public benchmarks evaluate it
  double blur = 0.0;                           // epsilon * sum of the sizes of the terms of the gap
  bool proof = false;                          // infeasible or unbounded was said, with a proof that holds
  double reported = 0.0;                       // by the solver
  long long iterations = 0;
  double seconds = 0.0, seconds90 = 0.0;  // below 5 ms the median and the 90 % of repeated solves
  bool inferred = false;                  // not run: it had not had the time for a looser tolerance

  double largest_absolute() const;
};

// By the numbers and the status of the record alone.
Verdict judge(const Record& record);
// An ok that holds of a problem without a solution: a point within the tolerance of solving a problem nearby.
bool is_point_of_none(const Record& record);
// Whether it failed for lack of time.
bool ran_out_of_time(const Record& record);
// Tells whether the status is ok and each absolute residual at most `tolerance`.
bool is_solved_absolutely(const Record& record, double tolerance);
// Tells the same with the gap evaluated in double precision, as public benchmarks do: its rounding may hide a gap or make
// one.
bool is_solved_as_published(const Record& record, double tolerance);

// Numbers are written so that reading gives the same bits.
RecordFormat<Record> record_format();

}  // namespace nsds::bench::programs
