// The subcommand: makes the figures of a study, each with its table, its picture and its sentence.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/study/figure.hpp"

namespace nsds::command {

namespace {

struct Arguments {
  std::vector<std::string> studies;
  std::string folder;
  std::string only;
  bool noPictures = false;
};

/// Writes the table and the picture of a figure, and tells what it shows.
bool makeFigure(const StudyFigure& figure, const Arguments& arguments, std::ofstream& page) {
  StudyResult made = figure.make();
  const std::filesystem::path folder = arguments.folder;
  const std::string name(figure.name);
  made.table.writeCsv(folder / (name + ".csv"));
  made.options.title = figure.caption;
  made.options.width = 700;
  if (!arguments.noPictures) io::plot(made.table, folder / (name + ".svg"), made.options);
  const char* const verdict = made.holds ? "holds" : "FAILS";
  fmt::print("{:<34}{}  {}\n", figure.name, verdict, made.sentence);
  std::fflush(stdout);
  page << fmt::format("## {}\n\n", figure.caption);
  if (!arguments.noPictures) page << fmt::format("![{}]({}.svg)\n\n", figure.caption, name);
  page << fmt::format("{}{} [Numbers]({}.csv)\n\n", made.sentence, made.holds ? "" : " **It does not.**",
                      name);
  return made.holds;
}

int study(const Arguments& arguments) {
  for (const std::string& name : arguments.studies)
    if (name != "lecture") throw UsageError(fmt::format("there is no study \"{}\"; there is: lecture", name));
  std::filesystem::create_directories(arguments.folder);
  std::ofstream page(std::filesystem::path(arguments.folder) / "README.md");
  if (!page) throw std::runtime_error(fmt::format("{}: cannot be written to", arguments.folder));
  page << "# Time integration of nonsmooth mechanics: the figures of a lecture\n\n"
          "The figures of V. Acary, Numerical methods for time integration of nonsmooth mechanical systems "
          "(2010), computed anew by "
          "`nsds study lecture`. Work is counted in steps of the scheme, of schemes of any order in "
          "evaluations of forces; errors are means over eight phases "
          "of the impacts in the "
          "steps.\n\n";
  int made = 0, failed = 0;
  for (const StudyFigure& figure : lectureFigures()) {
    if (!arguments.only.empty() && figure.name.find(arguments.only) == std::string_view::npos) continue;
    ++made;
    if (!makeFigure(figure, arguments, page)) ++failed;
  }
  if (made == 0) throw UsageError(fmt::format("no figure has \"{}\" in its name", arguments.only));
  fmt::print("{} figures in {}, {} properties hold, {} fail\n", made, arguments.folder, made - failed,
             failed);
  return failed == 0 ? kSuccess : kFailure;
}

}  // namespace

void addStudy(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<Arguments>();
  arguments->folder = "study";
  command_line::Command command =
      program.subcommand("study", "Make the figures of a study anew, and check what they show.");
  command.words({.name = "STUDY", .type = "NAME", .sentence = "lecture", .required = true},
                arguments->studies);
  command.text({.name = "-o,--output",
                .type = "FOLDER",
                .sentence = "for tables, pictures and a page",
                .showsDefault = true},
               arguments->folder);
  command.text({"--only", "TEXT", "the figures with this text in their names"}, arguments->only);
  command.flag({"--no-pictures", "", "tables and sentences alone, without gnuplot"}, arguments->noPictures);
  command.footer(
      "A figure is a table, a picture and a sentence on the property that it shows; status 1 if one does not "
      "hold.\n"
      "Example: nsds study lecture -o figures\nExample: nsds study lecture --only violation");
  command.action([arguments, &exitStatus] { exitStatus = study(*arguments); });
}

}  // namespace nsds::command
