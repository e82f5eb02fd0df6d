#include <memory>
#include <utility>

#include "command/common/lines.hpp"

namespace nsds::command {

void addStudy(command_line::Program& program, int& exitStatus, Action<StudyLine> action) {
  const auto line = std::make_shared<StudyLine>();
  command_line::Command command =
      program.subcommand("study", "Make the figures of a study anew, and check what they show.");
  command.words({.name = "STUDY", .type = "NAME", .sentence = "lecture or schemes", .required = true},
                line->studies);
  command.text({.name = "-o,--output",
                .type = "FOLDER",
                .sentence = "for tables, pictures and a page, README.md, or some.md of some figures",
                .showsDefault = true},
               line->folder);
  command.text({"--only", "TEXT", "the figures with this text in their names"}, line->only);
  command.flag({"--no-pictures", "", "tables and sentences alone, without gnuplot"}, line->noPictures);
  command.footer(
      "A figure is a table, a picture and a sentence on the property that it shows; status 1 if one does not "
      "hold.\n"
      "Example: nsds study lecture -o figures\nExample: nsds study lecture --only violation\n"
      "Example: nsds study schemes --only ball");
  command.action([line, &exitStatus, action = std::move(action)] { exitStatus = action(*line); });
}

}  // namespace nsds::command
