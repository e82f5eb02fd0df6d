// One solve of the study, in a child process, with the residual recomputed from what it returned.
#pragma once

#include "benchmarks/friction/record.hpp"
#include "benchmarks/friction/subjects.hpp"

namespace nsds::bench {

// Fills in what the solver made of it: verdict, status, residuals, floor, iterations, seconds. In: class,
// group, solver, tolerance, limit: CPU time, as near as the wall time of a solver lets it be. Seconds are CPU
// time of the child; where a solve takes less than 5 ms the least of those that fit into another 5 ms, with a
// kept workspace.
// memory: [bytes] that the child may have, 0 as much as there is; beyond, the library reports out_of_memory.
void measure(const Posed& problem, Record& record, std::size_t memory = 0);

}  // namespace nsds::bench
