// One solve of the study, in a child process, with everything recomputed from what it returned.
#pragma once

#include <cstddef>

#include "benchmarks/programs/record.hpp"

namespace nsds::bench::programs {

// A problem, what judges its answers, and how solvers take it.
struct Measurable {
  explicit Measurable(const Subject& subject);

  Posed posed;
  test::Judge judge;
};

// Fills in what the solver made of it. In: subject, solver, tolerances, limit: CPU time, as near as the wall time of a
// solver lets it be. memory: [bytes] that the child may have, 0 as much as there is.
void measure(const Measurable& problem, Record& record, std::size_t memory = 0);

}  // namespace nsds::bench::programs
