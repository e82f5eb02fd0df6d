#include "nsds/io/power_law.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

namespace nsds::io {

namespace {

struct Logarithms {
  std::vector<double> x, y;
};

Logarithms logarithmsOf(std::span<const double> x, std::span<const double> y) {
  const auto usable = [](double value) { return std::isfinite(value) && value > 0.0; };
  Logarithms logarithms;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!usable(x[i]) || !usable(y[i])) continue;
    logarithms.x.push_back(std::log(x[i]));
    logarithms.y.push_back(std::log(y[i]));
  }
  return logarithms;
}

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

PowerLaw fitPowerLaw(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) throw std::invalid_argument("a power law is fitted to as many x as y");
  const Logarithms points = logarithmsOf(x, y);
  // Deviations from the means keep the digits that sums of squares lose.
  const double meanX = mean(points.x), meanY = mean(points.y);
  double squares = 0.0, products = 0.0;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    squares += (points.x[i] - meanX) * (points.x[i] - meanX);
    products += (points.x[i] - meanX) * (points.y[i] - meanY);
  }
  if (!(squares > 0.0)) {
    throw std::invalid_argument("a power law needs two points with different x, all numbers positive");
  }
  const double exponent = products / squares;
  return {std::exp(meanY - exponent * meanX), exponent};
}

}  // namespace nsds::io
