// Holds what a solver says of odd problems against the judge.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/error.hpp"
#include "truth/odd_problems.hpp"

namespace nsds::test {

// What was said of many problems.
struct Tally {
  std::int64_t problems = 0, refused = 0, ok = 0;
  std::vector<std::string> false_ok;  // what and where, for each
};

// What a report says beside ok must not contradict it.
bool agrees_with_itself(const numerics::Report& report);

// One problem by one solver. time_limit: [s], 0: none.
void hear(nsds_class problem_class, std::uint64_t seed, const std::string& solver, double time_limit,
          Tally& tally);

}  // namespace nsds::test
