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
    io::plotPng(trajectory, output, arguments.options);
  } catch (const std::out_of_range& error) {
    throw UsageError(fmt::format("{}: {}", arguments.file, error.what()));
  }
  fmt::print("{}\n", output.string());
  return kSuccess;
}

}  // namespace

void addPlot(CLI::App& app, int& exitStatus) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("plot", "Draw a trajectory as a PNG picture, with gnuplot.");
  command->add_option("FILE", arguments->file, "trajectory")->type_name("FILE.csv")->required();
  command->add_option("-o,--output", arguments->output, "picture; FILE.png if not given")
      ->type_name("FILE.png");
  command->add_option("--columns", arguments->options.columns, "what to draw; all but the first if not given")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("A,B,C");
  command
      ->add_option("--x", arguments->options.abscissa,
                   "column of the horizontal axis; the first if not given")
      ->type_name("A");
  command->add_option("--title", arguments->options.title, "line above the picture");
  command->add_flag("--log", arguments->options.logarithmic,
                    "logarithmic axes; numbers that are not positive are left out");
  command->add_option("--width", arguments->options.width, "pixels")
      ->check(CLI::Range(300, 10000))
      ->capture_default_str();
  command->add_option("--height", arguments->options.height, "pixels; from the number of panels if not given")
      ->check(CLI::Range(200, 10000));
  command->footer("Prints the name of the picture.\nExample: nsds plot ball.csv --columns ball.q0,ball.v0");
  command->callback([arguments, &exitStatus] { exitStatus = plot(*arguments); });
}

}  // namespace nsds::command
