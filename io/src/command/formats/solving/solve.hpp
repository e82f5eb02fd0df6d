// Solves a problem of any class, and says what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"
#include "nsds/problems/any_problem.hpp"

namespace nsds::command {

using NamedArray = std::pair<std::string, std::vector<double>>;

struct Solved {
  std::string description;  ///< of the problem, for a person: "n = 3, dense"
  nsds_report report{};
  std::optional<double> residualFclib;              ///< where the class has that norm
  std::optional<std::vector<NamedArray>> solution;  ///< none when the solver touched no unknowns
  std::optional<double> objective;                  ///< at the solution, where the class minimises one
  std::vector<NamedArray> certificate;  ///< why there is no solution; none where that is not proved
};

/// Solves a problem that was read, from zero.
Solved solveProblem(const problems::AnyProblem& problem, const nsds_options* options);

}  // namespace nsds::command
