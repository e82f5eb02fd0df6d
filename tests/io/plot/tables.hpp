// Tables for the tests of pictures.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "nsds/io/trajectory.hpp"

namespace nsds::test {

using Rule = std::function<double(double)>;

/// The values of the first column, and all others as functions of it.
inline io::Trajectory tabulated(const io::Column& first, const std::vector<double>& values,
                                const std::vector<std::pair<io::Column, Rule>>& others) {
  std::vector<io::Column> columns{first};
  for (const auto& [column, rule] : others) columns.push_back(column);
  io::Trajectory table(columns);
  for (const double value : values) {
    std::vector<double> row{value};
    for (const auto& [column, rule] : others) row.push_back(rule(value));
    table.append(row);
  }
  return table;
}

inline std::vector<double> instants(int count, double step = 0.1) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i) all.push_back(step * i);
  return all;
}

/// 1/10, 1/20, 1/40, ...
inline std::vector<double> halvedSteps(int count) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i) all.push_back(0.1 * std::exp2(-i));
  return all;
}

}  // namespace nsds::test
