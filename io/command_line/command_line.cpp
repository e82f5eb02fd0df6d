#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <utility>

namespace nsds::command_line {

namespace {

template <class Value>
CLI::Option& add(CLI::App& app, const Option& option, Value& value) {
  CLI::Option& added = *app.add_option(option.name, value, option.sentence)->required(option.required);
  if (!option.type.empty()) added.type_name(option.type);
  if (option.showsDefault) added.capture_default_str();
  return added;
}

// Describes a flag of CLI11's own.
void declareFlag(Description& description, const CLI::Option& flag) {
  const Option option{flag.get_name(false, true), "", flag.get_description()};
  description.options.push_back({.option = option, .takesValue = false});
}

// What CLI11 would print and return for this error.
Ending endingOf(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream text;
  const bool refused = app.exit(error, text, text) != 0;
  return {refused, text.str(), error.what()};
}

}  // namespace

void Command::text(const Option& option, std::string& value) {
  add(app(), option, value);
  description_->options.push_back({option});
}

void Command::texts(const Option& option, std::vector<std::string>& values) {
  add(app(), option, values).allow_extra_args(false);
  description_->options.push_back({.option = option, .repeats = true});
}

void Command::words(const Option& option, std::vector<std::string>& values) {
  add(app(), option, values);
  description_->options.push_back({.option = option, .repeats = true});
}

void Command::list(const Option& option, std::vector<std::string>& values) {
  add(app(), option, values).delimiter(',')->allow_extra_args(false);
  description_->options.push_back({option});
}

void Command::integer(const Option& option, int& value, int least, int most) {
  add(app(), option, value).check(CLI::Range(least, most));
  std::string note = std::to_string(least) + " to " + std::to_string(most);
  if (option.showsDefault) note += "; default " + std::to_string(value);
  description_->options.push_back({.option = option, .note = std::move(note)});
}

void Command::flag(const Option& option, bool& value) {
  app().add_flag(option.name, value, option.sentence);
  description_->options.push_back({.option = option, .takesValue = false});
}

void Command::footer(const std::string& text) {
  app().footer(text);
  description_->footer = text;
}

void Command::action(std::function<void()> run) {
  app().callback(std::move(run));
}

Program::Program(const std::string& summary, const std::string& name)
    : Program(std::make_unique<CLI::App>(summary, name)) {}

Program::Program(std::unique_ptr<CLI::App> app)
    : Command(*app, described_), own_(std::move(app)), described_{own_->get_name(), own_->get_description()} {
  declareFlag(described_, *own_->get_help_ptr());
}

Program::~Program() = default;

const std::string& Program::name() const {
  return app().get_name();
}

void Program::version(const std::string& text) {
  declareFlag(described_, *app().set_version_flag("--version", text));
}

Command Program::subcommand(const std::string& name, const std::string& sentence) {
  app().require_subcommand(1);
  CLI::App& added = *app().add_subcommand(name, sentence);
  Description& described = described_.commands.emplace_back(Description{name, sentence});
  declareFlag(described, *added.get_help_ptr());
  return {added, described};
}

// CLI11 would say that a subcommand is required, whatever word stands there.
void Program::refuseUnknownCommand(const std::string& word) const {
  const std::vector<CLI::App*> commands = app().get_subcommands({});
  const auto isMeant = [&word](const CLI::App* command) { return command->check_name(word); };
  if (commands.empty() || word.starts_with('-') || std::any_of(commands.begin(), commands.end(), isMeant))
    return;
  std::string names;
  for (const CLI::App* command : commands) names += (names.empty() ? "" : ", ") + command->get_name();
  const std::string reason = "there is no command \"" + word + "\"; there are " + names;
  throw Ending{true, reason + "\nRun with --help for more information.\n", reason};
}

void Program::parse(int argc, const char* const* argv) {
  if (argc > 1) refuseUnknownCommand(argv[1]);
  try {
    app().parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    throw endingOf(app(), error);
  }
}

void Program::parse(const std::vector<std::string>& arguments) {
  app().set_help_flag();
  try {
    app().parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    throw endingOf(app(), error);
  }
}

}  // namespace nsds::command_line
