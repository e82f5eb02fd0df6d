// nsds-bench lcp SPEC...: measures one solve of a generated complementarity problem.
#include <stdexcept>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/commands/solve_command.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "support/lcp_families.hpp"

namespace nsds::bench {
namespace {

// Families of contact networks are sparse, and given so unless asked otherwise.
void measure_and_print(const std::string& spec, const SolveArguments& arguments, std::ostream& out) {
  test::LcpProblem made = test::make_lcp(spec);
  const bool family_is_sparse = made.sparse.rows() > 0;
  const bool sparse = arguments.storage_or(family_is_sparse ? NSDS_CSC : NSDS_DENSE) == NSDS_CSC;
  if (sparse && !family_is_sparse) made.sparse = made.M.sparseView();
  if (!sparse && made.M.size() == 0)
    throw std::invalid_argument(spec + " has too many rows for a dense matrix");
  const numerics::lcp::Problem posed(sparse ? numerics::view(made.sparse) : numerics::view(made.M), made.q);
  const nsds_lcp problem = posed.view();
  print_result(begin_result(spec, NSDS_CLASS_LCP), measure_solve(solvable(problem), arguments.settings),
               arguments, out);
}

}  // namespace

void add_lcp(CLI::App& app, std::ostream& out) {
  add_generated(app, NSDS_CLASS_LCP, test::lcp_spec_forms(), measure_and_print, out);
}

}  // namespace nsds::bench
