// nsds run SCENE.json.
#include <fmt/core.h>

#include <filesystem>

#include "command/common/command.hpp"
#include "command/formats/subcommands.hpp"
#include "nsds/io/run.hpp"
#include "nsds/io/scene.hpp"

namespace nsds::command {

namespace {

io::Parameters parametersOf(const std::vector<std::string>& options) {
  try {
    return io::Parameters::parse(options, {});
  } catch (const io::ParameterError& error) {
    throw UsageError(fmt::format("run: {}", error.what()));
  }
}

}  // namespace

int runScene(const RunLine& line) {
  const io::Parameters parameters = parametersOf(command_line::argumentsOf(line.run));
  io::Scene scene = io::Scene::read(line.example, line.settings);
  const std::filesystem::path output =
      line.output.empty() ? std::filesystem::path(line.example).stem().string() + ".csv" : line.output;
  io::Trajectory::checkWritable(output);
  if (!scene.title().empty()) fmt::print("{}\n", scene.title());
  io::Run run(scene, parameters);
  try {
    run(scene.recorder());
  } catch (const io::RunEnded& ended) {
    fmt::print("{}\n", ended.what());
  }
  scene.recorder().writeCsv(output);
  fmt::print("written {}, {} rows\n", output.string(), scene.recorder().trajectory().rowCount());
  return kSuccess;
}

}  // namespace nsds::command
