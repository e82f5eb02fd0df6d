#include <fmt/format.h>

#include "nsds/numerics/lcp.h"
#include "nsds/problems/lcp.hpp"
#include "solve.hpp"
#include "storage_names.hpp"

namespace nsds::command {

namespace {

bool touchesUnknowns(nsds_status status) {
  return status != NSDS_INVALID_ARGUMENT && status != NSDS_NOT_APPLICABLE && status != NSDS_OUT_OF_MEMORY;
}

}  // namespace

Solved solve_lcp_file(const std::filesystem::path& file, const nsds_options* options) {
  const problems::Lcp problem = problems::read_lcp(file);
  const nsds_lcp& lcp = problem.view();
  Solved solved;
  solved.description = fmt::format("n = {}, {}", lcp.size, storage_name(lcp.M->storage));

  std::vector<double> z(static_cast<std::size_t>(lcp.size), 0.0);
  std::vector<double> w(z.size(), 0.0);
  nsds_report_init(&solved.report);
  const nsds_status status = nsds_lcp_solve(&lcp, z.data(), w.data(), options, nullptr, &solved.report);
  if (touchesUnknowns(status)) {
    nsds_lcp_residual_fclib(&lcp, z.data(), &solved.residualFclib);
    solved.solution = {{"z", std::move(z)}, {"w", std::move(w)}};
  }
  return solved;
}

}  // namespace nsds::command
