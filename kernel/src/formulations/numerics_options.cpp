#include "formulations/numerics_options.hpp"

#include <new>

#include "nsds/kernel/error.hpp"
#include "nsds/numerics/registry.h"

namespace nsds {

namespace {

/// Tells whether the solvers of a class let their user choose how points are measured.
bool hasResidualOption(nsds_class problemClass) {
  return nsds_option_find(nsds_solver_at(problemClass, 0), "residual") != nullptr;
}

}  // namespace

numerics::Options makeOptions(nsds_class problemClass, const Solver& solver) {
  try {
    numerics::Options options(problemClass);
    options.set_solver(solver.name()).set("warm_start", true);
    // Rows of a step may vanish but for rounding, bodies that do not move among them, so that the units of the whole
    // problem are the measure.
    if (hasResidualOption(problemClass)) options.set("residual", "class");
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
