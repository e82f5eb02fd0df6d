// Draws pictures of trajectories by gnuplot.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "nsds/io/export.hpp"
#include "nsds/io/trajectory.hpp"

namespace nsds::io {

struct PlotOptions {
  std::string title = {};                 ///< above the picture, empty for none
  std::string abscissa = {};              ///< column of the horizontal axis, empty for the first one
  std::vector<std::string> columns = {};  ///< what is drawn, empty for all columns but the abscissa
  bool logarithmic = false;               ///< both axes; numbers that are not positive are left out
  int width = 1000;                       ///< pixels, at least 300
  int height = 0;                         ///< pixels, 0 chooses from the number of panels, else at least 200
};

/// A picture that cannot be made: gnuplot is missing (the sentence names the package) or refused its input.
class NSDS_IO_API PlotError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes a picture in the format that the suffix of the file says, .png, .svg or .pdf: panels above each other
/// over a common horizontal axis, one for each unit, in the order in which the units first appear. In a PDF a
/// pixel is 1/72 of an inch. Throws PlotError; std::out_of_range for a column that is not there;
/// std::invalid_argument for another suffix, for a size out of range and for a table with nothing to draw. A
/// picture that was there before is replaced only on success.
NSDS_IO_API void plot(const Trajectory& trajectory, const std::filesystem::path& file,
                      const PlotOptions& options = {});

}  // namespace nsds::io
