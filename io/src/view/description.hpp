// What a page knows of a scene beside its numbers: names, shapes, lines, events, columns.
#pragma once

#include <nlohmann/json.hpp>

#include "view/extent.hpp"

namespace nsds::io::view {

/// An object whose members page/decode.js reads; the writer of the page adds what it knows of the bytes.
nlohmann::json describe(const Scene& scene, const Extent& extent);

}  // namespace nsds::io::view
