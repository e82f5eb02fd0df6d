// nsds run EXAMPLE, and nsds run SCENE.json, which a companion runs.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "command/common/command.hpp"
#include "command/common/json_text.hpp"
#include "examples.hpp"
#include "joined.hpp"
#include "run_words.hpp"
#include "subcommands.hpp"

namespace nsds::command {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> namesOf(const std::vector<fs::path>& examples) {
  std::vector<std::string> names;
  names.reserve(examples.size());
  for (const fs::path& example : examples) names.push_back(example.filename().string());
  return names;
}

// Each example is asked for its summary: nothing else knows it, also of an installed one.
int printList(bool asJson) {
  const std::vector<fs::path> programs = findExamples().programs;
  const std::vector<std::string> names = namesOf(programs);
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t k = 0; k < programs.size(); ++k) {
    const std::string summary = summaryOf(programs[k]);
    if (asJson) {
      list.push_back({{"name", names[k]}, {"summary", summary}});
    } else if (summary.empty()) {
      fmt::print("{}\n", names[k]);
    } else {
      fmt::print("{:<{}}  {}\n", names[k], width, summary);
    }
  }
  if (asJson) {
    fmt::print("{}\n", jsonText(list));
  } else if (names.empty()) {
    fmt::print("There are no examples: they are not built or not installed.\n");
  }
  return kSuccess;
}

// Becomes the example, so that its exit status is that of the command.
[[noreturn]] void become(const fs::path& example, std::vector<std::string> words) {
  words.insert(words.begin(), example.string());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execv(example.c_str(), argv.data());
  throw std::runtime_error(fmt::format("{}: cannot be started: {}", example.string(), std::strerror(errno)));
}

// Why there is no such example, and what helps.
std::string refusal(const std::string& name, const Examples& examples) {
  const auto listed = [](const std::vector<std::string>& names) {
    return names.empty() ? "none" : text::joined(names);
  };
  const std::vector<std::string>& notBuilt = examples.notBuilt;
  if (std::find(notBuilt.begin(), notBuilt.end(), name) != notBuilt.end()) {
    const fs::path script = examples.sources / "run.sh";
    return fmt::format(R"(example "{}" is not built; this builds it: sh "{}" {})", name, script.string(),
                       name);
  }
  std::string text =
      fmt::format("there is no example \"{}\"; there are: {}", name, listed(namesOf(examples.programs)));
  if (!notBuilt.empty()) text += "; not built: " + listed(notBuilt);
  if (examples.sources.empty())
    text += fmt::format(
        "\nThe source tree may have more; there, this builds and runs one: sh examples/run.sh {}", name);
  return text;
}

}  // namespace

int run(const RunLine& line, const Companion& formats) {
  if (line.list) return printList(line.json);
  if (fs::path(line.example).extension() == ".json") {
    if (line.parameters || line.json)
      throw UsageError(
          "run: --parameters and --json are for examples; docs/scenes.md says what a scene may hold");
    formats.become();
  }
  if (line.json && !line.parameters) throw UsageError("run: --json goes with --list or --parameters");
  if (line.example.empty()) throw UsageError("run: name an example; nsds run --list shows them");
  const Examples examples = findExamples();
  const auto found =
      std::find_if(examples.programs.begin(), examples.programs.end(),
                   [&](const fs::path& example) { return example.filename() == line.example; });
  if (found == examples.programs.end()) throw UsageError(refusal(line.example, examples));
  std::vector<std::string> words;
  for (const std::string& setting : line.settings) words.insert(words.end(), {"--set", setting});
  if (!line.output.empty()) words.insert(words.end(), {"--output", line.output});
  const std::vector<std::string> options = command_line::argumentsOf(line.run);
  words.insert(words.end(), options.begin(), options.end());
  if (line.parameters) words.emplace_back(line.json ? "--json" : "--help");
  std::fflush(nullptr);
  become(*found, std::move(words));
}

}  // namespace nsds::command
