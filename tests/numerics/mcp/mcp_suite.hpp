// The suite of nonlinear problems by formula, tests/support/nonlinear: `auto` solves it from every start.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "nsds/numerics/registry.h"
#include "support/nonlinear/mcp_of.hpp"
#include "support/slowdown.hpp"
#include "support/spec.hpp"

namespace nsds::test {

namespace nn = nsds::numerics;

constexpr double tolerance = 1e-8;

// The names of those with that many unknowns.
inline std::vector<std::string> names_from(Eigen::Index least, Eigen::Index most) {
  std::vector<std::string> names;
  for (const std::string& name : nonlinear_names()) {
    // No problem has fewer unknowns than the size in its name, and to make the largest takes a while in every process.
    if (read_spec(name)->size > most) continue;
    const Eigen::Index size = make_nonlinear(name)->size();
    if (size >= least && size <= most) names.push_back(name);
  }
  return names;
}

inline std::string test_name(const ::testing::TestParamInfo<std::string>& row) {
  std::string name = row.param;
  for (char& letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return name;
}

inline nn::Options options_of(const std::string& solver, double seconds) {
  return nn::Options(NSDS_CLASS_MCP, solver)
      .set("tolerance", tolerance)
      .set("time_limit", seconds * slowdown);
}

inline void expect_truthful(const NonlinearProblem& problem, const nn::mcp::Solution& found) {
  if (!found.ok()) return;
  EXPECT_LE(contract_residual(problem, found.z), tolerance) << found.report.solver;
  EXPECT_TRUE((found.z.array() >= problem.lower.array()).all() &&
              (found.z.array() <= problem.upper.array()).all());
}

class McpSuite : public ::testing::TestWithParam<std::string> {};

TEST_P(McpSuite, TheDefaultSolvesItFromEveryStart) {
  const NonlinearProblem problem = *make_nonlinear(GetParam());
  const nn::mcp::Problem posed = mcp_of(problem);
  for (std::size_t k = 0; k < problem.starts.size(); ++k) {
    SCOPED_TRACE("start " + std::to_string(k));
    const nn::mcp::Solution found = posed.solve(start_of(problem, k), options_of("auto", 60.0));
    EXPECT_TRUE(found.ok()) << found.report.message;
    expect_truthful(problem, found);
    if (found.ok()) {
      EXPECT_LE(distance_to_solutions(problem, found.z), admissible_distance(problem)) << found.report.solver;
    }
  }
}

}  // namespace nsds::test
