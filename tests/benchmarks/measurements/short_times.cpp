#include "benchmarks/measurements/short_times.hpp"

#include <cmath>

namespace nsds::bench {

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

}  // namespace nsds::bench
