#include "command/common/program.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string_view>

#include "command/common/command.hpp"
#include "command/common/complete.hpp"

namespace nsds::command {

namespace {

int parseAndRun(int argc, char** argv, const AddSubcommands& add) {
  int exitStatus = kSuccess;
  command_line::Program program("Simulation of nonsmooth dynamical systems.", "nsds");
  add(program, exitStatus);
  // A line that is still being typed is no line to be parsed.
  if (argc > 1 && std::string_view(argv[1]) == "complete") {
    printCompletion(program.description(), {argv + 2, argv + argc});
    return kSuccess;
  }
  try {
    program.parse(argc, argv);
  } catch (const command_line::Ending& ending) {
    std::fputs(ending.text.c_str(), ending.refused ? stderr : stdout);
    return ending.refused ? kWrongUsage : kSuccess;
  } catch (const UsageError& error) {
    std::fprintf(stderr, "nsds: %s\n", error.what());
    return kWrongUsage;
  }
  return exitStatus;
}

}  // namespace

int runProgram(int argc, char** argv, const AddSubcommands& add) {
  try {
    const int status = parseAndRun(argc, argv, add);
    // Output that is lost, on a full disk or a closed descriptor, is no success.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    std::fprintf(stderr, "nsds: standard output cannot be written: %s\n", std::strerror(errno));
    return kFailure;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nsds: %s\n", error.what());
    return kFailure;
  }
}

}  // namespace nsds::command
