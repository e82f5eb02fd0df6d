// What a scene records.
#pragma once

#include "nsds/io/recorder.hpp"
#include "nsds/io/trajectory_writer.hpp"
#include "scene/building/parts.hpp"

namespace nsds::io::scene {

/// The columns of the table. Errors: SceneError.
void addColumns(const Node& scene, const Parts& parts, Recorder& recorder);
/// What is recorded in a file of HDF5.
RecordOptions recordOptionsOf(const Node& scene);

}  // namespace nsds::io::scene
