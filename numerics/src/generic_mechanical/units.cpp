// Finds the unit of every row, which generic_mechanical.h calls a.
#include <algorithm>
#include <cmath>

#include "generic_mechanical/problem.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

// f(first row, one past the last) of every group of rows with one unit: a row, or the rows of a contact.
template <class Function>
void for_each_group(const MechanicalProblem& problem, Function&& f) {
  for (std::int32_t block = 0; block < problem.blocks; ++block) {
    const std::int32_t first = problem.starts[block], end = problem.starts[block + 1];
    if (problem.kinds[block] == NSDS_BLOCK_FRICTION) {
      f(index(first), index(end));
    } else {
      for (std::int32_t i = first; i < end; ++i) f(index(i), index(i) + 1);
    }
  }
}

// Rows that lack a diagonal have units from those with one: max |W_ij| / a_j. Those that have none stay zero.
void add_from_others(const MechanicalProblem& problem, std::span<double> a) {
  // The negative of what is found, until all is: only rows that had a unit from the start give one.
  for_each_entry(problem.W, [&](std::int32_t i, std::int32_t j, double value) {
    const double size = std::fabs(value);
    if (size == 0.0) return;
    double& row = a[index(i)];
    double& column = a[index(j)];
    if (row <= 0.0 && column > 0.0) row = std::min(row, -size / column);
    if (column <= 0.0 && row > 0.0) column = std::min(column, -size / row);
  });
  for (double& value : a) value = std::fabs(value);
  for_each_group(problem, [&](std::size_t first, std::size_t end) {
    const double largest = *std::max_element(&a[first], &a[first] + (end - first));
    std::fill(&a[first], &a[first] + (end - first), largest);
  });
}

}  // namespace

void weights(const MechanicalProblem& problem, double largest, std::span<double> a) {
  std::fill(a.begin(), a.end(), 0.0);
  for_each_diagonal_entry(problem.W, [&](std::int32_t i, double value) { a[index(i)] = value; });
  double largest_unit = 0.0;
  bool complete = true;
  for_each_group(problem, [&](std::size_t first, std::size_t end) {
    double mean = 0.0;
    for (std::size_t i = first; i < end; ++i) mean += a[i] / static_cast<double>(end - first);
    const double unit = mean > 0.0 ? std::sqrt(mean) : 0.0;
    std::fill(&a[first], &a[first] + (end - first), unit);
    largest_unit = std::max(largest_unit, unit);
    complete = complete && unit > 0.0;
  });
  if (complete) return;
  if (largest_unit > 0.0) add_from_others(problem, a);
  const double last = largest_unit > 0.0 ? largest_unit : largest > 0.0 ? std::sqrt(largest) : 1.0;
  for (double& unit : a)
    if (unit == 0.0) unit = last;
}

}  // namespace nsds::numerics::generic_mechanical
