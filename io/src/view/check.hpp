// Refuses scenes that cannot be shown.
#pragma once

#include "nsds/io/view.hpp"

namespace nsds::io::view {

/// Throws std::invalid_argument; the sentence names the body, line, frame, contact, event or table at fault.
void checkScene(const Scene& scene);

}  // namespace nsds::io::view
