// Runs a program as a user does and keeps what it said.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace nsds::test {

struct Outcome {
  int status;
  std::string out;
  std::string errors;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// words: the program and its arguments, as they are. input: a file for its standard input.
Outcome run_program(const std::vector<std::string>& words, const std::string& input = "/dev/null");

/// The nsds command of this build.
Outcome nsds(std::vector<std::string> arguments);

/// What a line of the shell does; the command is $NSDS there.
Outcome shell(const std::string& line);

}  // namespace nsds::test
