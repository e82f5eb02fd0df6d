// Writes a recorded run as a series of files for ParaView and other programs that stand on VTK.
//
//   io::writeVtk(io::TrajectoryFile("pile.h5"), "pile.pvd");
//
// pile.pvd lists by their time the files of the folder pile/ beside it, each of them poly data (.vtp, compressed):
//   bodies    shapes where they are, tessellated, with cell data: id, velocity of the centre [m/s]. Rigid bodies without a
//             shape are points.
//   contacts  points with normal, force [N] (both for the first body), gap [m], id, first and second (ids of the bodies, 0:
//             what does not move)
//   joints    a line a joint, from the centre of its first body over the two points that it holds together to the centre
//             of the second, with cell data: id, multiplier (a column a row of the joint, 0 beyond its rows; N s and N m s
//             over the step of time stepping, N and N m of event-driven simulation)
//   fixed     shapes that do not move, half spaces as far as the bodies come, with cell data: number
// A part that has nothing in any frame is left out. A planar body lies in z = 0.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>

#include "nsds/io/formats_export.hpp"
#include "nsds/io/trajectory_file.hpp"

namespace nsds::io {

struct VtkOptions {
  std::size_t stride = 1;  ///< every so many frames, from the first one on; ≥ 1
  int segments = 16;       ///< straight lines in the circumference of a ball; 4 to 256
};

/// A series that cannot be written. what() begins with the name of the file.
class NSDS_FORMATS_API VtkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes pvd and its folder. What was there before is replaced on success alone, and nothing is left of a series that
/// failed. Errors: VtkError where a file cannot be written, where the folder holds what is not of such a series, and where
/// the run has nothing to draw; std::invalid_argument for a name that does not end in .pvd, and for options out of range;
/// TrajectoryError where the run cannot be read.
NSDS_FORMATS_API void writeVtk(const TrajectoryFile& run, const std::filesystem::path& pvd,
                               const VtkOptions& options = {});

}  // namespace nsds::io
