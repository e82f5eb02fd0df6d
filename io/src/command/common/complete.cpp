#include "command/common/complete.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "completion.hpp"
#include "nsds/numerics/registry.h"
#include "nsds/problems/file_classes.hpp"

namespace nsds::command {

namespace {

using command_line::Given;

std::string valueOf(const Given& given, const std::string& option) {
  const auto found = given.find(option);
  return found == given.end() ? std::string() : found->second;
}

// Calls visit with every solver of the class and the name that the line gives, of all where it gives none.
template <class Visit>
void visitSolvers(const Given& given, const Visit& visit) {
  const std::string wantedClass = valueOf(given, "--class");
  const std::string wantedSolver = valueOf(given, "--solver");
  for (int i = 0; i < nsds_class_count(); ++i) {
    const auto problemClass = static_cast<nsds_class>(i);
    if (!wantedClass.empty() && wantedClass != nsds_class_name(problemClass)) continue;
    for (int k = 0; k < nsds_solver_count(problemClass); ++k) {
      const nsds_solver_info& solver = *nsds_solver_at(problemClass, k);
      if (wantedSolver.empty() || wantedSolver == "all" || wantedSolver == solver.name) visit(solver);
    }
  }
}

}  // namespace

void printCompletion(const command_line::Description& program, const std::vector<std::string>& words) {
  const command_line::Completion completion = command_line::complete(program, words);
  for (const auto& [word, sentence] : completion.candidates) fmt::print("{}\t{}\n", word, sentence);
  if (completion.files) fmt::print("\t{}\n", completion.extension);
}

std::vector<std::string> classChoices(const Given& /*given*/) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(nsds_class_count()));
  for (int i = 0; i < nsds_class_count(); ++i)
    names.emplace_back(nsds_class_name(static_cast<nsds_class>(i)));
  return names;
}

std::vector<std::string> fileClassChoices(const Given& /*given*/) {
  std::vector<std::string> names;
  for (const nsds_class problemClass : problems::fileClasses())
    names.emplace_back(nsds_class_name(problemClass));
  return names;
}

std::vector<std::string> solverChoices(const Given& given) {
  std::set<std::string> names;
  visitSolvers(given, [&](const nsds_solver_info& solver) { names.insert(solver.name); });
  return {names.begin(), names.end()};
}

std::vector<std::string> solverOptionChoices(const Given& given) {
  std::set<std::string> names;
  for (int i = 0; i < nsds_common_option_count(); ++i)
    names.insert(std::string(nsds_common_option_at(i)->name) + '=');
  visitSolvers(given, [&](const nsds_solver_info& solver) {
    for (int i = 0; i < solver.option_count; ++i) names.insert(std::string(solver.options[i].name) + '=');
  });
  return {names.begin(), names.end()};
}

}  // namespace nsds::command
