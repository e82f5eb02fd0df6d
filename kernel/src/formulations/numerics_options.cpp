#include "formulations/numerics_options.hpp"

#include <new>

#include "nsds/kernel/error.hpp"

namespace nsds {

numerics::Options makeOptions(nsds_class problemClass, const Solver& solver) {
  try {
    numerics::Options options(problemClass);
    options.set_solver(solver.name()).set("warm_start", true);
    // A step of a pile costs up to half as much again where each part is held against its own terms: who wants that asks for it.
    const bool isContact = problemClass == NSDS_CLASS_FRICTION_CONTACT ||
                           problemClass == NSDS_CLASS_ROLLING_FRICTION_CONTACT ||
                           problemClass == NSDS_CLASS_GENERIC_MECHANICAL;
    if (isContact) options.set("norm", "class");
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
