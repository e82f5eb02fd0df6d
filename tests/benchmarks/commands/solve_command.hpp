// What the commands share that measure solves: their options, and a row of output.
#pragma once

#include <CLI/CLI.hpp>
#include <iosfwd>
#include <string>
#include <vector>

#include "benchmarks/commands/output.hpp"
#include "benchmarks/measurements/solve_measurement.hpp"
#include "nsds/numerics/matrix.h"
#include "nsds/numerics/registry.h"

namespace nsds::bench {

struct SolveArguments {
  nsds_class problem_class = NSDS_CLASS_LCP;
  std::vector<std::string> problems;
  SolveSettings settings;
  std::string storage;
  bool json = false;

  // Of the matrices; natural: as the family has them.
  nsds_storage storage_or(nsds_storage natural) const {
    return storage.empty() ? natural : storage == "csc" ? NSDS_CSC : NSDS_DENSE;
  }
};

// --solver, --tolerance, --time-limit, --budget, --repetitions, --json
void add_solve_options(CLI::App& command, SolveArguments& arguments);
// --norm, where the class has a residual in the norm of FCLIB
void add_norm_option(CLI::App& command, SolveArguments& arguments);
// SPEC..., of one of the forms, and --storage
void add_generated_problems(CLI::App& command, const std::vector<std::string>& forms,
                            SolveArguments& arguments);

// The subcommand of a class that measures generated problems. run: measures one of them and writes what is
// said of it.
using RunSpec = void (*)(const std::string& spec, const SolveArguments& arguments, std::ostream& out);
void add_generated(CLI::App& app, nsds_class problem_class, const std::vector<std::string>& forms,
                   RunSpec run, std::ostream& out);

// What opens and what ends a row of output; between them stands what a class has of its own.
nlohmann::ordered_json begin_result(const std::string& problem, nsds_class problem_class);
void print_result(nlohmann::ordered_json result, const SolveMeasured& measured,
                  const SolveArguments& arguments, std::ostream& out);

}  // namespace nsds::bench
