// nsds-formats, the companion of `nsds` for problem files, scenes and series.
#include "command/common/program.hpp"
#include "command/formats/subcommands.hpp"

int main(int argc, char** argv) {
  using namespace nsds::command;
  return runProgram(argc, argv, [](nsds::command_line::Program& program, int& exitStatus) {
    addRun(program, exitStatus, runScene);
    addSolve(program, exitStatus, solve);
    addSolvers(program, exitStatus, describeSolvers);
    addConvert(program, exitStatus, writeSeries);
  });
}
