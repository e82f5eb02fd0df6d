#include "command/formats/solving/registry_names.hpp"

#include <fmt/core.h>

#include "command/common/class_names.hpp"
#include "command/common/command.hpp"

namespace nsds::command {

const char* summaryOf(nsds_class problemClass) {
  // The switch has no default, so that the compiler warns of a class without a summary.
  switch (problemClass) {
    case NSDS_CLASS_LCP:
      return "linear complementarity problem";
    case NSDS_CLASS_MLCP:
      return "mixed linear complementarity problem, with equations among its rows";
    case NSDS_CLASS_RELAY:
      return "relay problem: affine variational inequality over a box";
    case NSDS_CLASS_QP:
      return "convex quadratic program with rows, equations and bounds";
    case NSDS_CLASS_AVI:
      return "affine variational inequality over a polyhedron";
    case NSDS_CLASS_EQUALITY:
      return "system of linear equations";
    case NSDS_CLASS_CONVEX_QP:
      return "convex quadratic program over a set that is known by its projection";
    case NSDS_CLASS_FRICTION_CONTACT:
      return "contact with Coulomb friction, reduced to the contacts";
    case NSDS_CLASS_GLOBAL_FRICTION_CONTACT:
      return "contact with Coulomb friction, with the velocities of the bodies";
    case NSDS_CLASS_GENERIC_MECHANICAL:
      return "joints, stops, boxes and contacts with friction in one problem";
    case NSDS_CLASS_MCP:
      return "mixed and nonlinear complementarity problem, given by functions";
    case NSDS_CLASS_NLP:
      return "nonlinear program with inequalities, equations and bounds, given by functions";
    case NSDS_CLASS_VI:
      return "variational inequality over a convex set, given by a function";
    case NSDS_CLASS_GENERALIZED_EQUATION:
      return "generalised equation 0 in F(z) + T(z), T given by its resolvent";
    case NSDS_CLASS_QVI:
      return "quasi-variational inequality, whose set depends on the solution, given by functions";
    case NSDS_CLASS_SOCLCP:
      return "linear complementarity over products of second-order cones";
    case NSDS_CLASS_ROLLING_FRICTION_CONTACT:
      return "contact that resists sliding and rolling, reduced to the contacts";
    case NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT:
      return "contact that resists sliding and rolling, with the velocities of the bodies";
    case NSDS_CLASS_CONE_PLASTICITY:
      return "plastic flow at points whose stress lies in a cone or a cylinder";
  }
  return "";
}

std::vector<nsds_class> classesWith(const std::string& solver) {
  std::vector<nsds_class> classes;
  for (int i = 0; i < nsds_class_count(); ++i) {
    const auto problemClass = static_cast<nsds_class>(i);
    if (nsds_solver_find(problemClass, solver.c_str()) != nullptr) classes.push_back(problemClass);
  }
  return classes;
}

nsds_class findClass(const std::string& name) {
  nsds_class found{};
  if (nsds_class_find(name.c_str(), &found) != 0) return found;
  throw UsageError(fmt::format("there is no problem class \"{}\"; there are: {}", name, classNames()));
}

nsds_class findFileClass(const std::string& name) {
  const nsds_class found = findClass(name);
  if (hasFiles(found)) return found;
  throw UsageError(
      fmt::format("class {} has no problem files, because its problems hold functions; these have: {}", name,
                  fileClassNames()));
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
