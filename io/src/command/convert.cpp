// nsds convert FILE -o OUT: a trajectory in a form that other programs read.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "command.hpp"
#include "nsds/io/vtk.hpp"
#include "table_file.hpp"

namespace nsds::command {

namespace {

struct Arguments {
  std::string file;
  std::string output;
  std::vector<std::string> columns;
  int stride = 1;
  int segments = io::VtkOptions{}.segments;
};

void writeTable(const Arguments& arguments) {
  io::Trajectory table;
  try {
    table = readTable(arguments.file, arguments.columns, static_cast<std::size_t>(arguments.stride));
  } catch (const std::out_of_range& error) {
    throw UsageError(error.what());
  }
  table.writeCsv(arguments.output);
}

void writeSeries(const Arguments& arguments) {
  if (!arguments.columns.empty()) throw UsageError("convert: --columns goes with a table, FILE.csv");
  io::writeVtk(io::TrajectoryFile(arguments.file), arguments.output,
               {static_cast<std::size_t>(arguments.stride), arguments.segments});
}

int convert(const Arguments& arguments) {
  const std::filesystem::path output = arguments.output;
  if (output.extension() == ".csv") {
    writeTable(arguments);
  } else if (output.extension() == ".pvd") {
    writeSeries(arguments);
  } else {
    throw UsageError(
        fmt::format("convert: {}: the suffix says the form; there are .csv and .pvd", output.string()));
  }
  fmt::print("{}\n", output.string());
  return kSuccess;
}

}  // namespace

void addConvert(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<Arguments>();
  command_line::Command command = program.subcommand("convert", "Write a trajectory in another form.");
  command.text({"FILE", "FILE", "a trajectory of --record, or a table of --output", true}, arguments->file);
  command.text(
      {"-o,--output", "FILE",
       "what is written: FILE.csv is a table, FILE.pvd a series for ParaView with the folder FILE", true},
      arguments->output);
  command.list(
      {"--columns", "NAME,...", "of a table: these behind the time, all unless given; nsds info names them"},
      arguments->columns);
  command.integer({"--stride", "N", "every N-th frame", false, true}, arguments->stride, 1, 1000000000);
  command.integer(
      {"--segments", "N", "of a series: straight lines in the circumference of a ball", false, true},
      arguments->segments, 4, 256);
  command.footer(
      "Prints the name of what is written.\nExample: nsds convert pile.h5 -o pile.csv --columns kinetic");
  command.action([arguments, &exitStatus] { exitStatus = convert(*arguments); });
}

}  // namespace nsds::command
