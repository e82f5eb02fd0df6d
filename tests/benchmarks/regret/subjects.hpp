// What regret is measured over: the families of the survey, problem files, and contacts of the collection.
#pragma once

#include <filesystem>
#include <vector>

#include "benchmarks/regret/entry.hpp"

namespace nsds::bench {

struct RegretClass {
  nsds_class problem_class;
  std::vector<RegretSubject> subjects;
};

// Every class that has an `auto`, in the order of the registry. Without the problem files where NSDS_TEST_DATA is
// not set.
std::vector<RegretClass> regret_classes();

}  // namespace nsds::bench
