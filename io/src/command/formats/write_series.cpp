// nsds convert FILE -o OUT.pvd: a series for ParaView.
#include <fmt/core.h>

#include "command/common/command.hpp"
#include "command/formats/subcommands.hpp"
#include "nsds/io/trajectory_file.hpp"
#include "nsds/io/vtk.hpp"

namespace nsds::command {

int writeSeries(const ConvertLine& line) {
  if (!line.columns.empty()) throw UsageError("convert: --columns goes with a table, FILE.csv");
  io::writeVtk(io::TrajectoryFile(line.file), line.output,
               {static_cast<std::size_t>(line.stride), line.segments});
  fmt::print("{}\n", line.output);
  return kSuccess;
}

}  // namespace nsds::command
