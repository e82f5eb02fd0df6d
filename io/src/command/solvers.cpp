#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "json_text.hpp"
#include "nsds/numerics/registry.h"
#include "registry_names.hpp"
#include "storage_names.hpp"

namespace nsds::command {

namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::string solver;
  std::string problemClass = "lcp";
  bool json = false;
};

std::vector<std::string> words(const char* const* choices) {
  std::vector<std::string> result;
  for (; choices != nullptr && *choices != nullptr; ++choices) result.emplace_back(*choices);
  return result;
}

// Lists the options of the solver first, then those of every solver.
std::vector<const nsds_option_info*> optionsOf(const nsds_solver_info& solver) {
  std::vector<const nsds_option_info*> options;
  options.reserve(static_cast<std::size_t>(solver.option_count) +
                  static_cast<std::size_t>(nsds_common_option_count()));
  for (int i = 0; i < solver.option_count; ++i) options.push_back(&solver.options[i]);
  for (int i = 0; i < nsds_common_option_count(); ++i) options.push_back(nsds_common_option_at(i));
  return options;
}

Json toJson(const nsds_option_info& option) {
  Json json;
  json["name"] = option.name;
  json["type"] = nsds_option_type_name(option.type);
  if (option.type == NSDS_OPTION_CHOICE) {
    json["default"] = option.default_choice == nullptr ? Json() : Json(option.default_choice);
    json["choices"] = words(option.choices);
  } else {
    json["default"] = option.default_number;
    json["minimum"] = option.minimum;
    json["maximum"] = option.maximum;
  }
  json["unit"] = option.unit;
  json["sentence"] = option.sentence;
  return json;
}

Json toJson(nsds_class problemClass, const nsds_solver_info& solver) {
  Json json;
  json["class"] = nsds_class_name(problemClass);
  json["name"] = solver.name;
  json["default"] = &solver == nsds_solver_at(problemClass, 0);
  json["summary"] = solver.summary;
  json["citation"] = solver.citation;
  json["requirements"] = solver.requirements;
  json["storages"] = storageNames(solver.storages);
  json["warm_start"] = solver.warm_start != 0;
  json["options"] = Json::array();
  for (const nsds_option_info* option : optionsOf(solver)) json["options"].push_back(toJson(*option));
  return json;
}

std::string joined(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, ", "));
}

void printSolver(nsds_class problemClass, const nsds_solver_info& solver) {
  const bool isDefault = &solver == nsds_solver_at(problemClass, 0);
  const std::string requirements = solver.requirements[0] == '\0' ? "none" : solver.requirements;
  fmt::print("{}{}\n  {}\n", solver.name, isDefault ? " (default)" : "", solver.summary);
  fmt::print("  reference   {}\n  storages    {}\n  requires    {}\n  warm start  {}\n", solver.citation,
             joined(storageNames(solver.storages)), requirements, solver.warm_start != 0 ? "yes" : "no");
}

std::string rangeText(const nsds_option_info& option) {
  switch (option.type) {
    case NSDS_OPTION_CHOICE:
      return joined(words(option.choices));
    case NSDS_OPTION_BOOL:
      return "0, 1";
    default:
      return fmt::format("{:g} to {:g}", option.minimum, option.maximum);
  }
}

std::string defaultText(const nsds_option_info& option) {
  if (option.type != NSDS_OPTION_CHOICE) return fmt::format("{:g}", option.default_number);
  return option.default_choice == nullptr ? "" : option.default_choice;
}

void printOptions(const nsds_solver_info& solver) {
  fmt::print("\noptions\n");
  for (const nsds_option_info* option : optionsOf(solver)) {
    const std::string unit = std::string(option->unit) == "1" ? "" : fmt::format(" {}", option->unit);
    fmt::print("  {}\n      {}\n      {}, default {}{}, admissible {}\n", option->name, option->sentence,
               nsds_option_type_name(option->type), defaultText(*option), unit, rangeText(*option));
  }
}

int printAll(nsds_class problemClass, bool asJson) {
  Json list = Json::array();
  if (!asJson) {
    fmt::print("Solvers of class {}{}:\n", nsds_class_name(problemClass),
               hasFiles(problemClass) ? "" : ", which nsds solve cannot read");
  }
  for (int i = 0; i < nsds_solver_count(problemClass); ++i) {
    const nsds_solver_info& solver = *nsds_solver_at(problemClass, i);
    if (asJson) {
      list.push_back(toJson(problemClass, solver));
    } else {
      fmt::print("\n");
      printSolver(problemClass, solver);
    }
  }
  if (asJson) fmt::print("{}\n", jsonText(list));
  return kSuccess;
}

int solvers(const Arguments& arguments) {
  const nsds_class problemClass = findClass(arguments.problemClass);
  if (arguments.solver.empty()) return printAll(problemClass, arguments.json);
  const nsds_solver_info& solver = findSolver(problemClass, arguments.solver);
  if (arguments.json) {
    fmt::print("{}\n", jsonText(toJson(problemClass, solver)));
  } else {
    printSolver(problemClass, solver);
    printOptions(solver);
  }
  return kSuccess;
}

}  // namespace

void addSolvers(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<Arguments>();
  command_line::Command command =
      program.subcommand("solvers", "List the solvers of a problem class, or describe one.");
  command.text({"SOLVER", "NAME", "describe this solver and its options"}, arguments->solver);
  command.text({.name = "--class",
                .type = "NAME",
                .sentence = fmt::format("problem class: {}", classNames()),
                .showsDefault = true},
               arguments->problemClass);
  command.flag({"--json", "", "print JSON for programs"}, arguments->json);
  command.footer("Example: nsds solvers lemke");
  command.action([arguments, &exitStatus] { exitStatus = solvers(*arguments); });
}

}  // namespace nsds::command
