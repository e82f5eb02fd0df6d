#include "axes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace nsds::io {

namespace {

Range widenedLogarithmic(Range range) {
  constexpr double factor = 1.5;
  if (range.low > range.high) return {0.1, 10.0};
  return {range.low / factor, range.high * factor};
}

Range widened(Range range, double margin) {
  constexpr double sameValue = 1e-12;  // relative spread below which a curve is drawn as a constant
  if (range.low > range.high) return {-1.0, 1.0};
  const double spread = range.high - range.low;
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (spread <= sameValue * size) {
    const double half = size > 0.0 ? 0.1 * size : 1.0;
    return {range.low - half, range.high + half};
  }
  return {range.low - margin * spread, range.high + margin * spread};
}

std::string powerOfTen(int exponent) {
  constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (exponent == 0) return "1";
  if (exponent == 1) return "10";
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : fmt::format("{}", std::abs(exponent))) {
    text += digits[static_cast<std::size_t>(digit - '0')];
  }
  return text;
}

std::string scientific(double multiple, int exponent) {
  return multiple == 1.0 ? powerOfTen(exponent) : fmt::format("{:g}·{}", multiple, powerOfTen(exponent));
}

}  // namespace

Range rangeOf(const std::vector<const std::vector<double>*>& values, bool logarithmic, double margin) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const std::vector<double>* const of : values) {
    for (const double value : *of) {
      if (!std::isfinite(value) || (logarithmic && value <= 0.0)) continue;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
  }
  return logarithmic ? widenedLogarithmic(range) : widened(range, margin);
}

std::vector<Tic> logarithmicTics(Range range) {
  static constexpr std::array few{1.0, 2.0, 5.0};
  static constexpr std::array many{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0};
  constexpr double mostLabels = 7.0;
  const double decades = std::log10(range.high / range.low);
  const bool labelsBetween = decades < 1.7;
  const std::span<const double> multiples = decades < 0.6 ? std::span<const double>(many) : few;
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / mostLabels)));
  const bool shortNumbers = range.low >= 1e-3 && range.high < 1e5;
  std::vector<Tic> tics;
  const int first = static_cast<int>(std::floor(std::log10(range.low)));
  const int last = static_cast<int>(std::floor(std::log10(range.high)));
  for (int exponent = first; exponent <= last; ++exponent) {
    for (const double multiple : multiples) {
      const double value = multiple * std::pow(10.0, exponent);
      const bool isPower = multiple == 1.0;
      if (value < range.low || value > range.high || (stride > 1 && !isPower)) continue;
      const bool hasLabel = labelsBetween || (isPower && exponent % stride == 0);
      const std::string text = shortNumbers ? fmt::format("{:g}", value) : scientific(multiple, exponent);
      tics.push_back({value, hasLabel ? text : ""});
    }
  }
  return tics;
}

}  // namespace nsds::io
