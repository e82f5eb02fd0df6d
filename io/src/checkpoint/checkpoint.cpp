#include "nsds/io/checkpoint.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <utility>

#include "checkpoint/checkpoint_file.hpp"
#include "joined.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/simulation/simulation.hpp"
#include "nsds/numerics/version.h"
#include "provenance/provenance.hpp"

namespace nsds::io {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kModelSection = "model";
constexpr std::string_view kStatisticsSection = "statistics";

/// "recorder, worst", or "nothing".
std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "nothing" : text::joined(names);
}

std::vector<std::string> namesOfKept(const CheckpointFile& contents) {
  std::vector<std::string> names;
  for (const Section& section : contents.sections)
    if (section.name != kModelSection && section.name != kStatisticsSection) names.push_back(section.name);
  return names;
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
                                            file.string(), text::joined(differences)));
}

/// Says so where another program wrote the file, which explains what differs.
std::string otherProgram(const Json& header) {
  const auto nameOf = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
  const std::string writer = nameOf(header.value("program", std::string()));
  const std::string reader = nameOf(programPath());
  return writer == reader ? "" : fmt::format(" (it was written by {}; this is {})", writer, reader);
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
    std::vector<Section> sections{{std::string(kModelSection), simulation.model().saveState()},
                                  {std::string(kStatisticsSection), bytesOf(simulation.statistics())}};
    for (const Kept::Part& part : kept.parts_) sections.push_back({part.name, part.write()});
    return sections;
  }

  /// Throws std::invalid_argument unless the sections are those of the model and of what is kept, in their order.
  static void requireParts(const CheckpointFile& contents, const Kept& kept) {
    std::vector<std::string> names;
    for (const Kept::Part& part : kept.parts_) names.push_back(part.name);
    const std::vector<std::string> saved = namesOfKept(contents);
    const std::vector<Section>& sections = contents.sections;
    const bool ours = sections.size() == names.size() + 2 && sections[0].name == kModelSection &&
                      sections[1].name == kStatisticsSection;
    if (saved != names || !ours) {
      throw std::invalid_argument(
          fmt::format("keeps {} beside the model; this program keeps {}", listed(saved), listed(names)));
    }
  }

  /// Changes of the model come first, and are taken up; then the state; last what follows it.
  static void restore(Simulation& simulation, const std::vector<Section>& sections, const Kept& kept) {
    const auto statistics = valueOf<Statistics>(sections[1].bytes);
    read(sections, kept, true);
    // Nothing is evaluated before the model has its state: the present one may be none that can be.
    NonSmoothDynamicalSystem& nsds = simulation.model().nsds();
    if (nsds.structureChanged()) nsds.applyChanges(nsds.time());
    simulation.model().restoreState(sections[0].bytes);
    read(sections, kept, false);
    simulation.continueStatistics(statistics);
  }

  /// Functions of the user may count on in numbers that nothing has saved.
  static void tellOfFunctions(const Simulation& simulation, const Kept& kept) {
    const std::vector<std::string> functions = simulation.model().userFunctions();
    const auto isOfDriver = [](const Kept::Part& part) { return part.kind != Kept::Kind::observer; };
    if (functions.empty() || std::any_of(kept.parts_.begin(), kept.parts_.end(), isOfDriver)) return;
    simulation.model().nsds().log(LogLevel::info,
                                  fmt::format("the checkpoint does not hold numbers that functions of {} "
                                              "keep for themselves, if there are any: "
                                              "io::Kept saves them",
                                              listed(functions)));
  }

 private:
  static void read(const std::vector<Section>& sections, const Kept& kept, bool changes) {
    for (std::size_t k = 0; k < kept.parts_.size(); ++k)
      if ((kept.parts_[k].kind == Kept::Kind::change) == changes) kept.parts_[k].read(sections[k + 2].bytes);
  }
};

void save(const Simulation& simulation, const std::filesystem::path& file, const Kept& kept,
          const RunIdentity& identity) {
  CheckpointFile contents;
  contents.header = {
      {"program", programPath()},        {"nsds", nsds_version()}, {"processor", processorName()},
      {"libraries", buildIdentifiers()}, {"saved", timeNow()},     {"time", simulation.time()},
      {"step", simulation.step()},       {"run", identity.run},    {"parameters", identity.parameters},
      {"scene", identity.scene}};
  contents.sections = Checkpoint::sectionsOf(simulation, kept);
  Checkpoint::tellOfFunctions(simulation, kept);
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
    try {
      Checkpoint::restore(simulation, contents.sections, kept);
    } catch (...) {
      const std::exception_ptr cause = std::current_exception();
      try {
        Checkpoint::restore(simulation, before, kept);
      } catch (const std::exception&) {
        // What functions of the driver have changed stays, and then the state of before fits no more.
      }
      std::rethrow_exception(cause);
    }
    tellOfDifferences(simulation, file, contents.header);
  } catch (const nlohmann::json::exception&) {
    throw CheckpointError(file.string() + ": has a header that cannot be read");
  } catch (const std::invalid_argument& error) {
    throw CheckpointError(
        fmt::format("{}: {}{}", file.string(), error.what(), otherProgram(contents.header)));
  } catch (const Error& error) {
    throw CheckpointError(
        fmt::format("{}: {}{}", file.string(), error.what(), otherProgram(contents.header)));
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
  std::string begin(kCheckpointMark.size(), '\0');
  return in.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == kCheckpointMark;
}

}  // namespace nsds::io
