// docs/measurements/regret.md.
#pragma once

#include <iosfwd>
#include <vector>

#include "benchmarks/regret/entry.hpp"

namespace nsds::bench {

struct RegretOfClass {
  nsds_class problem_class;
  std::vector<RegretEntry> entries;
};

void print_regret(const std::vector<RegretOfClass>& classes, std::ostream& out);

// One line an entry, for whoever looks for what is behind the tables.
void print_entries(const std::vector<RegretOfClass>& classes, std::ostream& out);

}  // namespace nsds::bench
