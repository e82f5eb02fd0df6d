// A companion executes subcommands of which the command knows the declaration alone: what few users need is not built,
// linked or loaded for all others.
#pragma once

#include <string>

namespace nsds::command {

class Companion {
 public:
  /// name: of the program, and of the target that builds it. argv: the line that it is given, as the command was.
  Companion(std::string name, char** argv) : name_(std::move(name)), argv_(argv) {}

  /// Becomes the companion, so that its exit status and its signals are those of the command. Throws std::runtime_error
  /// that says what helps where it is not there.
  [[noreturn]] void become() const;

 private:
  std::string name_;
  char** argv_;
};

}  // namespace nsds::command
