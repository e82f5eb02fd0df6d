#include "run_program.hpp"

#include <sys/wait.h>

#include <cstdlib>

#include "io/temporary_folder.hpp"

namespace nsds::test {

namespace {

std::string shellQuoted(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') quoted += "'\\'";
    quoted += c;
  }
  quoted += '\'';
  return quoted;
}

}  // namespace

Outcome run_program(const std::vector<std::string>& words, const std::string& input) {
  const TemporaryFolder streams;
  std::string line;
  for (const std::string& word : words) line += shellQuoted(word) + " ";
  line += "<" + shellQuoted(input) + " >" + shellQuoted(streams / "out") + " 2>" +
          shellQuoted(streams / "errors");
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(streams / "out"),
          contents(streams / "errors")};
}

Outcome nsds(std::vector<std::string> arguments) {
  std::vector<std::string> words;
  words.emplace_back(NSDS_COMMAND);
  for (std::string& argument : arguments) words.push_back(std::move(argument));
  return run_program(words);
}

Outcome shell(const std::string& line) {
  return run_program({"/usr/bin/env", std::string("NSDS=") + NSDS_COMMAND, "bash", "-c", line});
}

}  // namespace nsds::test
