#include "writing/write_bounds.hpp"

#include <cmath>
#include <ostream>
#include <stdexcept>
#include <string>

#include "limits.hpp"
#include "writing/nm_write.hpp"

namespace nsds::problems {

namespace {

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

void writeBounds(std::ostream& out, std::int32_t n, const double* lower, const double* upper) {
  writeSide(out, "lower", n, lower, -kInfinity);
  writeSide(out, "upper", n, upper, kInfinity);
}

}  // namespace nsds::problems
