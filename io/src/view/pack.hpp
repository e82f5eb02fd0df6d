// Bytes as a part of a page: deflated, as text.
#pragma once

#include <string>

namespace nsds::io::view {

/// Compresses as zlib does, which browsers call 'deflate'.
std::string deflated(const std::string& bytes);
std::string base64(const std::string& bytes);

}  // namespace nsds::io::view
