#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "command/common/class_names.hpp"
#include "command/common/command.hpp"
#include "command/common/json_text.hpp"
#include "command/formats/solving/registry_names.hpp"
#include "command/formats/solving/storage_names.hpp"
#include "command/formats/subcommands.hpp"
#include "joined.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::command {

namespace {

using Json = nlohmann::ordered_json;

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

void printSolver(nsds_class problemClass, const nsds_solver_info& solver) {
  const bool isDefault = &solver == nsds_solver_at(problemClass, 0);
  const std::string requirements = solver.requirements[0] == '\0' ? "none" : solver.requirements;
  fmt::print("{}{}\n  {}\n", solver.name, isDefault ? " (default)" : "", solver.summary);
  fmt::print("  reference   {}\n  storages    {}\n  requires    {}\n  warm start  {}\n", solver.citation,
             text::joined(storageNames(solver.storages)), requirements,
             solver.warm_start != 0 ? "yes" : "no");
}

std::string rangeText(const nsds_option_info& option) {
  switch (option.type) {
    case NSDS_OPTION_CHOICE:
      return text::joined(words(option.choices));
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

// The solvers of a class, without their options.
int printClass(nsds_class problemClass, bool asJson) {
  Json list = Json::array();
  if (!asJson) {
    const char* const name = nsds_class_name(problemClass);
    fmt::print("Solvers of class {}{}:\n", name,
               hasFiles(problemClass) ? "" : ", which nsds solve cannot read");
    fmt::print("  {}; see nsds/numerics/{}.h\n", summaryOf(problemClass), name);
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

std::vector<std::string> solverNames(nsds_class problemClass) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(nsds_solver_count(problemClass)));
  for (int i = 0; i < nsds_solver_count(problemClass); ++i)
    names.emplace_back(nsds_solver_at(problemClass, i)->name);
  return names;
}

// All classes with the names of their solvers.
int printClasses(bool asJson) {
  Json list = Json::array();
  for (int i = 0; i < nsds_class_count(); ++i) {
    const auto problemClass = static_cast<nsds_class>(i);
    const char* const name = nsds_class_name(problemClass);
    const std::vector<std::string> solvers = solverNames(problemClass);
    if (asJson) {
      list.push_back({{"class", name},
                      {"summary", summaryOf(problemClass)},
                      {"files", hasFiles(problemClass)},
                      {"solvers", solvers}});
      continue;
    }
    fmt::print("{}: {}{}\n  {}\n\n", name, summaryOf(problemClass),
               hasFiles(problemClass) ? "" : " (no files)", text::joined(solvers));
  }
  if (asJson) {
    fmt::print("{}\n", jsonText(list));
  } else {
    fmt::print(
        "The first solver is the default. nsds solvers CLASS describes those of a class, nsds solvers SOLVER "
        "one with its options.\n");
  }
  return kSuccess;
}

// One solver with its options, in every one of the classes, which all have it.
int printSolverOf(const std::vector<nsds_class>& classes, const std::string& name, bool asJson) {
  Json list = Json::array();
  const char* separator = "";
  for (const nsds_class problemClass : classes) {
    const nsds_solver_info& solver = findSolver(problemClass, name);
    if (asJson) {
      list.push_back(toJson(problemClass, solver));
      continue;
    }
    fmt::print("{}class {}: ", separator, nsds_class_name(problemClass));
    printSolver(problemClass, solver);
    printOptions(solver);
    separator = "\n";
  }
  if (asJson) fmt::print("{}\n", jsonText(list));
  return kSuccess;
}

// The name of a class comes first: "lcp" is also a solver of others.
int describe(const std::string& name, bool asJson) {
  const std::vector<nsds_class> classes = classesWith(name);
  nsds_class problemClass{};
  if (nsds_class_find(name.c_str(), &problemClass) != 0) {
    const int status = printClass(problemClass, asJson);
    for (const nsds_class other : classes)
      if (!asJson)
        fmt::print("\nClass {0} has a solver {1}: nsds solvers {1} --class {0}\n", nsds_class_name(other),
                   name);
    return status;
  }
  if (classes.empty())
    throw UsageError(fmt::format(
        "there is no problem class and no solver \"{}\"; nsds solvers lists them all. The classes are: {}",
        name, classNames()));
  return printSolverOf(classes, name, asJson);
}

}  // namespace

int describeSolvers(const SolversLine& line) {
  if (line.problemClass.empty())
    return line.name.empty() ? printClasses(line.json) : describe(line.name, line.json);
  const nsds_class problemClass = findClass(line.problemClass);
  if (line.name.empty())
    throw UsageError(
        fmt::format("solvers: --class says of which class a solver is, and none is named; nsds solvers {} "
                    "describes the class",
                    line.problemClass));
  return printSolverOf({problemClass}, line.name, line.json);
}

}  // namespace nsds::command
