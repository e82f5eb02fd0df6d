// Programs in other units: rows, columns and cost times powers of ten. What solves one solves the other.
#pragma once

#include <cstdint>

#include "truth/judge.hpp"

namespace nsds::bench::programs {

// Unknowns: z = columns z'. Rows of A and of C are multiplied, and the objective.
struct Scales {
  Eigen::VectorXd columns, A, C;
  double cost = 1.0;
};

// Each a power of ten between 10^-order and 10^order, the same for the same seed on every machine.
Scales scales_of(const test::JudgedProblem& problem, int order, std::uint64_t seed);

test::JudgedProblem rescaled(const test::JudgedProblem& problem, const Scales& scales);

}  // namespace nsds::bench::programs
