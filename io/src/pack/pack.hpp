// Bytes as a part of a text: deflated, and in letters; exported for nsds::formats.
#pragma once

#include <string>
#include <string_view>

#include "nsds/io/export.hpp"

namespace nsds::io {

/// Compresses as zlib does. level: 1, the fastest, to 9.
NSDS_IO_API std::string deflated(std::string_view bytes, int level = 6);
NSDS_IO_API std::string base64(std::string_view bytes);

}  // namespace nsds::io
