// A one-step problem of a step that is solved before the problem "time_stepping", for integrators with several levels.
#pragma once

#include <string_view>

#include "simulation/time_stepping/step_problem.hpp"

namespace nsds {

struct EarlierLevel {
  explicit EarlierLevel(std::string_view name_) : name(name_) {}

  std::string_view name;
  StepProblem problem{nullptr};  // its formulation is chosen by the laws
  IndexSet active;
};

}  // namespace nsds
