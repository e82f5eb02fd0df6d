// A point in words.
#pragma once

#include <fmt/format.h>

#include <string>

#include "nsds/kernel/types.hpp"

namespace nsds {

inline std::string pointText(const Vector& point) {
  return fmt::format("({:.6g})", fmt::join(point.data(), point.data() + point.size(), ", "));
}

}  // namespace nsds
