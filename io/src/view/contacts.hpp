// The contacts of all frames, or of some, as bytes that deflate well; page/decode.js reads them.
//
// For each frame that is kept its position and the number of its contacts; then, contact after contact, the bodies as
// differences to those of the contact before, the point in steps of 2^-16 of the scene, the normal in 15 bits a
// component of the octahedral map, and the force as floats of 24 bits (a relative error of 2^-16).
#pragma once

#include <string>

#include "view/extent.hpp"

namespace nsds::io::view {

struct ContactBytes {
  std::string bytes;
  std::size_t frames = 0;    ///< that are kept
  std::size_t contacts = 0;  ///< in them
  double step = 0.0;         ///< points are multiples of it, from the centre of the extent [m]
};

/// Keeps one frame out of `stride`, from the first one on.
ContactBytes encodeContacts(const Scene& scene, const Extent& extent, std::size_t stride);

}  // namespace nsds::io::view
