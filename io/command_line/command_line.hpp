// Reads the options and subcommands of a program. Values are written where the caller keeps them while the
// line is parsed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "description.hpp"

namespace CLI {
class App;
}

namespace nsds::command_line {

/// Declares the options of a program, or of one of its subcommands.
class Command {
 public:
  void text(const Option& option, std::string& value);
  /// The option may be repeated, once for each value.
  void texts(const Option& option, std::vector<std::string>& values);
  /// An argument without dashes that takes all such words.
  void words(const Option& option, std::vector<std::string>& values);
  /// The values follow the option together: A,B,C.
  void list(const Option& option, std::vector<std::string>& values);
  void integer(const Option& option, int& value, int least, int most);
  void flag(const Option& option, bool& value);

  /// The text at the end of the help.
  void footer(const std::string& text);
  /// Called when the subcommand has been parsed.
  void action(std::function<void()> run);

 protected:
  Command(CLI::App& app, Description& description) : app_(&app), description_(&description) {}
  CLI::App& app() const { return *app_; }

 private:
  friend class Program;
  CLI::App* app_;
  Description* description_;
};

/// Thrown by Program::parse() where the program is not to run: help was asked for, or the line is refused.
struct Ending {
  bool refused;
  std::string text;    ///< to be printed, with a line break at its end
  std::string reason;  ///< why it is refused
};

class Program : public Command {
 public:
  /// summary: the first line of the help. name: of the program; empty: it is taken from argv.
  explicit Program(const std::string& summary, const std::string& name = "");
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  const std::string& name() const;
  /// All that was declared so far.
  const Description& description() const { return described_; }
  void version(const std::string& text);
  /// A program with subcommands needs one of them.
  Command subcommand(const std::string& name, const std::string& sentence);

  /// Throws Ending, and what actions throw.
  void parse(int argc, const char* const* argv);
  /// arguments: without the program's name; --help is refused.
  void parse(const std::vector<std::string>& arguments);

 private:
  explicit Program(std::unique_ptr<CLI::App> app);
  void refuseUnknownCommand(const std::string& word) const;

  std::unique_ptr<CLI::App> own_;
  Description described_;
};

}  // namespace nsds::command_line
