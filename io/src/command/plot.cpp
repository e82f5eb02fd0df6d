#include "nsds/io/plot.hpp"

#include <fmt/format.h>

#include <memory>

#include "command.hpp"

namespace nsds::command {

namespace {

struct Arguments {
  std::string file;
  std::string output;
  io::PlotOptions options;
};

int plot(const Arguments& arguments) {
  const std::filesystem::path file = arguments.file;
  std::filesystem::path output = arguments.output;
  if (output.empty()) output = std::filesystem::path(file).replace_extension(".png");
  const io::Trajectory trajectory = io::Trajectory::readCsv(file);
  try {
    io::plot(trajectory, output, arguments.options);
  } catch (const std::out_of_range& error) {
    throw UsageError(fmt::format("{}: {}", arguments.file, error.what()));
  }
  fmt::print("{}\n", output.string());
  return kSuccess;
}

}  // namespace

void addPlot(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<Arguments>();
  io::PlotOptions& options = arguments->options;
  command_line::Command command = program.subcommand("plot", "Draw a trajectory as a picture, with gnuplot.");
  command.text({.name = "FILE", .type = "FILE.csv", .sentence = "trajectory", .required = true},
               arguments->file);
  command.text({"-o,--output", "FILE", "picture, .png, .svg or .pdf; FILE.png if not given"},
               arguments->output);
  command.list({"--columns", "A,B,C", "what to draw; all but the first if not given"}, options.columns);
  command.text({"--x", "A", "column of the horizontal axis; the first if not given"}, options.abscissa);
  command.text({"--title", "", "line above the picture"}, options.title);
  command.flag({"--log", "", "logarithmic axes; numbers that are not positive are left out"},
               options.logarithmic);
  command.integer({.name = "--width", .sentence = "pixels", .showsDefault = true}, options.width, 300, 10000);
  command.integer({"--height", "", "pixels; from the number of panels if not given"}, options.height, 200,
                  10000);
  command.footer("Prints the name of the picture.\nExample: nsds plot ball.csv --columns ball.q0,ball.v0");
  command.action([arguments, &exitStatus] { exitStatus = plot(*arguments); });
}

}  // namespace nsds::command
