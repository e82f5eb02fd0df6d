#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "command.hpp"
#include "complete.hpp"
#include "examples.hpp"
#include "json_text.hpp"
#include "run_scene.hpp"
#include "run_words.hpp"

namespace nsds::command {

namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string example;                // or the file of a scene
  std::vector<std::string> settings;  // "name=value"
  std::string output;
  command_line::RunWords run;
  bool list = false;
  bool parameters = false;
  bool json = false;
};

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
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
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

int runFile(const Arguments& arguments) {
  if (arguments.parameters || arguments.json)
    throw UsageError(
        "run: --parameters and --json are for examples; docs/scenes.md says what a scene may hold");
  return runScene(
      {arguments.example, arguments.settings, arguments.output, command_line::argumentsOf(arguments.run)});
}

int run(const Arguments& arguments) {
  if (arguments.list) return printList(arguments.json);
  if (fs::path(arguments.example).extension() == ".json") return runFile(arguments);
  if (arguments.json && !arguments.parameters)
    throw UsageError("run: --json goes with --list or --parameters");
  if (arguments.example.empty()) throw UsageError("run: name an example; nsds run --list shows them");
  const Examples examples = findExamples();
  const auto found =
      std::find_if(examples.programs.begin(), examples.programs.end(),
                   [&](const fs::path& example) { return example.filename() == arguments.example; });
  if (found == examples.programs.end()) throw UsageError(refusal(arguments.example, examples));
  std::vector<std::string> words;
  for (const std::string& setting : arguments.settings) words.insert(words.end(), {"--set", setting});
  if (!arguments.output.empty()) words.insert(words.end(), {"--output", arguments.output});
  const std::vector<std::string> options = command_line::argumentsOf(arguments.run);
  words.insert(words.end(), options.begin(), options.end());
  if (arguments.parameters) words.emplace_back(arguments.json ? "--json" : "--help");
  std::fflush(nullptr);
  become(*found, std::move(words));
}

}  // namespace

void addRun(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<Arguments>();
  command_line::Command command = program.subcommand("run", "Run an example, or a scene from a file.");
  command.text({.name = "EXAMPLE",
                .type = "NAME",
                .sentence = "its name, see --list; or the file of a scene, NAME.json",
                .choices = exampleChoices},
               arguments->example);
  command.texts(
      {.name = "--set",
       .type = "NAME=VALUE",
       .sentence = "set a parameter of the example, or by /PATH=VALUE a value of the scene; may be repeated",
       .choices = parameterChoices},
      arguments->settings);
  command.text({"--output", "FILE.csv", "write the trajectory to this file"}, arguments->output);
  command_line::declareRunOptions(command, arguments->run);
  command.flag({"--list", "", "list the examples, each with a summary"}, arguments->list);
  command.flag({"--parameters", "", "describe the example and its parameters"}, arguments->parameters);
  command.flag({"--json", "", "with --list or --parameters: print JSON for programs"}, arguments->json);
  command.footer(
      "Exit status: that of the example; of a scene 0 success, 1 failure.\n"
      "Example: nsds run ball --set h=1e-3 --output ball.csv\n"
      "Example: nsds run pile.json --set /duration=2 --set /bodies/0/rigid/position/2=1.5");
  command.action([arguments, &exitStatus] { exitStatus = run(*arguments); });
}

}  // namespace nsds::command
