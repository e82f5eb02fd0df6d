#include "formulations/numerics_options.hpp"

#include <new>

#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

/// Rows of a step may vanish but for rounding, bodies that do not move among them; those of a class over boxes are
/// measured in the units of the whole problem.
bool hasRowsOfNoise(nsds_class problemClass) {
  return problemClass == NSDS_CLASS_MLCP || problemClass == NSDS_CLASS_RELAY ||
         problemClass == NSDS_CLASS_EQUALITY || problemClass == NSDS_CLASS_AVI;
}

}  // namespace

numerics::Options makeOptions(nsds_class problemClass, const Solver& solver) {
  try {
    numerics::Options options(problemClass);
    options.set_solver(solver.name()).set("warm_start", true);
    if (hasRowsOfNoise(problemClass)) options.set("residual", "class");
    for (const auto& option : solver.options()) {
      if (option.first == "reuse") {
        throw InvalidArgument("solver \"" + solver.name() +
                              "\": reuse is decided by the formulation, which knows what changed");
      }
      std::visit([&](const auto& value) { options.set(option.first, value); }, option.second);
    }
    return options;
  } catch (const numerics::Error& error) {
    if (error.status() == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
    throw InvalidArgument("solver \"" + solver.name() + "\": " + error.what());
  }
}

}  // namespace nsds
