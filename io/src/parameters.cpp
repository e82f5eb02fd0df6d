#include "nsds/io/parameters.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "command_line.hpp"
#include "number_text.hpp"
#include "run/run_options.hpp"
#include "run/run_session.hpp"

namespace nsds::io {

namespace {

// The options that every example takes, bound to where their values go.
struct CommandLine {
  explicit CommandLine(const std::string& summary, const std::string& name = "") : program(summary, name) {
    program.texts({"--set", "NAME=VALUE", "set a parameter; may be repeated"}, assignments);
    program.text({"--output", "FILE.csv", "write the trajectory to this file"}, output);
    command_line::declareRunOptions(program, run);
  }

  command_line::Program program;
  std::vector<std::string> assignments;
  std::string output;
  command_line::RunWords run;
};

// "from 0 to 1", ">= 0", "<= 1" or, where all numbers are admissible, "".
std::string range(const Parameter& parameter) {
  const bool below = std::isfinite(parameter.minimum);
  const bool above = std::isfinite(parameter.maximum);
  if (below && above) return fmt::format("from {} to {}", parameter.minimum, parameter.maximum);
  if (below) return fmt::format(">= {}", parameter.minimum);
  if (above) return fmt::format("<= {}", parameter.maximum);
  return {};
}

// A word and what follows it, if anything does.
std::string joined(const std::string& word, const std::string& rest) {
  return word.empty() || rest.empty() ? word + rest : word + " " + rest;
}

// "" when the parameter may have this value, else what is expected.
std::string objection(const Parameter& parameter, double value) {
  constexpr double largestInteger = std::numeric_limits<int>::max();
  const char* kind = parameter.integer ? "an integer" : "a number";
  const bool whole = value == std::floor(value) && std::abs(value) <= largestInteger;
  if (value >= parameter.minimum && value <= parameter.maximum && (whole || !parameter.integer)) return {};
  return joined(kind, range(parameter));
}

}  // namespace

Parameters::Parameters(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {
  for (auto parameter = parameters_.begin(); parameter != parameters_.end(); ++parameter) {
    const auto sameName = [&](const Parameter& other) { return other.name == parameter->name; };
    if (std::any_of(parameters_.begin(), parameter, sameName)) {
      throw std::invalid_argument(fmt::format("there are two parameters \"{}\"", parameter->name));
    }
    const std::string expected = objection(*parameter, parameter->value);
    if (!expected.empty()) {
      throw std::invalid_argument(fmt::format("the default of \"{}\", {}, should be {}", parameter->name,
                                              parameter->value, expected));
    }
  }
}

Parameters::Parameters(int argc, const char* const* argv, const std::string& summary,
                       std::vector<Parameter> parameters)
    : Parameters(std::move(parameters)) {
  CommandLine line(summary, std::filesystem::path(argv[0]).filename().string());
  bool describe = false;
  line.program.flag({"--json", "", "describe the program and its parameters for programs"}, describe);
  line.program.footer(help());
  program_ = line.program.name();
  try {
    line.program.parse(argc, argv);
    for (const std::string& assignment : line.assignments) assign(assignment);
    output_ = line.output;
    runOptions_ = runOptionsOf(line.run);
    session_ = std::make_shared<RunSession>(runOptions_);
    if (describe) explanation_ = json(summary);
  } catch (const command_line::Ending& ending) {
    refused_ = ending.refused;
    explanation_ = ending.text;
  } catch (const ParameterError& error) {
    refused_ = true;
    explanation_ = fmt::format("{}: {}\n", line.program.name(), error.what());
  }
}

int Parameters::explain(std::FILE* out, std::FILE* errors) const {
  std::fputs(explanation_.c_str(), refused_ ? errors : out);
  return refused_ ? 2 : 0;
}

Parameters Parameters::parse(const std::vector<std::string>& arguments, std::vector<Parameter> parameters) {
  Parameters result(std::move(parameters));
  CommandLine line("");
  try {
    line.program.parse(arguments);
  } catch (const command_line::Ending& ending) {
    throw ParameterError(ending.reason);
  }
  for (const std::string& assignment : line.assignments) result.assign(assignment);
  result.output_ = line.output;
  result.runOptions_ = runOptionsOf(line.run);
  result.session_ = std::make_shared<RunSession>(result.runOptions_);
  return result;
}

double Parameters::operator[](std::string_view name) const {
  return find(name).value;
}

int Parameters::integer(std::string_view name) const {
  const Parameter& parameter = find(name);
  if (!parameter.integer) throw std::logic_error(fmt::format("parameter \"{}\" is not an integer", name));
  return static_cast<int>(parameter.value);
}

std::filesystem::path Parameters::output(const std::filesystem::path& otherwise) const {
  return output_.empty() ? otherwise : std::filesystem::path(output_);
}

void Parameters::refuseRunOptions() const {
  const RunOptions& o = runOptions_;
  const bool asked = o.summary || !o.record.empty() || !o.checkpoint.empty() || !o.resume.empty() ||
                     o.steps > 0 || !o.report.empty() || !o.saveFailures.empty();
  if (asked) throw ParameterError("this program takes no options of a run: --record, --checkpoint and so on");
}

std::map<std::string, double> Parameters::values() const {
  std::map<std::string, double> values;
  for (const Parameter& parameter : parameters_) values[parameter.name] = parameter.value;
  return values;
}

void Parameters::assign(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string name = assignment.substr(0, equals);
  const auto parameter = std::find_if(parameters_.begin(), parameters_.end(),
                                      [&](const Parameter& candidate) { return candidate.name == name; });
  if (parameter == parameters_.end()) {
    throw ParameterError(fmt::format("there is no parameter \"{}\"; there are:\n{}", name, known()));
  }
  if (equals == std::string::npos) {
    throw ParameterError(fmt::format("--set {}: expected {}=VALUE", assignment, name));
  }
  const std::string text = assignment.substr(equals + 1);
  double value = 0.0;
  const bool isNumber = text::parseNumber(text, value) && std::isfinite(value);
  const std::string expected = isNumber ? objection(*parameter, value) : "a number";
  if (!expected.empty()) {
    throw ParameterError(fmt::format(R"(parameter "{}": expected {}, found "{}")", name, expected, text));
  }
  parameter->value = value;
}

const Parameter& Parameters::find(std::string_view name) const {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& parameter) { return parameter.name == name; });
  if (found == parameters_.end()) {
    throw std::out_of_range(fmt::format("parameter \"{}\" was not declared; these were:\n{}", name, known()));
  }
  return *found;
}

// Makes a table: name, default or current value with its unit, meaning and range.
std::string Parameters::known() const {
  std::size_t width = 0;
  for (const Parameter& parameter : parameters_) width = std::max(width, parameter.name.size());
  std::string table;
  for (const Parameter& parameter : parameters_) {
    const std::string unit = parameter.unit == "1" ? "" : " " + parameter.unit;
    const std::string value = fmt::format("{}{}", parameter.value, unit);
    std::string admissible = joined(parameter.integer ? "an integer" : "", range(parameter));
    if (!admissible.empty()) admissible.insert(0, ", ");
    table +=
        fmt::format("  {:{}}  {:<14} {}{}\n", parameter.name, width, value, parameter.sentence, admissible);
  }
  if (!table.empty()) table.pop_back();
  return table.empty() ? "  (none)" : table;
}

std::string Parameters::help() const {
  return fmt::format("Parameters:\n{}", known());
}

// One line: {"program":"ball","summary":"...","parameters":[{"name":"h","value":0.001,...}]}. JSON has no infinity: it
// is written as null.
std::string Parameters::json(const std::string& summary) const {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Parameter& parameter : parameters_) {
    list.push_back({{"name", parameter.name},
                    {"value", parameter.value},
                    {"unit", parameter.unit},
                    {"sentence", parameter.sentence},
                    {"minimum", parameter.minimum},
                    {"maximum", parameter.maximum},
                    {"integer", parameter.integer}});
  }
  const Json description = {{"program", program_}, {"summary", summary}, {"parameters", list}};
  return description.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace nsds::io
