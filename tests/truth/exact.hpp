// All solutions of a small problem over a box, by fractions.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "numerics/affine/affine_problems.hpp"

namespace nsds::test {

// Every choice of a bound or a zero row for each unknown, solved without rounding; solutions are rounded once, at the end. Nothing
// where the rows of a choice depend on each other, for then there may be more than these.
std::optional<std::vector<Eigen::VectorXd>> all_solutions(const AffineProblem& problem);

}  // namespace nsds::test
