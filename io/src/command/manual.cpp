// The manual page, made of what the subcommands declare.
#include <fmt/core.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <string>

#include "command/common/command.hpp"
#include "nsds/numerics/version.h"
#include "subcommands.hpp"

namespace nsds::command {

namespace {

using command_line::DeclaredOption;
using command_line::Description;

// Text as troff reads it: a minus is no hyphen, and a line that begins with a point or a quote is no request.
std::string escaped(const std::string& text) {
  std::string result = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '-' || c == '\\') result += '\\';
    result += c == '\\' ? 'e' : c;
  }
  return result;
}

// Text in lines of at most 72 characters, as far as its words allow.
std::string filled(const std::string& text) {
  constexpr std::size_t width = 72;
  std::string result, line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      result += escaped(line) + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + escaped(line) + "\n";
}

std::string bold(const std::string& text) {
  return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(const std::string& text) {
  return "\\fI" + escaped(text) + "\\fR";
}

// Paragraphs, one a line of the text.
std::string paragraphs(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result += ".PP\n" + filled(line);
  return result;
}

// "\fB\-o\fR, \fB\-\-output\fR \fIFILE\fR"
std::string headOf(const DeclaredOption& declared) {
  if (declared.isArgument()) return italic(declared.option.name);
  std::string head;
  std::istringstream names(declared.option.name);
  for (std::string name; std::getline(names, name, ',');) head += (head.empty() ? "" : ", ") + bold(name);
  if (!declared.takesValue) return head;
  return head + ' ' + italic(declared.option.type.empty() ? "VALUE" : declared.option.type);
}

std::string items(const Description& command) {
  std::string result;
  for (const DeclaredOption& declared : command.options) {
    // That every command has --help stands at the beginning of the page.
    if (declared.option.name == "-h,--help" && command.commands.empty()) continue;
    std::string sentence = declared.option.sentence;
    if (!declared.note.empty()) sentence += " (" + declared.note + ")";
    result += ".TP\n" + headOf(declared) + "\n" + filled(sentence);
  }
  return result;
}

// "nsds plot [OPTION...] FILE", or with "COMMAND" where there are commands.
std::string usage(const std::string& name, const Description& command) {
  std::string line = bold(name) + " [" + italic("OPTION") + "...]";
  for (const DeclaredOption& declared : command.options) {
    if (!declared.isArgument()) continue;
    const std::string argument = italic(declared.option.name) + (declared.repeats ? "..." : "");
    line += declared.option.required ? " " + argument : " [" + argument + "]";
  }
  return line;
}

std::string commands(const Description& program) {
  std::string result;
  for (const Description& command : program.commands) {
    const std::string name = program.name + " " + command.name;
    result += ".SS " + name + "\n" + usage(name, command) + "\n" + paragraphs(command.sentence);
    result += items(command) + paragraphs(command.footer);
  }
  return result;
}

// That of SOURCE_DATE_EPOCH where it is set, so that a build can be repeated.
std::string date() {
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  const std::time_t time = epoch == nullptr ? std::time(nullptr) : std::atoll(epoch);
  std::tm utc{};
  gmtime_r(&time, &utc);
  std::array<char, 16> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &utc)};
}

int printManual(const Description& program) {
  std::string summary = program.sentence;
  if (summary.ends_with('.')) summary.pop_back();
  summary.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(summary.front())));
  fmt::print(".TH NSDS 1 {} \"nsds {}\" \"User Commands\"\n", date(), nsds_version());
  fmt::print(".SH NAME\n{} \\- {}\n", program.name, escaped(summary));
  fmt::print(".SH SYNOPSIS\n{} {} [{}...] [{}...]\n", bold(program.name), italic("COMMAND"), italic("OPTION"),
             italic("ARGUMENT"));
  fmt::print("{} {}\n", ".br\n" + bold(program.name), bold("--version"));
  fmt::print(".SH DESCRIPTION\n{}{}", filled(program.sentence), paragraphs(program.footer));
  fmt::print(".SH OPTIONS\n{}", items(program));
  fmt::print(".SH COMMANDS\n{}", commands(program));
  return kSuccess;
}

}  // namespace

void addManual(command_line::Program& program, int& exitStatus) {
  command_line::Command command = program.subcommand("manual", "Print the manual page, for man.");
  command.footer("Example: nsds manual | man -l -");
  command.action([&program, &exitStatus] { exitStatus = printManual(program.description()); });
}

}  // namespace nsds::command
