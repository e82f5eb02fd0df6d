// What is told of a race at several tolerances: tables, the rows of a CSV file, profiles.
#pragma once

#include <iosfwd>
#include <vector>

#include "benchmarks/peers/accuracy/accuracy_race.hpp"
#include "benchmarks/peers/accuracy/profile.hpp"

namespace nsds::bench {

// Ratios, peer over ours: above 1, ours is faster.
struct Ratios {
  std::vector<double> values;
  std::vector<std::string> names;    // of the problems
  std::vector<double> peer_seconds;  // of each

  void add(const std::string& name, double peer, double own);
  double geometric_mean() const;  // NaN: none
  // Index of the smallest where the peer takes longer than `floor` [s]; values.size(): none.
  std::size_t worst(double floor) const;
};

// The table of the results of one group and tolerance, its means, worst files and counts, as Markdown.
void print_accuracy_table(std::ostream& out, const std::vector<AccuracyResult>& results);

void write_csv_head(std::ostream& out);
void write_csv(std::ostream& out, const std::vector<AccuracyResult>& results);

// Ours and every peer; who was not asked did not solve.
Profile profile_of(const std::vector<AccuracyResult>& results);

}  // namespace nsds::bench
