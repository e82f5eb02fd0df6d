// Draws pictures of tables by gnuplot: trajectories, phase portraits, orders of convergence, profiles.
//
//   plot(trajectory, "ball.png");
//   plot({{"θ = 1/2", half}, {"θ = 1", one}}, "energy.svg", {.kind = "energy"});
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "nsds/io/export.hpp"
#include "nsds/io/trajectory.hpp"

namespace nsds::io {

/// One of several tables in a picture, which the caller keeps alive.
struct PlotTable {
  std::string name;  ///< tells its curves from those of the others in the key
  std::reference_wrapper<const Trajectory> table;
  std::string file = {};  ///< what messages call it, empty for its name
};

struct PlotOptions {
  std::string kind = "series";            ///< one of plotKinds()
  std::string title = {};                 ///< above the picture, empty for none
  std::string abscissa = {};              ///< column of the horizontal axis, empty for what the kind takes
  std::vector<std::string> columns = {};  ///< what is drawn, empty for what the kind takes
  bool logarithmic = false;               ///< series: both axes; numbers that are not positive are left out
  int width = 1000;                       ///< pixels, at least 300
  int height = 0;                         ///< pixels, 0 chooses from the number of panels, else at least 200
};

/// What can be drawn, and from which columns where none are named.
struct PlotKind {
  std::string_view name;
  std::string_view sentence;
  std::string_view defaults;
};

/// A picture that cannot be made: gnuplot is missing (the sentence names the package) or refused its input.
class NSDS_IO_API PlotError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

NSDS_IO_API std::vector<PlotKind> plotKinds();

/// Writes a picture in the format that the suffix of the file says, .png, .svg or .pdf. In a PDF a pixel is
/// 1/72 of an inch. Columns that are named have to be in every table. A picture that was there before is
/// replaced only on success. Throws PlotError; std::out_of_range for a kind and for a column that is not
/// there; std::invalid_argument for another suffix, for a size out of range, and for tables that do not hold
/// what the kind draws.
NSDS_IO_API void plot(const std::vector<PlotTable>& tables, const std::filesystem::path& file,
                      const PlotOptions& options = {});

/// Draws one table.
inline void plot(const Trajectory& table, const std::filesystem::path& file,
                 const PlotOptions& options = {}) {
  plot(std::vector<PlotTable>{{"", table}}, file, options);
}

}  // namespace nsds::io
