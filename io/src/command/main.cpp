#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "command.hpp"
#include "nsds/numerics/version.h"

namespace {

int run(int argc, char** argv) {
  using namespace nsds::command;
  int exitStatus = kSuccess;
  CLI::App app("Simulation of nonsmooth dynamical systems.", "nsds");
  app.set_version_flag("--version", nsds_version());
  app.require_subcommand(1);
  app.footer("nsds COMMAND --help describes a command.\nExit status: 0 success, 1 failure, 2 wrong usage.");
  addRun(app, exitStatus);
  addSolve(app, exitStatus);
  addSolvers(app, exitStatus);
  addPlot(app, exitStatus);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kSuccess : kWrongUsage;
  } catch (const UsageError& error) {
    fmt::print(stderr, "nsds: {}\n", error.what());
    return kWrongUsage;
  }
  return exitStatus;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nsds: %s\n", error.what());
    return nsds::command::kFailure;
  }
}
