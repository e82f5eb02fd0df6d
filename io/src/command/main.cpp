// The `nsds` command. It declares all subcommands; those that companions execute are handed on to them.
#include "command/common/lines.hpp"
#include "command/common/program.hpp"
#include "companion.hpp"
#include "examples.hpp"
#include "subcommands.hpp"
#include "version.hpp"

int main(int argc, char** argv) {
  using namespace nsds::command;
  const Companion formats("nsds-formats", argv);
  const Companion study("nsds-study", argv);
  const auto toFormats = [&](const auto&) -> int { formats.become(); };
  const auto toStudy = [&](const auto&) -> int { study.become(); };
  return runProgram(argc, argv, [&](nsds::command_line::Program& program, int& exitStatus) {
    program.version(versionText());
    program.footer(
        "nsds COMMAND --help describes a command.\nExit status: 0 success, 1 failure, 2 wrong usage.");
    addRun(program, exitStatus, [&](const RunLine& line) { return run(line, formats); },
           {exampleChoices, parameterChoices});
    addSolve(program, exitStatus, toFormats);
    addSolvers(program, exitStatus, toFormats);
    addPlot(program, exitStatus);
    addInfo(program, exitStatus);
    addConvert(program, exitStatus, [&](const ConvertLine& line) { return convert(line, formats); });
    addCompare(program, exitStatus);
    addView(program, exitStatus);
    addStudy(program, exitStatus, toStudy);
    addManual(program, exitStatus);
  });
}
