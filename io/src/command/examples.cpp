#include "examples.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "command/common/places.hpp"

namespace nsds::command {

namespace {

namespace fs = std::filesystem;

// Where the examples may lie, seen from the folder of this program: the build tree, an unpacked folder, an
// installation.
std::array<fs::path, 3> exampleFolders() {
  return {"../examples", "examples", fs::path(kPrivatePrograms) / "examples"};
}

bool isProgram(const fs::directory_entry& entry) {
  std::error_code ignored;
  return entry.is_regular_file(ignored) && !entry.path().has_extension() &&
         access(entry.path().c_str(), X_OK) == 0;
}

// Programs by their names. Of two with the same name the one in the folder named first counts.
std::map<std::string, fs::path> programsAround(const fs::path& folder) {
  std::map<std::string, fs::path> programs;
  for (const fs::path& examples : exampleFolders()) {
    std::error_code absent;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / examples, absent)) {
      if (isProgram(entry)) programs.emplace(entry.path().filename(), entry.path().lexically_normal());
    }
  }
  return programs;
}

// Names of the programs that are made of these sources, one each.
std::vector<std::string> namesOfSources(const fs::path& sources) {
  std::vector<std::string> names;
  for (const fs::path& folder : {sources, sources / "studies", sources / "contacts"}) {
    std::error_code absent;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, absent)) {
      if (entry.path().extension() == ".cpp") names.push_back(entry.path().stem());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Starts a program with --json on a pipe, with nothing to read and its complaints left out. Returns what it printed,
// nothing where it failed.
std::string jsonOf(const fs::path& program) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&streams, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&streams, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string name = program.string();
  std::string word = "--json";
  std::array<char*, 3> arguments{name.data(), word.data(), nullptr};
  pid_t child = 0;
  const int failure = posix_spawn(&child, name.c_str(), &streams, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&streams);
  close(ends[1]);
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; failure == 0 && (count = read(ends[0], part.data(), part.size())) != 0;) {
    if (count < 0 && errno != EINTR) break;
    if (count > 0) text.append(part.data(), static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  while (failure == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return failure == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : std::string();
}

std::vector<std::string> parametersOf(const fs::path& program) {
  const nlohmann::json description = nlohmann::json::parse(jsonOf(program), nullptr, false);
  std::vector<std::string> names;
  if (!description.is_object() || !description.contains("parameters")) return names;
  for (const nlohmann::json& parameter : description["parameters"]) {
    if (parameter.is_object()) names.push_back(parameter.value("name", ""));
  }
  return names;
}

}  // namespace

std::string summaryOf(const fs::path& program) {
  const nlohmann::json description = nlohmann::json::parse(jsonOf(program), nullptr, false);
  if (!description.is_object()) return {};
  const auto summary = description.find("summary");
  return summary != description.end() && summary->is_string() ? summary->get<std::string>() : std::string();
}

Examples findExamples() {
  const fs::path folder = programFolder();
  const std::map<std::string, fs::path> programs = programsAround(folder);
  Examples examples;
  if (const auto tree = buildTreeAt(folder)) examples.sources = tree->examples;
  const auto names = namesOfSources(examples.sources);
  if (names.empty()) {  // an installation, or a build tree whose sources are gone
    for (const auto& [name, program] : programs) examples.programs.push_back(program);
    return examples;
  }
  // In a build tree other programs than examples may lie beside them.
  for (const std::string& name : names) {
    const auto built = programs.find(name);
    if (built != programs.end()) {
      examples.programs.push_back(built->second);
    } else {
      examples.notBuilt.push_back(name);
    }
  }
  return examples;
}

std::vector<std::string> exampleChoices(const command_line::Given& /*given*/) {
  std::vector<std::string> names;
  for (const std::filesystem::path& program : findExamples().programs) names.push_back(program.filename());
  return names;
}

std::vector<std::string> parameterChoices(const command_line::Given& given) {
  const auto example = given.find("EXAMPLE");
  for (const std::filesystem::path& program : findExamples().programs) {
    if (example == given.end() || program.filename() != example->second) continue;
    std::vector<std::string> names = parametersOf(program);
    for (std::string& name : names) name += '=';
    return names;
  }
  return {};
}

}  // namespace nsds::command
