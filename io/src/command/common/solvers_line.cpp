#include <fmt/core.h>

#include <memory>
#include <utility>

#include "command/common/class_names.hpp"
#include "command/common/complete.hpp"
#include "command/common/lines.hpp"

namespace nsds::command {

namespace {

std::vector<std::string> classAndSolverNames(const command_line::Given& given) {
  std::vector<std::string> names = solverChoices(given);
  if (given.contains("--class")) return names;
  const std::vector<std::string> classes = classChoices(given);
  names.insert(names.end(), classes.begin(), classes.end());
  return names;
}

}  // namespace

void addSolvers(command_line::Program& program, int& exitStatus, Action<SolversLine> action) {
  const auto line = std::make_shared<SolversLine>();
  command_line::Command command =
      program.subcommand("solvers", "List problem classes and their solvers, or describe one.");
  command.text({.name = "NAME",
                .type = "NAME",
                .sentence = "describe this class, or this solver in every class that has it",
                .choices = classAndSolverNames},
               line->name);
  command.text({.name = "--class",
                .type = "NAME",
                .sentence = fmt::format("take the solver NAME of this problem class alone: {}", classNames()),
                .choices = classChoices},
               line->problemClass);
  command.flag({"--json", "", "print a JSON array for programs"}, line->json);
  command.footer("Example: nsds solvers lemke");
  command.action([line, &exitStatus, action = std::move(action)] { exitStatus = action(*line); });
}

}  // namespace nsds::command
