// The subcommand: makes the figures of a study, each with its table, its picture and its sentence.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "command/common/command.hpp"
#include "command/study/figure.hpp"

namespace nsds::command {

namespace {

/// Writes the table and the picture of a figure, and tells what it shows.
bool makeFigure(const StudyFigure& figure, const StudyLine& line, std::ofstream& page) {
  StudyResult made = figure.make();
  const std::filesystem::path folder = line.folder;
  const std::string name(figure.name);
  made.table.writeCsv(folder / (name + ".csv"));
  made.options.title = figure.caption;
  made.options.width = 700;
  if (!line.noPictures) io::plot(made.table, folder / (name + ".svg"), made.options);
  const char* const verdict = made.holds ? "holds" : "FAILS";
  fmt::print("{:<34}{}  {}\n", figure.name, verdict, made.sentence);
  std::fflush(stdout);
  page << fmt::format("## {}\n\n", figure.caption);
  if (!line.noPictures) page << fmt::format("![{}]({}.svg)\n\n", figure.caption, name);
  page << fmt::format("{}{} [Numbers]({}.csv)\n\n", made.sentence, made.holds ? "" : " **It does not.**",
                      name);
  if (!made.details.empty()) page << made.details << "\n\n";
  return made.holds;
}

/// Throws UsageError unless there is one name, of a study that there is.
Study studyOf(const std::vector<std::string>& names) {
  if (names.size() != 1) throw UsageError("one study is made at a time");
  std::vector<Study> studies{lectureStudy(), schemesStudy()};
  const auto found = std::find_if(studies.begin(), studies.end(),
                                  [&](const Study& study) { return study.name == names.front(); });
  if (found == studies.end())
    throw UsageError(fmt::format("there is no study \"{}\"; there are: lecture, schemes", names.front()));
  return std::move(*found);
}

/// The figures that were asked for. Throws UsageError if there is none.
std::vector<StudyFigure> figuresOf(const Study& study, const std::string& only) {
  std::vector<StudyFigure> chosen;
  for (const StudyFigure& figure : study.figures)
    if (figure.name.find(only) != std::string_view::npos) chosen.push_back(figure);
  if (chosen.empty()) throw UsageError(fmt::format("no figure has \"{}\" in its name", only));
  return chosen;
}

}  // namespace

int study(const StudyLine& line) {
  const Study study = studyOf(line.studies);
  const std::vector<StudyFigure> figures = figuresOf(study, line.only);
  std::filesystem::create_directories(line.folder);
  // A page of some figures does not take the place of that of all.
  const std::string pageName = figures.size() == study.figures.size() ? "README.md" : "some.md";
  std::ofstream page(std::filesystem::path(line.folder) / pageName);
  if (!page) throw std::runtime_error(fmt::format("{}: cannot be written to", line.folder));
  page << fmt::format("# {}\n\n{}\n\n", study.title, study.introduction);
  int failed = 0;
  for (const StudyFigure& figure : figures)
    if (!makeFigure(figure, line, page)) ++failed;
  const int made = static_cast<int>(figures.size());
  fmt::print("{} figures in {}, {} properties hold, {} fail\n", made, line.folder, made - failed, failed);
  return failed == 0 ? kSuccess : kFailure;
}

}  // namespace nsds::command
