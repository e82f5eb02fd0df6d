// The page of a recorded run.
//
//   const io::TrajectoryFile run("pile.h5");
//   io::view::write(io::sceneOf(run), "pile.html");
#pragma once

#include <cstddef>
#include <string>

#include "nsds/io/export.hpp"
#include "nsds/io/trajectory_file.hpp"
#include "nsds/io/view.hpp"

namespace nsds::io {

struct SceneChoice {
  std::string title = {};     ///< empty: the name of the file
  std::size_t frames = 2000;  ///< at most: of more one in two is taken, one in three, and so on
};

/// Bodies are the rigid bodies of the file and planar systems that have shapes, in the plane where some shapes are planar. Joints
/// become lines by way of their anchors. Charts show what is no body, the columns of the user, energy and active relations.
/// Errors: TrajectoryError.
NSDS_IO_API view::Scene sceneOf(const TrajectoryFile& file, const SceneChoice& choice = {});

}  // namespace nsds::io
