#include "input.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace nsds::fuzz {

namespace {

using Limits = std::numeric_limits<double>;

constexpr std::array<double, 18> kLandmarks{
    -0.0,           1e-16,  1e-8,   1e8,           1e16,           1e-150,
    1e150,          -1e150, 1e300,  Limits::min(), -Limits::min(), Limits::max(),
    -Limits::max(), 1e-300, -1e300, 4e-324,        -1e8,           -1e-8};

constexpr std::array<double, 3> kNotFinite{Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()};

}  // namespace

std::uint8_t Input::byte() {
  return position_ < bytes_.size() ? bytes_[position_++] : std::uint8_t{0};
}

int Input::integer(int low, int high) {
  const int count = high - low + 1;
  const int drawn = count <= 256 ? byte() : byte() * 256 + byte();
  return low + drawn % count;
}

double Input::extreme() {
  if (chance(192)) return kLandmarks[byte() % kLandmarks.size()];
  std::uint64_t bits = 0;
  for (int k = 0; k < 8; ++k) bits = bits << 8U | byte();
  const auto value = std::bit_cast<double>(bits);
  return std::isfinite(value) ? value : 0.0;
}

double Input::number(Range range) {
  const int kind = byte();
  if (range == Range::any && kind >= 252) return kNotFinite[byte() % kNotFinite.size()];
  if (range >= Range::extreme && kind >= 208) return extreme();
  if (range >= Range::moderate && kind >= 128) {
    constexpr std::array<double, 4> units{1.0 / 16.0, 1e-3, 1.0 / 3.0, 10.0};
    return units[static_cast<std::size_t>(kind) % units.size()] * integer(-100, 100);
  }
  return kind < 64 ? 0.0 : kind % 9 - 4;
}

std::vector<double> Input::numbers(int count, Range range) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(number(range));
  return values;
}

}  // namespace nsds::fuzz
