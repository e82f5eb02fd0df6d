// Reference: Jugel, Jerzak, Hackenbroich, Markl 2014, M4: a visualization-oriented time series data aggregation.
#include "thinning.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nsds::io {

namespace {

// The rows that stand for those of one column of pixels, or for a gap, in the order of the curve.
void keepExtremes(const Curve& curve, std::size_t begin, std::size_t end, Curve& kept) {
  const auto* const y = curve.y.data();
  const auto [least, largest] = std::minmax_element(y + begin, y + end);
  std::array rows{begin, static_cast<std::size_t>(least - y), static_cast<std::size_t>(largest - y), end - 1};
  std::sort(rows.begin(), rows.end());
  const auto* const last = std::unique(rows.begin(), rows.end());
  for (const auto* row = rows.begin(); row != last; ++row) {
    kept.x.push_back(curve.x[*row]);
    kept.y.push_back(curve.y[*row]);
  }
}

}  // namespace

Curve thinned(const Curve& curve, Range x, bool logarithmic, int pixels) {
  // A pixel of the file may be several of a screen.
  const double columns = 2.0 * pixels;
  const std::size_t size = curve.x.size();
  const bool isLine = curve.style == Style::line || curve.style == Style::emphasis;
  if (!isLine || static_cast<double>(size) < 4.0 * columns ||
      !std::is_sorted(curve.x.begin(), curve.x.end())) {
    return curve;
  }
  const auto position = [&](double value) {
    const double part =
        logarithmic ? std::log(value / x.low) / std::log(x.high / x.low) : (value - x.low) / (x.high - x.low);
    return std::floor(part * columns);
  };
  Curve kept = curve;
  kept.x.clear();
  kept.y.clear();
  for (std::size_t begin = 0, end = 0; begin < size; begin = end) {
    const double column = position(curve.x[begin]);
    const bool finite = std::isfinite(curve.y[begin]);
    for (end = begin + 1; end < size; ++end) {
      if (position(curve.x[end]) != column || std::isfinite(curve.y[end]) != finite) break;
    }
    keepExtremes(curve, begin, end, kept);
  }
  return kept;
}

}  // namespace nsds::io
