// nsds-bench WORKLOAD: measures a time step.
#include <memory>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/commands/output.hpp"
#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/workloads/workload.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::bench {
namespace {

struct Arguments {
  Settings settings;
  bool json = false;
};

void run_workload(const Workload& workload, const Arguments& arguments, std::ostream& out) {
  const Settings& settings = arguments.settings;
  const Measured measured = measure(workload, settings);
  nlohmann::ordered_json result;
  result["workload"] = workload.name;
  result["n"] = settings.n;
  result["h"] = settings.h;
  result["steps"] = settings.steps;
  result["seconds"] = measured.seconds;
  result["us_per_step"] = 1e6 * measured.seconds / static_cast<double>(settings.steps);
  result["contacts"] = measured.contacts;
  result["check"] = measured.check;
  result["residual"] = measured.residual;
  result["residual_fclib"] = measured.residual_fclib;
  result["maxrss_kb"] = largest_memory_kb();
  result["solver"] = settings.solver;
  print(out, result, arguments.json);
}

void add_workload(CLI::App& app, const Workload& workload, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  arguments->settings = workload.defaults;
  arguments->settings.solver = nsds_solver_at(NSDS_CLASS_LCP, 0)->name;
  Settings& settings = arguments->settings;
  CLI::App* command = app.add_subcommand(workload.name, workload.sentence);
  if (workload.many) {
    command->add_option("--n", settings.n, "number of bodies")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
  } else {
    command->add_option("--n", settings.n, "number of bodies: one")->check(CLI::Range(1, 1));
  }
  command->add_option("--h", settings.h, "time step [s]")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--steps", settings.steps, "number of steps")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--tolerance", settings.tolerance, "of the one-step problem")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--solver", settings.solver, "of the one-step problem")->capture_default_str();
  command->add_option("--threads", "number of threads: one")->check(CLI::Range(1, 1));
  if (std::string(workload.name) == "ball")
    command->add_flag("--resting", settings.resting, "on the plane from the start, e = 0");
  command->add_flag("--json", arguments->json, "one JSON line");
  command->footer(std::string("check: ") + workload.check);
  command->callback([&workload, arguments, &out] { run_workload(workload, *arguments, out); });
}

}  // namespace

void add_workloads(CLI::App& app, std::ostream& out) {
  for (const Workload& workload : workloads()) add_workload(app, workload, out);
}

}  // namespace nsds::bench
