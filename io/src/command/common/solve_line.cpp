#include <fmt/core.h>

#include <memory>
#include <utility>

#include "command/common/class_names.hpp"
#include "command/common/complete.hpp"
#include "command/common/lines.hpp"

namespace nsds::command {

namespace {

std::vector<std::string> solverOrAll(const command_line::Given& given) {
  std::vector<std::string> names = solverChoices(given);
  names.emplace_back("all");
  return names;
}

}  // namespace

void addSolve(command_line::Program& program, int& exitStatus, Action<SolveLine> action) {
  const auto line = std::make_shared<SolveLine>();
  command_line::Command command = program.subcommand("solve", "Solve a problem file.");
  command.text({.name = "FILE",
                .type = "FILE",
                .sentence = "problem file; .qps and .mps: of these formats; -: standard input",
                .required = true},
               line->file);
  command.text(
      {.name = "--class",
       .type = "NAME",
       .sentence = fmt::format("problem class, guessed from the file if not given: {}", fileClassNames()),
       .choices = fileClassChoices},
      line->problemClass);
  command.text({.name = "--format",
                .type = "FORMAT",
                .sentence = "qps: the file is one of QPS or MPS, whatever its name",
                .choices = [](const auto&) { return std::vector<std::string>{"qps"}; }},
               line->format);
  command.text(
      {.name = "--solver",
       .type = "NAME",
       .sentence = "solver, see nsds solvers; the first of the class if not given; all: compare them",
       .choices = solverOrAll},
      line->solver);
  command.text({"--tolerance", "T", "bound on the residual"}, line->tolerance);
  command.text({"--max-iterations", "N", "iteration limit, 0: the solver chooses"}, line->maxIterations);
  command.text({"--time-limit", "SEC", "limit of the wall time in seconds"}, line->timeLimit);
  command.texts({.name = "--set",
                 .type = "OPTION=VALUE",
                 .sentence = "set an option of the solver; may be repeated",
                 .choices = solverOptionChoices},
                line->settings);
  command.flag({"--json", "", "print a JSON object for programs"}, line->json);
  command.footer(
      "Exit status: 0 when the status is ok, 1 for any other and for a file that cannot be read.\n"
      "It is 2 for wrong usage and for a file of which the class must be said.\n"
      "Files to begin with, one of each class: share/nsds/problems where nsds is installed, "
      "io/problems/samples in "
      "the source tree.\n"
      "Example: nsds solve problem.dat --solver lemke --tolerance 1e-12 --json");
  command.action([line, &exitStatus, action = std::move(action)] { exitStatus = action(*line); });
}

}  // namespace nsds::command
