// Where a scene is and how large it is.
#pragma once

#include "nsds/io/view.hpp"

namespace nsds::io::view {

struct Extent {
  Vector3 centre{};
  double size = 1.0;  ///< diagonal of the box of what matters, > 0 [m]
  double radius =
      0.1;  ///< median of the moving bodies' radii, for marks without a size of their own, > 0 [m]
};

/// Takes a consistent scene. Positions farther out than 98 % of the others do not count along that axis: a body
/// that falls for ever neither shrinks the picture of the others nor makes their positions coarse.
Extent extentOf(const Scene& scene);

}  // namespace nsds::io::view
