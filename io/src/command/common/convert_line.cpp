#include <memory>
#include <utility>

#include "command/common/lines.hpp"
#include "nsds/io/vtk.hpp"

namespace nsds::command {

void addConvert(command_line::Program& program, int& exitStatus, Action<ConvertLine> action) {
  const auto line = std::make_shared<ConvertLine>();
  line->segments = io::VtkOptions{}.segments;
  command_line::Command command = program.subcommand("convert", "Write a trajectory in another form.");
  command.text({"FILE", "FILE", "a trajectory of --record, or a table of --output", true}, line->file);
  command.text(
      {"-o,--output", "FILE",
       "what is written: FILE.csv is a table, FILE.pvd a series for ParaView with the folder FILE", true},
      line->output);
  command.list(
      {"--columns", "NAME,...", "of a table: these behind the time, all unless given; nsds info names them"},
      line->columns);
  command.integer({"--stride", "N", "every N-th frame", false, true}, line->stride, 1, 1000000000);
  command.integer(
      {"--segments", "N", "of a series: straight lines in the circumference of a ball", false, true},
      line->segments, 4, 256);
  command.footer(
      "Prints the name of what is written.\nExample: nsds convert pile.h5 -o pile.csv --columns kinetic");
  command.action([line, &exitStatus, action = std::move(action)] { exitStatus = action(*line); });
}

}  // namespace nsds::command
