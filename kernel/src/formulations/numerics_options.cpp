#include "formulations/numerics_options.hpp"

#include <new>

#include "nsds/kernel/error.hpp"

namespace nsds {

numerics::Options makeOptions(nsds_class problemClass, const Solver& solver) {
  try {
    numerics::Options options(problemClass);
    options.set_solver(solver.name()).set("warm_start", true);
    // The kernel passes no floors for problems of joints and contacts, and asks for the residual of the class in their place.
    if (problemClass == NSDS_CLASS_GENERIC_MECHANICAL) options.set("norm", "class");
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
