#include "formulations/numerics_options.hpp"

#include <fmt/format.h>

#include <new>
#include <string_view>

#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

std::string solverNames(nsds_class problemClass) {
  std::string names;
  for (std::int32_t i = 0; i < nsds_solver_count(problemClass); ++i) {
    names += (i == 0 ? "" : ", ");
    names += nsds_solver_at(problemClass, i)->name;
  }
  return names;
}

bool takesDouble(const nsds_solver_info& solver, std::string_view option) {
  const auto matches = [&](const nsds_option_info& info) {
    return option == info.name && info.type == NSDS_OPTION_DOUBLE;
  };
  for (std::int32_t i = 0; i < nsds_common_option_count(); ++i) {
    if (matches(*nsds_common_option_at(i))) return true;
  }
  for (std::int32_t i = 0; i < solver.option_count; ++i) {
    if (matches(solver.options[i])) return true;
  }
  return false;
}

struct SetOption {
  nsds_options* options;
  const nsds_solver_info& solver;
  const std::string& name;

  nsds_status operator()(double value) const { return nsds_options_set_double(options, name.c_str(), value); }
  nsds_status operator()(std::int64_t value) const {
    if (takesDouble(solver, name)) return (*this)(static_cast<double>(value));
    return nsds_options_set_int(options, name.c_str(), value);
  }
  nsds_status operator()(const std::string& value) const {
    return nsds_options_set_text(options, name.c_str(), value.c_str());
  }
};

}  // namespace

OptionsHandle makeOptions(nsds_class problemClass, const Solver& solver) {
  const nsds_solver_info* info = nsds_solver_find(problemClass, solver.name().c_str());
  if (info == nullptr) {
    throw InvalidArgument(fmt::format("there is no {} solver \"{}\"; there are: {}",
                                      nsds_class_name(problemClass), solver.name(),
                                      solverNames(problemClass)));
  }
  nsds_options* raw = nullptr;
  if (nsds_options_create(problemClass, info->name, &raw) != NSDS_OK) throw std::bad_alloc();
  OptionsHandle options(raw);
  nsds_options_set_int(raw, "warm_start", 1);
  for (const auto& [name, value] : solver.options()) {
    if (std::visit(SetOption{raw, *info, name}, value) != NSDS_OK) {
      throw InvalidArgument(fmt::format("solver \"{}\": {}", solver.name(), nsds_options_error(raw)));
    }
  }
  return options;
}

WorkspaceHandle makeWorkspace() {
  WorkspaceHandle workspace(nsds_workspace_create());
  if (workspace == nullptr) throw std::bad_alloc();
  return workspace;
}

}  // namespace nsds
