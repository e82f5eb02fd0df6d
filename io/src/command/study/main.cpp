// nsds-study, the companion of `nsds` that makes studies.
#include "command/common/program.hpp"
#include "command/study/figure.hpp"

int main(int argc, char** argv) {
  using namespace nsds::command;
  return runProgram(argc, argv, [](nsds::command_line::Program& program, int& exitStatus) {
    addStudy(program, exitStatus, study);
  });
}
