// Puts the commands together and turns errors into exit statuses.
#include <algorithm>
#include <exception>
#include <ostream>
#include <string>

#include "benchmarks/commands/command.hpp"

namespace nsds::bench {
namespace {

constexpr int success = 0, failure = 1, wrong_usage = 2;

// What the first word may be, unless it is an option.
bool refuse_unknown(const CLI::App& app, int argc, const char* const* argv, std::ostream& err) {
  if (argc < 2 || argv[1][0] == '-') return false;
  const auto commands = app.get_subcommands(nullptr);
  if (std::any_of(commands.begin(), commands.end(),
                  [&](const CLI::App* command) { return command->get_name() == argv[1]; }))
    return false;
  err << "nsds-bench: there is no '" << argv[1] << "'; there are";
  for (const CLI::App* command : commands) err << ' ' << command->get_name();
  err << '\n';
  return true;
}

}  // namespace

int run_bench(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
  CLI::App app(
      "Measures time steps and solves. Times are CPU times of one thread where nothing else is said.",
      "nsds-bench");
  app.require_subcommand(1);
  add_workloads(app, out);
  add_solve(app, out);
  add_lcp(app, out);
  add_box(app, NSDS_CLASS_MLCP, out);
  add_box(app, NSDS_CLASS_RELAY, out);
  add_program(app, NSDS_CLASS_QP, out);
  add_program(app, NSDS_CLASS_AVI, out);
  add_friction_contact(app, out);
  add_survey(app, out);
  add_regret(app, out);
  add_collection(app, out);
  add_friction_study(app, out);
  add_friction_table(app, out);
  add_program_study(app, out);
  add_program_table(app, out);
  add_nonlinear(app, out);
  add_vi(app, out);
  add_recording(app, out);
  add_velocity_sweeps(app, out);
  if (refuse_unknown(app, argc, argv, err)) return wrong_usage;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, out, err) == 0 ? success : wrong_usage;
  } catch (const std::exception& error) {
    err << "nsds-bench: " << error.what() << '\n';
    return failure;
  }
  return success;
}

}  // namespace nsds::bench
