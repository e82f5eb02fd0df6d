// Bytes as a part of a text: deflated, and in letters.
#pragma once

#include <string>
#include <string_view>

namespace nsds::io {

/// Compresses as zlib does. level: 1, the fastest, to 9.
std::string deflated(std::string_view bytes, int level = 6);
std::string base64(std::string_view bytes);

}  // namespace nsds::io
