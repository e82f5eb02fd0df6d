// A problem file of each class, read and solved.
#include <fmt/format.h>

#include "nsds/problems/lcp.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/relay.hpp"
#include "solve.hpp"
#include "storage_names.hpp"

namespace nsds::command {

namespace {

bool touchesUnknowns(nsds_status status) {
  return status != NSDS_INVALID_ARGUMENT && status != NSDS_NOT_APPLICABLE && status != NSDS_OUT_OF_MEMORY;
}

// Of a class whose unknowns are z and w = M z + q.
template <class Problem, class Solve>
Solved solveFromZero(const Problem& problem, Solve solve, const nsds_options* options) {
  Solved solved;
  solved.description = fmt::format("n = {}, {}", problem.size, storage_name(problem.M->storage));
  std::vector<double> z(static_cast<std::size_t>(problem.size), 0.0);
  std::vector<double> w(z.size(), 0.0);
  nsds_report_init(&solved.report);
  const nsds_status status = solve(&problem, z.data(), w.data(), options, nullptr, &solved.report);
  if (touchesUnknowns(status)) solved.solution = {{"z", std::move(z)}, {"w", std::move(w)}};
  return solved;
}

}  // namespace

Solved solve_lcp_file(const std::filesystem::path& file, const nsds_options* options) {
  const problems::Lcp problem = problems::read_lcp(file);
  Solved solved = solveFromZero(problem.view(), nsds_lcp_solve, options);
  if (!solved.solution) return solved;
  double residual = 0.0;
  nsds_lcp_residual_fclib(&problem.view(), solved.solution->front().second.data(), &residual);
  solved.residualFclib = residual;
  return solved;
}

Solved solve_mlcp_file(const std::filesystem::path& file, const nsds_options* options) {
  return solveFromZero(problems::read_mlcp(file).view(), nsds_mlcp_solve, options);
}

Solved solve_relay_file(const std::filesystem::path& file, const nsds_options* options) {
  return solveFromZero(problems::read_relay(file).view(), nsds_relay_solve, options);
}

}  // namespace nsds::command
