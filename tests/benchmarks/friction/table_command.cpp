// nsds-bench friction-table: to come.
#include "benchmarks/command.hpp"
namespace nsds::bench {
void add_friction_table(CLI::App& app, std::ostream& /*out*/) {
  app.add_subcommand("friction-table", "");
}
}  // namespace nsds::bench
