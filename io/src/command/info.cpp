// nsds info FILE: what a trajectory or a checkpoint holds.
#include <fmt/core.h>

#include <memory>

#include "command/common/command.hpp"
#include "command/common/json_text.hpp"
#include "nsds/io/checkpoint.hpp"
#include "nsds/io/trajectory_file.hpp"
#include "subcommands.hpp"

namespace nsds::command {

namespace {

using Json = nlohmann::ordered_json;

struct InfoArguments {
  std::string file;
  bool json = false;
};

Json jsonOf(const io::CheckpointSummary& summary) {
  return {{"kind", "checkpoint"},
          {"program", summary.program},
          {"nsds", summary.version},
          {"saved", summary.saved},
          {"time", summary.time},
          {"step", summary.step},
          {"bytes", summary.bytes},
          {"run", summary.identity.run},
          {"parameters", summary.identity.parameters},
          {"scene", summary.identity.scene},
          {"kept", summary.kept},
          {"processor", summary.processor},
          {"libraries", summary.libraries}};
}

Json jsonOf(const io::TrajectoryFile& file) {
  Json json{{"kind", "trajectory"}};
  json.update(Json::parse(file.about()));
  json["being_written"] = file.beingWritten();
  json["frames"] = file.frames();
  if (file.frames() > 0) json["begin"] = file.times().front();
  if (file.frames() > 0) json["end"] = file.times().back();
  json["systems"] = file.systems().size();
  json["links"] = file.links().size();
  json["shapes"] = file.shapes().size();
  json["events"] = file.events().size();
  for (const io::Column& column : file.tableColumns())
    json["table"].push_back({{"name", column.name}, {"unit", column.unit}});
  return json;
}

/// A line for each member; lists of texts below each other, long tables of columns cut short.
void print(const Json& json) {
  constexpr std::size_t shown = 12;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_array()) {
      fmt::print("{:<16} {}\n", name, value.is_string() ? value.get<std::string>() : value.dump());
      continue;
    }
    fmt::print("{:<16} {}\n", name, value.size());
    for (std::size_t k = 0; k < std::min(shown, value.size()); ++k) {
      const Json& entry = value[k];
      if (entry.is_object()) {
        const auto unit = entry.value("unit", std::string());
        fmt::print("  {}{}\n", entry.at("name").get<std::string>(), unit.empty() ? "" : " [" + unit + "]");
      } else {
        fmt::print("  {}\n", entry.is_string() ? entry.get<std::string>() : entry.dump());
      }
    }
    if (value.size() > shown) fmt::print("  ... {} more; --json lists all\n", value.size() - shown);
  }
}

/// The first line says what a file is; what it says is left out below, and what is for programs alone.
void printTrajectory(Json json) {
  fmt::print("a recorded run of {} frames", json.at("frames").get<std::size_t>());
  if (json.contains("begin"))
    fmt::print(" from {:.6g} to {:.6g} s", json.at("begin").get<double>(), json.at("end").get<double>());
  fmt::print("{}\n", json.at("being_written").get<bool>() ? ", being written" : "");
  const double rate = json.at("rate").get<double>();
  json["rate"] = rate == 0.0 ? std::string("every step") : fmt::format("{} frames a second", rate);
  for (const char* name :
       {"kind", "format", "version", "recording", "frames", "begin", "end", "being_written", "columns"})
    json.erase(name);
  print(json);
}

void printCheckpoint(Json json) {
  fmt::print("a checkpoint at t = {:.6g} s, after step {}\n", json.at("time").get<double>(),
             json.at("step").get<std::int64_t>());
  for (const char* name : {"kind", "time", "step"}) json.erase(name);
  if (json.at("scene").get<std::string>().empty()) json.erase("scene");
  print(json);
}

int info(const InfoArguments& arguments) {
  const bool checkpoint = io::isCheckpoint(arguments.file);
  const Json json = checkpoint ? jsonOf(io::describeCheckpoint(arguments.file))
                               : jsonOf(io::TrajectoryFile(arguments.file));
  if (arguments.json) {
    fmt::print("{}\n", jsonText(json));
  } else if (checkpoint) {
    printCheckpoint(json);
  } else {
    printTrajectory(json);
  }
  return kSuccess;
}

}  // namespace

void addInfo(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<InfoArguments>();
  command_line::Command command = program.subcommand("info", "Say what a trajectory or a checkpoint holds.");
  command.text({"FILE", "FILE", "a file of --record or --checkpoint", true}, arguments->file);
  command.flag({"--json", "", "print JSON for programs"}, arguments->json);
  command.footer("Example: nsds info pile.h5");
  command.action([arguments, &exitStatus] { exitStatus = info(*arguments); });
}

}  // namespace nsds::command
