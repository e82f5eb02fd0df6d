// Numbers as deflate likes them: all lowest bytes, then all second bytes, and so on. In smooth data the high bytes are
// nearly constant, and deflate makes next to nothing of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nsds::io::view {

/// Appends the `planes` lowest bytes of each value.
template <typename Unsigned>
void appendPlanes(std::string& bytes, const std::vector<Unsigned>& values, int planes) {
  bytes.reserve(bytes.size() + values.size() * static_cast<std::size_t>(planes));
  for (int plane = 0; plane < planes; ++plane) {
    for (const Unsigned value : values)
      bytes.push_back(static_cast<char>(static_cast<unsigned char>(value >> (8 * plane))));
  }
}

/// Small numbers of either sign become small numbers without a sign: 0, -1, 1, -2 ... give 0, 1, 2, 3 ...
inline std::uint32_t zigzag(std::uint32_t difference) {
  const std::uint32_t sign = (difference >> 31) == 0 ? 0U : ~0U;
  return (difference << 1) ^ sign;
}

}  // namespace nsds::io::view
