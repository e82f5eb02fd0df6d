#include "nsds/kernel/formulations/solver.hpp"

#include "nsds/kernel/error.hpp"

namespace nsds {

Solver& Solver::put(std::string option, Value value) {
  options_.emplace_back(std::move(option), std::move(value));
  return *this;
}

Solver& Solver::set(std::string option, const char* value) {
  if (value == nullptr)
    throw InvalidArgument("solver \"" + name_ + "\": the text of option \"" + option + "\" is null");
  return put(std::move(option), std::string(value));
}

}  // namespace nsds
