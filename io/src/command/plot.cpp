#include "nsds/io/plot.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "command/common/command.hpp"
#include "nsds/io/trajectory_file.hpp"
#include "subcommands.hpp"
#include "table_file.hpp"

namespace nsds::command {

namespace {

struct PlotArguments {
  std::vector<std::string> files;
  std::vector<std::string> names;
  std::string output;
  io::PlotOptions options;
};

// Files are told apart by their stems, or by their paths where stems agree.
std::vector<std::string> namesOf(const PlotArguments& arguments) {
  if (!arguments.names.empty()) {
    if (arguments.names.size() == arguments.files.size()) return arguments.names;
    throw UsageError(fmt::format("files: {}, names: {}; every file takes one name", arguments.files.size(),
                                 arguments.names.size()));
  }
  if (arguments.files.size() == 1) return {""};
  std::vector<std::string> stems;
  for (const std::string& file : arguments.files) {
    const std::string stem = std::filesystem::path(file).stem().string();
    if (std::find(stems.begin(), stems.end(), stem) != stems.end()) return arguments.files;
    stems.push_back(stem);
  }
  return stems;
}

std::filesystem::path pictureOf(const PlotArguments& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  std::filesystem::path picture = arguments.files.front();
  const std::string& kind = arguments.options.kind;
  picture.replace_extension();
  picture += (kind == io::PlotOptions().kind ? "" : "-" + kind) + ".png";
  return picture;
}

// The columns that are read: of a recording those that are named, or the ones that say most, since all of them would be
// too many for a picture.
std::vector<std::string> columnsOf(const std::string& file, const io::PlotOptions& options) {
  if (!io::TrajectoryFile::looksLikeOne(file)) return {};
  if (!options.columns.empty()) {
    std::vector<std::string> columns = options.columns;
    if (!options.abscissa.empty()) columns.push_back(options.abscissa);
    return columns;
  }
  if (options.kind != io::PlotOptions().kind) return {};
  return io::TrajectoryFile(file).mainColumns();
}

int plot(const PlotArguments& arguments) {
  const std::vector<std::string> names = namesOf(arguments);
  std::vector<io::Trajectory> tables;
  try {
    for (const std::string& file : arguments.files)
      tables.push_back(readTable(file, columnsOf(file, arguments.options)));
  } catch (const std::out_of_range& error) {
    throw UsageError(error.what());
  }
  std::vector<io::PlotTable> drawn;
  for (std::size_t i = 0; i < tables.size(); ++i) drawn.push_back({names[i], tables[i], arguments.files[i]});
  const std::filesystem::path picture = pictureOf(arguments);
  try {
    io::plot(drawn, picture, arguments.options);
  } catch (const std::out_of_range& error) {
    throw UsageError(error.what());
  }
  fmt::print("{}\n", picture.string());
  return kSuccess;
}

std::string footer() {
  std::string text = "Kinds, and what they draw where no columns are named:\n";
  for (const io::PlotKind& kind : io::plotKinds()) {
    text += fmt::format("  {:<16}{};\n{:18}{}\n", kind.name, kind.sentence, "", kind.defaults);
  }
  return text +
         "Prints the name of the picture.\nExample: nsds plot ball.csv -y ball.q0,ball.v0\n"
         "Example: nsds plot coarse.csv fine.csv --kind phase -x ball.q0 -y ball.v0 -o phase.svg";
}

}  // namespace

void addPlot(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<PlotArguments>();
  io::PlotOptions& options = arguments->options;
  command_line::Command command = program.subcommand("plot", "Draw tables as a picture, with gnuplot.");
  command.words({.name = "FILES",
                 .type = "FILE",
                 .sentence = "tables or trajectories, in one picture",
                 .required = true},
                arguments->files);
  command.text({"-o,--output", "FILE", "picture, .png, .svg or .pdf; FILE.png or FILE-KIND.png if not given"},
               arguments->output);
  command.text({.name = "-k,--kind", .type = "KIND", .sentence = "see below", .showsDefault = true},
               options.kind);
  command.text({"-x", "A", "column of the horizontal axis"}, options.abscissa);
  command.list({"-y", "A,B,C", "columns to draw, which every file has"}, options.columns);
  command.list({"--names", "A,B,C", "what the key calls the files"}, arguments->names);
  command.text({"--title", "", "line above the picture"}, options.title);
  command.flag({"--log", "", "series: logarithmic axes; numbers that are not positive are left out"},
               options.logarithmic);
  command.integer({.name = "--width", .sentence = "pixels", .showsDefault = true}, options.width, 300, 10000);
  command.integer({"--height", "", "pixels; from the number of panels if not given"}, options.height, 200,
                  10000);
  command.footer(footer());
  command.action([arguments, &exitStatus] { exitStatus = plot(*arguments); });
}

}  // namespace nsds::command
