#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string_view>

#include "command.hpp"
#include "complete.hpp"
#include "version.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace nsds::command;
  int exitStatus = kSuccess;
  nsds::command_line::Program program("Simulation of nonsmooth dynamical systems.", "nsds");
  program.version(versionText());
  program.footer(
      "nsds COMMAND --help describes a command.\nExit status: 0 success, 1 failure, 2 wrong usage.");
  addRun(program, exitStatus);
  addSolve(program, exitStatus);
  addSolvers(program, exitStatus);
  addPlot(program, exitStatus);
  addInfo(program, exitStatus);
  addConvert(program, exitStatus);
  addCompare(program, exitStatus);
  addView(program, exitStatus);
  addStudy(program, exitStatus);
  addManual(program, exitStatus);
  // A line that is still being typed is no line to be parsed.
  if (argc > 1 && std::string_view(argv[1]) == "complete") {
    printCompletion(program.description(), {argv + 2, argv + argc});
    return kSuccess;
  }
  try {
    program.parse(argc, argv);
  } catch (const nsds::command_line::Ending& ending) {
    std::fputs(ending.text.c_str(), ending.refused ? stderr : stdout);
    return ending.refused ? kWrongUsage : kSuccess;
  } catch (const UsageError& error) {
    fmt::print(stderr, "nsds: {}\n", error.what());
    return kWrongUsage;
  }
  return exitStatus;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int status = run(argc, argv);
    // Output that is lost, on a full disk or a closed descriptor, is no success.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    std::fprintf(stderr, "nsds: standard output cannot be written: %s\n", std::strerror(errno));
    return nsds::command::kFailure;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nsds: %s\n", error.what());
    return nsds::command::kFailure;
  }
}
