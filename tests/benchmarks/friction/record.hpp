// One line of the study of frictional contact: what one solver made of one instance at one tolerance.
#pragma once

#include <string>

namespace nsds::bench {

enum class Verdict {
  solved,          // it said ok, and the residual recomputed is at most the tolerance
  roundoff,        // it said roundoff_limit, and the residual recomputed is at most roundoff_factor floors
  unsolved,        // a failure that was admitted
  not_applicable,  // not for this solver
  untruthful       // what it said or returned does not hold; must not occur
};

// What NSDS_ROUNDOFF_LIMIT promises, with room for the last digits of the floor.
constexpr double roundoff_factor = 4.0 * (1.0 + 1e-6);

// Beside the names of nsds_status: what the study itself had to end or to leave out.
constexpr const char* status_overrun = "overrun";            // ended long after its limit
constexpr const char* status_crashed = "crashed";            // did not return
constexpr const char* status_irreducible = "not_reducible";  // no W was formed for the instance

struct Record {
  std::string instance, family;
  std::string group;          // files, small, medium, large, uncertified, variants
  std::string problem_class;  // friction_contact, global_friction_contact
  int contacts = 0;
  std::string solver;
  double tolerance = 0.0;
  double limit = 0.0;  // [s]
  Verdict verdict = Verdict::unsolved;
  std::string status;
  double residual = 0.0;  // recomputed from what was returned; NaN where nothing was
  double reported = 0.0;  // by the solver
  double floor = 0.0;     // round-off floor of the recomputed residual
  long long iterations = 0;
  double seconds = 0.0;
  bool inferred = false;  // not run: it had not had the time for a looser tolerance
};

// By the numbers and the status of the record alone.
Verdict judge(const Record& record);
// The worse of that and of what the record says of itself, which may come from a file.
Verdict verdict_of(const Record& record);
const char* to_string(Verdict verdict);

inline bool is_success(Verdict verdict) {
  return verdict == Verdict::solved || verdict == Verdict::roundoff;
}
// Whether it failed for lack of time; interrupted: the study stopped it, at its limit of CPU time.
bool ran_out_of_time(const Record& record);
// Which entry of the study it is the line of.
std::string key_of(const Record& record);

// One line of CSV without its end; numbers are written so that reading gives the same bits. Throws
// std::invalid_argument where a text would need quotes.
std::string csv_header();
std::string csv_line(const Record& record);
// Throws std::invalid_argument where the line is no record.
Record parse_record(const std::string& line);

}  // namespace nsds::bench
