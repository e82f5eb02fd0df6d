// Least squares of logarithms, and means over phases.
#include "nsds/kernel/accuracy/order.hpp"

#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

struct LogarithmicPoints {
  std::vector<double> x, y;
};

LogarithmicPoints pointsWithin(std::span<const double> h, std::span<const double> error,
                               const ErrorRange& range) {
  const auto usable = [](double value) { return std::isfinite(value) && value > 0.0; };
  LogarithmicPoints points;
  for (std::size_t i = 0; i < h.size(); ++i) {
    if (!usable(h[i]) || !usable(error[i]) || error[i] < range.least || error[i] > range.largest) continue;
    points.x.push_back(std::log(h[i]));
    points.y.push_back(std::log(error[i]));
  }
  return points;
}

double meanOf(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

OrderFit fitOrder(std::span<const double> h, std::span<const double> error, const ErrorRange& range) {
  check::that(h.size() == error.size(), "fitOrder: {} steps and {} errors", h.size(), error.size());
  const LogarithmicPoints points = pointsWithin(h, error, range);
  const std::size_t n = points.x.size();
  check::that(n >= 2, "fitOrder: an order takes two steps with positive errors in the range, not {} of {}", n,
              h.size());

  // Deviations from the means keep the digits that sums of squares lose.
  const double meanX = meanOf(points.x), meanY = meanOf(points.y);
  double squares = 0.0, products = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    squares += (points.x[i] - meanX) * (points.x[i] - meanX);
    products += (points.x[i] - meanX) * (points.y[i] - meanY);
  }
  check::that(squares > 0.0, "fitOrder: an order takes two different steps, not {} times {}", n, h[0]);
  const double order = products / squares;

  double residuals = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double residual = points.y[i] - meanY - order * (points.x[i] - meanX);
    residuals += residual * residual;
  }
  const double standardError = n > 2 ? std::sqrt(residuals / (static_cast<double>(n - 2) * squares))
                                     : std::numeric_limits<double>::infinity();
  return {order, std::exp(meanY - order * meanX), standardError, static_cast<Index>(n)};
}

double meanOverPhases(Index count, const std::function<double(double phase)>& error) {
  check::that(count >= 1, "meanOverPhases: {} phases, at least 1 expected", count);
  double sum = 0.0;
  for (Index i = 0; i < count; ++i) {
    const double phase = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    const double one = error(phase);
    check::that(std::isfinite(one), "meanOverPhases: the error at phase {} is {}", phase, one);
    sum += one;
  }
  return sum / static_cast<double>(count);
}

}  // namespace nsds
