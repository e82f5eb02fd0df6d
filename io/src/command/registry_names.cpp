#include "registry_names.hpp"

#include <fmt/format.h>

#include "command.hpp"

namespace nsds::command {

std::string classNames() {
  std::string known;
  for (int i = 0; i < nsds_class_count(); ++i) {
    known += fmt::format("{}{}", i == 0 ? "" : ", ", nsds_class_name(static_cast<nsds_class>(i)));
  }
  return known;
}

nsds_class findClass(const std::string& name) {
  nsds_class found{};
  if (nsds_class_find(name.c_str(), &found) != 0) return found;
  throw UsageError(fmt::format("there is no problem class \"{}\"; there are: {}", name, classNames()));
}

const nsds_solver_info& findSolver(nsds_class problemClass, const std::string& name) {
  const nsds_solver_info* found = nsds_solver_find(problemClass, name.c_str());
  if (found != nullptr) return *found;
  std::string known;
  for (int i = 0; i < nsds_solver_count(problemClass); ++i) {
    known += fmt::format("{}{}", i == 0 ? "" : ", ", nsds_solver_at(problemClass, i)->name);
  }
  throw UsageError(
      fmt::format("class {} has no solver \"{}\"; it has: {}", nsds_class_name(problemClass), name, known));
}

}  // namespace nsds::command
