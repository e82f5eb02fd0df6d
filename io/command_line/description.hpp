// What a program declares of its command line. Its help, its completion in a shell and its manual page are made of this.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <string>
#include <vector>

namespace nsds::command_line {

/// The values that stand on a line so far, by the names of their options as declared.
using Given = std::map<std::string, std::string>;

struct Option {
  std::string name;           ///< "--solver" or "-o,--output"; "FILE" for an argument without dashes
  std::string type = {};      ///< what the help calls its value, "NAME=VALUE"; empty: CLI11's word
  std::string sentence = {};  ///< what it means
  bool required = false;
  bool showsDefault = false;  ///< whether the help says the value before parsing
  /// What a shell offers as values. Beside them it offers files where the type is a FILE, those with an extension
  /// where it is a FILE.csv.
  std::function<std::vector<std::string>(const Given&)> choices = {};
};

/// An option with what its kind says.
struct DeclaredOption {
  Option option;
  bool takesValue = true;
  bool repeats = false;
  std::string note = {};  ///< "300 to 10000; default 900"

  bool isArgument() const { return !option.name.starts_with('-'); }
};

/// A program, or one of its subcommands.
struct Description {
  std::string name;
  std::string sentence;
  std::string footer = {};
  std::vector<DeclaredOption> options = {};
  std::list<Description> commands = {};
};

}  // namespace nsds::command_line
