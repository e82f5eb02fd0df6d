#include "bounds.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "limits.hpp"
#include "nm/nm_matrix.hpp"

namespace nsds::problems {

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

}  // namespace nsds::problems
