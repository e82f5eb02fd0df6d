#include "run_scene.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "command.hpp"
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

int runScene(const SceneArguments& arguments) {
  const io::Parameters parameters = parametersOf(arguments.options);
  io::Scene scene = io::Scene::read(arguments.file, arguments.settings);
  const std::filesystem::path output = arguments.output.empty()
                                           ? std::filesystem::path(arguments.file).stem().string() + ".csv"
                                           : arguments.output;
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
