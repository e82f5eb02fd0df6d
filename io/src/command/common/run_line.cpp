#include <memory>
#include <utility>

#include "command/common/lines.hpp"

namespace nsds::command {

void addRun(command_line::Program& program, int& exitStatus, Action<RunLine> action,
            const RunChoices& choices) {
  const auto line = std::make_shared<RunLine>();
  command_line::Command command = program.subcommand("run", "Run an example, or a scene from a file.");
  command.text({.name = "EXAMPLE",
                .type = "NAME",
                .sentence = "its name, see --list; or the file of a scene, NAME.json",
                .choices = choices.examples},
               line->example);
  command.texts(
      {.name = "--set",
       .type = "NAME=VALUE",
       .sentence = "set a parameter of the example, or by /PATH=VALUE a value of the scene; may be repeated",
       .choices = choices.parameters},
      line->settings);
  command.text({"--output", "FILE.csv", "write the trajectory to this file"}, line->output);
  command_line::declareRunOptions(command, line->run);
  command.flag({"--list", "", "list the examples, each with a summary"}, line->list);
  command.flag({"--parameters", "", "describe the example and its parameters"}, line->parameters);
  command.flag({"--json", "", "with --list or --parameters: print JSON for programs"}, line->json);
  command.footer(
      "Exit status: that of the example; of a scene 0 success, 1 failure.\n"
      "Example: nsds run ball --set h=1e-3 --output ball.csv\n"
      "Example: nsds run pile.json --set /duration=2 --set /bodies/0/rigid/position/2=1.5");
  command.action([line, &exitStatus, action = std::move(action)] { exitStatus = action(*line); });
}

}  // namespace nsds::command
