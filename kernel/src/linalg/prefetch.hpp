// Objects that each have their own place in memory: of many, those that are read soon are asked for early.
#pragma once

#include <cstddef>

namespace nsds {

/// So many objects of a list are asked for ahead of the one at hand.
constexpr std::size_t prefetchDistance = 6;

/// Asks for the first bytes of an object; any address will do.
template <std::size_t bytes>
inline void prefetch(const void* object) {
  for (std::size_t line = 0; line < bytes; line += 64)
    __builtin_prefetch(static_cast<const char*>(object) + line);
}

}  // namespace nsds
