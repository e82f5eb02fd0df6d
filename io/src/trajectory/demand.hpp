// The check of calls of the HDF5 library.
#pragma once

#include <stdexcept>
#include <string>

namespace nsds::io {

/// Throws std::runtime_error. The library says that it failed by a return value.
inline void demand(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

}  // namespace nsds::io
