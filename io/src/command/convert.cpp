// nsds convert FILE -o OUT: a trajectory in a form that other programs read. Tables are written here, series for ParaView by
// a companion.
#include <fmt/core.h>

#include <filesystem>
#include <stdexcept>

#include "command/common/command.hpp"
#include "subcommands.hpp"
#include "table_file.hpp"

namespace nsds::command {

namespace {

void writeTable(const ConvertLine& line) {
  io::Trajectory table;
  try {
    table = readTable(line.file, line.columns, static_cast<std::size_t>(line.stride));
  } catch (const std::out_of_range& error) {
    throw UsageError(error.what());
  }
  table.writeCsv(line.output);
}

}  // namespace

int convert(const ConvertLine& line, const Companion& formats) {
  const std::filesystem::path output = line.output;
  if (output.extension() == ".pvd") formats.become();
  if (output.extension() != ".csv")
    throw UsageError(
        fmt::format("convert: {}: the suffix says the form; there are .csv and .pvd", output.string()));
  writeTable(line);
  fmt::print("{}\n", output.string());
  return kSuccess;
}

}  // namespace nsds::command
