// Stands between C++ inside and C outside: no exception crosses it.
#pragma once

#include <new>
#include <stdexcept>

#include "nsds/numerics/status.h"

namespace nsds::numerics {

// Runs body and turns exhausted memory (also a size that no allocator accepts) into a status.
template <class Body>
nsds_status guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return NSDS_OUT_OF_MEMORY;
  } catch (const std::length_error&) {
    return NSDS_OUT_OF_MEMORY;
  }
}

}  // namespace nsds::numerics
