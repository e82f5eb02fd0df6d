#include "bounds.hpp"

#include <cmath>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>

#include "nm/nm_matrix.hpp"

namespace nsds::problems {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void writeSide(std::ostream& out, const char* name, std::int32_t n, const double* bounds, double infinity) {
  for (std::int32_t i = 0; i < n; ++i) {
    const double bound = bounds == nullptr ? infinity : bounds[i];
    if (!std::isfinite(bound) && bound != infinity)
      throw std::invalid_argument(std::string(name) + '[' + std::to_string(i) + "] is neither finite nor " +
                                  (infinity < 0.0 ? "-inf" : "inf"));
    writeNumber(out, bound);
    out << '\n';
  }
}

}  // namespace

Bounds readBounds(TextReader& reader, std::size_t n) {
  reader.expectRoom(2 * n, "lower and upper (" + std::to_string(n) + " each)");
  Bounds bounds;
  for (std::size_t i = 0; i < n; ++i)
    bounds.lower.push_back(reader.bound({"lower", static_cast<std::int64_t>(i)}, -kInfinity));
  for (std::size_t i = 0; i < n; ++i) {
    bounds.upper.push_back(reader.bound({"upper", static_cast<std::int64_t>(i)}, kInfinity));
    if (bounds.upper[i] < bounds.lower[i])
      reader.fail("upper[" + std::to_string(i) + "] is below lower[" + std::to_string(i) + "]");
  }
  return bounds;
}

void writeBounds(std::ostream& out, std::int32_t n, const double* lower, const double* upper) {
  writeSide(out, "lower", n, lower, -kInfinity);
  writeSide(out, "upper", n, upper, kInfinity);
}

}  // namespace nsds::problems
