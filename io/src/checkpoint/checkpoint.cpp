#include "nsds/io/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "checkpoint/checkpoint_file.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/simulation/simulation.hpp"
#include "nsds/numerics/version.h"
#include "provenance/provenance.hpp"

namespace nsds::io {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kModelSection = "model";

Json jsonOf(const Statistics& s) {
  return {{"steps", s.steps},
          {"newtonIterations", s.newtonIterations},
          {"solves", s.solves},
          {"solverIterations", s.solverIterations},
          {"retries", s.retries},
          {"rejectedSteps", s.rejectedSteps},
          {"indexSetChanges", s.indexSetChanges},
          {"worstResidual", s.worstResidual}};
}

Statistics statisticsOf(const Json& json) {
  const auto number = [&](const char* name) { return json.at(name).get<std::int64_t>(); };
  return {number("steps"),           number("newtonIterations"),
          number("solves"),          number("solverIterations"),
          number("retries"),         number("rejectedSteps"),
          number("indexSetChanges"), json.at("worstResidual").get<double>()};
}

/// "recorder, worst", or "nothing".
std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> namesOfKept(const CheckpointFile& contents) {
  std::vector<std::string> names;
  for (const Section& section : contents.sections)
    if (section.name != kModelSection) names.push_back(section.name);
  return names;
}

/// Functions of the user may count on in numbers that nothing has saved.
void tellOfFunctions(const Simulation& simulation, const Kept& kept) {
  const std::vector<std::string> functions = simulation.model().userFunctions();
  if (functions.empty() || !kept.empty()) return;
  simulation.model().nsds().log(
      LogLevel::info,
      fmt::format("the checkpoint does not hold numbers that functions of {} keep for themselves, "
                  "if there are any: io::Kept saves them",
                  listed(functions)));
}

/// What differs from where the file was written does not keep a run from going on, but its bits may differ.
void tellOfDifferences(const Simulation& simulation, const std::filesystem::path& file, const Json& header) {
  std::vector<std::string> differences;
  const auto before = header.at("libraries").get<std::vector<std::string>>();
  for (const std::string& library : buildIdentifiers()) {
    if (std::find(before.begin(), before.end(), library) == before.end()) differences.push_back(library);
  }
  if (header.at("processor").get<std::string>() != processorName()) differences.push_back(processorName());
  if (differences.empty()) return;
  simulation.model().nsds().log(LogLevel::warning,
                                fmt::format("{} was written elsewhere, so that the bits that follow may be "
                                            "others than without an end; here are: {}",
                                            file.string(), fmt::join(differences, ", ")));
}

void requireVersion(const Json& header) {
  const auto version = header.at("nsds").get<std::string>();
  if (version != nsds_version())
    throw std::invalid_argument(fmt::format("was written by NSDS {}; this is {}", version, nsds_version()));
}

RunIdentity identityOf(const Json& header) {
  return {header.at("parameters").get<std::map<std::string, double>>(), header.at("run").get<int>(),
          header.at("scene").get<std::string>()};
}

void requireIdentity(const Json& header, const RunIdentity& identity) {
  const RunIdentity saved = identityOf(header);
  if (saved.run != identity.run)
    throw std::invalid_argument(
        fmt::format("belongs to run {} of its program; this is run {}", saved.run, identity.run));
  if (saved.scene != identity.scene)
    throw std::invalid_argument("belongs to another scene, or to one with other settings");
  for (const auto& [name, value] : identity.parameters) {
    const auto found = saved.parameters.find(name);
    if (found == saved.parameters.end())
      throw std::invalid_argument(fmt::format("was written by a program without the parameter \"{}\"", name));
    if (found->second != value)
      throw std::invalid_argument(
          fmt::format("was written with {} = {}; now it is {}", name, found->second, value));
  }
  if (saved.parameters.size() != identity.parameters.size())
    throw std::invalid_argument("was written by a program with other parameters");
}

}  // namespace

/// Knows the parts of Kept.
class Checkpoint {
 public:
  static std::vector<Section> sectionsOf(const Simulation& simulation, const Kept& kept) {
    std::vector<Section> sections{{std::string(kModelSection), simulation.model().saveState()}};
    for (const Kept::Part& part : kept.parts_) sections.push_back({part.name, part.write()});
    return sections;
  }

  /// Throws std::invalid_argument unless the sections are those of the model and of what is kept, in their order.
  static void requireParts(const CheckpointFile& contents, const Kept& kept) {
    std::vector<std::string> names;
    for (const Kept::Part& part : kept.parts_) names.push_back(part.name);
    const std::vector<std::string> saved = namesOfKept(contents);
    if (saved != names || contents.sections.size() != names.size() + 1 ||
        contents.sections.front().name != kModelSection) {
      throw std::invalid_argument(
          fmt::format("keeps {} beside the model; this program keeps {}", listed(saved), listed(names)));
    }
  }

  static void restore(Simulation& simulation, const std::vector<Section>& sections, const Kept& kept) {
    // What a driver keeps may change the model: loads, links. The simulation takes that up before it gets the state.
    for (std::size_t k = 0; k < kept.parts_.size(); ++k) kept.parts_[k].read(sections[k + 1].bytes);
    simulation.initialize();
    simulation.model().restoreState(sections.front().bytes);
  }
};

void save(const Simulation& simulation, const std::filesystem::path& file, const Kept& kept,
          const RunIdentity& identity) {
  CheckpointFile contents;
  contents.header = {{"program", programPath()},     {"nsds", nsds_version()},
                     {"processor", processorName()}, {"libraries", buildIdentifiers()},
                     {"saved", timeNow()},           {"time", simulation.time()},
                     {"step", simulation.step()},    {"statistics", jsonOf(simulation.statistics())},
                     {"run", identity.run},          {"parameters", identity.parameters},
                     {"scene", identity.scene}};
  contents.sections = Checkpoint::sectionsOf(simulation, kept);
  tellOfFunctions(simulation, kept);
  writeCheckpoint(file, std::move(contents));
}

void restore(Simulation& simulation, const std::filesystem::path& file, const Kept& kept,
             const RunIdentity& identity) {
  const CheckpointFile contents = readCheckpoint(file);
  const std::vector<Section> before = Checkpoint::sectionsOf(simulation, kept);
  try {
    requireVersion(contents.header);
    requireIdentity(contents.header, identity);
    Checkpoint::requireParts(contents, kept);
    const Statistics statistics = statisticsOf(contents.header.at("statistics"));
    try {
      Checkpoint::restore(simulation, contents.sections, kept);
    } catch (...) {
      Checkpoint::restore(simulation, before, kept);
      throw;
    }
    simulation.continueStatistics(statistics);
    tellOfDifferences(simulation, file, contents.header);
  } catch (const nlohmann::json::exception&) {
    throw CheckpointError(file.string() + ": has a header that cannot be read");
  } catch (const std::invalid_argument& error) {
    throw CheckpointError(fmt::format("{}: {}", file.string(), error.what()));
  } catch (const InvalidArgument& error) {
    throw CheckpointError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

CheckpointSummary describeCheckpoint(const std::filesystem::path& file) {
  const CheckpointFile contents = readCheckpoint(file);
  const Json& header = contents.header;
  try {
    return {.program = header.at("program").get<std::string>(),
            .version = header.at("nsds").get<std::string>(),
            .processor = header.at("processor").get<std::string>(),
            .saved = header.at("saved").get<std::string>(),
            .time = header.at("time").get<double>(),
            .step = header.at("step").get<std::int64_t>(),
            .bytes = std::filesystem::file_size(file),
            .libraries = header.at("libraries").get<std::vector<std::string>>(),
            .kept = namesOfKept(contents),
            .identity = identityOf(header)};
  } catch (const nlohmann::json::exception&) {
    throw CheckpointError(file.string() + ": has a header that cannot be read");
  }
}

bool isCheckpoint(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string_view mark = "nsds checkpoint";
  std::string begin(mark.size(), '\0');
  return in.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == mark;
}

}  // namespace nsds::io
