#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "command.hpp"
#include "json_text.hpp"

namespace nsds::command {

namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string example;
  std::vector<std::string> settings;  // "name=value"
  std::string output;
  bool list = false;
  bool parameters = false;
  bool json = false;
};

// Where the examples may lie, seen from the folder of this program: the build tree, an unpacked folder, an
// installation.
constexpr std::array kExampleFolders{"../examples", "examples", NSDS_EXAMPLES_FROM_BINDIR};

fs::path ownFolder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) throw std::runtime_error(fmt::format("the folder of nsds is not known: {}", error.message()));
  return program.parent_path();
}

bool isProgram(const fs::directory_entry& entry) {
  std::error_code ignored;
  return entry.is_regular_file(ignored) && !entry.path().has_extension() &&
         access(entry.path().c_str(), X_OK) == 0;
}

// Sorted by name. Of two examples with the same name the one in the folder named first counts.
std::vector<fs::path> findExamples() {
  std::vector<fs::path> examples;
  const fs::path own = ownFolder();
  for (const char* folder : kExampleFolders) {
    std::error_code absent;
    for (const fs::directory_entry& entry : fs::directory_iterator(own / folder, absent)) {
      if (isProgram(entry)) examples.push_back(entry.path().lexically_normal());
    }
  }
  const auto byName = [](const fs::path& a, const fs::path& b) { return a.filename() < b.filename(); };
  const auto sameName = [](const fs::path& a, const fs::path& b) { return a.filename() == b.filename(); };
  std::stable_sort(examples.begin(), examples.end(), byName);
  examples.erase(std::unique(examples.begin(), examples.end(), sameName), examples.end());
  return examples;
}

std::vector<std::string> namesOf(const std::vector<fs::path>& examples) {
  std::vector<std::string> names;
  names.reserve(examples.size());
  for (const fs::path& example : examples) names.push_back(example.filename().string());
  return names;
}

int printList(bool asJson) {
  const std::vector<std::string> names = namesOf(findExamples());
  if (asJson) {
    fmt::print("{}\n", jsonText(names));
  } else if (names.empty()) {
    fmt::print("There are no examples: they are not built or not installed.\n");
  } else {
    fmt::print("{}\n", fmt::join(names, "\n"));
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

int run(const Arguments& arguments) {
  if (arguments.list) return printList(arguments.json);
  if (arguments.json) throw UsageError("run: --json goes with --list");
  if (arguments.example.empty()) throw UsageError("run: name an example; nsds run --list shows them");
  const std::vector<fs::path> examples = findExamples();
  const auto found = std::find_if(examples.begin(), examples.end(), [&](const fs::path& example) {
    return example.filename() == arguments.example;
  });
  if (found == examples.end()) {
    const std::vector<std::string> names = namesOf(examples);
    throw UsageError(fmt::format("there is no example \"{}\"; there are: {}", arguments.example,
                                 names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  std::vector<std::string> words;
  for (const std::string& setting : arguments.settings) words.insert(words.end(), {"--set", setting});
  if (!arguments.output.empty()) words.insert(words.end(), {"--output", arguments.output});
  if (arguments.parameters) words.emplace_back("--help");
  std::fflush(nullptr);
  become(*found, std::move(words));
}

}  // namespace

void addRun(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<Arguments>();
  command_line::Command command = program.subcommand("run", "Run an example.");
  command.text({"EXAMPLE", "NAME", "its name, see --list"}, arguments->example);
  command.texts({"--set", "NAME=VALUE", "set a parameter of the example; may be repeated"},
                arguments->settings);
  command.text({"--output", "FILE.csv", "write the trajectory to this file"}, arguments->output);
  command.flag({"--list", "", "list the examples"}, arguments->list);
  command.flag({"--parameters", "", "describe the example and its parameters"}, arguments->parameters);
  command.flag({"--json", "", "with --list: print a JSON array for programs"}, arguments->json);
  command.footer("Exit status: that of the example.\nExample: nsds run ball --set h=1e-3 --output ball.csv");
  command.action([arguments, &exitStatus] { exitStatus = run(*arguments); });
}

}  // namespace nsds::command
