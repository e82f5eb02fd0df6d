// What the documents of the study ask of its records: parts of them, and which names occur in them.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/friction/record.hpp"

namespace nsds::bench {

using Records = std::vector<const Record*>;

// Of an entry that occurs several times the last counts; by part, then in the order of first appearance.
Records last_of_each(const std::vector<Record>& records);

template <class Predicate>
Records where(const Records& records, Predicate&& holds) {
  Records found;
  for (const Record* record : records)
    if (holds(*record)) found.push_back(record);
  return found;
}

Records of_class(const Records& records, const std::string& problem_class);
Records of_group(const Records& records, const std::string& group);
Records of_solver(const Records& records, const std::string& solver);
Records at_tolerance(const Records& records, double tolerance);
// Without variants and what is not known to have a solution.
Records of_study(const Records& records);

// Those that occur: classes, groups and solvers in their own order, families as they come, tolerances from
// the loosest on.
std::vector<std::string> classes_in(const Records& records);
std::vector<std::string> groups_in(const Records& records);
std::vector<std::string> families_in(const Records& records);
std::vector<std::string> solvers_in(const Records& records, const std::string& problem_class);
std::vector<double> tolerances_in(const Records& records);

// "1e-8"
std::string tolerance_text(double tolerance);

}  // namespace nsds::bench
